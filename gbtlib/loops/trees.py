"""Rows go down trees: the side of a split, the leaf of a row, the sum of what many trees answer."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.loops.compiling import allocating, compiled

Floats = NDArray[np.float64]
Numbers = NDArray[np.uint32]
Flags = NDArray[np.bool_]
Sides = NDArray[np.int8]

LEFT, RIGHT, NO_SIDE = 1, 0, -1
BLOCK_ROWS = 256  # rows that go through all trees at a time: few enough that they stay in the cache


class TreeStack(NamedTuple):
    """Trees end to end, their nodes numbered over all; every array can be read only.

    root: the root of each tree. depth: the splits to its deepest leaf.
    feature, threshold, default_left: as of Tree; the feature 0 in a leaf. left, right: the children; in a
    leaf the leaf itself, so that a row which got there stays. Numbers without sign spare a check at each use.
    questions: where splits ask for categories or have surrogates; see there.
    """

    root: Numbers
    depth: Numbers
    feature: Numbers
    threshold: Floats
    default_left: Flags
    left: Numbers
    right: Numbers
    questions: Questions


class Questions(NamedTuple):
    """What each node asks, the split first, then its surrogates: (n_nodes, n); n 0 if thresholds say it all.

    feature: -1 for none. threshold: NaN for categories. below_left: whether rows up to the threshold go left.
    sides: (n_nodes, n, n_categories) of categories, LEFT, RIGHT or NO_SIDE.
    """

    feature: NDArray[np.int32]
    threshold: Floats
    below_left: Flags
    sides: Sides


@allocating
def add_answers(nodes, trees, value, X, total):
    """Add to the total of each row what some trees answer, one tree after the other.

    trees: the first, and the one behind the last. value: (n_nodes, m) the answer in each node.
    X: (n, n_features). total: (n, K); tree t adds its m numbers to the columns from t m modulo K on.
    """
    first_tree, stop = trees
    n_answers, n_totals = value.shape[1], total.shape[1]
    leaf = np.empty(BLOCK_ROWS, np.uint32)
    for first in range(0, len(X), BLOCK_ROWS):
        n = min(BLOCK_ROWS, len(X) - first)
        rows, sums = X[first : first + n], total[first : first + n]
        for tree in range(first_tree, stop):
            find_leaves(nodes, tree, rows, leaf)
            column = tree * n_answers % n_totals
            for k in range(n_answers):
                for i in range(n):
                    sums[i, column + k] += value[leaf[i], k]


@compiled
def find_leaves(nodes, tree, X, leaf):
    """The leaf of a tree in which each row of X ends, its number among all nodes: level by level for all."""
    plain = is_plain(nodes)
    leaf[:] = nodes.root[tree]
    for _ in range(nodes.depth[tree]):
        if plain:
            for i in range(len(X)):
                leaf[i] = child(nodes, leaf[i], goes_below(nodes, leaf[i], X[i, nodes.feature[leaf[i]]]))
        else:
            for i in range(len(X)):
                leaf[i] = child(nodes, leaf[i], goes_left(nodes, leaf[i], X, i))


@compiled
def sides_of_all(nodes, X, left):
    """Whether each row of X would go left at each node, were it there: left (n_nodes, n)."""
    plain = is_plain(nodes)
    for k in range(len(left)):
        node = np.uint32(k)  # as nodes are numbered
        for i in range(len(X)):
            if plain:
                left[node, i] = goes_below(nodes, node, X[i, nodes.feature[node]])
            else:
                left[node, i] = goes_left(nodes, node, X, i)


@compiled
def is_plain(nodes):
    """Whether all splits ask thresholds only."""
    return nodes.questions.feature.shape[1] == 0


@compiled
def child(nodes, node, left):
    """The child of a node to the left or to the right."""
    return nodes.left[node] if left else nodes.right[node]


@compiled
def goes_below(nodes, node, x):
    """Whether a value goes left by the threshold, or, where it is missing, by default."""
    return (x <= nodes.threshold[node]) | ((x != x) & nodes.default_left[node])  # x != x: NaN


@compiled
def goes_left(nodes, node, X, i):
    """Whether row i of X goes left: by the split, else by surrogates in turn, else by default."""
    asked = nodes.questions
    for q in range(asked.feature.shape[1]):
        if asked.feature[node, q] < 0:
            break
        x, threshold = X[i, asked.feature[node, q]], asked.threshold[node, q]
        if not np.isnan(x):
            if not np.isnan(threshold):
                return (x <= threshold) == asked.below_left[node, q]
            if 0 <= x < asked.sides.shape[2] and asked.sides[node, q, int(x)] != NO_SIDE:
                return asked.sides[node, q, int(x)] == LEFT
    return nodes.default_left[node]
