"""Every candidate cut of every feature in a node, and what it gains: the one place where gains are computed.

`SplitSearch.scan` finds the best cut while a tree grows; `SplitSearch.candidates` lists them all, for any
node, afterwards. Both take their numbers from `cut_scores`, so the best candidate of the list is the split
in the tree to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.candidates import ALLOWED, FEW_SAMPLES, GAMMA, LOW_WEIGHT, NO_GAIN, NOT_DRAWN, TIED, Candidates
from gbtlib.columns import BLOCK, Columns
from gbtlib.criteria import SecondOrder
from gbtlib.params import TreeParams

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


class Block(NamedTuple):
    """A node's rows as some features sort them, and which way the rows go that miss the feature."""

    features: Rows  # (n_features,)
    rows: Rows  # (n_features, n_rows), missing last
    n_missing: Rows | None  # (n_features,) rows that miss the feature and are sent left; None: they go right


class SplitSearch:
    """The search for the best cut over `columns`, by `criterion`, within the limits of `params`."""

    def __init__(self, columns: Columns, criterion: SecondOrder, params: TreeParams) -> None:
        self.columns, self.criterion, self.params = columns, criterion, params
        self.unlimited = (
            params.min_samples_leaf == 1
            and params.min_child_weight == 0
            and not criterion.needs_positive_hessian
        )
        self.upwards = np.arange(1.0, columns.n_samples + 1)
        self.downwards = self.upwards[::-1]

    def scan(
        self, order: Rows, start: int, stop: int, totals: tuple[int, ...], features: Rows
    ) -> Split | None:
        """The best allowed cut of the node `order[:, start:stop]`; None if there is none.

        Ties go to the lowest feature, then to the lowest threshold (with missing values: right before left).
        totals: the node's sums of the statistics. features: the features to look at, ascending.
        """
        best: Split | None = None
        for block in self.blocks(order, start, stop, features):
            found = self.best_cut(block, totals, -np.inf if best is None else best.score)
            if best is None or (found and (found.score, -found.feature) > (best.score, -best.feature)):
                best = found
        return best

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

    def cut_scores(self, block: Block, totals: tuple[int, ...]) -> tuple[Floats, list[Integers], Floats]:
        """Score every cut of a block: after 1, 2, ... rows in sorted order.

        Returns count (2, 1 or n_features, n_cuts); for each statistic its sums (2, n_features, n_cuts); and
        the scores (2, n_features, n_cuts), in the criterion's unit. First the left side, then the right.
        """
        _, rows, n_missing = block
        n_features, n_rows = rows.shape
        before_cut = rows[:, :-1]
        count = np.empty((2, 1 if n_missing is None else n_features, n_rows - 1))
        count[0] = self.upwards[: n_rows - 1]
        count[1] = self.downwards[1 - n_rows :]
        if n_missing is not None:
            count[0] += n_missing[:, np.newaxis]
            count[1] -= n_missing[:, np.newaxis]

        sums = []
        for statistic, total in zip(self.criterion.statistics, totals, strict=True):
            side = np.empty((2, n_features, n_rows - 1), dtype=np.int64)
            left, right = side
            statistic.take(before_cut).cumsum(axis=1, out=left)
            if n_missing is not None:
                left += missing_sums(statistic, rows, n_missing)[:, np.newaxis]
            np.subtract(total, left, out=right)
            sums.append(side)

        sides = [side.astype(np.float64) for side in sums]
        if n_missing is None:
            return count, sums, self.criterion.score(count, *sides)
        with np.errstate(divide="ignore", invalid="ignore"):  # beyond the present values there is no cut
            return count, sums, self.criterion.score(count, *sides)

    def best_cut(self, block: Block, totals: tuple[int, ...], to_beat: float) -> Split | None:
        """The best allowed cut of a block, if its score is at least `to_beat`."""
        count, sums, scores = self.cut_scores(block, totals)
        score = scores[0] + scores[1]
        at = int(score.argmax())
        if score.item(at) < to_beat:
            return None
        n_cuts = score.shape[1]
        f, cut = divmod(at, n_cuts)
        lower, upper = self.neighbours(block, f, cut)
        # Few cuts are forbidden, so the limits are asked about all of them only when the best one fails.
        if not (self.unlimited and lower < upper):
            score[self.verdicts(block, count, sums) != ALLOWED] = -np.inf
            at = int(score.argmax())
            if score.item(at) == -np.inf:
                return None
            f, cut = divmod(at, n_cuts)
            lower, upper = self.neighbours(block, f, cut)
        n_missing = 0 if block.n_missing is None else int(block.n_missing[f])
        complete = not self.columns.has_missing or self.is_complete(block, f)
        return Split(
            score.item(at),
            scores.item(0, f, cut),
            scores.item(1, f, cut),
            tuple([side.item(0, f, cut) for side in sums]),
            block.features.item(f),
            midpoint(lower, upper),
            complete or block.n_missing is not None,
            cut + 1,
            cut + 1 + n_missing,
        )

    def verdicts(self, block: Block, count: Floats, sums: list[Integers]) -> NDArray[np.int8]:
        """Whether each cut of a block is allowed, or which limit forbids it: codes, (n_features, n_cuts)."""
        values = self.sorted_values(block.features, block.rows)
        before, after = values[:, :-1], values[:, 1:]
        real = before < after
        if block.n_missing is None:
            real |= np.isnan(after) & ~np.isnan(before)  # every present value left, the missing right
        hessian = self.criterion.hessian_sum(count, *sums).min(axis=0)
        light = hessian < self.params.min_child_weight
        if self.criterion.needs_positive_hessian:
            light |= hessian <= 0
        few = count.min(axis=0) < self.params.min_samples_leaf
        few, light = np.broadcast_to(few, real.shape), np.broadcast_to(light, real.shape)
        return np.select([~real, few, light], [TIED, FEW_SAMPLES, LOW_WEIGHT], ALLOWED).astype(np.int8)

    def sorted_values(self, features: Rows, rows: Rows) -> Floats:
        """The values of a block's rows, each feature in its order: (n_features, n_rows)."""
        return np.take_along_axis(self.columns.values[features], rows, axis=1)

    def neighbours(self, block: Block, f: int, cut: int) -> tuple[float, float]:
        """The values on both sides of a cut; the upper one is NaN where only missing rows follow."""
        feature = block.features.item(f)
        values, rows = self.columns.values, block.rows
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
        if self.params.pruning != "full" and not score - parent > ROUNDING * score:
            return NO_GAIN
        if self.params.pruning == "pre" and not self.gain(score, parent) > 0:
            return GAMMA
        return ALLOWED

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
            count, sums, scores = self.cut_scores(block, totals)
            score = scores[0] + scores[1]
            codes = self.verdicts(block, count, sums)
            if block.n_missing is not None and self.params.missing == "learn":
                codes[block.n_missing == 0] = TIED  # listed already: no row to send the other way
            codes[(codes != TIED) & ~drawn[block.features][:, np.newaxis]] = NOT_DRAWN
            f, cut = np.nonzero(codes != TIED)
            values = self.sorted_values(block.features, block.rows)
            count = np.broadcast_to(count, (2, *score.shape))[:, f, cut]
            left, right = (
                self.criterion.sums(count[side], np.array([s[side, f, cut] for s in sums])) for side in (0, 1)
            )
            refused = [self.refusal(s, parent) for s in score[f, cut].tolist()]
            parts.append(
                Candidates(
                    feature=block.features[f],
                    threshold=np.array(
                        [midpoint(*pair) for pair in zip(values[f, cut], values[f, cut + 1], strict=True)]
                    ),
                    default_left=np.full(len(f), True)
                    if block.n_missing is not None
                    else ~np.isnan(values[f, -1]),
                    n_left=count[0].astype(np.int64),
                    n_right=count[1].astype(np.int64),
                    GL=left[0],
                    HL=left[1],
                    GR=right[0],
                    HR=right[1],
                    score=score[f, cut],
                    gain=self.gain(score[f, cut], parent),
                    verdict=np.where(codes[f, cut] == ALLOWED, np.array(refused, np.int8), codes[f, cut]),
                )
            )
        return Candidates.joined(parts)


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
