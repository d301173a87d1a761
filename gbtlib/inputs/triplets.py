"""Triplets (i, j, v): a matrix as the list of its stored entries, row, column and value.

What has no entry is absent, and the caller says what that means: a zero, or a missing value. It is said once,
with the data, and a model that was fitted to one meaning refuses data with the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from gbtlib.checks.arrays import check_vector, check_X, numbers
from gbtlib.checks.rules import LARGEST_WHOLE, Choice, Rule, check
from gbtlib.core.criteria import Floats, Rows
from gbtlib.core.tree import Frozen
from gbtlib.inputs.other_tables import table_with

if TYPE_CHECKING:
    import pandas as pd


MOST_FEATURES = 2**22  # each has a name and a place in every node's search, whether it has entries or not
ABSENT = Choice(("zero", "missing"))


@dataclass(frozen=True, eq=False, repr=False)
class Triplets(Frozen):
    """A matrix by its stored entries, sorted by row, then by column; make one with a function below.

    row, column: (n_entries,) numbers from 0. value: (n_entries,), finite. shape: (n_samples, n_features).
    absent: what a place without entry means, "zero" or "missing".

    It can be asked like an array: `len(X)`, `X[rows, columns]` for single places, and `X[rows]` for rows.
    """

    row: Rows
    column: Rows
    value: Floats
    shape: tuple[int, int]
    absent: str

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def n_entries(self) -> int:
        return len(self.value)

    @property
    def fill(self) -> float:
        """The value of a place without entry."""
        return 0.0 if self.absent == "zero" else np.nan

    @cached_property
    def place(self) -> Rows:
        """The number of each entry's place, counted row by row: ascending."""
        return self.row * self.shape[1] + self.column

    @cached_property
    def row_starts(self) -> Rows:
        """Where the entries of each row begin, and at last their number: (n_samples + 1,)."""
        return np.searchsorted(self.row, np.arange(self.shape[0] + 1))

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, tuple):
            return self.values_at(*key)
        return self.rows(key)

    def values_at(self, rows: Rows, columns: Rows) -> Floats:
        """The values of single places, (n,); a column may be counted from the end, as -1 in numpy."""
        if self.n_entries == 0:
            return np.full(len(rows), self.fill)
        wanted = rows * self.shape[1] + columns % self.shape[1]
        at = np.minimum(np.searchsorted(self.place, wanted), self.n_entries - 1)
        return np.where(self.place[at] == wanted, self.value[at], self.fill)

    def rows(self, rows: Rows) -> Triplets:
        """Some rows, in the order given and numbered anew."""
        rows = np.flatnonzero(rows) if np.asarray(rows).dtype == bool else np.asarray(rows, dtype=np.intp)
        first = self.row_starts[rows]
        count = self.row_starts[rows + 1] - first
        taken = np.repeat(first - np.cumsum(count) + count, count) + np.arange(count.sum())
        new_row = np.repeat(np.arange(len(rows)), count)
        return Triplets(
            new_row, self.column[taken], self.value[taken], (len(rows), self.shape[1]), self.absent
        )

    def meaning(self, absent: str) -> Triplets:
        """The same entries, with absent places meaning "zero" or "missing"."""
        return Triplets(self.row, self.column, self.value, self.shape, checked_absent(absent))

    def without(self, row: int, column: int) -> Triplets:
        """The same matrix with one place blank. Errors: ValueError if it has no entry there."""
        kept = (self.row != row) | (self.column != column)
        if kept.all():
            raise ValueError(f"entry ({row}, {column}) must be stored: it is absent already")
        return Triplets(self.row[kept], self.column[kept], self.value[kept], self.shape, self.absent)

    def written_out(self, rows: slice, columns: NDArray[Any]) -> Floats:
        """Some rows and columns, these ascending, as a full matrix; NaN is a missing value."""
        start, stop = self.row_starts[[rows.start or 0, rows.stop]]
        column = self.column[start:stop]
        at = np.minimum(np.searchsorted(columns, column), len(columns) - 1)
        wanted = columns[at] == column
        X = np.full((rows.stop - (rows.start or 0), len(columns)), self.fill)
        X[self.row[start:stop][wanted] - (rows.start or 0), at[wanted]] = self.value[start:stop][wanted]
        return X

    def to_dense(self) -> Floats:
        """The whole matrix (n_samples, n_features); NaN is a missing value."""
        X = np.full(self.shape, self.fill)
        X[self.row, self.column] = self.value
        return X

    def to_frame(self, base: int = 0) -> pd.DataFrame:
        """One line an entry: columns i, j, v, counted from `base`."""
        import pandas as pd

        return pd.DataFrame({"i": self.row + base, "j": self.column + base, "v": self.value})


