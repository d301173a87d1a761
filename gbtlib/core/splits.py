"""The search over columns of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gbtlib.core.criteria import Criterion, Rows
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Search
from gbtlib.loops.records import ROW, Nodes, new_line
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
        return tuple(self.limits), self.line, (self.goes_left, self.spare)

    def part(self, order: Rows, nodes: Nodes, which: Rows) -> None:
        mark_left(order, self.columns.values, tuple(nodes), which, self.goes_left)
        part_marked(order, tuple(nodes), which, self.goes_left, self.spare)
