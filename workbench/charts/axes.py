"""Ends of axes, and which of many positions are drawn. Pure."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gbtlib.pictures.chart import padded as padded


@lru_cache(maxsize=256)
def spread(n: int, at_most: int) -> NDArray[np.intp]:
    """Positions of at most so many of n things, evenly spread, first and last among them. Read-only."""
    if n <= at_most:
        positions: NDArray[np.intp] = np.arange(n)
    else:
        positions = np.unique(np.linspace(0, n - 1, at_most).round().astype(np.intp))
    positions.flags.writeable = False
    return positions


def within(
    x: NDArray[np.float64], y: NDArray[np.float64], low: float, high: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The part of a curve between two heights, from its first point there to its last.

    Where it comes from beyond a height, it begins on it. For curves that do not come back once they have
    left, such as a parabola above its lowest point.
    """
    inside = np.flatnonzero((y >= low) & (y <= high))
    if len(inside) == 0:
        return x[:0], y[:0]
    first, last = int(inside[0]), int(inside[-1])
    before = [crossing(x, y, first, first - 1, low, high)] if first else []
    after = [crossing(x, y, last, last + 1, low, high)] if last + 1 < len(x) else []
    points = np.array([*before, *zip(x[first : last + 1], y[first : last + 1], strict=True), *after])
    return points[:, 0], points[:, 1]


def crossing(
    x: NDArray[np.float64], y: NDArray[np.float64], inside: int, outside: int, low: float, high: float
) -> tuple[float, float]:
    """Where a curve crosses one of two heights, between a point within them and its neighbour beyond."""
    height = high if y[outside] > high else low
    share = (height - y[inside]) / (y[outside] - y[inside])
    return float(x[inside] + share * (x[outside] - x[inside])), height
