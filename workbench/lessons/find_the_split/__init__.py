"""Find the split: where would you cut?"""

from collections.abc import Mapping
from typing import Any

from workbench.lessons.find_the_split.values import SPLIT_BY, VALUES
from workbench.link.values import CRITERION, OF_A_TREE, WHAT_IF_GAMMA, WHAT_IF_LAMBDA
from workbench.shell.page_entry import PageEntry

_OF_GRADIENTS = "Not in use: gradients are split by the gain of the logistic loss."


def idle(values: Mapping[str, Any]) -> dict[str, str]:
    """Which controls above change nothing, and why."""
    return {CRITERION: _OF_GRADIENTS} if values[SPLIT_BY] == "logistic" else {}


LESSON = PageEntry(
    "find_the_split",
    "Find the split",
    "Where would you cut?",
    "Place the cut yourself, then see its gain and its rank among all candidates.",
    controls="tree",
    shared=(*OF_A_TREE, WHAT_IF_LAMBDA, WHAT_IF_GAMMA),
    own=VALUES,
    idle=idle,
    screenshot="data=iris",
)
