"""The search for the best cut over histograms: for each feature and bin the rows of a node, and their sums.

Of two siblings only the smaller one is counted; the other's histogram is the parent's less that. Sums are in
fixed point, integers, so that the difference is exact: where every value has a bin of its own, trees and
candidates are those of the exact search, to the last bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.candidates import Candidates
from gbtlib.core.criteria import Criterion
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Features, Search, slice_of
from gbtlib.loops import bins as loops
from gbtlib.loops import cuts, lists
from gbtlib.loops.records import NODE, ROW, Nodes, new_line

if TYPE_CHECKING:
    from gbtlib.histogram.bins import BinnedColumns

Integers = NDArray[np.int64]
Rows = NDArray[np.intp]
Key = tuple[int, int]  # start and stop of a node's slice of the rows


class HistogramSearch(Search):
    """The search over columns in bins.

    histograms: (n_slots, 1 + n) row counts and sums of the n statistics, by node. families: by node what a
    histogram can be made from: the parent's histogram, and both siblings.
    """

    columns: BinnedColumns

    def __init__(self, columns: BinnedColumns, criterion: Criterion, params: TreeParams) -> None:
        super().__init__(columns, criterion, params)
        self.histograms: dict[Key, Integers] = {}
        self.families: dict[Key, tuple[Integers, Key, Key]] = {}
        self.every_feature, self.slots = np.arange(columns.n_features), tuple(columns.slots)
        most = int(np.diff(columns.slots.starts).max())
        self.line = tuple(new_line(most, criterion.n_statistics, with_ranges=True))
        self.spare = np.empty(columns.n_samples, dtype=ROW)

    def best_cuts(self, order: Rows, nodes: Nodes, which: Rows, features: Features = None) -> None:
        for i, k in enumerate(which.tolist()):
            histogram = self.histogram(order, slice_of(nodes.record[k]))
            columns = self.slots, histogram, self.missing, tuple(self.categories)
            looked_at = self.every_feature if features is None else features[i]
            cuts.best_cut_of_bins(
                columns, tuple(nodes), k, looked_at, self.formula, tuple(self.limits), self.line
            )

    def histogram(self, order: Rows, node: Key) -> Integers:
        """The histogram of a node: counted, or the parent's less the sibling's."""
        if node not in self.histograms:
            if node not in self.families:
                self.histograms[node] = self.counted(order[0, slice(*node)])
            else:
                parent, *siblings = self.families[node]
                small, large = sorted(siblings, key=lambda each: each[1] - each[0])
                self.histograms[small] = self.counted(order[0, slice(*small)])
                # In the parent's memory: nothing asks for the parent again.
                self.histograms[large] = np.subtract(parent, self.histograms[small], out=parent)
                del self.families[small], self.families[large]
        histogram = self.histograms[node]
        # Sooner counted anew than taken from another?
        if (node[1] - node[0]) * self.columns.n_features <= len(histogram):
            del self.histograms[node]
        return histogram

    def counted(self, rows: Rows) -> Integers:
        """The histogram of some rows, counted."""
        statistics, starts = self.criterion.statistics, self.columns.slots.starts
        histogram = np.zeros((starts[-1], 1 + len(statistics)), dtype=np.int64)
        loops.count(self.columns.bins, starts, rows, statistics, histogram)
        return histogram

    def part_rows(self, rows: Rows, nodes: Nodes, k: int) -> None:
        """Rearrange the rows of node k: those left of its cut first."""
        loops.part_at_bin(rows, self.columns.values, tuple(nodes), k, self.spare)

    def part(self, order: Rows, nodes: Nodes, which: Rows) -> None:
        for k in which.tolist():
            start, stop = slice_of(nodes.record[k])
            self.part_rows(order[0, start:stop], nodes, k)
            parent = self.histograms.pop((start, stop), None)
            middle = start + int(nodes.left[k, 0])
            siblings = (start, middle), (middle, stop)
            if parent is not None:
                self.families |= dict.fromkeys(siblings, (parent, *siblings))

    def candidates(self, rows: Rows | None = None, features: Rows | None = None) -> Candidates:
        """Every cut between bins with rows of the node; see Search.candidates."""
        line = self.columns.order_of(rows)[0]
        totals = self.criterion.totals(line)
        n_most = 2 * int(self.columns.slots.starts[-1])
        found, sides = np.empty(n_most, dtype=NODE), np.empty((2, n_most, len(totals)), dtype=np.int64)
        columns = self.slots, self.counted(line), self.missing
        sums = np.array(totals)
        n = lists.every_cut_of_bins(columns, sums, self.formula, self.line, (found, *sides))
        return self.listed(found[:n], sides[:, :n], totals, line, features)
