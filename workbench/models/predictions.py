"""Predictions after every round, and where values stand on an axis. Pure."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.core.boosting import Round, start
from gbtlib.prediction import staged_raw_prediction

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Model = GradientBoostingRegressor | GradientBoostingClassifier


def staged(model: Model, trace: list[Round], X: Floats) -> Iterator[Floats]:
    """The raw prediction of X at the start and after every round of the trace: (n,), or (n, K)."""
    raw = start(model.loss_, model.initial_raw_prediction_, len(X))
    yield raw
    yield from staged_raw_prediction(raw, trace, X)


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
