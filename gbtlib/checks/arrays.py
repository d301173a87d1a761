"""Checks of the arrays that a caller hands in."""

from collections.abc import Iterator, Mapping, Set
from datetime import date, timedelta
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.core.criteria import Floats

# numpy's kinds of complex numbers, dates and time spans, which it would convert in silence
NOT_NUMBERS = "cMm"
ADVICE = {
    "text": "take texts for categories by naming the column in categorical_features, or leave them out",
    "date": "make numbers of dates, such as the days since one of them, or the month",
    "span": "make numbers of time spans, such as days: divide by numpy.timedelta64(1, 'D')",
    "complex": "Complex data not supported",
}


class NotNumbersError(TypeError, ValueError):
    """Something else in place of numbers: a ValueError, as all bad input, and a TypeError for its kind."""


def check_X(X: ArrayLike, *, name: str = "X", n_features: int | None = None) -> Floats:
    """The feature matrix as float64 (n_samples, n_features); what is missing or masked becomes NaN.

    Errors: ValueError for a shape that is not two-dimensional, no rows, no columns, infinity, text, or a
    number of features other than n_features.
    """
    check_container(X, name)
    values = table_numbers(X, name) if hasattr(X, "dtypes") else numbers(X, name)
    check_two_dimensions(values.shape, name)
    if values.shape[0] == 0 or values.shape[1] == 0:
        raise ValueError(f"{name} has shape {values.shape}; it must have at least one row and one feature")
    if np.isinf(values).any():
        row, column = np.argwhere(np.isinf(values))[0]
        if hasattr(X, "columns"):
            check_finite(values[:, column], f"{name} column {str(X.columns[column])!r}")
        raise ValueError(
            f"{name}[{row}, {column}]={values[row, column]} must be finite, or NaN for a missing value"
        )
    if n_features is not None and values.shape[1] != n_features:
        raise ValueError(f"{name} has {values.shape[1]} features; it must have {n_features}, as in fit")
    return values


def check_container(X: object, name: str) -> None:
    """Errors: ValueError for what has no rows and columns to begin with, and what would give it some."""
    rule = "it must have two dimensions, (n_samples, n_features)"
    kinds: dict[str, Any] = {
        f"pandas.DataFrame({name}) makes a table of one": Mapping,
        f"list({name}) makes rows of what it gives": Iterator,
        "its rows have no order": Set,
        "a text is no array": str | bytes,
    }
    remedy = next((words for words, kind in kinds.items() if isinstance(X, kind)), None)
    if remedy is None and hasattr(X, "to_frame") and np.ndim(np.asarray(X)) == 1:
        remedy = f"{name}.to_frame() is a table of one feature"
    if remedy is not None:
        raise ValueError(f"{name} is of type {type(X).__name__}; {rule}: {remedy}")


def check_finite(values: Floats, name: str) -> None:
    """A column without infinity. Errors: ValueError naming the first row that has some."""
    if np.isinf(values).any():
        row = int(np.flatnonzero(np.isinf(values))[0])
        raise ValueError(f"{name} has {values[row]} in row {row}; it must be finite, or NaN if missing")


def check_two_dimensions(shape: tuple[int, ...], name: str) -> None:
    """Errors: ValueError for a shape that is not two-dimensional."""
    if len(shape) == 2:
        return
    rule = "it must have two dimensions, (n_samples, n_features)"
    if len(shape) == 1:
        rule += f". Reshape your data: {name}.reshape(1, -1) is one row, {name}.reshape(-1, 1) one feature"
    raise ValueError(f"{name} has shape {shape}; {rule}")


def table_numbers(table: Any, name: str) -> Floats:
    """The columns of a table as numbers: (n_samples, n_features). Errors: NotNumbersError, by column."""
    dtypes = list(table.dtypes)
    if len(dtypes) == 0 or all(isinstance(each, np.dtype) and each.kind in "biuf" for each in dtypes):
        return np.array(table, dtype=np.float64, order="C")
    called = [f"{name} column {str(label)!r}" for label in table.columns]
    return np.column_stack([numbers(table.iloc[:, j], each) for j, each in enumerate(called)])


