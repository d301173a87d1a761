"""One leaf: the parabola whose lowest point is its weight, the true loss behind it, and two leaves for one.

Adding w to the raw prediction of every row of a leaf changes the sum of their losses. To second order the
change is G w + 1/2 H w^2; with the penalty 1/2 lambda w^2 (and alpha |w|) its minimum is the leaf's weight.
Pure, without streamlit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq

from gbtlib import Tree
from gbtlib.core.boosting import column
from gbtlib.core.criteria import soft_threshold
from gbtlib.core.losses import Loss
from workbench.models.boosted import BoostedModel

Floats = NDArray[np.float64]


# How far, in weights, the picture reaches for the weight without a penalty, and for the true minimum.
BEYOND, BEYOND_TRUE = 2.5, 4.0
FLAT = 1e-9  # a slope that has fallen to this share of G is taken for flat


@dataclass(frozen=True, eq=False)
class LeafRows:
    """The rows of a leaf before its weight is added.

    y: (n,). raw: raw prediction, (n,), or (n, K) where the leaf is one of class k's tree. gradient, hessian:
    (n,), the derivatives that the leaf sees; G and H their sums. rows: their numbers in the data set.
    reg_lambda, reg_alpha, gamma, learning_rate: what the leaf was made with. w: where the handle stands at
    first, at the weight if None. norm: whether the penalty on |w| is drawn for comparison.
    """

    title: str
    loss: Loss
    y: NDArray[Any]
    raw: Floats
    gradient: Floats
    hessian: Floats
    G: float
    H: float
    rows: NDArray[np.intp]
    reg_lambda: float = 1.0
    reg_alpha: float = 0.0
    gamma: float = 0.0
    learning_rate: float = 1.0
    k: int = 0
    w: float | None = None
    norm: bool = False
    fit: str = ""

    @property
    def F(self) -> Floats:
        """The raw prediction that the leaf adds to, (n,)."""
        return np.asarray(column(self.raw, self.k))


def fit_leaf(fit: BoostedModel, number: int, node: int, k: int = 0) -> LeafRows:
    """A leaf of tree k of a round, with the trace's own sums."""
    round_ = fit.trace[number - 1]
    rows, tree = round_.rows_in(node, k), round_.trees[k]
    of = f" for {fit.dataset.class_names[k]}" if fit.n_classes > 1 else ""
    return LeafRows(
        title=f"Leaf {node} of round {number}{of}",
        loss=fit.model.loss_,
        y=fit.y[rows],
        raw=round_.raw_before[rows],
        gradient=column(round_.gradient, k)[rows],
        hessian=column(round_.hessian, k)[rows],
        G=float(tree.G[node]),
        H=float(tree.H[node]),
        rows=fit.train[rows],
        reg_lambda=fit.settings.reg_lambda,
        reg_alpha=fit.settings.reg_alpha,
        gamma=fit.settings.gamma,
        learning_rate=round_.learning_rate,
        k=k,
    )


def weight(leaf: LeafRows, reg_lambda: float) -> float:
    """w* = -G / (H + lambda), with G moved towards zero by alpha; 0 where H + lambda is 0."""
    denominator = leaf.H + reg_lambda
    G = float(soft_threshold(np.float64(leaf.G), leaf.reg_alpha))
    return -G / denominator + 0.0 if denominator > 0 else 0.0


def penalty(leaf: LeafRows, w: ArrayLike, reg_lambda: float) -> Any:
    """1/2 lambda w^2 + alpha |w|: what both curves carry."""
    w = np.asarray(w, dtype=np.float64)
    return 0.5 * reg_lambda * w**2 + leaf.reg_alpha * np.abs(w)


def moved(leaf: LeafRows, w: float) -> Floats:
    """The raw predictions once w is added to the leaf."""
    raw = leaf.raw.copy()
    column(raw, leaf.k)[:] += w
    return raw


def true_change(leaf: LeafRows, w: float, reg_lambda: float = 0.0) -> float:
    """How much the sum of the rows' losses changes if w is added to them, and the penalty."""
    change = leaf.loss.loss(leaf.y, moved(leaf, w)) - leaf.loss.loss(leaf.y, leaf.raw)
    return float(change.sum() + penalty(leaf, w, reg_lambda))


def true_slope(leaf: LeafRows, w: float, reg_lambda: float = 0.0) -> float:
    """The derivative of the true change, without alpha."""
    return float(slopes(leaf, w).sum() + reg_lambda * w)


