"""Sparse columns in bins: histograms that go through stored entries only.

Each row keeps the slots of its entries. The rows without entry share one slot of each feature, that of zero
or of the missing: its sums are those of the node less those of the entries. So trees and lists of candidates
are, to the last bit, those of the full matrix in bins.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.criteria import Criterion, Floats, Integers, Rows
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Masks, Search, slice_of
from gbtlib.histogram.bins import HistogramSearch, Slots, bins_of_values, laid, run_starts
from gbtlib.inputs.triplet_search import InOneLine, sort_entries
from gbtlib.inputs.triplets import Triplets
from gbtlib.loops import bins as loops
from gbtlib.loops.bins import NO_BINS
from gbtlib.loops.records import Nodes


@dataclass(frozen=True, repr=False)
class BinnedEntries(InOneLine):
    """The feature matrix by its stored entries, in bins; takes the place of BinnedColumns.

    X: the matrix. slots: of its bins. row_starts, slot: where the entries of each row begin, and the slot of
    each of them. absent: (n_features,) the slot of rows without entry. has_missing: whether these miss the
    value.
    """

    X: Triplets
    slots: Slots
    row_starts: Rows
    slot: NDArray[np.int32]
    absent: Rows
    has_missing: bool
    bins: ClassVar[Any] = NO_BINS[0]  # not of every value

    def search(self, criterion: Criterion, params: TreeParams) -> Search:
        """The search by histogram."""
        return BinnedEntrySearch(self, criterion, params)  # type: ignore[arg-type]


def bin_entries(X: Triplets, max_bin: int, min_bin_size: int) -> BinnedEntries:
    """Put the values of every feature into bins, at most max_bin, the zeros of rows without entry, too."""
    n_samples, n_features = X.shape
    columns = sort_entries(X)
    entries, ends = columns.entries, columns.entries.feature.searchsorted(np.arange(n_features + 1))
    n_zeros = np.zeros(n_features, dtype=np.intp) if columns.has_missing else n_samples - np.diff(ends)
    bins = []
    for f, n in enumerate(n_zeros.tolist()):
        value, before = with_zeros(entries.value[ends[f] : ends[f + 1]], n)
        bins.append(bins_of_values(value, before, ends[f + 1] - ends[f] + n, max_bin, min_bin_size))
    slots = laid(bins)
    absent, slot = slots.starts[1:] - 1, np.empty(len(entries.row), dtype=np.int32)
    for f, (lower, _) in enumerate(bins):
        here = slice(ends[f], ends[f + 1])
        slot[here] = slots.starts[f] + lower.searchsorted(entries.value[here], "right") - 1
        if n_zeros[f]:
            absent[f] = slots.starts[f] + lower.searchsorted(0.0, "right") - 1
    by_row = np.argsort(entries.row, kind="stable")
    row_starts = entries.row[by_row].searchsorted(np.arange(n_samples + 1))
    return BinnedEntries(X, slots, row_starts, slot[by_row], absent, columns.has_missing)


def with_zeros(x: Floats, n_zeros: int) -> tuple[Floats, Rows]:
    """The values of a feature, ascending, and the rows before each: of sorted entries and of zeros."""
    before = run_starts(x)
    value = x[before]
    if n_zeros == 0:
        return value, before
    n_negative = int(x.searchsorted(0.0))
    at = int(value.searchsorted(0.0))
    return np.insert(value, at, 0.0), np.concatenate((before[:at], [n_negative], before[at:] + n_zeros))


class BinnedEntrySearch(HistogramSearch):
    """The search by histogram over sparse columns."""

    columns: BinnedEntries  # type: ignore[assignment]

    @property
    def scan(self) -> Any:
        return None

    def best_cuts(self, order: Rows, nodes: Nodes, which: Rows, looked_at: Masks, **of_node: Any) -> None:
        sums = self.histograms.sums
        for i, k in enumerate(which.tolist()):
            counted, at, place = loops.plan(self.histograms, nodes.record, k, self.columns.n_features)
            if counted >= 0:
                sums[at] = self.counted(order[0, slice(*slice_of(nodes.record[counted]))])
            if at != place:
                sums[place] -= sums[at]
            super().best_cuts(order, nodes, which[i : i + 1], looked_at[i : i + 1])  # which finds it there

    def counted(self, rows: Rows) -> Integers:
        columns, statistics = self.columns, self.criterion.statistics
        starts = columns.slots.starts
        histogram = np.zeros((starts[-1], 1 + len(statistics)), dtype=np.int64)
        loops.count_entries((columns.row_starts, columns.slot), rows, statistics, histogram)
        stored = np.add.reduceat(histogram, starts[:-1])
        histogram[columns.absent] += self.criterion.totals(rows)[: 1 + len(statistics)] - stored
        return histogram

    def part(self, order: Rows, nodes: Nodes, which: Rows) -> None:
        for node in nodes.record[which]:
            rows = order[0, slice(*slice_of(node))]
            x = self.columns.X[rows, np.full(len(rows), node["feature"])]
            goes_left = np.where(np.isnan(x), node["default_left"], x <= node["lower"])
            rows[:] = np.concatenate((rows[goes_left], rows[~goes_left]))
