"""Where in the space of the features the nodes of a tree lie. Pure, without streamlit."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree

Floats = NDArray[np.float64]


def box_of(tree: Tree, node: int, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """The region of a node inside the ranges low to high: its least and greatest values, (n_features,).

    Splits by category bound nothing.
    """
    low, high = low.copy(), high.copy()
    path = tree.path_to(node)
    for above, below in pairwise(path):
        j, cut = int(tree.feature[above]), float(tree.threshold[above])
        if np.isnan(cut):
            continue  # a set of categories is no interval
        if below == tree.children_left[above]:
            high[j] = min(high[j], cut)
        else:
            low[j] = max(low[j], cut)
    return low, high
