"""Squared error: what a split of a regression tree is worth."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.criteria import SecondOrder
from gbtlib.core.tree import Tree

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
        self.noise = self.noise_around(y, weight, self.mean, of_target=True)

    def leaf_weight(self, G: NDArray[np.float64], H: NDArray[np.float64]) -> NDArray[np.float64]:
        """The weighted mean of y."""
        return self.mean + super().leaf_weight(G, H)

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
