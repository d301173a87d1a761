"""One leaf: the parabola whose lowest point is its weight, and the true loss that the parabola stands for.

Adding w to the raw prediction of every row of a leaf changes the sum of their losses. To second order the
change is G w + 1/2 H w^2; with the penalty 1/2 lambda w^2 (and alpha |w|) its minimum is the leaf's weight.
Pure, without streamlit.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq

from gbtlib.core.boosting import column
from gbtlib.core.criteria import soft_threshold
from gbtlib.core.losses import Loss
from workbench.compute import Lesson

Floats = NDArray[np.float64]

N_GRID = 321  # points of the true curve
# How far, in weights, the picture reaches for the weight without a penalty, and for the true minimum.
BEYOND, BEYOND_TRUE = 2.5, 4.0
FLAT = 1e-9  # a slope that has fallen to this share of G is taken for flat
_STEPS = (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)


@dataclass(frozen=True)
class Frame:
    """Axes that several leaves share, so that they stay while one steps from leaf to leaf.

    low, high: the values of w that are drawn. bottom, top: the changes of the loss. lightest, heaviest: the
    weights that are drawn over lambda. H: the largest sum of hessians, for the slider of lambda.
    """

    low: float
    high: float
    bottom: float
    top: float
    lightest: float
    heaviest: float
    H: float


@dataclass(frozen=True, eq=False)
class Leaf:
    """The rows of a leaf before its weight is added.

    y: (n,). raw: raw prediction, (n,), or (n, K) where the leaf is one of class k's tree. gradient, hessian:
    (n,), the derivatives that the leaf sees; G and H their sums. rows: their numbers in the data set.
    reg_lambda, reg_alpha, learning_rate: what the leaf was made with. w: where the handle stands at first,
    half of the weight if None. norm: whether the penalty on |w| is drawn for comparison. frame: the axes, the
    leaf's own if None.
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
    learning_rate: float = 1.0
    k: int = 0
    w: float | None = None
    norm: bool = False
    lesson: str = ""
    frame: Frame | None = None

    @property
    def F(self) -> Floats:
        """The raw prediction that the leaf adds to, (n,)."""
        return np.asarray(column(self.raw, self.k))


def lesson_leaf(lesson: Lesson, number: int, node: int, k: int = 0) -> Leaf:
    """A leaf of tree k of a round, with the trace's own sums."""
    round_ = lesson.trace[number - 1]
    rows, tree = round_.rows_in(node, k), round_.trees[k]
    of = f" for {lesson.dataset.class_names[k]}" if lesson.n_classes > 1 else ""
    return Leaf(
        title=f"Leaf {node} of round {number}{of}",
        loss=lesson.model.loss_,
        y=lesson.y[rows],
        raw=round_.raw_before[rows],
        gradient=column(round_.gradient, k)[rows],
        hessian=column(round_.hessian, k)[rows],
        G=float(tree.G[node]),
        H=float(tree.H[node]),
        rows=lesson.train[rows],
        reg_lambda=lesson.settings.reg_lambda,
        reg_alpha=lesson.settings.reg_alpha,
        learning_rate=round_.learning_rate,
        k=k,
    )


def weight(leaf: Leaf, reg_lambda: float) -> float:
    """w* = -G / (H + lambda), with G moved towards zero by alpha; 0 where H + lambda is 0."""
    denominator = leaf.H + reg_lambda
    G = float(soft_threshold(np.float64(leaf.G), leaf.reg_alpha))
    return -G / denominator + 0.0 if denominator > 0 else 0.0


def penalty(leaf: Leaf, w: ArrayLike, reg_lambda: float) -> Any:
    """1/2 lambda w^2 + alpha |w|: what both curves carry."""
    w = np.asarray(w, dtype=np.float64)
    return 0.5 * reg_lambda * w**2 + leaf.reg_alpha * np.abs(w)


