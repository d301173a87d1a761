"""Find the split: where would you cut?"""

from collections.abc import Mapping
from typing import Any

from workbench.lessons.find_the_split.values import SPLIT_BY, VALUES
from workbench.link.values import BINNING, CRITERION, DATA, OF_A_TREE, WHAT_IF_GAMMA, WHAT_IF_LAMBDA
from workbench.shell.page_entry import PageEntry, SharedFit


def is_of_boosting(values: Mapping[str, Any]) -> bool:
    """Whether the tree whose splits are to be found is one of boosting."""
    return bool(values[SPLIT_BY] == "logistic")


def tree_of(values: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The values of the tree whose splits are to be found; None where it is one of boosting."""
    return None if is_of_boosting(values) else values


LESSON = PageEntry(
    "find_the_split",
    "Find the split",
    "Where would you cut?",
    "Place the cut yourself, then see its gain and its rank among all candidates.",
    controls="tree",
    shared=(*OF_A_TREE, *BINNING, WHAT_IF_LAMBDA, WHAT_IF_GAMMA),
    own=VALUES,
    has_bins=is_of_boosting,
    has_itself=(CRITERION,),  # and the gain of boosting beside it
    shows={"tree": SharedFit(of=tree_of)},
    opening={DATA: "cos_x2", "noise": 0.1, "max_leaves": 6, "grow_policy": "lossguide"},
    screenshot="find_step=2&guess=0",
)
