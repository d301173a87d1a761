"""Feature columns in bins: quantiles of the training rows, or a bin for each value where there are few.

In a histogram each feature has a slot for each of its bins, and one behind them for the missing: the rows of
a node, and their sums. Of two siblings only the smaller one is counted; the other's histogram is the parent's
less that. Sums are in fixed point, integers, so that the difference is exact: where every value has a bin of
its own, trees and candidates are those of the exact search, to the last bit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.columns import ByColumn
from gbtlib.core.criteria import Criterion, Floats, Integers, Rows
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Search
from gbtlib.core.tree import Brief
from gbtlib.loops import bins as loops
from gbtlib.loops.bins import NO_BINS
from gbtlib.loops.records import BINS, NO_ENTRIES, ROW, Nodes, new_line
from gbtlib.loops.threads import on_threads, shares


class Slots(NamedTuple):
    """The slots of a histogram, one feature behind the other.

    starts: (n_features + 1,) where those of each feature begin, and at last their number.
    first, last: (n_slots,) the smallest and the largest training value of every bin; NaN for the missing.
    """

    starts: Rows
    first: Floats
    last: Floats


@dataclass(frozen=True, repr=False)
class BinnedColumns(ByColumn, Brief):
    """The feature matrix by column, and the bin of every value; takes the place of Columns.

    values: (n_features, n_samples). bins: (n_samples, n_features) the bin of every value, counted in its
    feature; where it is missing, the one behind the last. slots: of these bins.
    has_missing: whether any value is NaN.
    """

    values: Floats
    bins: NDArray[np.unsignedinteger]
    slots: Slots
    has_missing: bool

    def order_of(self, rows: Rows | None) -> Rows:
        """The rows of a node as one line, (1, len(rows)): histograms need no order."""
        return np.array(np.arange(self.n_samples) if rows is None else rows, dtype=ROW)[np.newaxis]

    def search(self, criterion: Criterion, params: TreeParams) -> Search:
        """The search by histogram."""
        return HistogramSearch(self, criterion, params)


def bin_columns(
    X: Floats, max_bin: int = 256, min_bin_size: int = 1, n_categories: Sequence[int] = (), n_jobs: int = 1
) -> BinnedColumns:
    """Put every feature of X (n_samples, n_features) into bins, at most max_bin; see bin_starts.

    n_categories: for each feature its categories, whose codes 0, 1, ... are its bins; 0 for numbers.
    """

    values = np.empty(X.shape[::-1])
    kinds = n_categories or [0] * len(values)

    found: list[Any] = [None] * len(values)

    def put_in_bins(features: slice) -> None:
        values[features] = X[:, features].T
        for feature in range(len(values))[features]:
            found[feature] = in_bins(values[feature], kinds[feature], max_bin, min_bin_size)

    on_threads(put_in_bins, shares(len(values), n_jobs))
    bins, has_missing = [bins for bins, _, _ in found], any(n_missing > 0 for _, _, n_missing in found)
    largest = max(len(lower) for lower, _ in bins) - (not has_missing)
    octets = np.min_scalar_type(max(0, largest)).newbyteorder("<")  # the lowest first, as the loops want them
    of_rows = np.empty(X.shape, dtype=octets)
    for feature, (_, of_values, _) in enumerate(found):
        of_rows[:, feature] = of_values
    values.flags.writeable = False  # as those of Columns: loops are compiled once, for this kind of array
    return BinnedColumns(values, of_rows, laid(bins), has_missing)


def in_bins(
    x: Floats, n_categories: int, max_bin: int, min_bin_size: int
) -> tuple[tuple[Floats, Floats], NDArray[np.unsignedinteger], int]:
    """The bins of a feature, the bin of every value, and how many are missing."""
    order, codes = x.argsort(), np.arange(n_categories, dtype=np.float64)
    x = x.take(order)  # NaN is last
    n_present = int(x.searchsorted(np.nan))
    bins = (codes, codes) if n_categories else bins_of_sorted(x[:n_present], max_bin, min_bin_size)
    counts = np.diff(x.searchsorted([*bins[0], np.nan]), append=len(x))
    of_values = np.empty(len(x), dtype=np.min_scalar_type(len(counts)))
    of_values[order] = np.arange(len(counts)).repeat(counts)
    return bins, of_values, len(x) - n_present


def laid(bins: Sequence[tuple[Floats, Floats]]) -> Slots:
    """The slots of features with these bins: the smallest and the largest value of each."""
    starts = np.cumsum([0, *(len(lower) + 1 for lower, _ in bins)])
    first, last = np.full((2, starts[-1]), np.nan)
    for start, (lower, upper) in zip(starts.tolist(), bins, strict=False):
        first[start : start + len(lower)], last[start : start + len(lower)] = lower, upper
    return Slots(starts, first, last)


def bin_starts(x: Floats, max_bin: int, min_bin_size: int) -> tuple[Floats, Floats]:
    """The smallest and the largest value of every bin of one feature, without its missing values.

    Up to max_bin values have a bin each. Else a bin ends where its share of the rows is reached, 1 / max_bin
    of them, and one with fewer rows than min_bin_size takes in the next; equal values share a bin.
    """
    return bins_of_sorted(np.sort(x), max_bin, min_bin_size)


def bins_of_sorted(x: Floats, max_bin: int, min_bin_size: int) -> tuple[Floats, Floats]:
    """See bin_starts: of values that are sorted."""
    before = run_starts(x)
    value = x[before] + 0.0  # of 0 and -0 in one bin either may be the first
    return bins_of_values(value, before, len(x), max_bin, min_bin_size)


def bins_of_values(
    value: Floats, before: Rows, n: int, max_bin: int, min_bin_size: int
) -> tuple[Floats, Floats]:
    """The bins of values, ascending, of n rows; before: for each value the rows with a smaller one."""
    if len(value) <= max_bin:
        return value, value
    kept, last = list[int](), -min_bin_size  # the first place of each bin, and the rows before the last bin
    starts = run_starts(before * max_bin // n)
    for start, rows in zip(starts.tolist(), before[starts].tolist(), strict=True):
        if rows - last >= min_bin_size:
            kept.append(start)
            last = rows
    if len(kept) > 1 and n - last < min_bin_size:
        kept.pop()
    ends = [*kept[1:], len(value)]
    return value[kept], value[np.array(ends) - 1]


def run_starts(x: NDArray[Any]) -> Rows:
    """Where each run of equal numbers begins, of numbers without NaN."""
    return np.flatnonzero(np.concatenate((x[:1] == x[:1], x[1:] != x[:-1])))


NO_MARKS = np.empty(0, dtype=bool)


class HistogramSearch(Search):
    """The search over columns in bins.

    share: the features whose rows are counted, from the first up to the second.
    """

    columns: BinnedColumns
    laid_by = BINS

    def __init__(self, columns: BinnedColumns, criterion: Criterion, params: TreeParams) -> None:
        super().__init__(columns, criterion, params)
        self.bins = columns.bins.view(np.uint8)  # loops are compiled once, for octets
        self.share, self.slots = (0, columns.n_features), tuple(columns.slots)
        most = int(np.diff(columns.slots.starts).max())
        self.line = tuple(new_line(most, criterion.n_statistics, with_ranges=True))
        self.spare = np.empty(columns.n_samples, dtype=ROW)

    def limit_by(self, params: TreeParams) -> None:
        super().limit_by(params)
        vars(self).pop("histograms", None)  # another search makes its own

    @cached_property
    def histograms(self) -> loops.Histograms:
        """Room for those of a tree: a place is taken by nodes of more rows than a feature has slots alone."""
        n, n_slots = self.columns.n_samples, int(self.slots[0][-1])
        most = 2 ** min(60, n if self.params.max_depth is None else self.params.max_depth)
        n_places = min(most, n * self.columns.n_features // n_slots + 1)
        return loops.new_histograms(2 * min(n, most), n_places, n_slots, len(self.criterion.statistics))

    def laid(self, order: Rows, *, binned: Any = None, entries: Any = NO_ENTRIES) -> tuple[Any, ...]:
        binned = binned or (self.bins, self.slots, tuple(self.histograms), self.share)
        return super().laid(order, binned=binned, entries=entries)

    def laid_alone(self, order: Rows) -> tuple[Any, ...]:
        histograms = self.counted(order[0])[np.newaxis], *NO_BINS[2][1:]
        return self.laid(order, binned=(NO_BINS[0], self.slots, histograms, self.share))

    def most_cuts(self, layout: Any) -> int:
        return 2 * int(self.slots[0][-1])

    @property
    def scan(self) -> Any:
        return tuple(self.limits), self.line, (NO_MARKS, self.spare)

    def counted(self, rows: Rows) -> Integers:
        """The histogram of some rows, counted."""
        statistics, starts = self.criterion.statistics, self.columns.slots.starts
        histogram = np.empty((starts[-1], 1 + len(statistics)), dtype=np.int64)
        loops.count(self.bins, starts, self.share, rows, statistics, histogram)
        return histogram

    def part(self, order: Rows, nodes: Nodes, which: Rows) -> None:
        loops.part_at_bins(order[0], self.columns.values, tuple(nodes), which, self.spare)
