"""Why no cut of a node is worth making: asked after the search has failed, it changes no tree."""

from dataclasses import replace
from typing import Any

from gbtlib.core.criteria import Rows
from gbtlib.core.reasons import MIN_SAMPLES, MIN_WEIGHT, NO_GAIN
from gbtlib.core.search import Search


def why_no_cut(search: Search, node: tuple[Any, ...], score: float, rows: Rows) -> int:
    """The first limit that, given up, lets a cut through that gains; else what the rows have in common.

    node: what `search.scan` was given. score: of the whole node, in the criterion's unit. rows: of the node.
    """
    if search.unlimited:
        return search.criterion.in_common(rows)
    no_weight = replace(search.params, min_child_weight=0.0)
    no_limits = replace(no_weight, min_samples_leaf=1)
    for params, reason in ((no_weight, MIN_WEIGHT), (no_limits, MIN_SAMPLES)):
        without = search.within(params)
        split = without.scan(*node)
        if split is not None and without.refusal(split.score, score) != NO_GAIN:
            return reason
    return search.criterion.in_common(rows)
