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
from gbtlib.core.search import Search, slice_of
from gbtlib.loops import bins as loops
from gbtlib.loops import cuts
from gbtlib.loops.records import NODE, Nodes, new_line

if TYPE_CHECKING:
    from gbtlib.histogram.bins import BinnedColumns

Integers = NDArray[np.int64]
Rows = NDArray[np.intp]
Key = tuple[int, int]  # start and stop of a node's slice of the rows


class HistogramSearch(Search):
    """The search over columns in bins.

    histograms: (n_features, n_slots, 1 + n) row counts and sums of the n statistics, by node. families: by
    node what a histogram can be made from: the parent's histogram, and both siblings.
    """

    columns: BinnedColumns

    def __init__(self, columns: BinnedColumns, criterion: Criterion, params: TreeParams) -> None:
        super().__init__(columns, criterion, params)
        self.histograms: dict[Key, Integers] = {}
        self.families: dict[Key, tuple[Integers, Key, Key]] = {}
        self.every_feature = np.arange(columns.n_features)
        self.line = tuple(new_line(columns.n_slots, criterion.n_statistics, with_ranges=True))
        self.spare = np.empty(columns.n_samples, dtype=np.intp)

    def best_cuts(self, order: Rows, nodes: Nodes, which: Rows, features: Rows | None = None) -> None:
        every, limits = tuple(nodes), tuple(self.limits)
        for i, k in enumerate(which.tolist()):
            histogram = self.histogram(order, slice_of(nodes.record[k]))
            columns = self.columns.first, self.columns.last, histogram, self.missing
            looked_at = self.every_feature if features is None else features[i]
            formula = self.scored_by(nodes, k)
            cuts.best_cut_of_bins(columns, every, k, looked_at, formula, limits, self.line)

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
        if node[1] - node[0] <= self.columns.n_slots:  # sooner counted anew than taken from another
            del self.histograms[node]
        return histogram

    def counted(self, rows: Rows) -> Integers:
        """The histogram of some rows, counted."""
        statistics = self.criterion.statistics
        shape = self.columns.n_features, self.columns.n_slots, 1 + len(statistics)
        histogram = np.zeros(shape, dtype=np.int64)
        loops.count(self.columns.bins, rows, statistics, histogram)
        return histogram

    def part(self, order: Rows, nodes: Nodes, which: Rows) -> None:
        for k in which.tolist():
            node, (start, stop) = nodes.record[k], slice_of(nodes.record[k])
            x = self.columns.values[node["feature"]]
            loops.part_at_bin(order[0, start:stop], x, node["lower"], node["default_left"], self.spare)
            parent = self.histograms.pop((start, stop), None)
            middle = start + int(nodes.left[k, 0])
            siblings = (start, middle), (middle, stop)
            if parent is not None:
                self.families |= dict.fromkeys(siblings, (parent, *siblings))

    def candidates(self, rows: Rows | None = None, features: Rows | None = None) -> Candidates:
        """Every cut between bins with rows of the node; see Search.candidates."""
        line = self.columns.order_of(rows)[0]
        totals = self.criterion.totals(line)
        n_most = 2 * self.columns.n_slots * self.columns.n_features
        found, sides = np.empty(n_most, dtype=NODE), np.empty((2, n_most, len(totals)), dtype=np.int64)
        columns = self.columns.first, self.columns.last, self.counted(line), self.missing
        sums = np.array(totals)
        n = cuts.every_cut_of_bins(columns, sums, self.formula, self.line, (found, *sides))
        return self.listed(found[:n], sides[:, :n], totals, line, features)
