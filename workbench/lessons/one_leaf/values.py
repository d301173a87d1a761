"""Of the link: which leaf, the Newton steps before it, and what is dragged. Pure."""

from collections.abc import Mapping
from typing import Any

from gbtlib.checks.rules import Choice, Rule
from workbench.link.rules import FLAG, Entry, count, settled

LEAF = "leaf"
LEAF_STEPS = "leaf_steps"
LEAF_W = "leaf_w"
LEAF_LAMBDA = "leaf_lambda"
LEAF_RATE = "leaf_rate"
LEAF_ZOOM = "leaf_zoom"
LEAF_LEFT = "leaf_left"
LEAF_GAMMA = "leaf_gamma"
LESSON_LEAF = "lesson"

# A leaf of the lesson's tree, or one worked by hand: the names of worked_leaves.PRESETS.
LEAVES = (
    *("squared", LESSON_LEAF, "sign", "norm", "logistic", "logistic_left"),
    *("newton", "huber", "one_class", "overshoot"),
)

VALUES: dict[str, Entry] = {
    LEAF: settled(Entry("squared", Choice(LEAVES))),
    LEAF_STEPS: count(0, 0, 4),
    LEAF_W: Entry(None, Rule(low=-1e6, high=1e6, none_means="the leaf's own start")),
    LEAF_LAMBDA: Entry(None, Rule(low=0, high=1e5, none_means="the leaf's own value")),
    LEAF_RATE: Entry(None, Rule(low=0.0001, high=1, none_means="the leaf's own value")),
    LEAF_ZOOM: FLAG,
    LEAF_LEFT: Entry(None, Rule(whole=True, low=1, high=10**6, none_means="half of the rows")),
    LEAF_GAMMA: Entry(None, Rule(low=0, high=1e5, none_means="the leaf's own value"), step=0.1),
}


def is_by_hand(values: Mapping[str, Any]) -> bool:
    """Whether the leaf is worked by hand, not one of a tree of the lesson."""
    return bool(values[LEAF] != LESSON_LEAF)
