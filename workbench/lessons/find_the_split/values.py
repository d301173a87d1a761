"""Of the link: what is split, the round of boosting, how far one has hunted, where one looks. Pure."""

from gbtlib.checks.rules import Choice
from workbench.link.rules import Entry, count, position, settled

SPLIT_BY = "split_by"
FIND_ROUND = "find_round"
FIND_STEP = "find_step"
FIND_FEATURE = "find_feature"
FIND_CUT = "find_cut"

VALUES: dict[str, Entry] = {
    SPLIT_BY: settled(Entry("usual", Choice(("usual", "squared_error", "logistic", "classes")))),
    FIND_ROUND: settled(count(1, 1, 10)),
    FIND_STEP: count(1, 1, 10**6),
    FIND_FEATURE: position("the first feature, or the one that was cut"),
    FIND_CUT: position("the best cut"),
}
