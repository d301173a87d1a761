"""The search for the best cut over histograms: for each feature and bin the rows of a node, and their sums.

Of two siblings only the smaller one is counted; the other's histogram is the parent's less that. Sums are in
fixed point, integers, so that the difference is exact: where every value has a bin of its own, trees and
candidates are those of the exact search, to the last bit.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from gbtlib.core.criteria import Criterion, Integers, Rows
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Search
from gbtlib.loops import bins as loops
from gbtlib.loops.bins import NO_BINS
from gbtlib.loops.records import BINS, NO_ENTRIES, ROW, Nodes, new_line

if TYPE_CHECKING:
    from gbtlib.histogram.bins import BinnedColumns


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