def parabola(leaf: Leaf, w: ArrayLike, reg_lambda: float = 0.0) -> Any:
    """G w + 1/2 H w^2 and the penalty: the change to second order."""
    w = np.asarray(w, dtype=np.float64)
    return leaf.G * w + 0.5 * leaf.H * w**2 + penalty(leaf, w, reg_lambda)


def moved(leaf: Leaf, w: float) -> Floats:
    """The raw predictions once w is added to the leaf."""
    raw = leaf.raw.copy()
    column(raw, leaf.k)[:] += w
    return raw


def true_change(leaf: Leaf, w: float, reg_lambda: float = 0.0) -> float:
    """How much the sum of the rows' losses changes if w is added to them, and the penalty."""
    change = leaf.loss.loss(leaf.y, moved(leaf, w)) - leaf.loss.loss(leaf.y, leaf.raw)
    return float(change.sum() + penalty(leaf, w, reg_lambda))


def true_slope(leaf: Leaf, w: float, reg_lambda: float = 0.0) -> float:
    """The derivative of the true change, without alpha."""
    return float(column(leaf.loss.gradient(leaf.y, moved(leaf, w)), leaf.k).sum() + reg_lambda * w)


def true_minimum(leaf: Leaf, reg_lambda: float) -> float | None:
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


def curved(leaf: Leaf, w: float, reg_lambda: float) -> bool:
    """Whether the loss still has a curvature at w, so that a slope of 0 there is a minimum."""
    hessian = float(column(leaf.loss.hessian(leaf.y, moved(leaf, w)), leaf.k).sum()) + reg_lambda
    return hessian > FLAT * abs(leaf.G) or true_slope(leaf, w, reg_lambda) * leaf.G < -FLAT * leaf.G**2


def x_range(leaf: Leaf) -> tuple[float, float]:
    """The values of w that are drawn; they do not depend on what is dragged.

    They hold the weight and the true minimum under the leaf's own lambda, the weight without a penalty if it
    is not far beyond, and some room on the wrong side of 0.
    """
    own, lowest = weight(leaf, leaf.reg_lambda), true_minimum(leaf, leaf.reg_lambda)
    reach = max(abs(own), min(abs(lowest or 0.0), BEYOND_TRUE * abs(own)))
    reach = max(reach, min(abs(weight(leaf, 0.0)), BEYOND * reach)) or 1.0
    low, high = -0.7 * reach, 1.3 * reach
    return (low, high) if own >= 0 else (-high, -low)


def drawn_range(leaf: Leaf) -> tuple[float, float]:
    """The values of w on the axis: the frame's, or the leaf's own."""
    return x_range(leaf) if leaf.frame is None else (leaf.frame.low, leaf.frame.high)


def y_range(leaf: Leaf, grid: Floats, curve: Floats) -> tuple[float, float]:
    """The changes that are drawn: down to the lowest point of either curve, up to as much above 0."""
    low = min(float(curve.min()), float(parabola(leaf, grid).min()))
    low = low or -0.5 * (leaf.H or 1.0) * float(grid[-1]) ** 2
    at_step = true_change(leaf, float(np.clip(weight(leaf, leaf.reg_lambda), grid[0], grid[-1])))
    high = max(-0.8 * low, min(1.2 * at_step, -4.0 * low))
    return low - 0.05 * (high - low), high


def own_frame(leaf: Leaf) -> Frame:
    """The axes that suit a leaf alone."""
    grid = np.linspace(*x_range(leaf), N_GRID)
    low, high = float(grid[0]), float(grid[-1])
    return Frame(low, high, *y_range(leaf, grid, true_curve(leaf, grid)), *weight_range(leaf), leaf.H)


def weight_range(leaf: Leaf) -> tuple[float, float]:
    """The weights that are drawn over lambda: from 0 to that without a penalty, unless it is far away."""
    end, first = max(x_range(leaf), key=abs), weight(leaf, 0.0)
    reach = 1.25 * first if leaf.H > 0 and abs(first) < abs(end) else end
    return min(0.0, reach or -1.0), max(0.0, reach or 1.0)


