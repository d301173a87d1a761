"""The search for splits whose rows without a value follow surrogates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.criteria import Criterion
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Sought, Split, midpoint
from gbtlib.core.splits import SplitSearch
from gbtlib.core.tree import Tree
from gbtlib.inputs.routing import (
    LEFT,
    NO_SIDE,
    RIGHT,
    Sides,
    goes_left,
    no_surrogate,
    routed,
    sides_by_category,
    sides_by_threshold,
    surrogate_type,
)
from gbtlib.inputs.surrogates import row_weights, surrogates_in
from gbtlib.loops.cuts import APART
from gbtlib.loops.rows import part

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
        self.nothing, self.no_sides = no_surrogate(surrogate_type(n_categories)), (NO_SIDE,) * n_categories

    @property
    def missing(self) -> int:
        return APART if self.params.surrogates else super().missing

    def completed(self, split: Split, order: Rows, node: Sought) -> Split:
        """The split with its surrogates, the majority direction, and all rows of the node on their side."""
        if not self.params.surrogates:
            return split
        order = order[:, node.start : node.stop]
        rows = order[0]
        sides = np.full(self.columns.n_samples, NO_SIDE, dtype=np.int8)
        sides[rows] = self.primary_sides(split, self.columns.values[split.feature].take(rows))
        weights = row_weights(self.criterion)
        found = surrogates_in(self.columns, order, sides, self.params.surrogates, split.feature, weights)
        surrogates = np.full(self.params.surrogates, self.nothing)
        for at, (*cut, category_sides) in enumerate(found):
            surrogates[at] = (*cut, *(category_sides or self.no_sides))
        node_sides, weight = sides.take(rows), 1 if weights is None else weights.take(rows)
        default_left = bool(np.sum(weight * (node_sides == LEFT)) >= np.sum(weight * (node_sides == RIGHT)))
        split = split._replace(surrogates=surrogates, default_left=default_left)
        left_rows = rows[self.sends_left(split, rows)]
        left = self.criterion.totals(left_rows)
        rest = tuple([total - one for total, one in zip(node.totals, left, strict=True)])
        return split._replace(
            left=left, n_cut=-1, score_left=self.score_of(left), score_right=self.score_of(rest)
        )

    def part(self, order: Rows, start: int, stop: int, split: Split) -> None:
        if split.n_cut >= 0:
            super().part(order, start, stop, split)
            return
        rows = order[0, start:stop]
        self.goes_left[rows] = self.sends_left(split, rows)
        part(order, (start, stop), self.goes_left, self.spare)

    def primary_sides(self, split: Split, x: Floats) -> Sides:
        """The side of each value of the split's own feature."""
        if split.category_sides is not None:
            return sides_by_category(x, split.category_sides)
        return sides_by_threshold(x, midpoint(split.lower, split.upper))

    def sends_left(self, split: Split, rows: Rows) -> NDArray[np.bool_]:
        """Whether each of some rows goes left: by the feature, else by a surrogate, else by default."""
        values = self.columns.values
        primary = self.primary_sides(split, values[split.feature].take(rows))
        return goes_left(
            lambda f, at: values[f].take(rows[at]), primary, split.surrogates, split.default_left
        )

    def stored(self, tree: Tree, splits: dict[int, Split]) -> Tree:
        if not self.params.surrogates:
            return tree
        surrogates = np.full((tree.n_nodes, self.params.surrogates), self.nothing)
        for node, split in splits.items():
            if split.surrogates is not None:
                surrogates[node] = split.surrogates
        return routed(tree, surrogates=surrogates)
