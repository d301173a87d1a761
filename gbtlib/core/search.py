"""What the grower asks of a search for splits, and what every search decides alike: limits and gains.

The grower asks three things: score all cuts of a node and name the best (`scan`), complete the one that is
going to be made (`completed`), part the node's rows by it (`part`). `SplitSearch` answers them for columns of
numbers; each other kind of input, in gbtlib.inputs, brings a search of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.candidates import Candidates
from gbtlib.core.criteria import Criterion, Floats, Rows, Totals
from gbtlib.core.params import TreeParams
from gbtlib.core.reasons import ALLOWED, GAMMA, MIN_SAMPLES, MIN_WEIGHT, NO_GAIN
from gbtlib.core.tree import Tree

# A gain is a difference of scores, each rounded a few times: below this share of the scores it is noise.
ROUNDING = 2.0**-48
# A limit on a sum of weights holds up to rounding: this share of it is enough. Equal hessians that add up to
# the limit by hand may miss it in floats by n 2^-53 of it, and by what rounding the predictions left in them.
ENOUGH = 1 - 2.0**-40


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
    def order_of(self, rows: Rows | None) -> Rows: ...
    def search(self, criterion: Criterion, params: TreeParams) -> Search: ...


# What a search is told of a node: the rows' order, start, stop, totals, and features; see Search.scan.
NodeSlice = tuple[Rows, int, int, Totals, Rows]


class Split(NamedTuple):
    """The best cut of a node. Scores are in the criterion's unit, sums of the statistics in fixed point."""

    score: float  # left plus right
    score_left: float
    score_right: float
    left: Totals  # sums on the left
    feature: int
    lower: float  # the values on both sides of the cut; upper is NaN where the missing are the right side
    upper: float
    default_left: bool
    n_cut: int  # rows before the cut in the feature's sorted slice, -1 if they are not in one piece
    n_left: int  # these, and the rows that miss the feature where they go left
    category_sides: NDArray[np.int8] | None = None  # of a split by category: the side of every code
    surrogates: NDArray[Any] | None = None  # of gbtlib.inputs.routing.surrogate_type, the best first

    def beats(self, other: Split | None) -> bool:
        """Whether this is the one to take: the larger score, of equals the lower feature, else the other."""
        return other is None or (self.score, -self.feature) > (other.score, -other.feature)


class Side(NamedTuple):
    """One side of cuts: rows, sums of the statistics in fixed point, the score in the criterion's unit."""

    n_rows: NDArray[Any]
    sums: Sequence[NDArray[Any]]  # one array a statistic; none where the score came without them
    score: Floats


