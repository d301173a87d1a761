"""Checks of the arrays that a caller hands in."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

NOT_NUMBERS = (
    "cmM"  # numpy's kinds of complex numbers, time spans and dates, which it would convert in silence
)


def check_X(X: ArrayLike, *, name: str = "X", n_features: int | None = None) -> NDArray[np.float64]:
    """The feature matrix as float64 (n_samples, n_features); NaN stays and means missing.

    Errors: ValueError for a shape that is not two-dimensional, no rows, no columns, infinity, text, or a
    number of features other than n_features.
    """
    try:
        if np.asarray(X).dtype.kind in NOT_NUMBERS:
            raise TypeError(f"it has the type {np.asarray(X).dtype}")
        values = np.array(X, dtype=np.float64, order="C")
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must hold numbers only (NaN for a missing value): {error}") from None
    if values.ndim != 2:
        raise ValueError(
            f"{name} has shape {values.shape}; it must have two dimensions, (n_samples, n_features)"
        )
    if values.shape[0] == 0 or values.shape[1] == 0:
        raise ValueError(f"{name} has shape {values.shape}; it must have at least one row and one feature")
    if np.isinf(values).any():
        row, column = np.argwhere(np.isinf(values))[0]
        raise ValueError(
            f"{name}[{row}, {column}]={values[row, column]} must be finite, or NaN for a missing value"
        )
    if n_features is not None and values.shape[1] != n_features:
        raise ValueError(f"{name} has {values.shape[1]} features; it must have {n_features}, as in fit")
    return values


def check_vector(values: ArrayLike, n_samples: int, *, name: str) -> NDArray[Any]:
    """A vector with one entry a row. Errors: ValueError for another shape or length."""
    try:
        vector = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must hold one value for each row of X") from None
    if vector.ndim != 1:
        raise ValueError(f"{name} has shape {vector.shape}; it must have one dimension, (n_samples,)")
    if len(vector) != n_samples:
        raise ValueError(f"{name} has {len(vector)} entries; it must have {n_samples}, one for each row of X")
    return vector


def is_missing(label: object) -> bool:
    """Whether a label is None, NaN, or pandas' NA, which cannot even be compared with itself."""
    try:
        return label is None or bool(label != label)
    except TypeError:
        return True
