"""Of the link: which model, how many of its splits and rounds one has heard, and what is told. Pure."""

from gbtlib.checks.rules import Choice
from workbench.link.rules import Entry, count
from workbench.shell.own_tables import MODEL, OF_FILE

HEARD, TAB = "heard", "heard_tab"

VALUES: dict[str, Entry] = {
    MODEL: OF_FILE,
    HEARD: count(0, 0, 10**3),
    TAB: Entry("told", Choice(("told", "asks"))),
}