class Search(ABC):
    """A search for the best cut over the rows of `columns`, by `criterion`, within the limits of `params`.

    n_scored: how many cuts `scan` has scored since it was set to 0, those between equal values included.
    """

    def __init__(self, columns: TrainingRows, criterion: Criterion, params: TreeParams) -> None:
        self.columns, self.criterion = columns, criterion
        self.n_scored = 0
        self.goes_left = np.zeros(columns.n_samples, dtype=bool)  # scratch memory
        self.limit_by(params)

    def limit_by(self, params: TreeParams) -> None:
        """Search within these limits from now on.

        weighs_sides: whether a side of a cut can be too light. unlimited: whether every cut between distinct
        values is allowed.
        """
        self.params = params
        self.weighs_sides = params.min_child_weight > 0 or self.criterion.needs_positive_hessian
        self.unlimited = params.min_samples_leaf == 1 and not self.weighs_sides

    @abstractmethod
    def scan(self, order: Rows, start: int, stop: int, totals: Totals, features: Rows) -> Split | None:
        """The best allowed cut of the node `order[:, start:stop]`; None if there is none.

        Ties go to the lowest feature, then to the lowest threshold (with missing values: right before left).
        totals: the node's sums of the statistics. features: the features to look at, ascending.
        """

    def scan_all(self, nodes: Sequence[NodeSlice]) -> Iterator[Split | None]:
        """What `scan` finds in each of several nodes of one order."""
        for node in nodes:
            yield self.scan(*node)

    def completed(self, split: Split, order: Rows, start: int, stop: int, totals: Totals) -> Split:
        """A split that is going to be made, with what is worth finding out only then."""
        return split

    @abstractmethod
    def part(self, order: Rows, start: int, stop: int, split: Split) -> None:
        """Rearrange the node's slice in place: the rows that go left first, each line still in its order."""

    def stored(self, tree: Tree, splits: dict[int, Split]) -> Tree:
        """A grown tree with what its splits, by node number, store besides."""
        return tree

    @abstractmethod
    def candidates(self, rows: Rows | None = None, features: Rows | None = None) -> Candidates:
        """Every cut between distinct values of every feature, allowed or not, with its sums and its gain.

        rows: the node's rows (None: all). features: those drawn at this node (None: all); the cuts of the
        others are listed too, and forbidden. Order: by feature, then the missing right before left, then by
        threshold; so the first of the best is the one that `scan` takes.
        """

    def within(self, params: TreeParams) -> Self:
        """The same search within other limits."""
        other = copy(self)
        other.limit_by(params)
        return other

    def limits(self, left: Side, right: Side) -> Any:
        """Whether cuts with these sides are allowed, or which limit forbids them: see core.reasons."""
        few = np.minimum(left.n_rows, right.n_rows) < self.params.min_samples_leaf
        light: Any = False
        if self.weighs_sides:
            hessian = np.minimum(*(self.criterion.hessian_sum(s.n_rows, *s.sums) for s in (left, right)))
            too_light = hessian < self.params.min_child_weight * ENOUGH
            light = too_light | (self.criterion.needs_positive_hessian & (hessian <= 0))
        return np.where(few, MIN_SAMPLES, np.where(light, MIN_WEIGHT, ALLOWED))

    def threshold(self, lower: Any, upper: Any) -> Any:
        """What is stored for cuts between values: rows with x <= it go left. See params.threshold."""
        observed = (self.params.threshold == "observed") & ~np.isnan(upper)
        return np.where(observed, lower, midpoint(lower, upper))

    def parent_score(self, n_rows: int, totals: Totals) -> float:
        """The score of a node before any cut, in the criterion's unit."""
        return float(self.criterion.score(float(n_rows), *[float(total) for total in totals]))

    def gain(self, score: Any, parent: float) -> Any:
        """score(left) + score(right) - score(parent) - gamma, in the unit of the loss."""
        return (score - parent) * self.criterion.unit - self.params.gamma

    def refusal(self, score: Any, parent: float) -> Any:
        """Why an allowed cut is still not worth making: NO_GAIN or GAMMA; ALLOWED if it is.

        score: left plus right, of one cut or of many.
        """
        noise = ROUNDING * score + self.criterion.noise
        nothing = self.params.pruning != "full" and score - parent <= noise
        too_dear = self.params.pruning == "pre" and self.gain(score, parent) <= 0
        return NO_GAIN * nothing + GAMMA * (too_dear > nothing)

    def listed(
        self,
        feature: Rows,
        threshold: Floats,
        default_left: NDArray[np.bool_],
        sides: tuple[Side, Side],
        score: Floats,
        parent: float,
        verdict: NDArray[Any],
    ) -> Candidates:
        """Cuts as a list of candidates, flat arrays of one length. verdict: by the limits alone."""
        left, right = sides
        GL, HL, *more_left = self.criterion.side_values(left.n_rows.astype(float), np.array(left.sums))
        GR, HR, *more_right = self.criterion.side_values(right.n_rows.astype(float), np.array(right.sums))
        record = self.criterion.record
        more: dict[str, Any] = dict(zip(record.MORE, (*more_left, *more_right), strict=True))
        counts = left.n_rows.astype(np.int64), right.n_rows.astype(np.int64)
        verdict = np.where(verdict == ALLOWED, self.refusal(score, parent), verdict).astype(np.int8)
        true_score, gain = score * self.criterion.unit, self.gain(score, parent)
        cuts = feature, threshold, default_left, *counts, GL, HL, GR, HR, true_score, gain, verdict, score
        return record(*cuts, **more)


def midpoint(lower: Any, upper: Any) -> Any:
    """A threshold t with lower <= t < upper: halfway, or lower itself where rounding leaves no float between.

    Infinite when upper is missing (NaN): every present value is to the left. NaN when both are.
    """
    middle = 0.5 * lower + 0.5 * upper  # each halved first: the sum of two huge values overflows
    found = np.where((lower <= middle) & (middle < upper), middle, lower)
    return np.where(np.isnan(upper), lower + np.inf, found)
