"""What two leaves gain over one: three parabolas, and by how much lower the two end together. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.criteria import soft_threshold
from workbench.lessons.one_leaf.leaf import LeafRows


@dataclass(frozen=True)
class TwoLeaves:
    """A leaf and the two that it is parted into: sums (3,) of the whole, the left and the right rows.

    gamma: the price of a leaf.
    """

    G: NDArray[np.float64]
    H: NDArray[np.float64]
    reg_lambda: float
    reg_alpha: float = 0.0
    gamma: float = 0.0

    @property
    def T(self) -> NDArray[np.float64]:
        """G moved towards 0 by alpha; G itself where alpha is 0."""
        return np.asarray(soft_threshold(self.G, self.reg_alpha))

    @property
    def weight(self) -> NDArray[np.float64]:
        """-G / (H + lambda) of each, with T(G) for G; 0 where nothing bends it."""
        below = self.H + self.reg_lambda
        found: NDArray[np.float64] = np.divide(-self.T, below, out=np.zeros(3), where=below > 0)
        return found

    @property
    def depth(self) -> NDArray[np.float64]:
        """How far each parabola falls to its lowest point: 1/2 G^2 / (H + lambda), with T(G) for G."""
        found: NDArray[np.float64] = -0.5 * self.T * self.weight
        return found

    @property
    def gain(self) -> float:
        """What both fall together beyond what one falls, less the price of the leaf more."""
        return float(self.depth[1] + self.depth[2] - self.depth[0] - self.gamma)


def two_leaves(leaf: LeafRows, n_left: int, reg_lambda: float, gamma: float = 0.0) -> TwoLeaves:
    """Part the rows of a leaf in `parting_order`."""
    order = parting_order(leaf)
    sums = [
        (float(values.sum()), float(values[order[:n_left]].sum()), float(values[order[n_left:]].sum()))
        for values in (leaf.gradient, leaf.hessian)
    ]
    return TwoLeaves(np.array(sums[0]), np.array(sums[1]), reg_lambda, leaf.reg_alpha, gamma)


def parting_order(leaf: LeafRows) -> NDArray[np.intp]:
    """Rows from the largest gradient to the smallest: those on the left want the lower weight."""
    return np.argsort(-leaf.gradient, kind="stable")


def best_parting(leaf: LeafRows, places: Sequence[int], reg_lambda: float) -> int:
    """The number of rows on the left, one of some places, at which two leaves gain most."""
    return max(places, key=lambda n_left: two_leaves(leaf, n_left, reg_lambda).gain)
