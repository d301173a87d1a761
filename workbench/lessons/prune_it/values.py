"""Of the link: what prunes which tree, the step, the risk, folds, the price, what is told. Pure."""

from collections.abc import Mapping
from typing import Any

from gbtlib.checks.rules import Choice, Rule
from workbench.link.rules import FLAG, Entry, count, position, settled

PRUNE_BY = "prune_by"
PRUNE_TREE = "prune_tree"
PRUNE_STEP = "prune_step"
PRUNE_RISK = "prune_risk"
PRUNE_FOLDS = "prune_folds"
PRUNE_GAMMA = "prune_gamma"
PRUNE_PRICE = "prune_price"
PRUNE_SEEN = "prune_seen"
PRUNE_TOLD = "prune_told"

VALUES: dict[str, Entry] = {
    PRUNE_BY: settled(Entry("alpha", Choice(("alpha", "gamma")))),
    PRUNE_TREE: settled(Entry("hand", Choice(("hand", "printed", "data")))),
    PRUNE_STEP: count(0, 0, 10**4),
    PRUNE_RISK: settled(Entry("misclassification", Choice(("misclassification", "impurity")))),
    PRUNE_FOLDS: settled(count(10, 2, 20)),
    PRUNE_GAMMA: settled(Entry(None, Rule(low=0, high=1e9, none_means="the opening case's own"))),
    PRUNE_PRICE: position("γ = 0, or the γ that is asked about"),
    PRUNE_SEEN: count(0, 0, 10**4),
    PRUNE_TOLD: FLAG,
}


def is_by_hand(values: Mapping[str, Any]) -> bool:
    """Whether the tree is given with its counts, not grown on the data set."""
    return bool(values[PRUNE_TREE] != "data")
