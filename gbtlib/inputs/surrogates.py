"""Surrogate splits: stand-ins for a split whose feature a row misses.

A surrogate is a cut of another feature that sends the rows the same way as the primary split, as nearly as it
can. Its agreement is the share of rows that it sends the same way. Who sends all rows to the larger side
agrees with the majority already; the adjusted agreement is what a surrogate adds to that, as a share of what
could be added:

    agreement = same / N,    adjusted = (same - majority) / (N - majority),

with N the rows whose side is known from the primary feature, and rows that miss the surrogate's feature never
the same. Only surrogates with a positive adjusted agreement are kept, the best first.

A cut lies halfway between neighbouring values of all rows of the node, as rpart's does: a row whose side is
not known takes no part in the agreement, but it is one of those that the surrogate is there to send, and so
it tells like any other where the feature's values are. Of cuts that agree alike the lowest is taken.

A category needs no cut: it goes to the side to which the split sends most of its rows, and of all directions
together these send most rows the same way. In a draw it goes with the majority of all the categories' rows. A
category that no row of the node has leaves the row to the next surrogate, and at last to the majority.

Sources: L. Breiman, J. Friedman, R. Olshen and C. Stone, "Classification and regression trees", 1984, section
5.3; T. Therneau and E. Atkinson, "An introduction to recursive partitioning using the RPART routines".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.cart.impurity import ClassCriterion
from gbtlib.cart.squared_error import SquaredError
from gbtlib.core.criteria import Criterion, fixed_point
from gbtlib.core.tree import Tree
from gbtlib.inputs.categories import set_in_words
from gbtlib.inputs.routing import LEFT, NO_SIDE, RIGHT, Sides
from gbtlib.loops.rows import midpoint

if TYPE_CHECKING:
    from gbtlib.inputs.table_columns import TableColumns

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Rows = NDArray[np.intp]

MIN_SIDE = 2  # rows with a known side, and weight, that a surrogate must send each way, as in rpart


class Surrogate(NamedTuple):
    """A stand-in for a split. below_left: rows with x[feature] <= threshold go left; false: they go right.

    sides: of every category, by code, where the feature has categories; the threshold is NaN then.
    """

    feature: int
    threshold: float
    below_left: bool
    agreement: float
    adjusted: float
    sides: tuple[int, ...] = ()

    def question(
        self,
        feature_names: Sequence[str] | None = None,
        digits: int = 6,
        categories: Sequence[Sequence[Any] | None] | None = None,
    ) -> str:
        """What it asks, in words; rows that answer yes go left. categories: their names, by feature."""
        name = f"x{self.feature}" if feature_names is None else feature_names[self.feature]
        if self.sides:
            known = None if categories is None else categories[self.feature]
            return f"{name} in {set_in_words(self.sides, known)}"
        return f"{name} {'<=' if self.below_left else '>'} {self.threshold:.{digits}g}"


def rank_surrogates(
    columns: TableColumns,
    sides: Sides,
    n: int | None = None,
    *,
    rows: Rows | None = None,
    feature: int | None = None,
    weights: Integers | None = None,
) -> list[Surrogate]:
    """The surrogates of a split, best first: each other feature's best cut in the better direction, or the
    best direction of each of its categories.

    sides: (n_samples,) where the primary split sends each row: LEFT (1), RIGHT (0), or NO_SIDE (-1);
        rows without a side only tell where the values of a feature lie.
    n: how many at most; None for all. rows: the node's rows (None: all). feature: the primary one, left out.
    weights: (n_samples,) whole numbers to count the rows by; None: each counts 1.
    Ties go to the lowest feature, then to the lowest threshold, then to the rows below it going left.
    """
    return surrogates_in(columns, columns.order_of(rows), sides, n, feature, weights)


def surrogates_in(
    columns: TableColumns,
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
        if f == feature:
            continue
        present = present_rows(columns.values[f], line, sides, weights)
        if columns.n_categories and columns.n_categories[f]:
            best = best_directions(present, max(columns.n_categories))
        else:
            best = best_agreement(present)
        if best is not None and best.same > majority:
            adjusted = (best.same - majority) / (total - majority)
            cut = (f, best.threshold, best.below_left, best.same / total, adjusted, best.sides)
            found.append((best.same, Surrogate(*cut)))
    found.sort(key=lambda entry: -entry[0])  # stable: of equals the lowest feature first
    return [surrogate for _, surrogate in found[:n]]


class Present(NamedTuple):
    """The rows of a node which have a feature, as it sorts them."""

    value: Floats
    left: Integers  # the weight of a row that the split sends left, else 0
    right: Integers

    @property
    def counted(self) -> NDArray[np.bool_]:
        """Whether each row has a side, and weight."""
        return np.asarray(self.left + self.right > 0)


class Agreement(NamedTuple):
    """What one feature can do for a split at best: the weight of rows sent the same way, and how."""

    same: int
    threshold: float
    below_left: bool
    sides: tuple[int, ...] = ()


def present_rows(x: Floats, line: Rows, sides: Sides, weights: Integers | None) -> Present:
    """x, sides, weights: (n_samples,). line: the node's rows as the feature sorts them, missing last."""
    line = line[: len(line) - int(np.isnan(x.take(line)).sum())]
    side = sides.take(line)
    weight = np.ones(len(line), np.int64) if weights is None else weights.take(line)
    return Present(x.take(line), np.where(side == LEFT, weight, 0), np.where(side == RIGHT, weight, 0))


