"""The curves of a leaf over its weight, and the axes that hold them. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from workbench.lessons.one_leaf.leaf import (
    Floats,
    LeafRows,
    TwoLeaves,
    moved,
    parting_order,
    penalty,
    true_change,
    weight,
    x_range,
)

Extent = tuple[float, float]

MOST_GROUPS = 10  # rows of the table; more rows than these are drawn in groups
SIDE, ABOVE, TOP = 0.35, 1.6, 1.12  # room beside what is to be seen; of the leaf's loss, and of the rows' own


def parabola(leaf: LeafRows, w: ArrayLike, reg_lambda: float = 0.0) -> Any:
    """G w + 1/2 H w^2 and the penalty: the change to second order."""
    w = np.asarray(w, dtype=np.float64)
    return leaf.G * w + 0.5 * leaf.H * w**2 + penalty(leaf, w, reg_lambda)


def true_curve(leaf: LeafRows, grid: Floats) -> Floats:
    """The true change at every w of a grid, without any penalty."""
    changes = np.array([true_change(leaf, float(each)) for each in grid])
    return np.asarray(changes - penalty(leaf, grid, 0.0))


def row_losses(leaf: LeafRows, some: NDArray[np.intp], grid: Floats) -> Floats:
    """The loss of some rows at every w: (n, n_w)."""
    few = replace(leaf, y=leaf.y[some], raw=leaf.raw[some])
    return np.array([few.loss.loss(few.y, moved(few, float(each))) for each in grid]).T


def groups_of(leaf: LeafRows) -> list[NDArray[np.intp]]:
    """The rows as they are drawn, from the largest gradient on: each by itself, or some together."""
    order = parting_order(leaf)
    return [np.asarray(each) for each in np.array_split(order, min(len(order), MOST_GROUPS))]


def w_axis(leaf: LeafRows) -> Extent:
    """The values of w that are drawn, whatever is dragged and whatever lambda is tried."""
    low, high = x_range(leaf)
    return around([weight(leaf, leaf.reg_lambda), *([] if leaf.w is None else [leaf.w])], (low, high))


def around(weights: Sequence[float], least: Extent = (0.0, 0.0)) -> Extent:
    """Values of w that hold 0 and some weights, with room beside them. least: what they hold anyway."""
    room = SIDE * (max(0.0, *weights) - min(0.0, *weights))
    return min(least[0], min(0.0, *weights) - room), max(least[1], max(0.0, *weights) + room)


def rows_heights(curves: Floats, start: Floats) -> Extent:
    """Losses that are drawn while rows have their own. curves: (n, n_w); start: at w = 0, (n,)."""
    low = min(0.0, float(curves.min()))
    ends = float(np.maximum(curves[:, 0], curves[:, -1]).max())
    high = max(TOP * min(ends, 4 * float(start.max()) - 3 * low), low)
    return low, high if high > low else low + 1.0


def sum_heights(total: Floats, before: float, low: float) -> Extent:
    """Losses that are drawn of the whole leaf. total: its loss, (n_w,); before: at 0; low: of the rows."""
    bottom = min(0.0, float(total.min())) if low < 0 else 0.0
    return bottom, bottom + (ABOVE * (before - bottom) or 1.0)


def change_heights(leaf: LeafRows, grid: Floats, curve: Floats) -> Extent:
    """Changes that are drawn: down to the lowest point of all curves, up to as much above 0."""
    promised, true = (parabola(leaf, grid, leaf.reg_lambda), curve + penalty(leaf, grid, leaf.reg_lambda))
    low = min(float(promised.min()), float(true.min()))
    low = min(low, max(float(np.min(parabola(leaf, grid))), 2.5 * low))
    low = low or -0.5 * (leaf.H or 1.0) * float(grid[-1]) ** 2
    at_step = true_change(leaf, float(np.clip(weight(leaf, leaf.reg_lambda), grid[0], grid[-1])))
    return with_room(low, max(-0.8 * low, min(1.2 * at_step, -4.0 * low)))


def with_room(low: float, high: float) -> Extent:
    """Changes from low to high, with room for words below."""
    return low - 0.2 * (high - low), high


def bowls(leaf: LeafRows, twos: Sequence[TwoLeaves]) -> tuple[Extent, Extent]:
    """The values of w, and the changes, in which the parabolas of two leaves are drawn beside that of one.

    twos: both leaves with each penalty whose lowest points are to be seen.
    """
    weights = [weight(leaf, leaf.reg_lambda), *(float(each) for two in twos for each in two.weight)]
    deep = max(float(two.depth.max()) for two in twos) or 1.0
    return around(weights) if any(weights) else w_axis(leaf), with_room(-deep, 0.7 * deep)
