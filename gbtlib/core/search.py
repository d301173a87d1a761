"""What the grower asks of a search for splits, and what every search decides alike: limits and gains.

The grower asks three things: score all cuts of a node and name the best (`best_split`), complete the one
that is going to be made (`completed`), part the node's rows by it (`part`). `SplitSearch` answers them for
columns of numbers; each other kind of input, in gbtlib.inputs, brings a search of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.candidates import Candidates
from gbtlib.core.criteria import Criterion, Integers, Rows, Sums
from gbtlib.core.params import TreeParams
from gbtlib.core.reasons import ALLOWED, GAMMA, MIN_SAMPLES, MIN_WEIGHT, NO_GAIN, NOT_DRAWN
from gbtlib.core.tree import Tree
from gbtlib.loops import cuts as loops
from gbtlib.loops.records import Limits

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
    @property
    def has_missing(self) -> bool: ...
    def order_of(self, rows: Rows | None) -> Rows: ...
    def search(self, criterion: Criterion, params: TreeParams) -> Search: ...


class Sought(NamedTuple):
    """A node whose best cut is sought: the slice start:stop of the order, and the sums of its rows.

    features: those to look at, ascending; None for all.
    """

    start: int
    stop: int
    totals: Sums
    features: Rows | None = None


class Split(NamedTuple):
    """The best cut of a node. Scores are in the criterion's unit, sums of the statistics in fixed point."""

    score: float  # left plus right
    score_left: float
    score_right: float
    feature: int
    lower: float  # the values on both sides of the cut; upper is NaN where the missing are the right side
    upper: float
    default_left: bool
    n_cut: int  # rows before the cut in the feature's sorted slice, -1 if they are not in one piece
    left: Sums  # on the left
    category_sides: NDArray[np.int8] | None = None  # of a split by category: the side of every code
    surrogates: NDArray[Any] | None = None  # of gbtlib.inputs.routing.surrogate_type, the best first

    @property
    def n_left(self) -> int:
        """Rows on the left, those that miss the feature included where they go left."""
        return self.left[0]

    def beats(self, other: Split | None) -> bool:
        """Whether this is the one to take: the larger score, of equals the lower feature, else the other."""
        return other is None or (self.score, -self.feature) > (other.score, -other.feature)


