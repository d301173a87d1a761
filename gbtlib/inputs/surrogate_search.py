"""The search for splits whose rows without a value follow surrogates."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.criteria import Criterion, Rows
from gbtlib.core.params import TreeParams
from gbtlib.core.search import SplitSearch, slice_of
from gbtlib.core.tree import Tree
from gbtlib.inputs.surrogates import SURROGATE, no_surrogate, row_weights, surrogate_type, surrogates_in
from gbtlib.loops.lines import ALWAYS_APART
from gbtlib.loops.records import Nodes
from gbtlib.loops.rows import part
from gbtlib.loops.surrogates import ask_surrogates, count_sides, mark_sides
from gbtlib.loops.trees import NO_SIDE

if TYPE_CHECKING:
    from gbtlib.inputs.table_columns import TableColumns


N_FIELDS = len(SURROGATE.names or ())  # behind them is the side of each category


class SurrogateSearch(SplitSearch):
    """The search that leaves the rows which miss a feature out of its cuts, and lets surrogates send them.

    The gain of a cut is score(left) + score(right) - score(both), of the rows that have the feature. They are
    what min_samples_leaf and min_child_weight count, too.
    """

    columns: TableColumns

    def __init__(self, columns: TableColumns, criterion: Criterion, params: TreeParams) -> None:
        super().__init__(columns, criterion, params)
        n_categories, known = max(columns.n_categories, default=0), row_weights(criterion)
        self.nothing, self.no_sides = no_surrogate(surrogate_type(n_categories)), (NO_SIDE,) * n_categories
        self.surrogates: dict[tuple[int, int], NDArray[Any]] = {}  # of a node, by its slice
        self.weights = np.ones(columns.n_samples, dtype=np.int64) if known is None else known
        self.sides = np.empty(columns.n_samples, dtype=np.int8)  # scratch memory

    @property
    def scan(self) -> Any:
        return None

    @property
    def missing(self) -> tuple[int, int]:
        return ALWAYS_APART

    def completed(self, order: Rows, nodes: Nodes, which: Rows) -> None:
        """Add surrogates, the majority direction, and all rows of the node on their side."""
        for k in which.tolist():
            node = nodes.record[k]
            if node["cut_score"] == -np.inf:
                continue
            rows = self.complete(order[:, node["start"] : node["stop"]], nodes, k)
            left = self.criterion.totals(rows[self.sends_left(nodes, k, rows)])
            nodes.left[k] = left
            node["n_cut"], node["score_left"] = -1, self.score_of(left)
            node["score_right"] = self.score_of(tuple((nodes.sums[k] - left).tolist()))

    def complete(self, order: Rows, nodes: Nodes, k: int) -> Rows:
        """Find the surrogates of node k's cut, and the majority direction: its rows. order: its slice."""
        node, rows = nodes.record[k], order[0]
        mark_sides(self.columns.values, rows, tuple(nodes), k, self.sides)
        n, feature = self.params.surrogates, int(node["feature"])
        surrogates = np.full(n, self.nothing)
        ranked = surrogates_in(self.columns, order, self.sides, n, feature, self.weights)
        for at, (*cut, of_codes) in enumerate(ranked):
            surrogates[at] = (*cut, *(of_codes or self.no_sides))
        left, right, _ = count_sides(rows, self.sides, self.weights)
        node["default_left"] = left >= right
        self.surrogates[slice_of(node)] = surrogates
        return np.asarray(rows)

    def part(self, order: Rows, nodes: Nodes, which: Rows) -> None:
        for k in which.tolist():
            start, stop = slice_of(nodes.record[k])
            self.sends_left(nodes, k, order[0, start:stop])
            part(order, (start, stop), self.goes_left, self.spare)

    def sends_left(self, nodes: Nodes, k: int, rows: Rows) -> NDArray[np.bool_]:
        """Whether each row of node k goes left: by the feature, else by a surrogate, else by default."""
        values, node, known = self.columns.values, nodes.record[k], self.surrogates[slice_of(nodes.record[k])]
        mark_sides(values, rows, tuple(nodes), k, self.sides)
        first, threshold, below_left = (known[name].copy() for name in ("feature", "threshold", "below_left"))
        of_codes = np.array([list(each)[N_FIELDS:] for each in known.tolist()], dtype=np.int8)
        asked = first, threshold, below_left, of_codes.reshape(len(known), -1)
        ask_surrogates(values, rows, self.sides, asked, bool(node["default_left"]), self.goes_left)
        return self.goes_left[rows]

    def stored(self, tree: Tree, nodes: Nodes) -> Tree:
        surrogates = np.full((tree.n_nodes, self.params.surrogates), self.nothing)
        for k in np.flatnonzero(~tree.is_leaf):
            surrogates[k] = self.surrogates[slice_of(nodes.record[k])]
        return replace(tree, surrogates=surrogates)
