"""Where the probabilities of a row of three classes lie: in a triangle. Pure."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

HEIGHT = np.sqrt(3.0) / 2  # of a triangle with sides of 1
CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, HEIGHT]])


def in_triangle(p: Floats) -> Floats:
    """Places of probabilities (..., 3) as (..., 2): the mean of the corners, each weighed by its class.

    The first class has the corner (0, 0), the second (1, 0), the third the top. The distance from a side is
    the probability of the class opposite to it, times the height.
    """
    return np.asarray(p @ CORNERS)
