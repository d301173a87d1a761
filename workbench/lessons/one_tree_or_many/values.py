"""Of the link: what the ensemble is compared with. Pure."""

from typing import Any

from gbtlib.checks.rules import Choice, Rule
from workbench.link.rules import Entry, Text, count, settled
from workbench.link.values import ROUND, TREE_DEPTH

COMPARE = "compare"
OTHER = "other"
TREE_LEAVES = "tree_leaves"
FOREST_TREE = "forest_tree"

OPENING: dict[str, Any] = {"data": "circles", "noise": 0.3, "max_depth": 2, TREE_DEPTH: 100, ROUND: 14}
"""In this round both models have as many leaves, and the one tree can grow no further."""

VALUES: dict[str, Entry] = {
    COMPARE: settled(Entry("tree", Choice(("tree", "forest", "settings")))),
    OTHER: settled(Entry("reg_lambda:0", Text())),
    TREE_LEAVES: settled(Entry(None, Rule(whole=True, low=2, high=10**5, none_means="no limit"))),
    FOREST_TREE: count(5, 1, 50),
}
