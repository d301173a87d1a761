"""Where the probabilities of a row lie: in a triangle for three classes, on a line for two. Pure."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

HEIGHT = np.sqrt(3.0) / 2  # of a triangle with sides of 1
CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, HEIGHT]])
GOLDEN = 0.6180339887498949  # steps of this size spread over a band without a pattern


def in_triangle(p: Floats) -> Floats:
    """Places of probabilities (..., 3) as (..., 2): the mean of the corners, each weighed by its class.

    The first class has the corner (0, 0), the second (1, 0), the third the top. The distance from a side is
    the probability of the class opposite to it, times the height.
    """
    return np.asarray(p @ CORNERS)


def on_line(p: Floats) -> Floats:
    """Places of probabilities (R, n, 2) as (R, n, 2): across the second class's, up to tell rows apart."""
    up = np.arange(p.shape[1]) * GOLDEN % 1
    return np.stack([p[..., 1], np.broadcast_to(up, p.shape[:2])], axis=-1)


def places_of(p: Floats) -> Floats:
    """Places of probabilities (R, n, K) as (R, n, 2); no rows, (R, 0, 2), for more classes than three."""
    if p.shape[2] == 2:
        return on_line(p)
    return in_triangle(p) if p.shape[2] == 3 else np.empty((len(p), 0, 2))
