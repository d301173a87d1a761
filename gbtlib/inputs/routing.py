"""Which way rows go at a split by its own feature, and how a tree keeps its surrogates.

Growing asks gbtlib.loops.surrogates, and predicting gbtlib.loops.trees, to the same answers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.tree import Tree
from gbtlib.loops import trees

Floats = NDArray[np.float64]
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


def sides_by_threshold(x: Floats, threshold: float, below_left: bool = True) -> Sides:
    """The side of each value x (n,): LEFT, RIGHT, or NO_SIDE where it is missing."""
    return np.where(np.isnan(x), NO_SIDE, (x <= threshold) == below_left).astype(np.int8)


def sides_by_category(x: Floats, side_of: Sides) -> Sides:
    """The side of each category code x (n,): NO_SIDE where it is missing or was not in the node in training.

    side_of: (n_categories,) the side of every category.
    """
    known = x < len(side_of)  # false for NaN
    codes = np.where(known, x, 0).astype(np.intp)
    return np.where(known, side_of[codes], NO_SIDE).astype(np.int8)


def primary_sides(tree: Tree, node: int, X: Any, rows: NDArray[np.intp]) -> Sides:
    """Where the own feature of a split sends each of some rows of X: (len(rows),)."""
    x = X[rows, np.full(len(rows), tree.feature[node])]
    side_of = None if tree.category_sides is None else tree.category_sides[node]
    if side_of is not None and (side_of != NO_SIDE).any():
        return sides_by_category(x, side_of)
    return sides_by_threshold(x, float(tree.threshold[node]))
