"""Every candidate cut of every feature in a node, and what it gains: the one place where gains are computed.

`SplitSearch.scan` finds the best cut while a tree grows; `SplitSearch.candidates` lists them all, for any
node, afterwards. Both take their numbers from `cut_scores`, so the best candidate of the list is the split
in the tree to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.candidates import (
    ALLOWED,
    FEW_SAMPLES,
    GAMMA,
    LOW_WEIGHT,
    NO_GAIN,
    NOT_DRAWN,
    TIED,
    Candidates,
)
from gbtlib.core.columns import BLOCK, Columns, partition
from gbtlib.core.criteria import Criterion
from gbtlib.core.params import TreeParams

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Rows = NDArray[np.intp]

# A gain is a difference of scores, each rounded a few times: below this share of the scores it is noise.
ROUNDING = 2.0**-48


class Split(NamedTuple):
    """The best cut of a node. Scores are in the criterion's unit, sums of the statistics in fixed point."""

    score: float  # left plus right
    score_left: float
    score_right: float
    left: tuple[int, ...]  # sums on the left
    feature: int
    threshold: float
    default_left: bool
    n_cut: int  # rows before the cut in the feature's sorted slice
    n_left: int  # these, and the rows that miss the feature where they go left
    category_sides: NDArray[np.int8] | None = None  # of a split by category: the side of every code
    surrogates: NDArray[Any] | None = None  # of gbtlib.inputs.routing.surrogate_type, the best first


class Block(NamedTuple):
    """A node's rows as some features sort them, and which way the rows go that miss the feature."""

    features: Rows  # (n_features,)
    rows: Rows  # (n_features, n_rows), missing last
    n_missing: Rows | None  # (n_features,) rows that miss the feature and are sent left; None: they go right


class Side(NamedTuple):
    """One side of every cut of a block: rows, sums of the statistics in fixed point, and the score."""

    n_rows: Floats  # (n_cuts,), or (n_features, n_cuts) where missing rows go left
    sums: list[Integers]  # for each statistic (n_features, n_cuts); none where the score came without them
    score: Floats  # (n_features, n_cuts), in the criterion's unit


