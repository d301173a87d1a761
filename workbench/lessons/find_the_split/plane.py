"""Two features of numbers as a plane: its rows, and what every node of the tree would say there. Pure."""

from typing import Any

import numpy as np

from workbench.data.sources import levels_of
from workbench.lessons.find_the_split.hidden_splits import Floats, HiddenSplits, Rows

MOST_ROWS = 400  # drawn
GOLDEN = 0.6180339887


def is_plane(hunt: HiddenSplits) -> bool:
    """Whether the rows can be drawn over both features at once: two of them, of numbers, none missing."""
    return len(hunt.names) == 2 and not any(map(levels_of, hunt.names)) and bool(np.isfinite(hunt.X).all())


def plane_record(hunt: HiddenSplits, ends: list[tuple[float, float]]) -> dict[str, Any]:
    """The plane of both features.

    ends: of the axes. x: of the drawn rows on both, each (n_drawn,), as exact as the thresholds. up: the
    target, or the negative gradient; code: the class. levels: of every node, flattened: (2K + 1, n_levels).
    """
    rows = scattered(len(hunt.shown))
    shown = hunt.shown[rows]
    code = shown if hunt.of_classes else np.where((shown > 0) & (hunt.kind == "logistic"), 1.0, 0.0)
    return {
        "ends": [list(each) for each in ends],
        "x": [hunt.X[rows, feature].astype(np.float64) for feature in (0, 1)],
        "rows": rows.astype(np.int32),
        "up": shown.astype(np.float32),
        "code": code.astype(np.uint8),
        "classes": list(hunt.dataset.class_names),
        "levels": levels(hunt).ravel(),
    }


def scattered(n: int) -> Rows:
    """About MOST_ROWS of n rows, evenly but on no lattice, which every fourth row of a lattice would be."""
    return np.flatnonzero((np.arange(n) * GOLDEN) % 1 < MOST_ROWS / n)


def levels(hunt: HiddenSplits) -> Floats:
    """How deep the ground of every node is: its class shares, or its mean: (2K + 1, n_levels)."""
    nodes = range(2 * len(hunt.asked) + 1)
    if hunt.of_classes:
        return np.asarray(hunt.tree.class_shares[nodes], dtype=np.float64)
    return np.array([[hunt.shown[hunt.rows_in(node)].mean()] for node in nodes])
