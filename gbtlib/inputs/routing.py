"""Which way rows go at a split: by threshold or category, else by a surrogate, else the default direction.

Growing asks these functions, whole nodes at a time; predicting asks gbtlib.loops.trees, to the same answers.
"""

from __future__ import annotations

from collections.abc import Callable
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


def goes_left(
    values: Callable[[int, NDArray[np.intp]], Floats],
    primary: Sides,
    surrogates: NDArray[Any] | None,
    default_left: bool,
) -> NDArray[np.bool_]:
    """Whether each row goes left: (n,).

    values: gives the values of a feature for positions among the rows. primary: the sides by the split's own
    feature. surrogates: entries of a surrogate_type, the best first; they are asked in turn.
    """
    sides = primary.copy()
    for surrogate in () if surrogates is None else surrogates:
        open_rows = np.flatnonzero(sides == NO_SIDE)
        if surrogate["feature"] < 0 or len(open_rows) == 0:
            break
        x = values(int(surrogate["feature"]), open_rows)
        _, threshold, below_left, _, _, *side_of = surrogate.item()
        if np.isnan(threshold):
            sides[open_rows] = sides_by_category(x, np.array(side_of, dtype=np.int8))
        else:
            sides[open_rows] = sides_by_threshold(x, threshold, below_left)
    return np.where(sides == NO_SIDE, default_left, sides == LEFT)


def primary_sides(tree: Tree, node: int, X: Any, rows: NDArray[np.intp]) -> Sides:
    """Where the own feature of a split sends each of some rows of X: (len(rows),)."""
    x = X[rows, np.full(len(rows), tree.feature[node])]
    side_of = None if tree.category_sides is None else tree.category_sides[node]
    if side_of is not None and (side_of != NO_SIDE).any():
        return sides_by_category(x, side_of)
    return sides_by_threshold(x, float(tree.threshold[node]))
