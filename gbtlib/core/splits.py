"""The search over columns of numbers: which cut of a node is the best, and all of them as a list.

Both ask the loops of gbtlib.loops.cuts, so the best candidate of the list is the split in the tree to the
last bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gbtlib.core.candidates import Candidates
from gbtlib.core.criteria import Criterion, Rows
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Features, Search
from gbtlib.loops import cuts, lists
from gbtlib.loops.growing import grow
from gbtlib.loops.records import NODE, ROW, Nodes, new_line
from gbtlib.loops.rows import mark_left, part_marked

if TYPE_CHECKING:
    from gbtlib.core.columns import Columns


class SplitSearch(Search):
    """The search over columns of numbers, each of them sorted, NaN last."""

    columns: Columns

    def __init__(self, columns: Columns, criterion: Criterion, params: TreeParams) -> None:
        super().__init__(columns, criterion, params)
        self.line = tuple(new_line(columns.n_samples, criterion.n_statistics))
        self.goes_left = np.empty(columns.n_samples, dtype=bool)  # scratch memory, as the line is
        self.spare = np.empty(columns.n_samples, dtype=ROW)

    @property
    def scan(self) -> Any:
        columns = self.columns.values, self.missing, tuple(self.categories)
        return grow, (*columns, tuple(self.limits), self.line, (self.goes_left, self.spare))

    def best_cuts(self, order: Rows, nodes: Nodes, which: Rows, features: Features = None) -> None:
        looked_at = self.looked_at(which, features)
        columns = self.columns.values, order, self.missing, tuple(self.categories)
        criterion = self.formula, self.criterion.statistics
        cuts.best_cuts(columns, tuple(nodes), which, looked_at, criterion, tuple(self.limits), self.line)

    def part(self, order: Rows, nodes: Nodes, which: Rows) -> None:
        mark_left(order, self.columns.values, tuple(nodes), which, self.goes_left)
        part_marked(order, tuple(nodes), which, self.goes_left, self.spare)

    def candidates(self, rows: Rows | None = None, features: Rows | None = None) -> Candidates:
        order = self.columns.order_of(rows)
        totals = self.criterion.totals(order[0])
        n_most = 2 * order.size  # one list for each way of the missing
        found, sides = np.empty(n_most, dtype=NODE), np.empty((2, n_most, len(totals)), dtype=np.int64)
        columns = self.columns.values, order, self.missing
        criterion = self.formula, self.criterion.statistics
        n = lists.every_cut(columns, np.array(totals), criterion, self.line, (found, *sides))
        return self.listed(found[:n], sides[:, :n], totals, order[0], features)
