"""The search over columns of numbers: which cut of a node is the best, and all of them as a list.

Both ask the loops of gbtlib.loops.cuts, so the best candidate of the list is the split in the tree to the
last bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from gbtlib.core.candidates import Candidates
from gbtlib.core.criteria import Criterion, Rows
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Search, Sought, Split
from gbtlib.loops import cuts as loops
from gbtlib.loops.records import CUT, new_line
from gbtlib.loops.rows import part_at_cut

if TYPE_CHECKING:
    from gbtlib.core.columns import Columns


class SplitSearch(Search):
    """The search over columns of numbers, each of them sorted, NaN last."""

    columns: Columns

    def __init__(self, columns: Columns, criterion: Criterion, params: TreeParams) -> None:
        super().__init__(columns, criterion, params)
        self.statistics = criterion.formula, criterion.statistics
        self.every_feature = np.arange(columns.n_features)[np.newaxis]
        self.line = new_line(columns.n_samples, criterion.n_statistics)
        self.goes_left = np.empty(columns.n_samples, dtype=bool)  # scratch memory, as the line is
        self.spare = np.empty(columns.n_samples, dtype=np.intp)

    def best_split(self, order: Rows, node: Sought) -> Split | None:
        split, self.n_scored = next(self.best_splits(order, [node]))
        return split

    def best_splits(self, order: Rows, nodes: Sequence[Sought]) -> Iterator[tuple[Split | None, int]]:
        if not nodes:
            return
        start, stop, totals, features = zip(*nodes, strict=True)
        sums = np.array(totals)
        found, left = np.empty(len(nodes), dtype=CUT), np.empty_like(sums)
        loops.best_cuts(
            (self.columns.values, order, self.missing),
            (np.array((start, stop)), sums),
            self.every_feature if features[0] is None else np.array(features),
            self.statistics,
            self.limits,
            self.line,
            (found, left),
        )
        for (n_scored, *cut), sums_left in zip(found.tolist(), left, strict=True):
            yield self.split_of(cut, sums_left), n_scored

    def part(self, order: Rows, start: int, stop: int, split: Split) -> None:
        cut = split.feature, split.n_cut, split.n_left - split.n_cut
        part_at_cut(order, (start, stop), cut, self.goes_left, self.spare)

    def candidates(self, rows: Rows | None = None, features: Rows | None = None) -> Candidates:
        order = self.columns.order_of(rows)
        totals = self.criterion.totals(order[0])
        n_most = 2 * order.size  # one list for each way of the missing
        found, sides = np.empty(n_most, dtype=CUT), np.empty((2, n_most, len(totals)), dtype=np.int64)
        columns = self.columns.values, order, self.missing
        n = loops.every_cut(columns, np.array(totals), self.statistics, self.line, (found, *sides))
        return self.listed(found[:n], sides[:, :n], totals, features)
