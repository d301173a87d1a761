"""Why no cut of a node is worth making: asked when the tree is grown, it changes none."""

from dataclasses import replace

import numpy as np

from gbtlib.core.criteria import Rows
from gbtlib.core.search import Masks, Search, slice_of
from gbtlib.loops.growing import judge
from gbtlib.loops.reasons import INTERACTION, MIN_SAMPLES, MIN_WEIGHT, MONOTONE, NO_GAIN
from gbtlib.loops.records import Nodes


def forbidding_limit(
    search: Search, order: Rows, nodes: Nodes, k: int, looked_at: Masks, drawn: Masks
) -> int | None:
    """The first limit that, given up, lets a cut of leaf k through that gains; None if there is none.

    looked_at: the features that were, of the one node; drawn: those without interaction constraints, too.
    """
    alone = Nodes(*[each[k : k + 1].copy() for each in nodes])
    noise = search.criterion.noise_of(order[0, slice(*slice_of(alone.record[0]))])
    no_weight = replace(search.params, min_child_weight=0.0)
    no_limits = replace(no_weight, min_samples_leaf=1)
    no_directions = replace(no_limits, monotonic_cst=None)
    limits = [(no_weight, looked_at, MIN_WEIGHT), (no_limits, looked_at, MIN_SAMPLES)]
    limits += [(no_directions, looked_at, MONOTONE), (no_directions, drawn, INTERACTION)]
    for params, features, reason in limits:
        without = search.within(params)
        without.best_cuts(order, alone, np.zeros(1, dtype=np.intp), features)
        free = without.directions is None  # then no bound has a say in what the node is worth
        parent = without.score_of(tuple(alone.sums[0].tolist())) if free else alone.record["score"][0]
        judge(tuple(search.price), alone.record, parent, noise)
        if alone.record["cut_score"][0] > -np.inf and alone.record["why_leaf"][0] != NO_GAIN:
            return reason
    return None
