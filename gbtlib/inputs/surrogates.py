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
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.cart.impurity import ClassCriterion, SquaredError
from gbtlib.core.criteria import Criterion, Integers, Rows, fixed_point
from gbtlib.core.params import TreeParams
from gbtlib.core.search import SplitSearch, slice_of
from gbtlib.core.tree import Tree
from gbtlib.inputs.categories import set_in_words
from gbtlib.loops.lines import ALWAYS_APART
from gbtlib.loops.records import Nodes
from gbtlib.loops.rows import part
from gbtlib.loops.surrogates import ask_surrogates, best_agreement, best_directions, count_sides, mark_sides
from gbtlib.loops.trees import NO_SIDE

if TYPE_CHECKING:
    from gbtlib.inputs.table_columns import TableColumns

Sides = NDArray[np.int8]

SURROGATE = np.dtype(
    [
        ("feature", np.int32),
        ("threshold", np.float64),
        ("below_left", np.bool_),
        ("agreement", np.float64),
        ("adjusted", np.float64),
    ]
)


def surrogate_type(n_categories: int) -> np.dtype[Any]:
    """SURROGATE, and behind it the side of every category: side_0, side_1 and so on."""
    return np.dtype([*SURROGATE.descr, *((f"side_{k}", np.int8) for k in range(n_categories))])


def no_surrogate(kind: np.dtype[Any]) -> NDArray[Any]:
    """The entry that stands where a node has no further surrogate."""
    n_categories = len(kind.names or ()) - len(SURROGATE.names or ())
    return np.array((-1, np.nan, True, np.nan, np.nan, *([NO_SIDE] * n_categories)), dtype=kind)


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
    counts = np.ones(columns.n_samples, dtype=np.int64) if weights is None else np.asarray(weights, np.int64)
    return surrogates_in(columns, columns.order_of(rows), np.asarray(sides, np.int8), n, feature, counts)


def surrogates_in(
    columns: TableColumns, order: Rows, sides: Sides, n: int | None, feature: int | None, weights: Integers
) -> list[Surrogate]:
    """rank_surrogates for a node that is given as its slice of the sorted order (n_features, n_rows)."""
    n_left, n_right, _ = count_sides(order[0], sides, weights)
    total, majority = n_left + n_right, max(n_left, n_right)
    most = max(columns.n_categories, default=0)
    directions, sums = np.empty(most, dtype=np.int8), np.empty((3, most), dtype=np.int64)
    found: list[tuple[int, Surrogate]] = []
    for f, (x, line) in enumerate(zip(columns.values, order, strict=True)):
        if f == feature:
            continue
        if columns.n_categories and columns.n_categories[f]:
            same = best_directions(x, line, sides, weights, (directions, sums))
            threshold, below_left = np.nan, True
        else:
            same, threshold, below_left = best_agreement(x, line, sides, weights)
        if same > majority:
            adjusted = (same - majority) / (total - majority)
            of_codes = tuple(directions.tolist()) if np.isnan(threshold) else ()
            found.append((same, Surrogate(f, threshold, below_left, same / total, adjusted, of_codes)))
    found.sort(key=lambda entry: -entry[0])  # stable: of equals the lowest feature first
    return [surrogate for _, surrogate in found[:n]]


def surrogates_of(tree: Tree, node: int) -> list[Surrogate]:
    """The surrogates that a tree keeps for a node, best first; none in a leaf."""
    if tree.surrogates is None:
        return []
    found = []
    for feature, threshold, below_left, agreement, adjusted, *sides in tree.surrogates[node].tolist():
        by_category = bool(np.isnan(threshold))
        cut = (np.nan if by_category else threshold), below_left, agreement, adjusted
        if feature >= 0:
            found.append(Surrogate(feature, *cut, tuple(sides) if by_category else ()))
    return found


def row_weights(criterion: Criterion) -> Integers | None:
    """The sample weights behind a criterion as whole numbers, or None where all are equal or unknown."""
    if isinstance(criterion, ClassCriterion):
        return criterion.integers if criterion.weighted else None
    if isinstance(criterion, SquaredError) and np.ptp(criterion.sample_weight) > 0:
        return fixed_point(criterion.sample_weight)[0]
    return None


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
