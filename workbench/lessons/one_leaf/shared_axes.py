"""The leaves of one lesson under the same axes, and the leaf of every round that one row falls into. Pure."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gbtlib import Tree
from gbtlib.core.boosting import column
from workbench.lessons.one_leaf.leaf import Frame, fit_leaf
from workbench.lessons.one_leaf.parabola_data import own_frame
from workbench.models.boosted import BoostedModel

ROOM = 1.15  # the axis of w reaches a little beyond the largest weight


def lesson_frame(fit: BoostedModel) -> Frame:
    """Axes for every leaf of every round: symmetric in w, and as deep as the largest promise of a parabola.

    They hold the weight of every leaf under the lesson's own lambda, and of the leaves of round 1, where the
    steps are long as a rule, the true curves too.
    """
    first = [
        own_frame(fit_leaf(fit, 1, int(node), k))
        for k, tree in enumerate(fit.trace[0].trees)
        for node in tree.leaves
    ]
    weights, promises, sums = zip(*each_leaf(fit), strict=True)
    reach = max(ROOM * max(weights), *(max(-each.low, each.high) for each in first)) or 1.0
    bottom = min(-ROOM * max(promises), *(each.bottom for each in first))
    top = max(-0.8 * bottom, *(each.top for each in first))
    most = 1.25 * max(weights) or 1.0
    return Frame(-reach, reach, bottom, top, -most, most, max(sums))


def each_leaf(fit: BoostedModel) -> Iterator[tuple[float, float, float]]:
    """Of every leaf of every round: the size of its weight, what its parabola promises, and H."""
    reg_lambda = fit.settings.reg_lambda
    for round_ in fit.trace:
        for tree in round_.trees:
            w, H = np.abs(tree.weight[tree.leaves]), tree.H[tree.leaves]
            yield from zip(w.tolist(), (0.5 * (H + reg_lambda) * w**2).tolist(), H.tolist(), strict=True)


def leaf_of_row(fit: BoostedModel, number: int, k: int, row: int) -> int:
    """The leaf of a round's tree that a row of the data set falls into, trained on or not."""
    tree = fit.trace[number - 1].trees[k]
    return int(tree.apply(fit.dataset.X[row][np.newaxis])[0])


def first_leaf(fit: BoostedModel, number: int, k: int, node: int, row: int | None) -> int:
    """The leaf to show for a node: the row's, if it lies below, else the largest below."""
    tree: Tree = fit.trace[number - 1].trees[k]
    if row is not None and row < len(fit.dataset.y):
        leaf = leaf_of_row(fit, number, k, row)
        if leaf in tree.subtree(node):
            return leaf
    return chosen_leaf(tree, node)


def chosen_leaf(tree: Tree, node: int) -> int:
    """The node if it is a leaf, else the leaf below it that holds the most rows."""
    below = tree.subtree(node)
    leaves = below[tree.is_leaf[below]]
    return int(leaves[np.argmax(tree.n_samples[leaves])])


def row_of_leaf(fit: BoostedModel, number: int, k: int, leaf: int, row: int | None) -> int:
    """The row to follow: the given one if it falls into the leaf, else the one with the largest gradient."""
    if row is not None and row < len(fit.dataset.y) and leaf_of_row(fit, number, k, row) == leaf:
        return row
    round_ = fit.trace[number - 1]
    rows = round_.rows_in(leaf, k)
    sizes = np.abs(column(round_.gradient, k)[rows])
    return int(fit.train[rows[int(sizes.argmax())]])