def true_curve(leaf: Leaf, grid: Floats) -> Floats:
    """The true change at every w of a grid, without lambda's penalty."""
    changes = np.array([true_change(leaf, float(each)) for each in grid])
    return np.asarray(changes - penalty(leaf, grid, 0.0))


def lambdas(leaf: Leaf, *also: float) -> list[float]:
    """The values of lambda on the slider: 0, then ever larger, until the weight has shrunk to a third."""
    top = min(max(10.0, 2.0 * (leaf.H if leaf.frame is None else leaf.frame.H)), 1e5)
    values = {0.0, leaf.reg_lambda, *also}
    for power in range(-1, 6):
        for step in _STEPS:
            if step * 10.0**power < top * 1.5:
                values.add(round(step * 10.0**power, 3))
    return sorted(values)


def clamped(leaf: Leaf, w: float | None) -> float:
    """Where the handle stands: the reader's w, moved into the picture; else the leaf's own start."""
    if w is None:
        w = 0.5 * weight(leaf, leaf.reg_lambda) if leaf.w is None else leaf.w
    low, high = drawn_range(leaf)
    return min(max(w, low), high)


def leaf_data(
    leaf: Leaf,
    w: float | None,
    reg_lambda: float,
    rate: float,
    words: str,
    *,
    before: tuple[str, Leaf] | None = None,
    guess: float | None = None,
) -> dict[str, Any]:
    """What the browser needs to draw the leaf, and to draw it again for another w, lambda or rate.

    before: the leaf of the step before and what it is called, drawn as a ghost. guess: a w to be marked.
    """
    frame = leaf.frame or own_frame(leaf)
    curve = true_curve(leaf, np.linspace(frame.low, frame.high, N_GRID))
    return {
        "title": leaf.title,
        "G": leaf.G,
        "H": leaf.H,
        "alpha": leaf.reg_alpha,
        "norm": leaf.norm,
        "weights": [frame.lightest, frame.heaviest],
        "endless": true_minimum(leaf, 0.0) is None,
        "extent": [frame.low, frame.high, frame.bottom, frame.top],
        "curve": base64.b64encode(curve.astype("<f4").tobytes()).decode(),
        "lambdas": lambdas(leaf, reg_lambda),
        "rates": sorted({0.01, *(k / 20 for k in range(1, 21)), leaf.learning_rate, rate}),
        "chosen": {"w": clamped(leaf, w), "lambda": reg_lambda, "rate": rate},
        "ghost": None if before is None else {"name": before[0], "G": before[1].G, "H": before[1].H},
        "guess": guess,
        "words": words,
    }


def guess_range(leaf: Leaf) -> float:
    """How far a guess may go to either side: a round number that tells neither the sign nor the size."""
    reach = 2.0 * max(map(abs, x_range(leaf)))
    power = 10.0 ** np.floor(np.log10(reach))
    return float(next(factor * power for factor in (1, 2, 5, 10) if factor * power >= reach))


def hidden_data(leaf: Leaf, w: float, reg_lambda: float, rate: float, words: str) -> dict[str, Any]:
    """What the browser needs while one guesses: an axis and w, and nothing of the answer."""
    end = guess_range(leaf)
    return {
        **leaf_data(leaf, None, reg_lambda, rate, words),
        "G": 0.0,
        "H": 0.0,
        "extent": [-end, end, -1.0, 1.0],
        "curve": base64.b64encode(np.zeros(3, "<f4").tobytes()).decode(),
        "chosen": {"w": min(max(w, -end), end), "lambda": reg_lambda, "rate": rate},
    }


def reached_share(leaf: Leaf, w: float, reg_lambda: float) -> float:
    """Which share of the possible decrease of true loss and penalty w reaches: 1 at best, 0 if none."""
    lowest = true_minimum(leaf, reg_lambda)
    if lowest is None:
        lowest = max(x_range(leaf), key=lambda end: -true_change(leaf, end, reg_lambda))
    best = -true_change(leaf, lowest, reg_lambda)
    return min(1.0, max(0.0, -true_change(leaf, w, reg_lambda) / best)) if best > 0 else float(w == 0)
