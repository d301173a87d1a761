"""What the grower asks of a search for splits, and what every search decides alike: limits and gains.

The grower asks three things: score all cuts of a node and name the best (`best_cuts`), complete the one
that is going to be made (`completed`), part the node's rows by it (`part`). `SplitSearch` answers them for
columns of numbers; each other kind of input, in gbtlib.inputs, brings a search of its own. The best cut and
the list of all cuts are asked of the same loops, so that the best of the list is the split in the tree to the
last bit.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from typing import Any, Protocol, Self, cast

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.candidates import Candidates
from gbtlib.core.criteria import Criterion, Rows, SecondOrder, Sums
from gbtlib.core.params import TreeParams
from gbtlib.core.tree import Tree
from gbtlib.loops import cuts, records
from gbtlib.loops.bins import NO_BINS
from gbtlib.loops.growing import judge
from gbtlib.loops.lines import ALWAYS_LEFT, LEARN, NONE
from gbtlib.loops.lists import every_cut
from gbtlib.loops.reasons import ALLOWED, NOT_DRAWN
from gbtlib.loops.records import NO_ENTRIES, NODE, ROW, ROWS, Limits, Nodes, Price, new_categories, new_line
from gbtlib.loops.rows import mark_left, part_marked, set_thresholds

Masks = NDArray[np.bool_]


class TrainingRows(Protocol):
    """The rows to grow trees on, sorted for a search: gbtlib.core.columns.Columns, or another input's.

    X: (n_samples, n_features), or what can be asked like it. order_of: rows (None: all) as an array
    (n_lines, n_rows) to be rearranged, so that each node is a slice of it, in every line.
    """

    @property
    def n_samples(self) -> int: ...
    @property
    def n_features(self) -> int: ...
    @property
    def X(self) -> Any: ...
    @property
    def has_missing(self) -> bool: ...
    def order_of(self, rows: Rows | None) -> Rows: ...
    def search(self, criterion: Criterion, params: TreeParams) -> Search: ...


class Search(ABC):
    """A search for the best cut over the rows of `columns`, by `criterion`, within the limits of `params`.

    n_categories: for each feature its categories, 0 for numbers; () if all are numbers.
    laid_by, line: what nodes are laid along a line by, and the line: see gbtlib.loops.records.
    """

    n_categories: tuple[int, ...] = ()
    laid_by = ROWS
    line: tuple[Any, ...]
    formula: tuple[Any, ...]

    def __init__(self, columns: TrainingRows, criterion: Criterion, params: TreeParams) -> None:
        self.columns, self.criterion = columns, criterion
        at_once, at_any = (params.pruning == when for when in ("pre", "full"))
        self.price = Price(criterion.unit, float(params.gamma), at_once, at_any)
        self.limit_by(params)

    def limit_by(self, params: TreeParams) -> None:
        """Search within these limits from now on.

        unlimited: whether every cut between distinct values is allowed. directions: (n_features,) of the
        monotone constraints; None without any.
        """
        self.params = params
        n_stored, n_features = len(self.criterion.statistics), self.columns.n_features
        self.categories = new_categories(self.n_categories, n_features, n_stored, params.partitions)
        self.formula, self.directions = tuple(self.criterion.formula), None
        if params.monotonic_cst is not None:
            self.directions = np.array(params.monotonic_cst, dtype=np.int64)
            self.formula = self.bounded(-np.inf, np.inf).formula
        positive = self.criterion.needs_positive_weight
        least, weighs = params.min_child_weight * records.ENOUGH, params.min_child_weight > 0 or positive
        unit, first = self.criterion.weight_unit, self.criterion.weights
        self.limits = Limits(params.min_samples_leaf, least, unit, first, weighs, positive)
        constrained = self.directions is not None or params.interaction_constraints is not None
        self.unlimited = params.min_samples_leaf == 1 and not self.limits.weighs and not constrained

    def best_cuts(self, order: Rows, nodes: Nodes, which: Rows, looked_at: Masks, **of_node: Any) -> None:
        """Find the best allowed cut of some nodes of an order, and note it in their records.

        Ties go to the lowest feature, then to the lowest threshold (with missing values: right before left).
        which: numbers of nodes. looked_at: whether each feature is, in each of them: (n_which, n_features).
        of_node: what `laid` wants besides.
        """
        self.note_best(self.laid(order, **of_node), nodes, which, looked_at, nodes)

    def note_best(self, layout: Any, nodes: Nodes, which: Rows, looked_at: Masks, found: Nodes) -> None:
        """The same, noted in what is found."""
        criterion, scan = (self.formula, self.criterion.statistics), (tuple(self.limits), self.line)
        cuts.best_cuts(layout, tuple(nodes), which, looked_at, criterion, scan, tuple(found))

    def laid(self, order: Rows, *, binned: Any = NO_BINS, entries: Any = NO_ENTRIES) -> tuple[Any, ...]:
        """What the loops are told of the columns: see gbtlib.loops.records.Layout."""
        values = getattr(self.columns, "values", NO_VALUES)
        return self.laid_by, values, order, self.missing, tuple(self.categories), binned, entries

    def laid_alone(self, order: Rows) -> tuple[Any, ...]:
        """The same of a single node, whose rows are all that the order has."""
        return self.laid(order)

    @abstractmethod
    def part(self, order: Rows, nodes: Nodes, which: Rows) -> None:
        """Rearrange the slices of some nodes: the rows left of their cuts first, each line still sorted."""

    @property
    def scan(self) -> Any:
        """Limits, line and scratch memory for the loop that grows a tree; None where Python has to help."""
        return None

    def completed(self, order: Rows, nodes: Nodes, which: Rows) -> None:  # noqa: B027
        """Add to the best cuts of nodes what they need to be made."""

    def stored(self, tree: Tree, nodes: Nodes) -> Tree:
        """A grown tree with what its splits store besides. nodes: the tree's come first."""
        return tree

    def candidates(self, rows: Rows | None = None, features: Rows | None = None) -> Candidates:
        """Every cut between distinct values of every feature, allowed or not, with its sums and its gain.

        rows: the node's rows (None: all). features: those drawn at this node (None: all); the cuts of the
        others are listed too, and forbidden. Order: by feature, then the missing right before left, then by
        threshold; so the first of the best is the one that `best_cuts` takes.
        """
        order, every = self.columns.order_of(rows), np.ones(self.columns.n_features, dtype=bool)
        return self.listed(order, every, features)

    def most_cuts(self, layout: Any) -> int:
        """More than the cuts of a node, as the loops are told of it."""
        return 2 * int(layout[2].size)  # one list for each way of the missing

    def within(self, params: TreeParams) -> Self:
        """The same search within other limits."""
        other = copy(self)
        other.limit_by(params)
        return other

    def bounded(self, lowest: float, highest: float) -> Self:
        """The same search in a node whose leaf weights are bounded, where constraints are set."""
        if self.directions is None:
            return self
        other = copy(self)
        criterion = cast(SecondOrder, self.criterion)
        other.formula = tuple(criterion.bounded(lowest, highest, self.directions))
        return other

    @property
    def missing(self) -> tuple[int, int]:
        """Which ways are tried of rows that miss a feature, in the terms of the loops."""
        if not self.columns.has_missing:
            return NONE
        return LEARN if self.params.missing == "learn" else ALWAYS_LEFT

    def score_of(self, totals: Sums) -> float:
        """The score of a node before any cut, in the criterion's unit."""
        return float(cuts.score_of(records.Formula(*self.formula), np.array(totals)))

    def listed(self, order: Rows, looked_at: Masks, drawn: Rows | None = None) -> Candidates:
        """Every cut of some features in a node as a list of candidates.

        order: of the node's rows alone. looked_at: (n_features,). drawn: the features whose cuts are not
        forbidden for not being drawn; None for all.
        """
        layout, rows, totals = self.laid_alone(order), order[0], self.criterion.totals(order[0])
        n, n_codes = self.most_cuts(layout), max(self.n_categories, default=0)
        sums = np.empty((2, n, len(totals)), dtype=np.int64)
        found = np.empty(n, dtype=NODE), *sums, np.empty((n, n_codes), dtype=np.int8)
        criterion, scan = (self.formula, self.criterion.statistics), (tuple(self.limits), self.line)
        n = every_cut(layout, looked_at, np.array(totals), criterion, scan, found)
        cuts, left, right, of_codes = found[0][:n], found[1][:n].T, found[2][:n].T, found[3][:n]
        verdict, score, parent = cuts["why_leaf"].copy(), cuts["cut_score"], self.score_of(totals)
        left_out = self.criterion.left_out(totals) if self.directions is None else 0.0
        judge(tuple(self.price), cuts, parent, self.criterion.noise_of(rows))
        set_thresholds(cuts, self.params.threshold == "observed")
        verdict = np.where(verdict == ALLOWED, cuts["why_leaf"], verdict)
        if drawn is not None:
            verdict[~np.isin(cuts["feature"], drawn)] = NOT_DRAWN
        record, side_values = self.criterion.record, self.criterion.side_values
        return record(
            **{name: cuts[name] for name in ("feature", "threshold", "default_left", "gain")},
            **dict(zip(record.SIDES, (*side_values(left), *side_values(right)), strict=True)),
            n_left=left[0],
            n_right=right[0],
            score=score * self.criterion.unit + left_out,
            verdict=verdict,
            compared=score,
            category_sides=of_codes if self.n_categories else None,
        )


class SplitSearch(Search):
    """The search over columns of numbers, each of them sorted, NaN last."""

    columns: Any

    def __init__(self, columns: Any, criterion: Criterion, params: TreeParams) -> None:
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


NO_VALUES = np.empty((0, 0))
NO_VALUES.flags.writeable = False


def slice_of(node: Any) -> tuple[int, int]:
    """Start and stop of a NODE's rows, which no other node has that is split."""
    return int(node["start"]), int(node["stop"])