def slopes(leaf: LeafRows, w: float) -> Floats:
    """The slope of every row's loss at w, (n,)."""
    return np.asarray(column(leaf.loss.gradient(leaf.y, moved(leaf, w)), leaf.k))


def uphill_of(leaf: LeafRows, w: float) -> float:
    """The sum of those slopes that rise at w; 0 for what is rounding."""
    at = slopes(leaf, w)
    return float(at[at > FLAT * np.abs(leaf.gradient).max()].sum())


def true_minimum(leaf: LeafRows, reg_lambda: float) -> float | None:
    """The w with the lowest true change; None where the loss falls for ever, as for rows of one class."""
    G = float(soft_threshold(np.float64(leaf.G), leaf.reg_alpha))
    if G == 0:
        return 0.0
    sign = -np.sign(G)

    def uphill(size: float) -> float:
        return float(sign * true_slope(leaf, sign * size, reg_lambda) + leaf.reg_alpha)

    far = abs(weight(leaf, reg_lambda)) or 1.0
    for _ in range(60):
        if uphill(far) >= 0 and curved(leaf, sign * far, reg_lambda):
            return float(sign * brentq(uphill, 0.0, far, xtol=1e-13 * far))
        if not curved(leaf, sign * far, reg_lambda) and abs(uphill(far)) < FLAT * abs(G):
            return None
        far *= 2
    return None


def curved(leaf: LeafRows, w: float, reg_lambda: float) -> bool:
    """Whether the loss still has a curvature at w, so that a slope of 0 there is a minimum."""
    hessian = float(column(leaf.loss.hessian(leaf.y, moved(leaf, w)), leaf.k).sum()) + reg_lambda
    return hessian > FLAT * abs(leaf.G) or true_slope(leaf, w, reg_lambda) * leaf.G < -FLAT * leaf.G**2


def x_range(leaf: LeafRows) -> tuple[float, float]:
    """The values of w that are drawn; they do not depend on what is dragged.

    They hold the weight and the true minimum under the leaf's own lambda, the weight without a penalty if it
    is not far beyond, and some room on the wrong side of 0.
    """
    own, lowest = weight(leaf, leaf.reg_lambda), true_minimum(leaf, leaf.reg_lambda)
    reach = max(abs(own), min(abs(lowest or 0.0), BEYOND_TRUE * abs(own)))
    reach = max(reach, min(abs(weight(leaf, 0.0)), BEYOND * reach)) or 1.0
    low, high = -0.7 * reach, 1.3 * reach
    return (low, high) if own >= 0 else (-high, -low)


def best_weight(leaf: LeafRows, reg_lambda: float) -> float:
    """The w at which they are lowest, in what is drawn where they fall for ever."""
    lowest = true_minimum(leaf, reg_lambda)
    return max(x_range(leaf), key=lambda w: -true_change(leaf, w, reg_lambda)) if lowest is None else lowest


# -- two leaves for one: three parabolas, and by how much lower the two end together


@dataclass(frozen=True)
class TwoLeaves:
    """A leaf and the two that it is parted into: sums (3,) of the whole, the left and the right rows.

    gamma: the price of a leaf.
    """

    G: Floats
    H: Floats
    reg_lambda: float
    reg_alpha: float = 0.0
    gamma: float = 0.0

    @property
    def T(self) -> Floats:
        """G moved towards 0 by alpha; G itself where alpha is 0."""
        return np.asarray(soft_threshold(self.G, self.reg_alpha))

    @property
    def weight(self) -> Floats:
        """-G / (H + lambda) of each, with T(G) for G; 0 where nothing bends it."""
        below = self.H + self.reg_lambda
        found: Floats = np.divide(-self.T, below, out=np.zeros(3), where=below > 0)
        return found

    @property
    def depth(self) -> Floats:
        """How far each parabola falls to its lowest point: 1/2 G^2 / (H + lambda), with T(G) for G."""
        found: Floats = -0.5 * self.T * self.weight
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


# -- the leaf of every round that one row falls into


def leaf_of_row(fit: BoostedModel, number: int, k: int, row: int) -> int:
    """The leaf of a round's tree that a row of the data set falls into, trained on or not."""
    tree = fit.trace[number - 1].trees[k]
    return int(tree.apply(fit.dataset.X[row][np.newaxis])[0])


def first_leaf(fit: BoostedModel, number: int, k: int, node: int, row: int | None) -> int:
    """The leaf to show for a node: the row's, if it lies below, else the largest below."""
    tree = fit.trace[number - 1].trees[k]
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
