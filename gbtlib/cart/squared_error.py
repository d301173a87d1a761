"""Squared error: what a split of a regression tree is worth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.criteria import SecondOrder
from gbtlib.core.reasons import NO_GAIN, ONE_TARGET
from gbtlib.core.tree import Tree


class SquaredError(SecondOrder):
    """The criterion of a regression tree: half the squared error around the mean of the leaf.

    It is the second-order criterion of the half squared error at the mean of all rows, without lambda: g =
    w (mean - y), h = w. So the score is what the leaf mean takes off half the squared error, and a gain is
    half the sum of w (y - mean)^2 before a cut less the same after it. scikit-learn's weighted impurity
    decrease of a split is 2 gain / W, with W the weight of all rows.

    Source: L. Breiman, J. Friedman, R. Olshen and C. Stone, "Classification and regression trees", 1984,
    section 8.3.

    y: (n_samples,). sample_weight: (n_samples,), or None for 1 everywhere.
    In a tree, weight is the mean of y (not its distance from the mean of all rows, as G / H is).
    """

    def __init__(self, y: NDArray[np.float64], sample_weight: NDArray[np.float64] | None = None) -> None:
        weight = np.ones(len(y)) if sample_weight is None else sample_weight
        self.y, self.sample_weight = y, weight
        self.mean = float(np.average(y, weights=weight))
        super().__init__((self.mean - y) * weight, weight, reg_lambda=0.0)
        # Each y - mean is off by up to 2^-52 of the largest number, and so may be the mean of all of them.
        noise = 0.5 * float(weight.sum()) * (2.0**-50 * float(np.abs(y).max())) ** 2
        self.noise = noise / self.unit if self.unit > 0 else np.inf  # no unit: y is the mean everywhere

    def leaf_weight(self, G: NDArray[np.float64], H: NDArray[np.float64]) -> NDArray[np.float64]:
        """The weighted mean of y."""
        return self.mean + super().leaf_weight(G, H)

    def in_common(self, rows: NDArray[np.intp]) -> int:
        """ONE_TARGET if all rows with weight have the same y, else NO_GAIN."""
        weighty = rows[self.sample_weight.take(rows) > 0]
        return ONE_TARGET if len(np.unique(self.y[weighty])) == 1 else NO_GAIN

    def finished(self, tree: Tree, leaf: NDArray[np.intp]) -> Tree:
        """The tree with its impurity: the weighted variance of y in every node, as scikit-learn has it."""
        rows = np.flatnonzero(leaf >= 0)
        at, y, w = leaf[rows], self.y[rows], self.sample_weight[rows]
        spread = np.bincount(at, weights=w * (y - tree.weight[at]) ** 2, minlength=tree.n_nodes)
        for node in np.flatnonzero(~tree.is_leaf)[::-1]:  # bottom up: within the children, and between them
            left, right = tree.children_left[node], tree.children_right[node]
            between = tree.H[left] * tree.H[right] / tree.H[node]
            spread[node] = (
                spread[left] + spread[right] + between * (tree.weight[left] - tree.weight[right]) ** 2
            )
        return replace(tree, impurity=spread / tree.H)
