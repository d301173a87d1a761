"""Feature columns, each sorted once: the data as the split search wants them.

A node of a growing tree is a slice `start:stop` of every row of `order`. Splitting a node rearranges its
slice in place, left rows first, and keeps each feature's sort, so nothing is ever sorted again.
"""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from gbtlib.core.criteria import Criterion, Floats, Rows
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Search, SplitSearch
from gbtlib.core.tree import Frozen
from gbtlib.loops.records import ROW
from gbtlib.loops.threads import on_threads, shares


class ByColumn:
    """A feature matrix by column. values: (n_features, n_samples) float64; NaN is a missing value."""

    values: Floats

    @property
    def n_features(self) -> int:
        return len(self.values)

    @property
    def n_samples(self) -> int:
        return len(self.values[0])

    @property
    def X(self) -> Floats:
        """The feature matrix (n_samples, n_features), a view."""
        return self.values.T


@dataclass(frozen=True, repr=False)
class Columns(ByColumn, Frozen):
    """The feature matrix by column, with the sorted order of its rows.

    values: (n_features, n_samples) float64; NaN is a missing value.
    order: (n_features, n_samples) row numbers; order[f] sorts values[f] ascending, stably, NaN last.
    has_missing: whether any value is NaN.
    """

    values: Floats
    order: Rows
    has_missing: bool

    @classmethod
    def of(cls, X: Floats, n_jobs: int = 1, **more: Any) -> Self:
        """Sort every feature of X (n_samples, n_features); equal values keep the order of their rows."""
        values = np.ascontiguousarray(X.T, dtype=np.float64)
        order = np.empty(values.shape, dtype=ROW)

        def sort(features: slice) -> None:
            for feature in range(len(values))[features]:
                order[feature] = np.argsort(values[feature], kind="stable")

        on_threads(sort, shares(len(values), n_jobs))
        return cls(values, order, bool(np.isnan(values).any()), **more)

    def order_of(self, rows: Rows | None) -> Rows:
        """The sorted order of a subset of the rows (None: all): a fresh array (n_features, len(rows))."""
        if rows is None:
            return self.order.copy()
        inside = np.zeros(self.n_samples, dtype=bool)
        inside[rows] = True
        flat = self.order.reshape(-1)
        return flat.compress(inside.take(flat)).reshape(self.n_features, -1)

    def search(self, criterion: Criterion, params: TreeParams) -> Search:
        """The search for the best cut over these columns."""
        return SplitSearch(self, criterion, params)
