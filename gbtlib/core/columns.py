"""Feature columns, each sorted once: the data as the split search wants them.

A node of a growing tree is a slice `start:stop` of every row of `order`. Splitting a node rearranges its
slice in place, left rows first, and keeps each feature's sort, so nothing is ever sorted again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BLOCK = 1 << 15  # elements worked on at once, so that the intermediate arrays stay in cache


@dataclass(frozen=True)
class Columns:
    """The feature matrix by column, with the sorted order of its rows.

    values: (n_features, n_samples) float64; NaN is a missing value.
    order: (n_features, n_samples) row numbers; order[f] sorts values[f] ascending, stably, NaN last.
    has_missing: whether any value is NaN.
    n_categories: for each feature its categories, whose codes 0, 1, ... are the values; 0 for numbers.
    """

    values: NDArray[np.float64]
    order: NDArray[np.intp]
    has_missing: bool
    n_categories: tuple[int, ...] = ()

    @property
    def n_features(self) -> int:
        return len(self.values)

    @property
    def n_samples(self) -> int:
        return len(self.values[0])

    @property
    def X(self) -> NDArray[np.float64]:
        """The feature matrix (n_samples, n_features), a view."""
        return self.values.T

    def order_of(self, rows: NDArray[np.intp] | None) -> NDArray[np.intp]:
        """The sorted order of a subset of the rows (None: all): a fresh array (n_features, len(rows))."""
        if rows is None:
            return self.order.copy()
        inside = np.zeros(self.n_samples, dtype=bool)
        inside[rows] = True
        flat = self.order.reshape(-1)
        return flat.compress(inside.take(flat)).reshape(self.n_features, -1)


def sort_columns(X: NDArray[np.float64], n_categories: tuple[int, ...] = ()) -> Columns:
    """Sort every feature of X (n_samples, n_features); equal values keep the order of their rows.

    n_categories: for each feature its categories, 0 for numbers; () if all are numbers.
    """
    values = np.ascontiguousarray(X.T, dtype=np.float64)
    order = np.argsort(values, axis=1, kind="stable")
    values.flags.writeable = order.flags.writeable = False
    return Columns(values, order, bool(np.isnan(values).any()), n_categories if any(n_categories) else ())


def partition(order: NDArray[np.intp], start: int, stop: int, inside: NDArray[np.bool_]) -> None:
    """Rearrange `order[:, start:stop]` in place: rows with `inside` true first, each feature still sorted.

    inside: (n_samples,) the rows that go left.
    """
    rows = stop - start
    step = max(1, BLOCK // rows)
    for first in range(0, len(order), step):
        block = order[first : first + step, start:stop]
        flat = block.reshape(-1)
        to_left = inside.take(flat)
        left = flat.compress(to_left).reshape(len(block), -1)
        right = flat.compress(~to_left).reshape(len(block), -1)
        block[:, : left.shape[1]] = left
        block[:, left.shape[1] :] = right
