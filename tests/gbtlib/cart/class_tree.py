"""A class tree from the counts of its leaves, and the one of thirteen nodes."""

import numpy as np

from gbtlib import Tree
from gbtlib.cart.impurity import gini


def class_tree(children: dict[int, tuple[int, int]], leaf_counts: dict[int, tuple[float, ...]]) -> Tree:
    """A tree from the children of its inner nodes and the class counts of its leaves."""
    n_nodes = len(children) + len(leaf_counts)
    counts = np.zeros((n_nodes, len(next(iter(leaf_counts.values())))))
    left, right = np.full((2, n_nodes), -1, dtype=np.int32)
    depth = np.zeros(n_nodes, dtype=np.int32)
    for node, (low, high) in children.items():
        left[node], right[node] = low, high
    for node in range(n_nodes):
        if left[node] >= 0:
            depth[[left[node], right[node]]] = depth[node] + 1
    for node in reversed(range(n_nodes)):
        counts[node] = leaf_counts[node] if left[node] < 0 else counts[left[node]] + counts[right[node]]
    unknown = np.full(n_nodes, np.nan)
    return Tree(
        feature=np.where(left < 0, -1, 0).astype(np.int32),
        threshold=np.where(left < 0, np.nan, 0.0),
        default_left=np.ones(n_nodes, dtype=bool),
        children_left=left,
        children_right=right,
        n_samples=counts.sum(axis=1).astype(np.int32),
        G=unknown.copy(),
        H=counts.sum(axis=1),
        gain=unknown.copy(),
        weight=counts.argmax(axis=1).astype(float),
        depth=depth,
        why_leaf=np.zeros(n_nodes, dtype=np.int8),
        n_features=1,
        class_weights=counts,
        impurity=gini(counts),
    )


THIRTEEN = class_tree(
    {0: (1, 2), 1: (3, 4), 2: (5, 6), 6: (7, 8), 8: (9, 10), 9: (11, 12)},
    {3: (30, 2), 4: (3, 10), 5: (1, 24), 7: (12, 1), 10: (1, 4), 11: (2, 5), 12: (4, 1)},
)