def best_agreement(present: Present) -> Agreement | None:
    """The cut of a number that agrees best; None if none sends enough rows each way."""
    value, left, right = present
    n_below = present.counted.cumsum()
    enough = (n_below >= MIN_SIDE) & (n_below[-1:] - n_below >= MIN_SIDE)
    cut = (value[:-1] < value[1:]) & enough[:-1]
    if not cut.any():
        return None
    left_below, right_below = left.cumsum()[:-1], right.cumsum()[:-1]
    as_is = left_below + (right.sum() - right_below)
    reversed_ = right_below + (left.sum() - left_below)
    same = np.where(cut, np.maximum(as_is, reversed_), -1)
    at = int(same.argmax())
    threshold = float(midpoint(value.item(at), value.item(at + 1)))
    return Agreement(int(same[at]), threshold, bool(as_is[at] >= reversed_[at]))


def best_directions(present: Present, n_categories: int) -> Agreement | None:
    """The direction of each category that agrees best; None if they do not send enough rows each way."""
    value, left, right = (each[present.counted] for each in present)
    starts = np.flatnonzero(np.diff(value, prepend=-1.0))
    if len(starts) < 2:
        return None
    left, right = np.add.reduceat(left, starts), np.add.reduceat(right, starts)
    goes_left = (left > right) | ((left == right) & (left.sum() >= right.sum()))
    n_rows = np.diff(starts, append=len(value))
    n_left = int(n_rows[goes_left].sum())
    if min(n_left, len(value) - n_left) < MIN_SIDE:
        return None
    sides = np.full(n_categories, NO_SIDE, dtype=np.int8)
    sides[value[starts].astype(np.intp)] = np.where(goes_left, LEFT, RIGHT)
    return Agreement(int(np.maximum(left, right).sum()), np.nan, True, tuple(sides.tolist()))


def surrogates_of(tree: Tree, node: int) -> list[Surrogate]:
    """The surrogates that a tree keeps for a node, best first; none in a leaf."""
    if tree.surrogates is None:
        return []
    found = []
    for feature, threshold, below_left, agreement, adjusted, *sides in tree.surrogates[node].tolist():
        if feature >= 0 and np.isnan(threshold):
            found.append(Surrogate(feature, np.nan, below_left, agreement, adjusted, tuple(sides)))
        elif feature >= 0:
            found.append(Surrogate(feature, threshold, below_left, agreement, adjusted))
    return found


def row_weights(criterion: Criterion) -> Integers | None:
    """The sample weights behind a criterion as whole numbers, or None where all are equal or unknown."""
    if isinstance(criterion, ClassCriterion):
        return criterion.integers if criterion.weighted else None
    if isinstance(criterion, SquaredError) and np.ptp(criterion.sample_weight) > 0:
        return fixed_point(criterion.sample_weight)[0]
    return None
