"""The sides of a split, and how a tree keeps its surrogates."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.loops import trees

Sides = NDArray[np.int8]

LEFT, RIGHT, NO_SIDE = trees.LEFT, trees.RIGHT, trees.NO_SIDE

SURROGATE = np.dtype(
    [
        ("feature", np.int32),
        ("threshold", np.float64),
        ("below_left", np.bool_),
        ("agreement", np.float64),
        ("adjusted", np.float64),
    ]
)


def surrogate_type(n_categories: int) -> np.dtype[Any]:
    """SURROGATE, and behind it the side of every category: side_0, side_1 and so on."""
    return np.dtype([*SURROGATE.descr, *((f"side_{k}", np.int8) for k in range(n_categories))])


def no_surrogate(kind: np.dtype[Any]) -> NDArray[Any]:
    """The entry that stands where a node has no further surrogate."""
    n_categories = len(kind.names or ()) - len(SURROGATE.names or ())
    return np.array((-1, np.nan, True, np.nan, np.nan, *([NO_SIDE] * n_categories)), dtype=kind)
