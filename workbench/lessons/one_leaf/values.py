"""Of the link: which leaf, the Newton steps before it, the act of the derivation, what is dragged. Pure."""

from collections.abc import Mapping
from typing import Any

from gbtlib.checks.rules import Choice, Rule
from workbench.link.rules import Entry, count, settled

LEAF = "leaf"
LEAF_STEPS = "leaf_steps"
LEAF_W = "leaf_w"
LEAF_LAMBDA = "leaf_lambda"
LEAF_RATE = "leaf_rate"
LEAF_LEFT = "leaf_left"
LEAF_GAMMA = "leaf_gamma"
ACT = "act"
LAST_ACT = 6  # of those leaves that have all
ASKS = 3  # acts that ask where the curve of the next one is lowest
LESSON_LEAF = "lesson"

# A leaf of the lesson's tree, or one worked by hand: the names of worked_leaves.PRESETS.
LEAVES = (
    *("four", "squared", LESSON_LEAF, "sign", "norm", "logistic", "logistic_left"),
    *("newton", "huber", "one_class", "overshoot"),
)

VALUES: dict[str, Entry] = {
    LEAF: settled(Entry("four", Choice(LEAVES))),
    ACT: count(0, 0, LAST_ACT),
    LEAF_STEPS: count(0, 0, 4),
    LEAF_W: Entry(None, Rule(low=-1e6, high=1e6, none_means="the leaf's own start")),
    LEAF_LAMBDA: Entry(None, Rule(low=0, high=1e5, none_means="the leaf's own value")),
    LEAF_RATE: Entry(None, Rule(low=0.0001, high=1, none_means="the leaf's own value")),
    LEAF_LEFT: Entry(None, Rule(whole=True, low=1, high=10**6, none_means="where it gains most")),
    LEAF_GAMMA: Entry(None, Rule(low=0, high=1e5, none_means="the leaf's own value"), step=0.1),
}


def is_by_hand(values: Mapping[str, Any]) -> bool:
    """Whether the leaf is worked by hand, not one of a tree of the lesson."""
    return bool(values[LEAF] != LESSON_LEAF)
