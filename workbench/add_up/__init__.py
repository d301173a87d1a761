"""Does not add up?: a model, a row and the number that somebody got, or a message that was shown."""

from gbtlib.checks.rules import Rule
from workbench.link.rules import Entry, Typed, count, settled
from workbench.link.values import CLASS
from workbench.shell.own_tables import MODEL, ROWS
from workbench.shell.page_entry import PageEntry

SAID, ROW, TABLE_ROW = "add_said", "add_row", "add_table_row"
SECOND_SAID, SECOND_ROW = "add_second_said", "add_second_row"
MARGIN, RATE = "add_margin", "add_rate"
LONGEST_SAID, LONGEST_ROW = 600, 4000

DOES_IT_ADD_UP = PageEntry(
    "does_it_add_up",
    "Does not add up?",
    "Why is your number not the model’s?",
    controls="none",
    shared=(MODEL, ROWS, CLASS),
    own={
        SAID: settled(Entry("", Typed(LONGEST_SAID))),
        ROW: settled(Entry("", Typed(LONGEST_ROW))),
        TABLE_ROW: settled(count(0, 0, 10**7)),
        SECOND_SAID: settled(Entry("", Typed(LONGEST_SAID))),
        SECOND_ROW: settled(Entry("", Typed(LONGEST_ROW))),
        MARGIN: settled(Entry(None, Rule(low=-1e9, high=1e9, none_means="none was given"))),
        RATE: settled(Entry(None, Rule(low=1e-6, high=1, none_means="as solved for"), 0.01)),
    },
)
