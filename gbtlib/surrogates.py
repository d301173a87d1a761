"""Surrogate splits: stand-ins for a split whose feature a row misses.

A surrogate is a cut of another feature that sends the rows the same way as the primary split, as nearly as it
can. Its agreement is the share of rows that it sends the same way. Who sends all rows to the larger side
agrees with the majority already; the adjusted agreement is what a surrogate adds to that, as a share of what
could be added:

    agreement = same / N,    adjusted = (same - majority) / (N - majority),

with N the rows whose side is known from the primary feature, and rows that miss the surrogate's feature never
the same. Only surrogates with a positive adjusted agreement are kept, the best first.

Sources: L. Breiman, J. Friedman, R. Olshen and C. Stone, "Classification and regression trees", 1984, section
5.3; T. Therneau and E. Atkinson, "An introduction to recursive partitioning using the RPART routines".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.columns import Columns
from gbtlib.criteria import Criterion, SquaredError, fixed_point
from gbtlib.impurity import ClassCriterion
from gbtlib.params import TreeParams
from gbtlib.routing import (
    LEFT,
    NO_SIDE,
    NO_SURROGATE,
    RIGHT,
    SURROGATE,
    Sides,
    goes_left,
    sides_by_category,
    sides_by_threshold,
)
from gbtlib.splits import Block, Side, Split, SplitSearch, midpoint, missing_sums
from gbtlib.tree import Tree

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Rows = NDArray[np.intp]

MIN_SIDE = 2  # rows that a surrogate must send each way, as in rpart


class Surrogate(NamedTuple):
    """A stand-in for a split. below_left: rows with x[feature] <= threshold go left; false: they go right."""

    feature: int
    threshold: float
    below_left: bool
    agreement: float
    adjusted: float

    def question(self, feature_names: Sequence[str] | None = None, digits: int = 6) -> str:
        """What it asks, in words; rows that answer yes go left."""
        name = f"x{self.feature}" if feature_names is None else feature_names[self.feature]
        return f"{name} {'<=' if self.below_left else '>'} {self.threshold:.{digits}g}"


def rank_surrogates(
    columns: Columns,
    sides: Sides,
    n: int | None = None,
    *,
    rows: Rows | None = None,
    feature: int | None = None,
    weights: Integers | None = None,
) -> list[Surrogate]:
    """The surrogates of a split, best first: each other feature's best cut in the better direction.

    sides: (n_samples,) where the primary split sends each row: LEFT (1), RIGHT (0), or NO_SIDE (-1).
    n: how many at most; None for all. rows: the node's rows (None: all). feature: the primary one, left out.
    weights: (n_samples,) whole numbers to count the rows by; None: each counts 1.
    Ties go to the lowest feature, then to the lowest threshold, then to the rows below it going left.
    Categorical features are no surrogates.
    """
    return surrogates_in(columns, columns.order_of(rows), sides, n, feature, weights)


def surrogates_in(
    columns: Columns,
    order: Rows,
    sides: Sides,
    n: int | None,
    feature: int | None,
    weights: Integers | None,
) -> list[Surrogate]:
    """rank_surrogates for a node that is given as its slice of the sorted order (n_features, n_rows)."""
    node_sides = sides.take(order[0])
    weight = np.ones(len(node_sides), np.int64) if weights is None else weights.take(order[0])
    n_left, n_right = int(weight[node_sides == LEFT].sum()), int(weight[node_sides == RIGHT].sum())
    total, majority = n_left + n_right, max(n_left, n_right)
    found: list[tuple[int, Surrogate]] = []
    for f, line in enumerate(order):
        if f == feature or (columns.n_categories and columns.n_categories[f]):
            continue
        best = best_agreement(columns.values[f], line, sides, weights)
        if best is not None and best[0] > majority:
            same, threshold, below_left = best
            adjusted = (same - majority) / (total - majority)
            found.append((same, Surrogate(f, threshold, below_left, same / total, adjusted)))
    found.sort(key=lambda entry: -entry[0])  # stable: of equals the lowest feature first
    return [surrogate for _, surrogate in found[:n]]


def best_agreement(
    x: Floats, line: Rows, sides: Sides, weights: Integers | None
) -> tuple[int, float, bool] | None:
    """The cut of one feature that agrees best: rows sent the same way, threshold, and whether below is left.

    x, sides, weights: (n_samples,). line: the node's rows as the feature sorts them, missing last.
    """
    value = x.take(line)
    line = line[: len(line) - int(np.isnan(value).sum())]
    line = line[sides.take(line) >= 0]
    if len(line) < 2 * MIN_SIDE:
        return None
    value, side = x.take(line), sides.take(line)
    weight = np.ones(len(line), np.int64) if weights is None else weights.take(line)
    left, right = np.where(side == LEFT, weight, 0), np.where(side == RIGHT, weight, 0)
    left_below, right_below = left.cumsum()[:-1], right.cumsum()[:-1]
    as_is = left_below + (right.sum() - right_below)
    reversed_ = right_below + (left.sum() - left_below)
    cut = value[:-1] < value[1:]
    cut[: MIN_SIDE - 1] = cut[len(cut) - (MIN_SIDE - 1) :] = False
    if not cut.any():
        return None
    same = np.where(cut, np.maximum(as_is, reversed_), -1)
    at = int(same.argmax())
    threshold = midpoint(value.item(at), value.item(at + 1))
    return int(same[at]), threshold, bool(as_is[at] >= reversed_[at])


def surrogates_of(tree: Tree, node: int) -> list[Surrogate]:
    """The surrogates that a tree keeps for a node, best first; none in a leaf."""
    if tree.surrogates is None:
        return []
    return [Surrogate(*entry) for entry in tree.surrogates[node].tolist() if entry[0] >= 0]


def row_weights(criterion: Criterion) -> Integers | None:
    """The sample weights behind a criterion as whole numbers, or None where all are equal or unknown."""
    if isinstance(criterion, ClassCriterion):
        return criterion.integers if criterion.weighted else None
    if isinstance(criterion, SquaredError) and np.ptp(criterion.sample_weight) > 0:
        return fixed_point(criterion.sample_weight)[0]
    return None


class SurrogateSearch(SplitSearch):
    """The search that leaves the rows which miss a feature out of its cuts, and lets surrogates send them.

    The gain of a cut is score(left) + score(right) - score(both), of the rows that have the feature. They are
    what min_samples_leaf and min_child_weight count, too. With `params.surrogates` 0 it is a plain search.
    """

    def __init__(self, columns: Columns, criterion: Criterion, params: TreeParams) -> None:
        # "left" makes one block of a feature, and not one for each way of its missing rows.
        super().__init__(columns, criterion, replace(params, missing="left") if params.surrogates else params)

    def cut_scores(
        self, block: Block, totals: tuple[int, ...], *, with_sums: bool = False
    ) -> tuple[Side, Side]:
        if not self.params.surrogates or block.n_missing is None:
            return super().cut_scores(block, totals, with_sums=with_sums)
        rows, n_missing = block.rows, block.n_missing
        n_rows = rows.shape[1]
        statistics = self.criterion.statistics
        present = [
            total - missing_sums(each, rows, n_missing)
            for total, each in zip(totals, statistics, strict=True)
        ]
        n_left = np.broadcast_to(self.upwards[: n_rows - 1], (len(rows), n_rows - 1))
        left = [each.take(rows[:, :-1]).cumsum(axis=1) for each in statistics]
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
        surrogates = np.full(self.params.surrogates, NO_SURROGATE)
        surrogates[: len(found)] = np.array(found, dtype=SURROGATE)
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
        return sides_by_threshold(x, split.threshold)

    def sends_left(self, split: Split, rows: Rows) -> NDArray[np.bool_]:
        """Whether each of some rows goes left: by the feature, else by a surrogate, else by default."""
        values = self.columns.values
        primary = self.primary_sides(split, values[split.feature].take(rows))
        return goes_left(
            lambda f, at: values[f].take(rows[at]), primary, split.surrogates, split.default_left
        )

    def extras(self, splits: dict[int, Split], n_nodes: int) -> dict[str, NDArray[Any]]:
        if not self.params.surrogates:
            return super().extras(splits, n_nodes)
        surrogates = np.full((n_nodes, self.params.surrogates), NO_SURROGATE)
        for node, split in splits.items():
            if split.surrogates is not None:
                surrogates[node] = split.surrogates
        return {**super().extras(splits, n_nodes), "surrogates": surrogates}