def from_triplets(
    i: ArrayLike,
    j: ArrayLike,
    v: ArrayLike,
    *,
    absent: str,
    shape: tuple[int, int] | None = None,
    base: int = 0,
) -> Triplets:
    """A matrix from three lists of one length: row, column and value of every entry, in any order.

    absent: what a place without entry means, "zero" or "missing". shape: (n_samples, n_features); None for
    the largest row and column there are, so that empty rows at the end need it. base: 0 or 1, the number of
    the first row and column.
    Errors: ValueError for two entries at one place, or a value that is not finite, naming the entry.
    """
    checked_absent(absent)
    if isinstance(base, bool) or base not in (0, 1):
        raise ValueError(f"base={base!r} must be 0 or 1")
    value = numbers(check_vector(v, np.size(v), name="v"), "v", of_features=False)
    row, column = (checked_numbers(name, one, len(value), base) for name, one in (("i", i), ("j", j)))
    if not np.isfinite(value).all():
        at = int(np.flatnonzero(~np.isfinite(value))[0])
        rule = "must be finite: leave the entry out where the value is missing"
        raise ValueError(f"v[{at}]={value[at]}, of entry ({row[at] + base}, {column[at] + base}), {rule}")
    shape = checked_shape(shape, row, column, base)
    order = np.lexsort((column, row))
    row, column, value = row[order], column[order], value[order]
    twice = np.flatnonzero((np.diff(row) == 0) & (np.diff(column) == 0))
    if len(twice):
        at = int(twice[0])
        first, second = sorted(order[at : at + 2].tolist())
        place = f"({row[at] + base}, {column[at] + base})"
        raise ValueError(
            f"entry {place} must be given once; it is at positions {first} and {second} of i, j, v"
        )
    return Triplets(row, column, value, shape, absent)


def from_scipy(matrix: Any, *, absent: str) -> Triplets:
    """A matrix of scipy.sparse, any format. Stored zeros are entries; entries given twice are an error."""
    is_sparse: bool = sparse.issparse(matrix)
    if not is_sparse:
        raise ValueError(f"matrix={type(matrix).__name__} must be a scipy.sparse matrix or array")
    if matrix.ndim != 2:
        raise ValueError(f"matrix has shape {matrix.shape}; it must have two dimensions")
    listed = matrix.tocoo()
    row, column = listed.coords
    return from_triplets(row, column, listed.data, absent=absent, shape=listed.shape)


def from_table(
    table: pd.DataFrame,
    *,
    absent: str,
    columns: tuple[str, str, str] = ("i", "j", "v"),
    shape: tuple[int, int] | None = None,
    base: int = 0,
) -> Triplets:
    """A matrix from a table with one line an entry. columns: the names of row, column and value."""
    table = table_with(columns, table)
    twice = [name for name in columns if list(table.columns).count(name) > 1]
    if twice:
        raise ValueError(f"table has two columns {twice[0]!r}; columns={columns!r} must name one each")
    i, j, v = (table[name].to_numpy() for name in columns)
    return from_triplets(i, j, v, absent=absent, shape=shape, base=base)


def from_dense(X: ArrayLike, *, absent: str) -> Triplets:
    """The entries of a matrix (n_samples, n_features): whatever is not 0, or not NaN, as `absent` says.

    Errors: ValueError for another shape, texts, or infinity.
    """
    values = check_X(X)
    stored = values != 0 if checked_absent(absent) == "zero" else ~np.isnan(values)
    row, column = np.nonzero(stored)
    return from_triplets(row, column, values[stored], absent=absent, shape=values.shape)


def checked_absent(absent: object) -> str:
    """ "zero" or "missing". Errors: ValueError for anything else."""
    check("absent", absent, ABSENT)
    return str(absent)


def checked_numbers(name: str, given: ArrayLike, n: int, base: int) -> Rows:
    """Row or column numbers, counted from 0 now. Errors: ValueError naming the first that is none."""
    numbers = np.asarray(given)
    if numbers.shape != (n,):
        raise ValueError(f"{name} has shape {numbers.shape}; it must have {n} entries, as many as v")
    if n == 0:
        return np.zeros(0, dtype=np.intp)
    kind = numbers.dtype.kind
    if kind not in "iuf" or (kind == "f" and not (np.isfinite(numbers) & (numbers % 1 == 0)).all()):
        raise ValueError(f"{name} must hold whole numbers")
    if (numbers < base).any():
        at = int(np.flatnonzero(numbers < base)[0])
        raise ValueError(f"{name}[{at}]={numbers[at]} must be at least {base}, the base")
    return numbers.astype(np.intp) - base


def checked_shape(shape: Any, row: Rows, column: Rows, base: int) -> tuple[int, int]:
    """The shape, or the smallest that holds all entries. Errors: ValueError for an entry outside of it."""
    largest = [int(one.max(initial=-1)) + 1 for one in (row, column)]
    if shape is None:
        shape = tuple(largest)
    if not isinstance(shape, tuple) or len(shape) != 2:
        raise ValueError(f"shape={shape!r} must be a pair, (n_samples, n_features)")
    for at, n in enumerate(shape):
        check(f"shape[{at}]", n, Rule(whole=True, low=1))
    if shape[0] * shape[1] >= LARGEST_WHOLE:
        raise ValueError(f"shape={shape} must be of less than 2**63 places: they are numbered")
    for name, places, used, there in zip("ij", (row, column), largest, shape, strict=True):
        if used > there:
            at = int((places >= there).argmax())
            rule = f"must be below {there + base}: shape={shape}, counted from {base}"
            raise ValueError(f"{name}[{at}]={places[at] + base} {rule}")
    return int(shape[0]), int(shape[1])
