"""Prediction by many trees: all of them end to end in flat arrays, and rows that go down together.

A step takes some trees and some rows, few enough that what they touch stays in the cache, one level down. To
the bit it is what one tree after another predicts: the same comparisons, and sums in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.boosting import Round, column
from gbtlib.core.tree import Tree
from gbtlib.inputs.routing import RoutedTree

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

BLOCK_ROWS, STEP_ROWS = 2**12, 2**14  # rows that go through all trees at a time; rows times trees of a step
LARGEST = np.finfo(np.float64).max


class TreeStack(NamedTuple):
    """Trees end to end. Node i of all nodes has the places 2i and 2i + 1; root and depth are by tree.

    child: the place of the left child, then of the right one; in a leaf its own place twice.
    feature: the column tested, 0 in a leaf. threshold: greater values go right. missing_right: whether rows
    that miss the feature do. root: the place of each root. depth: splits to the deepest leaf of each tree.
    """

    child: Places
    feature: Places
    threshold: Floats
    missing_right: NDArray[np.bool_]
    root: Places
    depth: Places


def stacked(trees: Sequence[Tree]) -> TreeStack:
    """Trees that ask thresholds only, end to end."""

    def joined(name: str) -> NDArray[Any]:
        return np.concatenate([getattr(tree, name) for tree in trees])

    n_nodes = np.array([tree.n_nodes for tree in trees])
    root = n_nodes.cumsum() - n_nodes
    feature, threshold = joined("feature"), joined("threshold")
    leaf = feature < 0
    children = np.stack((joined("children_left"), joined("children_right"))) + root.repeat(n_nodes)
    children = np.where(leaf, np.arange(len(feature)), children)
    # Rows have finite values: the largest number bounds them all, and infinity is left to the missing ones.
    bound = np.where(np.isnan(threshold), -np.inf, np.minimum(threshold, LARGEST))
    return TreeStack(
        child=2 * children.T.ravel(),
        feature=np.where(leaf, 0, feature).astype(np.intp).repeat(2),
        threshold=bound.repeat(2),
        missing_right=~joined("default_left").repeat(2),
        root=2 * root,
        depth=np.maximum.reduceat(joined("depth"), root).astype(np.intp),
    )


def leaves(stack: TreeStack, X: Floats) -> Iterator[Places]:
    """The leaves of rows X (n, n_features), some trees at a time: numbers among all nodes, (m, n)."""
    columns, feature = np.ascontiguousarray(X.T), stack.feature
    missing = np.isnan(columns)
    if missing.any():  # as -inf they are never greater than a threshold, as inf always
        feature = feature + len(columns) * stack.missing_right
        columns = np.concatenate((np.where(missing, -np.inf, columns), np.where(missing, np.inf, columns)))
    n_rows, values = len(X), columns.reshape(-1)
    start, rows = feature * n_rows, np.arange(n_rows)
    n_trees = max(1, STEP_ROWS // max(1, n_rows))
    x, threshold = np.empty((2, n_trees, n_rows))
    place, right = np.empty((n_trees, n_rows), dtype=np.intp), np.empty((n_trees, n_rows), dtype=bool)
    for first in range(0, len(stack.root), n_trees):
        these = slice(first, first + n_trees)
        at = first_step(stack, columns, feature, these)
        x, threshold = x[: len(at)], threshold[: len(at)]
        place, right = place[: len(at)], right[: len(at)]
        for _ in range(stack.depth[these].max() - 1):
            # All places exist; "clip" spares take a copy of what it writes, not a fault.
            if len(columns) > 1:
                start.take(at, out=place, mode="clip")
                place += rows
                values.take(place, out=x, mode="clip")
            stack.threshold.take(at, out=threshold, mode="clip")
            np.greater(x if len(columns) > 1 else values, threshold, out=right)
            np.add(at, right, out=place)
            stack.child.take(place, out=at, mode="clip")
        yield at >> 1


def first_step(stack: TreeStack, columns: Floats, feature: Places, these: slice) -> Places:
    """Where all rows are after the first split of some trees, which reads whole columns: (n_trees, n)."""
    root = stack.root[these]
    right = columns[feature[root]] > stack.threshold[root, np.newaxis]
    return stack.child.take(root[:, np.newaxis] + right)


def can_be_stacked(trees: Sequence[Tree], X: Any) -> bool:
    """Whether `leaves` answers: not where trees ask categories or surrogates, nor for triplets."""
    routed = any(isinstance(tree, RoutedTree) for tree in trees)
    return isinstance(X, np.ndarray) and len(trees) > 0 and not routed


def additions(rounds: Sequence[Round], stack: bool) -> Callable[[Any], Iterator[Floats]]:
    """What tells for rows X what each tree adds to their raw prediction, learning_rate times weight: (n,)."""
    trees = [(tree, round_.learning_rate) for round_ in rounds for tree in round_.trees]
    if not stack:
        return lambda X: (rate * tree.predict(X) for tree, rate in trees)
    stack_of_all = stacked([tree for tree, _ in trees])
    rate_of_node = np.repeat([rate for _, rate in trees], [tree.n_nodes for tree, _ in trees])
    weight = rate_of_node * np.concatenate([tree.weight for tree, _ in trees])
    return lambda X: (added for leaf in leaves(stack_of_all, X) for added in weight.take(leaf))


def staged_raw_prediction(start: Floats, rounds: Sequence[Round], X: Any) -> Iterator[Floats]:
    """The raw prediction of rows X after each round, each a new array like start: (n,), or (n, K).

    start: before the first round. X: (n, n_features), finite or NaN, or triplets.
    """
    stack = can_be_stacked([tree for round_ in rounds for tree in round_.trees], X)
    added, raw = additions(rounds, stack)(X), start
    for round_ in rounds:
        of_classes = [next(added) for _ in round_.trees]
        raw = raw + (of_classes[0] if raw.ndim == 1 else np.stack(of_classes, axis=1))
        yield raw


def raw_prediction(start: Floats, rounds: Sequence[Round], X: Any) -> Floats:
    """The raw prediction of rows X after all rounds; see staged_raw_prediction."""
    stack = can_be_stacked([tree for round_ in rounds for tree in round_.trees], X)
    added, raw = additions(rounds, stack), start.copy()
    n_rows, n_outputs = BLOCK_ROWS if stack else max(1, len(X)), 1 if raw.ndim == 1 else raw.shape[1]
    for first in range(0, len(raw), n_rows):
        block = raw[first : first + n_rows]
        rows = X[first : first + n_rows] if stack else X
        for k, addition in zip(cycle(range(n_outputs)), added(rows), strict=False):
            column(block, k)[:] += addition
    return raw


def answers(trees: Sequence[Tree], values: Sequence[Floats], X: Any) -> Iterator[Floats]:
    """What each tree answers for rows X: (n,), or (n, K). values: of each tree by node, as wide."""
    if can_be_stacked(trees, X):
        value = np.concatenate(values)
        return (answer for leaf in leaves(stacked(trees), X) for answer in value.take(leaf, axis=0))
    return (value[tree.apply(X)] for tree, value in zip(trees, values, strict=True))
