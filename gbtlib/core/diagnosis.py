"""Why no cut of a node is worth making: asked after the search has failed, it changes no tree."""

from dataclasses import replace

import numpy as np

from gbtlib.core.criteria import Rows
from gbtlib.core.reasons import INTERACTION, MIN_SAMPLES, MIN_WEIGHT, MONOTONE
from gbtlib.core.search import Features, Search, slice_of
from gbtlib.loops.records import Nodes


def why_no_cut(
    search: Search, order: Rows, nodes: Nodes, k: int, looked_at: Features, drawn: Features
) -> int:
    """The first limit that, given up, lets a cut of node k through that gains; else what its rows share.

    looked_at: the features that were, of the one node; drawn: those without interaction constraints, too.
    """
    node = nodes.record[k]
    rows = order[0, slice(*slice_of(node))]
    if not search.unlimited:
        alone = Nodes(*[each[k : k + 1].copy() for each in nodes])
        node = alone.record[0]
        no_weight = replace(search.params, min_child_weight=0.0)
        no_limits = replace(no_weight, min_samples_leaf=1)
        no_directions = replace(no_limits, monotonic_cst=None)
        limits = [(no_weight, looked_at, MIN_WEIGHT), (no_limits, looked_at, MIN_SAMPLES)]
        limits += [(no_directions, looked_at, MONOTONE), (no_directions, drawn, INTERACTION)]
        for params, features, reason in limits:
            without = search.within(params)
            without.best_cuts(order, alone, np.zeros(1, dtype=np.intp), features)
            cut, parent, noise = node["cut_score"], node["score"], search.criterion.noise_of(rows)
            if cut > -np.inf and not without.gains_nothing(cut, parent, noise):
                return reason
    return search.criterion.in_common(rows)