def numbers(given: Any, name: str, *, of_features: bool = True) -> Floats:
    """An array, a list or a column of a table as float64; what is missing or masked becomes NaN.

    Errors: NotNumbersError, with the first place that does not hold one and what to do about it, where it is
    one of features.
    """
    wrong = f"{name} must hold numbers only" + " (NaN for a missing value)" * of_features
    try:
        dtype = given.dtype if hasattr(given, "dtype") else np.asarray(given).dtype
        if dtype.kind in NOT_NUMBERS:
            advice = ADVICE[{"c": "complex", "M": "date", "m": "span"}[dtype.kind]]
            raise NotNumbersError(f"it has the type {dtype}; {advice}")
        found = converted(given)
        if dtype.kind in "OSU":
            refuse_texts(np.asarray(given, dtype=object))
        return found
    except NotNumbersError as error:
        raise NotNumbersError(f"{wrong}: {error}") from None
    except (OverflowError, TypeError, ValueError) as error:
        cells = np.array(given, dtype=object)
        known = [np.nan if is_missing(cell) else cell for cell in cells.ravel().tolist()]
        place = next((at for at, cell in enumerate(known) if not is_number(cell)), None)
        if place is None:  # nothing but pandas' NA was in the way
            return np.array(known, dtype=np.float64).reshape(cells.shape)
        where = [int(i) for i in np.unravel_index(place, cells.shape)]
        told = stranger(known[place], where, of_features)
        raise NotNumbersError(f"{wrong}: {error}{told}") from None


def converted(given: Any) -> Floats:
    """An array, a list or a column of a table as float64, as numpy and pandas do it."""
    if isinstance(given, np.ma.MaskedArray):
        return np.asarray(np.ma.filled(given.astype(np.float64), np.nan))
    if hasattr(given, "to_numpy"):
        return np.asarray(given.to_numpy(dtype=np.float64, na_value=np.nan))
    return np.array(given, dtype=np.float64, order="C")


def refuse_texts(cells: NDArray[Any]) -> None:
    """Errors: TypeError for a text, even if it reads as a number: nobody has said that it is one."""
    is_mixed = cells.dtype.kind == "O"
    if cells.dtype.kind in "SU" or (
        is_mixed and any(isinstance(cell, str | bytes) for cell in cells.ravel().tolist())
    ):
        raise TypeError("a text is no number, even if it reads like one; astype(float) makes numbers of such")


def stranger(cell: object, where: list[int], of_features: bool) -> str:
    """What is not a number, at a row (and a column), and what to do about it; empty for a list."""
    if isinstance(cell, list | tuple | np.ndarray):
        return ""  # rows of different lengths: numpy says so
    shown = "a whole number that no float can hold" if isinstance(cell, int) else repr(cell)
    place = f"; there is {shown} in row {where[0]}" + "".join(f" of column {j}" for j in where[1:])
    kinds: dict[str, Any] = {"date": date | np.datetime64, "span": timedelta | np.timedelta64}
    kinds |= {"text": str | bytes} if of_features else {}
    return place + "".join(f"; {ADVICE[name]}" for name, kind in kinds.items() if isinstance(cell, kind))


def is_number(cell: object) -> bool:
    """Whether a cell is a number for numpy, and no text."""
    if isinstance(cell, str | bytes):
        return False
    try:
        return np.ndim(np.array(cell, dtype=np.float64)) == 0
    except (OverflowError, TypeError, ValueError):
        return False


def check_vector(values: ArrayLike, n_samples: int, *, name: str) -> NDArray[Any]:
    """A vector with one entry a row. Errors: ValueError for another shape or length, or a masked entry."""
    if values is None:
        rule = "fit requires y to be passed, but the target y is None" if name == "y" else "it must be passed"
        raise ValueError(f"{name} is None; {rule}")
    masked = np.ma.getmaskarray(values) if isinstance(values, np.ma.MaskedArray) else np.zeros(0)
    try:
        vector = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must hold one value for each row of X") from None
    if vector.ndim != 1:
        raise ValueError(f"{name} has shape {vector.shape}; it must have one dimension, (n_samples,)")
    if len(vector) != n_samples:
        raise ValueError(f"{name} has {len(vector)} entries; it must have {n_samples}, one for each row of X")
    if masked.any():
        raise ValueError(f"{name}[{int(np.flatnonzero(masked)[0])}] is masked; it must have a value")
    return vector


def is_missing(label: object) -> bool:
    """Whether a label is None, NaN, or pandas' NA, which cannot even be compared with itself."""
    try:
        return label is None or bool(label != label)
    except TypeError:
        return True
    except ValueError:  # an array, say, which is not one value
        return False