class Search(ABC):
    """A search for the best cut over the rows of `columns`, by `criterion`, within the limits of `params`.

    n_scored: how many cuts `best_split` has scored since it was set to 0.
    """

    def __init__(self, columns: TrainingRows, criterion: Criterion, params: TreeParams) -> None:
        self.columns, self.criterion = columns, criterion
        self.n_scored = 0
        self.limit_by(params)

    def limit_by(self, params: TreeParams) -> None:
        """Search within these limits from now on.

        unlimited: whether every cut between distinct values is allowed.
        """
        self.params = params
        positive = self.criterion.needs_positive_weight
        self.limits = Limits(
            min_samples_leaf=params.min_samples_leaf,
            min_weight=params.min_child_weight * ENOUGH,
            weight_unit=self.criterion.weight_unit,
            weights=self.criterion.weights,
            weighs=params.min_child_weight > 0 or positive,
            positive=positive,
        )
        self.unlimited = params.min_samples_leaf == 1 and not self.limits.weighs

    @abstractmethod
    def best_split(self, order: Rows, node: Sought) -> Split | None:
        """The best allowed cut of a node of the order; None if there is none.

        Ties go to the lowest feature, then to the lowest threshold (with missing values: right before left).
        """

    def best_splits(self, order: Rows, nodes: Sequence[Sought]) -> Iterator[tuple[Split | None, int]]:
        """The best split of each of several nodes of one order, and how many cuts were scored for it."""
        for node in nodes:
            self.n_scored = 0
            yield self.best_split(order, node), self.n_scored

    def completed(self, split: Split, order: Rows, node: Sought) -> Split:
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
        threshold; so the first of the best is the one that `best_split` takes.
        """

    def within(self, params: TreeParams) -> Self:
        """The same search within other limits."""
        other = copy(self)
        other.limit_by(params)
        return other

    def verdicts(self, left: Integers, right: Integers) -> NDArray[np.int8]:
        """Whether cuts are allowed, or which limit forbids them, by the sums of their sides."""
        least, limits = np.minimum(left[0], right[0]), self.limits
        verdict = np.where(least < limits.min_samples_leaf, MIN_SAMPLES, ALLOWED).astype(np.int8)
        if limits.weighs:
            weight = np.minimum(self.criterion.weight_of(left), self.criterion.weight_of(right))
            light = (weight < limits.min_weight) | (limits.positive & (weight <= 0))
            verdict[light & (verdict == ALLOWED)] = MIN_WEIGHT
        return verdict

    @property
    def missing(self) -> int:
        """Where rows go that miss a feature, in the terms of the loops."""
        if not self.columns.has_missing:
            return loops.NONE
        return loops.LEARN if self.params.missing == "learn" else loops.LEFT

    def split_of(self, cut: Sequence[Any], left: Integers) -> Split | None:
        """A cut that the loops found, without how many were scored, as a split; None if none was allowed."""
        return None if cut[0] == -np.inf else Split._make((*cut, tuple(left.tolist()), None, None))

    def threshold(self, lower: Any, upper: Any) -> Any:
        """What is stored for cuts between values: rows with x <= it go left. See params.threshold."""
        observed = (self.params.threshold == "observed") & ~np.isnan(upper)
        return np.where(observed, lower, midpoint(lower, upper))

    def score_of(self, totals: Sums) -> float:
        """The score of a node before any cut, in the criterion's unit."""
        return float(self.criterion.scores(np.array(totals)[:, np.newaxis])[0])

    def gain(self, score: Any, parent: Any) -> Any:
        """score(left) + score(right) - score(parent) - gamma, in the unit of the loss."""
        return (score - parent) * self.criterion.unit - self.params.gamma

    def gains_nothing(self, score: Any, parent: Any) -> Any:
        """Whether what cuts gain is lost in rounding, and they are not to be made. score: left plus right."""
        return (self.params.pruning != "full") & (score - parent <= ROUNDING * score + self.criterion.noise)

    def is_too_dear(self, score: Any, parent: Any) -> Any:
        """Whether cuts are not worth the price of a leaf where it is charged at once."""
        return (self.params.pruning == "pre") & (self.gain(score, parent) <= 0)

    def listed(
        self, cuts: NDArray[Any], sides: Integers, totals: Sums, drawn: Rows | None = None
    ) -> Candidates:
        """Cuts of a node as a list of candidates.

        cuts: (n,) of gbtlib.loops.records.CUT. sides: sums left and right, (2, n, 1 + n_statistics).
        totals: of the node. drawn: the features that were looked at; None for all.
        """
        left, right = sides.transpose(0, 2, 1)
        score, parent, record = cuts["score"], self.score_of(totals), self.criterion.record
        GL, HL, *more_left = self.criterion.side_values(left)
        GR, HR, *more_right = self.criterion.side_values(right)
        verdict = self.verdicts(left, right)
        verdict[(verdict == ALLOWED) & self.is_too_dear(score, parent)] = GAMMA
        verdict[((verdict == ALLOWED) | (verdict == GAMMA)) & self.gains_nothing(score, parent)] = NO_GAIN
        if drawn is not None:
            verdict[~np.isin(cuts["feature"], drawn)] = NOT_DRAWN
        return record(
            feature=cuts["feature"],
            threshold=self.threshold(cuts["lower"], cuts["upper"]),
            default_left=cuts["default_left"],
            n_left=left[0],
            n_right=right[0],
            GL=GL,
            HL=HL,
            GR=GR,
            HR=HR,
            score=score * self.criterion.unit,
            gain=self.gain(score, parent),
            verdict=verdict,
            compared=score,
            **dict(zip(record.MORE, (*more_left, *more_right), strict=True)),
        )


def midpoint(lower: Any, upper: Any) -> Any:
    """A threshold t with lower <= t < upper: halfway, or lower itself where rounding leaves no float between.

    Infinite when upper is missing (NaN): every present value is to the left. NaN when both are.
    """
    middle = 0.5 * lower + 0.5 * upper  # each halved first: the sum of two huge values overflows
    found = np.where((lower <= middle) & (middle < upper), middle, lower)
    return np.where(np.isnan(upper), lower + np.inf, found)
