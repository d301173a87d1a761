"""Squared error: what a split of a regression tree is worth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.criteria import SecondOrder, Sums
from gbtlib.core.reasons import NO_GAIN, ONE_TARGET
from gbtlib.core.tree import Tree
from gbtlib.loops.cuts import BETWEEN

# y - mean is off by up to 2^-52 of the largest number, and so may be the means of a node's sides.
ROUNDED = 2.0**-50
COARSE = 2.0**-40  # a mean that is off by this share of the node's |y| is taken from y itself


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
        # A node's own score is large where y is far from the mean of all rows: gains are not taken from it.
        self.formula = self.formula._replace(kind=BETWEEN)
        self.noise = np.inf
        self.noise = self.noise_of(np.arange(len(y)))

    def noise_of(self, rows: NDArray[np.intp]) -> float:
        """What a cut between equal y may seem to gain, in fixed-point units; see ROUNDED.

        A mean is off by what each row is: ROUNDED of the largest number, and half a fixed-point unit of g and
        h. No cut gains more than when all of a side is off one way, and all of the other the other way.
        """
        if not self.unit > 0:
            return np.inf  # y is the mean everywhere
        weight = self.sample_weight.take(rows)
        largest = max(abs(self.mean), float(np.abs(self.y.take(rows) * (weight > 0)).max()))
        total = float(weight.sum())
        units = self._unit_g + (largest * self.weight_unit if len(self.statistics) > 1 else 0.0)
        off = ROUNDED * largest * total + 0.5 * units * len(rows)
        return min(0.5 * off**2 / total / self.unit, self.noise) if total > 0 else self.noise

    def left_out(self, totals: Sums) -> float:
        """The score of a node: its cuts are worth what they gain."""
        G, H = totals[1] * self._unit_g, totals[2] * self.weight_unit
        return 0.5 * G * G / H if H > 0 else 0.0

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
        tree = replace(tree, weight=self.exact_means(tree, leaf[rows], rows))
        at, y, w = leaf[rows], self.y[rows], self.sample_weight[rows]
        spread = np.bincount(at, weights=w * (y - tree.weight[at]) ** 2, minlength=tree.n_nodes)
        for nodes in from_below(tree):  # within the children, and between them
            left, right = tree.children_left[nodes], tree.children_right[nodes]
            between = tree.H[left] * tree.H[right] / tree.H[nodes]
            spread[nodes] = (
                spread[left] + spread[right] + between * (tree.weight[left] - tree.weight[right]) ** 2
            )
        return replace(tree, impurity=spread / tree.H)

    def exact_means(self, tree: Tree, at: NDArray[np.intp], rows: NDArray[np.intp]) -> NDArray[np.float64]:
        """The weights of the nodes; from y itself where fixed point, as fine as the largest y, is too coarse.

        at: the leaf of each of the rows.
        """
        w, y = self.sample_weight[rows], self.y[rows]
        sums = np.array(
            [np.bincount(at, weights=each, minlength=tree.n_nodes) for each in (w, w * y, w * abs(y))]
        )
        for nodes in from_below(tree):
            sums[:, nodes] = sums[:, tree.children_left[nodes]] + sums[:, tree.children_right[nodes]]
        mean, size = np.divide(sums[1:], sums[0], out=np.zeros((2, tree.n_nodes)), where=sums[0] > 0)
        return np.where(abs(tree.weight - mean) > COARSE * size, mean, tree.weight)


def from_below(tree: Tree) -> list[NDArray[np.intp]]:
    """The nodes that are split, depth by depth, the deepest first."""
    inner = np.flatnonzero(~tree.is_leaf)
    inner = inner[np.argsort(-tree.depth[inner], kind="stable")]
    return np.split(inner, np.flatnonzero(np.diff(tree.depth[inner])) + 1)
