"""Rows to stop early by: those that are handed in, or some of the training rows, set aside."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.boosting import Validation

Rows = NDArray[np.intp]

FOR_VALIDATION = 2  # what a random stream is for, beside core.boosting's FOR_ROWS and FOR_FEATURES


def check_validation(given: Any) -> tuple[Any, Any, Any]:
    """X, y, and weights or None. Errors: ValueError for anything but (X, y) or (X, y, sample_weight)."""
    if not isinstance(given, tuple | list) or len(given) not in (2, 3):
        raise ValueError("validation must be a pair, (X, y), or (X, y, sample_weight)")
    return given[0], given[1], given[2] if len(given) == 3 else None


def some_rows(rows: Validation, chosen: Rows) -> Validation:
    """Some of the rows, by their numbers."""
    weight = None if rows.sample_weight is None else rows.sample_weight[chosen]
    return Validation(rows.X[chosen], rows.y[chosen], weight)


def rows_aside(
    share: float, n_samples: int, seed: int, *, strata: NDArray[Any] | None = None, weight: Any = None
) -> Rows:
    """A share of the rows, drawn by the seed without replacement, ascending; rows without weight stay.

    strata: (n_samples,) classes; of each the share is set aside, up to rounding, and one row at least stays.
    Errors: ValueError if no row is set aside.
    """
    order = np.random.default_rng((seed, FOR_VALIDATION)).permutation(n_samples)
    if weight is not None:
        order = order[weight[order] > 0]
    groups = [order] if strata is None else [order[strata[order] == k] for k in np.unique(strata[order])]
    aside = np.concatenate([group[: min(round(share * len(group)), len(group) - 1)] for group in groups])
    if len(aside) == 0:
        rule = "early stopping needs one to look at, or validation=(X, y) in fit"
        raise ValueError(f"validation_fraction={share!r} sets none of {n_samples} rows aside; {rule}")
    return np.sort(aside)
