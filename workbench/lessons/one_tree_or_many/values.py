"""Of the link: what the ensemble is compared with. Pure."""

from gbtlib.estimators.rules import Choice, Rule
from workbench.link.rules import Entry, Text, settled

COMPARE = "compare"
OTHER = "other"
TREE_LEAVES = "tree_leaves"

VALUES: dict[str, Entry] = {
    COMPARE: settled(Entry("tree", Choice(("tree", "settings")))),
    OTHER: settled(Entry("reg_lambda:0", Text())),
    TREE_LEAVES: settled(Entry(None, Rule(whole=True, low=2, high=10**5, none_means="no limit"))),
}
