"""Which of many positions are drawn. Pure."""

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
