"""Of the link: which rows, rounds and depth, the mislabelled row, pruning. Pure."""

from gbtlib.checks.rules import Choice, Rule
from workbench.link.rules import FLAG, Entry, count, number, position, settled

ADA_ROWS = "ada_rows"
ADA_ROUNDS = "ada_rounds"
ADA_DEPTH = "ada_depth"
ADA_FLIP = "ada_flip"
ADA_WRONG = "ada_wrong"
ADA_ALPHA = "ada_alpha"
ADA_FOLDS = "ada_folds"

VALUES: dict[str, Entry] = {
    ADA_ROWS: settled(Entry("data", Choice(("data", "ten")), chooses_rows=True)),
    ADA_ROUNDS: settled(count(10, 1, 100)),
    ADA_DEPTH: settled(count(1, 1, 1000, none_means="no limit")),
    ADA_FLIP: settled(FLAG),
    ADA_WRONG: settled(position("the row of the cursor")),
    ADA_ALPHA: settled(number(0.0, 0.0, 1.0, 0.005)),
    ADA_FOLDS: settled(Entry(None, Rule(whole=True, low=2, high=20, none_means="no cross-validation"))),
}
