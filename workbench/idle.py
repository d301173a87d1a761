"""Which of the controls above a page change nothing on it for the time being, and why. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.state import CRITERION, PRUNE_BY, SPLIT_BY, TREE_DEPTH, TREE_POINTS

_OF_GRADIENTS = "Not in use: gradients are split by the gain of the logistic loss."
_OF_BOOSTING = (
    "Not in use: by γ trees of boosting are pruned, which have the settings of “Boosting, round by round”. "
    "The data set is that of this page."
)


def idle_controls(path: str, values: Mapping[str, Any]) -> dict[str, str]:
    """The controls of one tree that a page does not use, by name, each with the reason.

    path: of the page, as in the registry. values: of the link, by name.
    """
    if path == "find_the_split.py" and values[SPLIT_BY] == "logistic":
        return {CRITERION: _OF_GRADIENTS}
    if path == "prune_it.py" and values[PRUNE_BY] == "gamma":
        return dict.fromkeys((TREE_DEPTH, TREE_POINTS, CRITERION), _OF_BOOSTING)
    return {}
