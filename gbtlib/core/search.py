"""What the grower asks of a search for splits, and what every search decides alike: limits and gains.

The grower asks three things: score all cuts of a node and name the best (`best_cuts`), complete the one
that is going to be made (`completed`), part the node's rows by it (`part`). `SplitSearch` answers them for
columns of numbers; each other kind of input, in gbtlib.inputs, brings a search of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy
from typing import Any, Protocol, Self, cast

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.candidates import Candidates
from gbtlib.core.criteria import Criterion, Integers, Rows, SecondOrder, Sums
from gbtlib.core.params import TreeParams
from gbtlib.core.tree import Tree
from gbtlib.loops.growing import judge
from gbtlib.loops.lines import ALWAYS_LEFT, LEARN, NONE
from gbtlib.loops.reasons import ALLOWED, MIN_SAMPLES, MIN_WEIGHT, MONOTONE, NOT_DRAWN
from gbtlib.loops.records import ENOUGH, Limits, Nodes, Price, new_categories
from gbtlib.loops.rows import set_thresholds

Features = Sequence[Rows] | Rows | None


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
    """

    n_categories: tuple[int, ...] = ()

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
        self.limits = Limits(
            min_samples_leaf=params.min_samples_leaf,
            min_weight=params.min_child_weight * ENOUGH,
            weight_unit=self.criterion.weight_unit,
            weights=self.criterion.weights,
            weighs=params.min_child_weight > 0 or positive,
            positive=positive,
        )
        constrained = self.directions is not None or params.interaction_constraints is not None
        self.unlimited = params.min_samples_leaf == 1 and not self.limits.weighs and not constrained

    @abstractmethod
    def best_cuts(self, order: Rows, nodes: Nodes, which: Rows, features: Features = None) -> None:
        """Find the best allowed cut of some nodes of an order, and note it in their records.

        Ties go to the lowest feature, then to the lowest threshold (with missing values: right before left).
        which: numbers of nodes. features: for each of them those to look at, ascending; None for all.
        """

    @abstractmethod
    def part(self, order: Rows, nodes: Nodes, which: Rows) -> None:
        """Rearrange the slices of some nodes: the rows left of their cuts first, each line still sorted."""

    def looked_at(self, which: Rows, features: Features) -> NDArray[np.bool_]:
        """Whether to look at each feature, in each of some nodes: (n_which, n_features)."""
        looked_at = np.full((len(which), self.columns.n_features), features is None)
        for mask, each in zip(looked_at, () if features is None else features, strict=False):
            mask[each] = True
        return looked_at

    @property
    def scan(self) -> Any:
        """The loop that grows a tree without Python, and what it wants to search; None where none can."""
        return None

    def completed(self, order: Rows, nodes: Nodes, which: Rows) -> None:  # noqa: B027
        """Add to the best cuts of nodes what they need to be made."""

    def stored(self, tree: Tree, nodes: Nodes) -> Tree:
        """A grown tree with what its splits store besides. nodes: the tree's come first."""
        return tree

    @abstractmethod
    def candidates(self, rows: Rows | None = None, features: Rows | None = None) -> Candidates:
        """Every cut between distinct values of every feature, allowed or not, with its sums and its gain.

        rows: the node's rows (None: all). features: those drawn at this node (None: all); the cuts of the
        others are listed too, and forbidden. Order: by feature, then the missing right before left, then by
        threshold; so the first of the best is the one that `best_cuts` takes.
        """

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

    def verdicts(self, left: Integers, right: Integers) -> NDArray[np.int8]:
        """Whether cuts are allowed, or which limit forbids them, by the sums of their sides."""
        few = np.minimum(left[0], right[0]) < self.limits.min_samples_leaf
        verdict = np.where(few, MIN_SAMPLES, ALLOWED).astype(np.int8)
        if self.limits.weighs:
            weight = np.minimum(self.criterion.weight_of(left), self.criterion.weight_of(right))
            light = (weight < self.limits.min_weight) | (self.limits.positive & (weight <= 0))
            verdict[light & (verdict == ALLOWED)] = MIN_WEIGHT
        return verdict

    @property
    def missing(self) -> tuple[int, int]:
        """Which ways are tried of rows that miss a feature, in the terms of the loops."""
        if not self.columns.has_missing:
            return NONE
        return LEARN if self.params.missing == "learn" else ALWAYS_LEFT

    def score_of(self, totals: Sums) -> float:
        """The score of a node before any cut, in the criterion's unit."""
        return float(self.criterion.scores(np.array(totals)[:, np.newaxis], self.formula)[0])

    def listed(
        self, cuts: NDArray[Any], sides: Integers, totals: Sums, rows: Rows, drawn: Rows | None = None
    ) -> Candidates:
        """Cuts of a node as a list of candidates.

        cuts: (n,) of gbtlib.loops.records.NODE. sides: sums left and right, (2, n, 1 + n_statistics).
        totals, rows: of the node. drawn: the features that were looked at; None for all.
        """
        left, right = sides.transpose(0, 2, 1)
        wrong = np.isneginf(cuts["cut_score"])  # what it would be worth is told, too
        cuts["cut_score"][wrong] = sum(
            self.criterion.scores(s[:, wrong], self.formula) for s in (left, right)
        )
        score, parent, record = cuts["cut_score"], self.score_of(totals), self.criterion.record
        GL, HL, *more_left = self.criterion.side_values(left)
        GR, HR, *more_right = self.criterion.side_values(right)
        left_out = self.criterion.left_out(totals) if self.directions is None else 0.0
        judge(tuple(self.price), cuts, parent, self.criterion.noise_of(rows))
        set_thresholds(cuts, self.params.threshold == "observed")
        verdict = self.verdicts(left, right)
        verdict[(verdict == ALLOWED) & wrong] = MONOTONE
        verdict = np.where(verdict == ALLOWED, cuts["why_leaf"], verdict)
        if drawn is not None:
            verdict[~np.isin(cuts["feature"], drawn)] = NOT_DRAWN
        return record(
            feature=cuts["feature"],
            threshold=cuts["threshold"],
            default_left=cuts["default_left"],
            n_left=left[0],
            n_right=right[0],
            GL=GL,
            HL=HL,
            GR=GR,
            HR=HR,
            score=score * self.criterion.unit + left_out,
            gain=cuts["gain"],
            verdict=verdict,
            compared=score,
            **dict(zip(record.MORE, (*more_left, *more_right), strict=True)),
        )


def slice_of(node: Any) -> tuple[int, int]:
    """Start and stop of a NODE's rows, which no other node has that is split."""
    return int(node["start"]), int(node["stop"])
