"""Why no cut of a node is worth making: asked after the search has failed, it changes no tree."""

from dataclasses import replace

from gbtlib.core.criteria import Rows
from gbtlib.core.reasons import MIN_SAMPLES, MIN_WEIGHT
from gbtlib.core.search import Search, Sought


def why_no_cut(search: Search, order: Rows, node: Sought, score: float) -> int:
    """The first limit that, given up, lets a cut through that gains; else what the rows have in common.

    score: of the whole node, in the criterion's unit.
    """
    if not search.unlimited:
        no_weight = replace(search.params, min_child_weight=0.0)
        no_limits = replace(no_weight, min_samples_leaf=1)
        for params, reason in ((no_weight, MIN_WEIGHT), (no_limits, MIN_SAMPLES)):
            without = search.within(params)
            split = without.best_split(order, node)
            if split is not None and not without.gains_nothing(split.score, score):
                return reason
    return search.criterion.in_common(order[0, node.start : node.stop])
