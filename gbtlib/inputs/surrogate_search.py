"""The search for splits whose rows without a value follow surrogates."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.criteria import Criterion
from gbtlib.core.params import TreeParams
from gbtlib.core.search import slice_of
from gbtlib.core.splits import SplitSearch
from gbtlib.core.tree import Tree
from gbtlib.inputs.routing import (
    LEFT,
    NO_SIDE,
    RIGHT,
    Sides,
    goes_left,
    no_surrogate,
    sides_by_threshold,
    surrogate_type,
)
from gbtlib.inputs.surrogates import row_weights, surrogates_in
from gbtlib.loops.lines import ALWAYS_APART
from gbtlib.loops.records import Nodes
from gbtlib.loops.rows import midpoint, part

if TYPE_CHECKING:
    from gbtlib.inputs.table_columns import TableColumns

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Rows = NDArray[np.intp]


class SurrogateSearch(SplitSearch):
    """The search that leaves the rows which miss a feature out of its cuts, and lets surrogates send them.

    The gain of a cut is score(left) + score(right) - score(both), of the rows that have the feature. They are
    what min_samples_leaf and min_child_weight count, too. With `params.surrogates` 0 it is a plain search.
    """

    columns: TableColumns

    def __init__(self, columns: TableColumns, criterion: Criterion, params: TreeParams) -> None:
        super().__init__(columns, criterion, params)
        n_categories = max(columns.n_categories, default=0)
        self.surrogates: dict[tuple[int, int], NDArray[Any]] = {}  # of a node, by its slice
        self.nothing, self.no_sides = no_surrogate(surrogate_type(n_categories)), (NO_SIDE,) * n_categories

    @property
    def scan(self) -> Any:
        return None if self.params.surrogates else super().scan

    @property
    def missing(self) -> tuple[int, int]:
        return ALWAYS_APART if self.params.surrogates else super().missing

    def completed(self, order: Rows, nodes: Nodes, which: Rows) -> None:
        """Add surrogates, the majority direction, and all rows of the node on their side."""
        for k in which.tolist() if self.params.surrogates else ():
            node = nodes.record[k]
            if node["cut_score"] == -np.inf:
                continue
            self.complete(order[:, node["start"] : node["stop"]], nodes, k)
            rows = order[0, node["start"] : node["stop"]]
            left = self.criterion.totals(rows[self.sends_left(nodes, k, rows)])
            nodes.left[k] = left
            node["n_cut"], node["score_left"] = -1, self.score_of(left)
            node["score_right"] = self.score_of(tuple((nodes.sums[k] - left).tolist()))

    def complete(self, order: Rows, nodes: Nodes, k: int) -> None:
        """Find the surrogates of node k's cut, and the majority direction. order: the node's slice."""
        node = nodes.record[k]
        rows, feature = order[0], int(node["feature"])
        sides = np.full(self.columns.n_samples, NO_SIDE, dtype=np.int8)
        sides[rows] = self.primary_sides(nodes, k, self.columns.values[feature].take(rows))
        weights = row_weights(self.criterion)
        found = surrogates_in(self.columns, order, sides, self.params.surrogates, feature, weights)
        surrogates = np.full(self.params.surrogates, self.nothing)
        for at, (*cut, category_sides) in enumerate(found):
            surrogates[at] = (*cut, *(category_sides or self.no_sides))
        node_sides, weight = sides.take(rows), 1 if weights is None else weights.take(rows)
        node["default_left"] = np.sum(weight * (node_sides == LEFT)) >= np.sum(weight * (node_sides == RIGHT))
        self.surrogates[slice_of(node)] = surrogates

    def part(self, order: Rows, nodes: Nodes, which: Rows) -> None:
        if not self.params.surrogates:
            super().part(order, nodes, which)
            return
        for k in which.tolist():
            start, stop = slice_of(nodes.record[k])
            rows = order[0, start:stop]
            self.goes_left[rows] = self.sends_left(nodes, k, rows)
            part(order, (start, stop), self.goes_left, self.spare)

    def primary_sides(self, nodes: Nodes, k: int, x: Floats) -> Sides:
        """The side of each value of the feature that node k is cut by."""
        node = nodes.record[k]
        return sides_by_threshold(x, float(midpoint(node["lower"], node["upper"])))

    def sends_left(self, nodes: Nodes, k: int, rows: Rows) -> NDArray[np.bool_]:
        """Whether each of some rows goes left: by the feature, else by a surrogate, else by default."""
        values, node = self.columns.values, nodes.record[k]
        primary = self.primary_sides(nodes, k, values[node["feature"]].take(rows))
        surrogates = self.surrogates.get(slice_of(node))
        return goes_left(
            lambda f, at: values[f].take(rows[at]), primary, surrogates, bool(node["default_left"])
        )

    def stored(self, tree: Tree, nodes: Nodes) -> Tree:
        if not self.params.surrogates:
            return tree
        surrogates = np.full((tree.n_nodes, self.params.surrogates), self.nothing)
        for k in np.flatnonzero(~tree.is_leaf):
            surrogates[k] = self.surrogates[slice_of(nodes.record[k])]
        return replace(tree, surrogates=surrogates)
