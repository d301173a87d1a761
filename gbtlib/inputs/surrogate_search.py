"""The search for splits whose rows without a value follow surrogates."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.criteria import Criterion
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Side, Split, midpoint
from gbtlib.core.splits import Block, SplitSearch, missing_sums
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
        # "left" makes one block of a feature, and not one for each way of its missing rows.
        super().__init__(columns, criterion, replace(params, missing="left") if params.surrogates else params)
        n_categories = max(columns.n_categories, default=0)
        self.nothing, self.no_sides = no_surrogate(surrogate_type(n_categories)), (NO_SIDE,) * n_categories

    def cut_scores(
        self, block: Block, totals: tuple[int, ...], *, with_sums: bool = False
    ) -> tuple[Side, Side]:
        if not self.params.surrogates or block.n_missing is None:
            return super().cut_scores(block, totals, with_sums=with_sums)
        rows, n_missing = block.rows, block.n_missing
        n_rows = rows.shape[1]
        statistics = self.criterion.statistics
        n_left = np.broadcast_to(self.upwards[: n_rows - 1], (len(rows), n_rows - 1))
        left = [each.take(rows[:, :-1]).cumsum(axis=1) for each in statistics]
        present = [
            total - missing_sums(sums, total, n_missing) for total, sums in zip(totals, left, strict=True)
        ]
        right = [total[:, np.newaxis] - sums for total, sums in zip(present, left, strict=True)]
        count = (n_rows - n_missing).astype(np.float64)
        before, after = self.side(n_left, left), self.side(count[:, np.newaxis] - n_left, right)
        # What the rows without the feature are worth in the node stays, whichever cut of it is made.
        stays = self.left_out(count, present, n_rows, totals)
        return before, after._replace(score=after.score + stays[:, np.newaxis])

    def left_out(
        self, count: Floats, present: list[Integers], n_rows: int, totals: tuple[int, ...]
    ) -> Floats:
        """score(node) - score(rows that have the feature), for each feature of a block; 0 if all have it."""
        with np.errstate(divide="ignore", invalid="ignore"):
            score = self.criterion.score(count, *[each.astype(np.float64) for each in present])
        stays: Floats = np.where(count < n_rows, self.parent_score(n_rows, totals) - score, 0.0)
        return stays

    def completed(self, split: Split, order: Rows, start: int, stop: int, totals: tuple[int, ...]) -> Split:
        """The split with its surrogates, the majority direction, and all rows of the node on their side."""
        if not self.params.surrogates:
            return split
        order = order[:, start:stop]
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
        rest = tuple([total - one for total, one in zip(totals, left, strict=True)])
        return split._replace(
            left=left,
            n_left=len(left_rows),
            n_cut=-1,
            score_left=self.parent_score(len(left_rows), left),
            score_right=self.parent_score(len(rows) - len(left_rows), rest),
        )

    def left_rows(self, order: Rows, start: int, stop: int, split: Split) -> Rows:
        if split.n_cut >= 0:
            return super().left_rows(order, start, stop, split)
        rows = order[0, start:stop]
        return rows[self.sends_left(split, rows)]

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
