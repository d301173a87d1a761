"""Trees of class counts alone, small enough for pencil and paper. Pure, without streamlit."""

from collections.abc import Mapping

import numpy as np

from gbtlib import Tree
from gbtlib.cart.impurity import gini
from gbtlib.loops.reasons import GIVEN, SPLIT


def counted_tree(
    children: Mapping[int, tuple[int, int]],
    counts: Mapping[int, tuple[int, int]],
    questions: Mapping[int, tuple[int, float]],
    n_features: int = 2,
) -> Tree:
    """A class tree from the children of its inner nodes and the class counts of its leaves; gains by Gini.

    questions: feature and threshold of an inner node; what is not said is unknown, NaN.
    """
    n_nodes = len(children) + len(counts)
    left, right = np.full((2, n_nodes), -1, dtype=np.int32)
    depth, feature = np.zeros((2, n_nodes), dtype=np.int32)
    threshold, unknown = np.full((2, n_nodes), np.nan)
    weights = np.zeros((n_nodes, 2))
    for node, pair in children.items():
        left[node], right[node] = pair
        depth[list(pair)] = depth[node] + 1
        feature[node], threshold[node] = questions.get(node, (0, np.nan))
    for node in reversed(range(n_nodes)):
        weights[node] = counts[node] if left[node] < 0 else weights[left[node]] + weights[right[node]]
    feature[left < 0] = -1
    total = weights.sum(axis=1)
    cost, inner = total * gini(weights), left >= 0
    gain = np.where(inner, cost - cost[left] - cost[right], np.nan)
    return Tree(
        feature=feature,
        threshold=threshold,
        default_left=np.ones(n_nodes, dtype=bool),
        children_left=left,
        children_right=right,
        n_samples=total.astype(np.int32),
        G=unknown.copy(),
        H=total,
        gain=gain,
        weight=weights.argmax(axis=1).astype(np.float64),
        depth=depth,
        why_leaf=np.where(inner, SPLIT, GIVEN).astype(np.int8),
        n_features=n_features,
        class_weights=weights,
        impurity=gini(weights),
    )


THIRTEEN = counted_tree(
    {0: (1, 2), 1: (3, 4), 2: (5, 6), 6: (7, 8), 8: (9, 10), 9: (11, 12)},
    {3: (30, 2), 4: (3, 10), 5: (1, 24), 7: (12, 1), 10: (1, 4), 11: (2, 5), 12: (4, 1)},
    {},
)
"""100 rows of two classes in 13 nodes, invented for round numbers; their shape is that of a printed tree."""

TWINS = counted_tree(
    {0: (1, 2), 1: (3, 4), 2: (5, 6)},
    {3: (6, 0), 4: (0, 1), 5: (0, 5), 6: (3, 0)},
    {0: (0, 0.5), 1: (1, 0.5), 2: (1, 0.5)},
)
"""15 rows; both children of the root ask the same question, x2 ≤ 0.5, and are worth 1 and 3 rows."""
