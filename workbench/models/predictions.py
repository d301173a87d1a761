"""Predictions after every round, of the rows and at the places where they are drawn. Pure."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.core.boosting import Round, start
from gbtlib.prediction import staged_raw_prediction
from workbench.charts.axes import padded, spread
from workbench.data.catalogue import Dataset

SURFACE_CELLS = 64

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Extent = tuple[float, float, float, float]
Model = GradientBoostingRegressor | GradientBoostingClassifier


def staged(model: Model, trace: list[Round], X: Floats) -> Iterator[Floats]:
    """The raw prediction of X at the start and after every round of the trace: (n,), or (n, K)."""
    raw = start(model.loss_, model.initial_raw_prediction_, len(X))
    yield raw
    yield from staged_raw_prediction(raw, trace, X)


def cells_of(extent: Extent) -> Floats:
    """The middles of the cells that fill the axes, from the top left one row by row: (cells, 2)."""
    x0, x1, y0, y1 = extent
    middle = (np.arange(SURFACE_CELLS) + 0.5) / SURFACE_CELLS
    across, down = np.meshgrid(x0 + middle * (x1 - x0), y1 - middle * (y1 - y0))
    return np.column_stack([across.ravel(), down.ravel()])


def ends(values: Floats) -> tuple[float, float]:
    """Least and greatest value that is not missing; one apart where they are the same."""
    known = values[np.isfinite(values)]
    if len(known) == 0:
        return 0.0, 1.0
    low, high = float(known.min()), float(known.max())
    return (low, high) if low < high else (low - 0.5, high + 0.5)


def placed(values: Floats) -> tuple[Floats, float | None]:
    """Where values stand on an axis; missing ones beyond the greatest, and where that is."""
    gone = ~np.isfinite(values)
    if not gone.any():
        return values, None
    low, high = ends(values)
    place = high + 0.1 * (high - low)
    return np.where(gone, place, values), place


MOST_PLACES, GRID_STEPS = 1000, 61


def places(data: Dataset) -> Floats:
    """Where predictions are drawn: along one feature, on a grid over two, else nowhere. (n, n_features).

    Never where a value is missing.
    """
    if data.X.shape[1] == 1:
        x = np.unique(data.X[~np.isnan(data.X)])
        return np.ascontiguousarray(x[spread(len(x), MOST_PLACES), np.newaxis])
    if data.X.shape[1] == 2:
        ticks = [np.linspace(*padded(np.nanmin(x), np.nanmax(x), 0.02), GRID_STEPS) for x in data.X.T]
        first, second = np.meshgrid(*ticks)
        return np.column_stack((first.ravel(), second.ravel()))
    return np.empty((0, data.X.shape[1]))
