"""Feature columns in bins: quantiles of the training rows, or a bin for each value where there are few."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.criteria import Criterion
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Search
from gbtlib.core.tree import Brief
from gbtlib.histogram.search import HistogramSearch

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]


@dataclass(frozen=True, repr=False)
class BinnedColumns(Brief):
    """The feature matrix by column, and the bin of every value; takes the place of Columns.

    values: (n_features, n_samples). bins: (n_samples, n_features) the bin of every value, where it is missing
    the slot behind the bins. first, last: (n_features, n_bins) the smallest and the largest training value of
    every bin; NaN where a feature has fewer bins. has_missing: whether any value is NaN.
    """

    values: Floats
    bins: NDArray[np.unsignedinteger]
    first: Floats
    last: Floats
    has_missing: bool

    @property
    def n_features(self) -> int:
        return len(self.values)

    @property
    def n_samples(self) -> int:
        return len(self.values[0])

    @property
    def n_slots(self) -> int:
        """Slots of a feature in a histogram: its bins, and one for the missing, if there are any."""
        return int(self.first.shape[1]) + self.has_missing

    @property
    def X(self) -> Floats:
        """The feature matrix (n_samples, n_features), a view."""
        return self.values.T

    def order_of(self, rows: Rows | None) -> Rows:
        """The rows of a node as one line, (1, len(rows)): histograms need no order."""
        return (np.arange(self.n_samples) if rows is None else np.array(rows))[np.newaxis]

    def search(self, criterion: Criterion, params: TreeParams) -> Search:
        """The search by histogram."""
        return HistogramSearch(self, criterion, params)


def bin_columns(X: Floats, max_bin: int = 256, min_bin_size: int = 1) -> BinnedColumns:
    """Put every feature of X (n_samples, n_features) into bins, at most max_bin; see bin_starts."""
    values = np.ascontiguousarray(X.T, dtype=np.float64)
    bins = [bin_starts(x[~np.isnan(x)], max_bin, min_bin_size) for x in values]
    most = max(1, max(len(first) for first, _ in bins))
    first, last = np.full((2, len(values), most), np.nan)
    has_missing = bool(np.isnan(values).any())
    behind = most if has_missing else 0
    of_values = np.full(values.shape, behind, dtype=np.min_scalar_type(max(most - 1, behind)))
    for f, (x, (lower, upper)) in enumerate(zip(values, bins, strict=True)):
        first[f, : len(lower)], last[f, : len(lower)] = lower, upper
        order = x.argsort()[: np.count_nonzero(~np.isnan(x))]  # NaN is last
        counts = np.diff(x.take(order).searchsorted(lower), append=len(order))
        of_values[f, order] = np.arange(len(lower), dtype=of_values.dtype).repeat(counts)
    return BinnedColumns(values, np.ascontiguousarray(of_values.T), first, last, has_missing)


def bin_starts(x: Floats, max_bin: int, min_bin_size: int) -> tuple[Floats, Floats]:
    """The smallest and the largest value of every bin of one feature, without its missing values.

    Up to max_bin values have a bin each. Else a bin ends where its share of the rows is reached, 1 / max_bin
    of them, and one with fewer rows than min_bin_size takes in the next; equal values share a bin.
    """
    x = np.sort(x)
    before = run_starts(x)  # for each value the rows with a smaller one
    value = x[before]
    if len(value) <= max_bin:
        return value, value
    kept: list[int] = []
    for start in run_starts(before * max_bin // len(x)).tolist():
        if not kept or before[start] - before[kept[-1]] >= min_bin_size:
            kept.append(start)
    if len(kept) > 1 and len(x) - before[kept[-1]] < min_bin_size:
        kept.pop()
    ends = [*kept[1:], len(value)]
    return value[kept], value[np.array(ends) - 1]


def run_starts(x: NDArray[Any]) -> Rows:
    """Where each run of equal numbers begins, of numbers without NaN."""
    return np.flatnonzero(np.concatenate((x[:1] == x[:1], x[1:] != x[:-1])))
