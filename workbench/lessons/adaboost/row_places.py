"""Where the rows of the picture stand: its features, and rows at one place side by side. Pure."""

import numpy as np
from numpy.typing import NDArray

from workbench.lessons.adaboost.adaboost_run import AdaBoostRun
from workbench.models.predictions import Floats

GOLDEN = 0.6180339887498949  # steps of this size spread over a band without a pattern


def side_by_side(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Rows at one place set on a spiral around it; all others stay. Gives x and y.

    No row goes more than 0.4 of the way to the next value of a feature, so it stays on its side of every cut.
    """
    _, place, counts = np.unique(np.column_stack((x, y)), axis=0, return_inverse=True, return_counts=True)
    place = place.ravel()
    shares = counts[place] > 1
    order = np.argsort(place, kind="stable")
    rank = np.empty(len(x))
    rank[order] = np.arange(len(x)) - np.repeat(np.cumsum(counts) - counts, counts)
    angle, length = 2 * np.pi * GOLDEN * rank, np.sqrt(rank + 0.5) * shares
    reach = 0.02 * np.sqrt(counts.max()) / max(float(length.max()), 1.0)
    moved = []
    for values, way in ((x, np.cos(angle)), (y, np.sin(angle))):
        known, at = np.unique(values, return_inverse=True)
        gaps = np.concatenate(([np.inf], np.diff(known), [np.inf]))
        room = np.minimum(gaps[:-1], gaps[1:])[at.ravel()]
        span = float(known[-1] - known[0]) or 1.0
        room = np.where(np.isfinite(room), room, span)
        most = np.minimum(reach * span, 0.4 * room / max(float(length.max()), 1.0))
        moved.append(values + most * length * way)
    return moved[0], moved[1]


def axes_of(fit: AdaBoostRun) -> tuple[int, ...]:
    """The features on the axes: both of two, else those whose roots have most tree weight."""
    n_features = fit.X.shape[1]
    if n_features <= 2:
        return tuple(range(n_features))
    asked = np.zeros(n_features)
    for round_ in fit.trace:
        if not round_.tree.is_leaf[0]:
            asked[round_.tree.feature[0]] += round_.tree_weight
    first, second = np.argsort(-asked, kind="stable")[:2].tolist()
    return first, second


def bands(codes: NDArray[np.int64]) -> Floats:
    """Heights of rows in a band for each class, spread so that they do not lie on one another."""
    rank = np.arange(len(codes)) * GOLDEN % 1 - 0.5
    return codes + (0.6 * rank if len(codes) > 12 else 0.0)