class SplitSearch:
    """The search for the best cut over `columns`, by `criterion`, within the limits of `params`.

    n_scored: how many cuts `scan` has scored so far, those between equal values included.
    """

    def __init__(self, columns: Columns, criterion: Criterion, params: TreeParams) -> None:
        self.columns, self.criterion, self.params = columns, criterion, params
        self.n_scored = 0
        self.weighs_sides = params.min_child_weight > 0 or criterion.needs_positive_hessian
        self.unlimited = params.min_samples_leaf == 1 and not self.weighs_sides
        self.upwards = np.arange(1.0, columns.n_samples + 1)
        self.downwards = self.upwards[::-1]

    def scan(
        self, order: Rows, start: int, stop: int, totals: tuple[int, ...], features: Rows
    ) -> Split | None:
        """The best allowed cut of the node `order[:, start:stop]`; None if there is none.

        Ties go to the lowest feature, then to the lowest threshold (with missing values: right before left).
        totals: the node's sums of the statistics. features: the features to look at, ascending.
        """
        if len(features) == len(order) <= BLOCK // (stop - start) and not self.columns.has_missing:
            return self.best_cut(Block(features, order[:, start:stop], None), totals, -np.inf)
        best: Split | None = None
        for block in self.blocks(order, start, stop, features):
            found = self.best_cut(block, totals, -np.inf if best is None else best.score)
            if best is None or (found and (found.score, -found.feature) > (best.score, -best.feature)):
                best = found
        return best

    def with_params(self, params: TreeParams) -> Self:
        """The same search within other limits."""
        return type(self)(self.columns, self.criterion, params)

    def completed(self, split: Split, order: Rows, start: int, stop: int, totals: tuple[int, ...]) -> Split:
        """A split that is going to be made, with what is worth finding out only then."""
        return split

    def left_rows(self, order: Rows, start: int, stop: int, split: Split) -> Rows:
        """The rows of the node `order[:, start:stop]` that go left."""
        line = order[split.feature]
        missing = split.n_left - split.n_cut
        return np.concatenate((line[start : start + split.n_cut], line[stop - missing : stop]))

    def partition(self, order: Rows, start: int, stop: int, goes_left: NDArray[np.bool_]) -> None:
        """Rearrange the node's slice in place, left rows first. goes_left: (n_samples,)."""
        partition(order, start, stop, goes_left)

    def extras(self, splits: dict[int, Split], n_nodes: int) -> dict[str, NDArray[Any]]:
        """What a tree of these splits stores besides. splits: by node number."""
        return {}

    def blocks(self, order: Rows, start: int, stop: int, features: Rows) -> Iterator[Block]:
        """The node's rows in blocks of features that fit the cache, once for each way of the missing."""
        step = max(1, BLOCK // (stop - start))
        drawn = len(features) < len(order)
        for first in range(0, len(features), step):
            some = features[first : first + step]
            rows = order[some, start:stop] if drawn else order[first : first + step, start:stop]
            if not self.columns.has_missing:
                yield Block(some, rows, None)
                continue
            n_missing = np.isnan(self.sorted_values(some, rows)).sum(axis=1)
            if self.params.missing == "learn":
                yield Block(some, rows, None)
            if self.params.missing == "left" or n_missing.any():
                yield Block(some, rows, n_missing)

    def cut_scores(
        self, block: Block, totals: tuple[int, ...], *, with_sums: bool = False
    ) -> tuple[Side, Side]:
        """Score every cut of a block: after 1, 2, ... rows in sorted order. Returns the two sides.

        with_sums: whether the sums are wanted even where the criterion scores without them.
        """
        _, rows, n_missing = block
        n_cuts = rows.shape[1] - 1
        before_cut = rows[:, :-1]
        n_left, n_right = self.upwards[:n_cuts], self.downwards[-n_cuts:]
        if n_missing is None and not with_sums:
            scores = self.criterion.cut_scores(rows, totals)
            if scores is not None:
                return Side(n_left, [], scores[0]), Side(n_right, [], scores[1])
        left = [statistic.take(before_cut).cumsum(axis=1) for statistic in self.criterion.statistics]
        if n_missing is not None:
            n_left, n_right = n_left + n_missing[:, np.newaxis], n_right - n_missing[:, np.newaxis]
            for sums, statistic in zip(left, self.criterion.statistics, strict=True):
                sums += missing_sums(statistic, rows, n_missing)[:, np.newaxis]
        right = [total - sums for total, sums in zip(totals, left, strict=True)]
        return self.side(n_left, left), self.side(n_right, right)

    def side(self, count: Floats, sums: list[Integers]) -> Side:
        """One side of every cut with its score."""
        floats = [each.astype(np.float64) for each in sums]
        if count.ndim == 1:
            return Side(count, sums, self.criterion.score(count, *floats))
        # With missing values there are places beyond the last present value, which are no cuts.
        with np.errstate(divide="ignore", invalid="ignore"):
            return Side(count, sums, self.criterion.score(count, *floats))

    def best_cut(self, block: Block, totals: tuple[int, ...], to_beat: float) -> Split | None:
        """The best allowed cut of a block, if its score is at least `to_beat`."""
        left, right = self.cut_scores(block, totals, with_sums=self.weighs_sides)
        score = left.score + right.score
        self.n_scored += score.size
        at = int(score.argmax())
        best = score.item(at)
        if best < to_beat:
            return None
        lower, upper = self.neighbours(block, at)
        # Few cuts are forbidden, so the limits are asked about all of them only when the best one fails.
        if not (self.unlimited and lower < upper):
            score[self.verdicts(block, left, right) != ALLOWED] = -np.inf
            at = int(score.argmax())
            best = score.item(at)
            if best == -np.inf:
                return None
            lower, upper = self.neighbours(block, at)
        f, cut = divmod(at, score.shape[1])
        default_left, n_left = True, cut + 1
        if block.n_missing is not None:
            n_left += block.n_missing.item(f)
        elif self.columns.has_missing:
            default_left = self.is_complete(block, f)
        if left.sums:
            sums = tuple([each.item(at) for each in left.sums])
        else:
            sums = self.criterion.totals(block.rows[f, : cut + 1])
        return Split(
            best,
            left.score.item(at),
            right.score.item(at),
            sums,
            block.features.item(f),
            midpoint(lower, upper),
            default_left,
            cut + 1,
            n_left,
        )

    def verdicts(self, block: Block, left: Side, right: Side) -> NDArray[np.int8]:
        """Whether each cut of a block is allowed, or which limit forbids it: codes, (n_features, n_cuts)."""
        values = self.sorted_values(block.features, block.rows)
        before, after = values[:, :-1], values[:, 1:]
        real = before < after
        if block.n_missing is None:
            real |= np.isnan(after) & ~np.isnan(before)  # every present value left, the missing right
        light = np.zeros(1, dtype=bool)
        if self.weighs_sides:
            hessian = np.minimum(
                self.criterion.hessian_sum(left.n_rows, *left.sums),
                self.criterion.hessian_sum(right.n_rows, *right.sums),
            )
            light = hessian < self.params.min_child_weight
            if self.criterion.needs_positive_hessian:
                light |= hessian <= 0
        few = np.minimum(left.n_rows, right.n_rows) < self.params.min_samples_leaf
        few, light = np.broadcast_to(few, real.shape), np.broadcast_to(light, real.shape)
        return np.select([~real, few, light], [TIED, FEW_SAMPLES, LOW_WEIGHT], ALLOWED).astype(np.int8)

    def sorted_values(self, features: Rows, rows: Rows) -> Floats:
        """The values of a block's rows, each feature in its order: (n_features, n_rows)."""
        return np.take_along_axis(self.columns.values[features], rows, axis=1)

    def neighbours(self, block: Block, at: int) -> tuple[float, float]:
        """The values on both sides of the cut at a flat position; the upper is NaN before missing rows."""
        f, cut = divmod(at, block.rows.shape[1] - 1)
        feature, rows, values = block.features.item(f), block.rows, self.columns.values
        return values.item(feature, rows.item(f, cut)), values.item(feature, rows.item(f, cut + 1))

    def is_complete(self, block: Block, f: int) -> bool:
        """Whether no row of the node misses the feature: NaN sorts last, so the last row tells."""
        last = self.columns.values.item(block.features.item(f), block.rows.item(f, -1))
        return last == last

    def parent_score(self, n_rows: int, totals: tuple[int, ...]) -> float:
        """The score of the node before any cut, in the criterion's unit."""
        return float(self.criterion.score(float(n_rows), *[float(total) for total in totals]))

    def gain(self, score: Any, parent: float) -> Any:
        """score(left) + score(right) - score(parent) - gamma, in the unit of the loss."""
        return (score - parent) * self.criterion.unit - self.params.gamma

    def refusal(self, score: float, parent: float) -> int:
        """Why an allowed cut is still not worth making: NO_GAIN or GAMMA; ALLOWED if it is."""
        if self.params.pruning != "full" and not score - parent > ROUNDING * score + self.criterion.noise:
            return NO_GAIN
        if self.params.pruning == "pre" and not self.gain(score, parent) > 0:
            return GAMMA
        return ALLOWED

    def refusals(self, score: Floats, parent: float) -> NDArray[np.int8]:
        """The same for many cuts."""
        found = np.full(len(score), ALLOWED, dtype=np.int8)
        if self.params.pruning == "pre":
            found[~(self.gain(score, parent) > 0)] = GAMMA
        if self.params.pruning != "full":
            found[~(score - parent > ROUNDING * score + self.criterion.noise)] = NO_GAIN
        return found

    def candidates(self, rows: Rows | None = None, features: Rows | None = None) -> Candidates:
        """Every cut between distinct values of every feature, allowed or not, with its sums and its gain.

        rows: the node's rows (None: all). features: those drawn at this node (None: all); the cuts of the
        others are listed too, and forbidden. Order: by feature, then the missing right before left, then by
        threshold; so the first of the best is the one that `scan` takes.
        """
        order = self.columns.order_of(rows)
        n_rows = order.shape[1]
        totals = self.criterion.totals(order[0])
        parent = self.parent_score(n_rows, totals)
        everything = np.arange(self.columns.n_features)
        drawn = np.ones(len(everything), dtype=bool) if features is None else np.isin(everything, features)
        parts = []
        for block in self.blocks(order, 0, n_rows, everything) if n_rows > 1 else ():
            left, right = self.cut_scores(block, totals, with_sums=True)
            codes = self.verdicts(block, left, right)
            if block.n_missing is not None and self.params.missing == "learn":
                codes[block.n_missing == 0] = TIED  # listed already: no row to send the other way
            codes[(codes != TIED) & ~drawn[block.features][:, np.newaxis]] = NOT_DRAWN
            parts.append(self.listed(block, left, right, parent, codes))
        return self.criterion.record.joined(parts)

    def listed(
        self, block: Block, left: Side, right: Side, parent: float, codes: NDArray[np.int8]
    ) -> Candidates:
        """The cuts of a block as a list, without those that are none."""
        at = np.nonzero(codes != TIED)
        f, cut = at
        values = self.sorted_values(block.features, block.rows)
        n_left, n_right = (np.broadcast_to(side.n_rows, codes.shape)[at] for side in (left, right))
        GL, HL, *more_left = self.criterion.side_values(n_left, np.array([sums[at] for sums in left.sums]))
        GR, HR, *more_right = self.criterion.side_values(n_right, np.array([s[at] for s in right.sums]))
        score = left.score[at] + right.score[at]
        return self.criterion.record(
            feature=block.features[f],
            threshold=midpoints(values[f, cut], values[f, cut + 1]),
            default_left=~np.isnan(values[f, -1]) | (block.n_missing is not None),
            n_left=n_left.astype(np.int64),
            n_right=n_right.astype(np.int64),
            GL=GL,
            HL=HL,
            GR=GR,
            HR=HR,
            score=score,
            gain=self.gain(score, parent),
            verdict=np.where(codes[at] == ALLOWED, self.refusals(score, parent), codes[at]),
            **dict(zip(self.criterion.record.MORE, (*more_left, *more_right), strict=True)),
        )


def missing_sums(statistic: Integers, rows: Rows, n_missing: Rows) -> Integers:
    """For each feature of a block the statistic's sum over the rows that miss it: (n_features,)."""
    n_rows = rows.shape[1]
    return np.array(
        [statistic.take(line[n_rows - k :]).sum() for line, k in zip(rows, n_missing, strict=True)]
    )


def midpoint(lower: float, upper: float) -> float:
    """A threshold t with lower <= t < upper: halfway, or lower itself where rounding leaves no float between.

    Infinite when upper is missing (NaN): every present value is to the left.
    """
    if upper != upper:
        return np.inf
    middle = 0.5 * lower + 0.5 * upper  # each halved first: the sum of two huge values overflows
    return middle if lower <= middle < upper else lower


def midpoints(lower: Floats, upper: Floats) -> Floats:
    """The same for many thresholds."""
    middle = 0.5 * lower + 0.5 * upper
    found = np.where((lower <= middle) & (middle < upper), middle, lower)
    return np.where(np.isnan(upper), np.inf, found)
