"""What the browser is sent of a leaf: its curves, its range, its numbers. Pure."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from workbench.lessons.one_leaf.leaf import (
    Floats,
    Frame,
    LeafRows,
    penalty,
    true_change,
    true_minimum,
    weight,
    x_range,
)
from workbench.text.numbers import number

N_GRID = 321  # points of the true curve


_STEPS = (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)


def parabola(leaf: LeafRows, w: ArrayLike, reg_lambda: float = 0.0) -> Any:
    """G w + 1/2 H w^2 and the penalty: the change to second order."""
    w = np.asarray(w, dtype=np.float64)
    return leaf.G * w + 0.5 * leaf.H * w**2 + penalty(leaf, w, reg_lambda)


def drawn_range(leaf: LeafRows) -> tuple[float, float]:
    """The values of w on the axis: the frame's, or the leaf's own."""
    return x_range(leaf) if leaf.frame is None else (leaf.frame.low, leaf.frame.high)


def y_range(leaf: LeafRows, grid: Floats, curve: Floats) -> tuple[float, float]:
    """The changes that are drawn: down to the lowest point of either curve, up to as much above 0."""
    low = min(float(curve.min()), float(parabola(leaf, grid).min()))
    low = low or -0.5 * (leaf.H or 1.0) * float(grid[-1]) ** 2
    at_step = true_change(leaf, float(np.clip(weight(leaf, leaf.reg_lambda), grid[0], grid[-1])))
    high = max(-0.8 * low, min(1.2 * at_step, -4.0 * low))
    return low - 0.05 * (high - low), high


def own_frame(leaf: LeafRows) -> Frame:
    """The axes that suit a leaf alone."""
    grid = np.linspace(*x_range(leaf), N_GRID)
    low, high = float(grid[0]), float(grid[-1])
    return Frame(low, high, *y_range(leaf, grid, true_curve(leaf, grid)), *weight_range(leaf), leaf.H)


def weight_range(leaf: LeafRows) -> tuple[float, float]:
    """The weights that are drawn over lambda: from 0 to that without a penalty, unless it is far away."""
    end, first = max(x_range(leaf), key=abs), weight(leaf, 0.0)
    reach = 1.25 * first if leaf.H > 0 and abs(first) < abs(end) else end
    return min(0.0, reach or -1.0), max(0.0, reach or 1.0)


def true_curve(leaf: LeafRows, grid: Floats) -> Floats:
    """The true change at every w of a grid, without lambda's penalty."""
    changes = np.array([true_change(leaf, float(each)) for each in grid])
    return np.asarray(changes - penalty(leaf, grid, 0.0))


def lambdas(leaf: LeafRows, *also: float) -> list[float]:
    """The values of lambda on the slider: 0, then ever larger, until the weight has shrunk to a third."""
    top = min(max(10.0, 2.0 * (leaf.H if leaf.frame is None else leaf.frame.H)), 1e5)
    values = {0.0, leaf.reg_lambda, *also}
    for power in range(-1, 6):
        for step in _STEPS:
            if step * 10.0**power < top * 1.5:
                values.add(round(step * 10.0**power, 3))
    return sorted(values)


def clamped(leaf: LeafRows, w: float | None) -> float:
    """Where the handle stands: the reader's w, moved into the picture; else the leaf's own start."""
    if w is None:
        w = 0.5 * weight(leaf, leaf.reg_lambda) if leaf.w is None else leaf.w
    low, high = drawn_range(leaf)
    return min(max(w, low), high)


def leaf_data(
    leaf: LeafRows,
    w: float | None,
    reg_lambda: float,
    rate: float,
    words: str,
    *,
    before: tuple[str, LeafRows] | None = None,
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
        "endless": true_minimum(leaf, 0.0) is None,
        "extent": [frame.low, frame.high, frame.bottom, frame.top],
        "curve": base64.b64encode(curve.astype("<f4").tobytes()).decode(),
        "lambdas": lambdas(leaf, reg_lambda),
        "rates": sorted({0.0001, 0.001, 0.01, *(k / 20 for k in range(1, 21)), leaf.learning_rate, rate}),
        "chosen": {"w": clamped(leaf, w), "lambda": reg_lambda, "rate": rate},
        "ghost": None if before is None else {"name": before[0], "G": before[1].G, "H": before[1].H},
        "guess": guess,
        "words": words,
        "sums": sum_words(leaf),
    }


def sum_words(leaf: LeafRows) -> str:
    """The leaf and its sums, which are all that its weight depends on beside lambda."""
    return f"{leaf.title}: n = {len(leaf.y):,}, G = {number(leaf.G, 4)}, H = {number(leaf.H, 4)}"


def shrink_data(leaf: LeafRows, reg_lambda: float) -> dict[str, Any]:
    """What the browser needs to draw the weight over lambda."""
    frame = leaf.frame or own_frame(leaf)
    return {
        "G": leaf.G,
        "H": leaf.H,
        "alpha": leaf.reg_alpha,
        "weights": [frame.lightest, frame.heaviest],
        "top": lambdas(leaf, reg_lambda)[-1],
        "lambda": reg_lambda,
    }


def guess_range(leaf: LeafRows) -> float:
    """How far a guess may go to either side: a round number that tells neither the sign nor the size."""
    reach = 2.0 * max(map(abs, x_range(leaf)))
    power = 10.0 ** np.floor(np.log10(reach))
    return float(next(factor * power for factor in (1, 2, 5, 10) if factor * power >= reach))


def hidden_data(leaf: LeafRows, w: float, reg_lambda: float, rate: float, words: str) -> dict[str, Any]:
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
