"""Every candidate cut of every feature in a node, and which of them is the best.

`SplitSearch.scan` finds the best cut while a tree grows; `SplitSearch.candidates` lists them all, for any
node, afterwards. Both take their numbers from `cut_scores`, so the best candidate of the list is the split
in the tree to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.candidates import Candidates
from gbtlib.core.criteria import Criterion, Floats, Integers, Rows, Totals
from gbtlib.core.params import TreeParams
from gbtlib.core.reasons import ALLOWED, NOT_DRAWN, TIED
from gbtlib.core.search import Search, Side, Split

if TYPE_CHECKING:
    from gbtlib.core.columns import Columns

BLOCK = 1 << 15  # elements worked on at once, so that the intermediate arrays stay in cache


class Block(NamedTuple):
    """A node's rows as some features sort them, and which way the rows go that miss the feature."""

    features: Rows  # (n_features,)
    rows: Rows  # (n_features, n_rows), missing last
    n_missing: Rows | None  # (n_features,) rows that miss the feature and are sent left; None: they go right


class SplitSearch(Search):
    """The search over columns of numbers, each of them sorted, NaN last."""

    columns: Columns

    def __init__(self, columns: Columns, criterion: Criterion, params: TreeParams) -> None:
        super().__init__(columns, criterion, params)
        self.upwards = np.arange(1.0, columns.n_samples + 1)
        self.downwards = self.upwards[::-1]

    def scan(self, order: Rows, start: int, stop: int, totals: Totals, features: Rows) -> Split | None:
        best: Split | None = None
        for block in self.blocks(order, start, stop, features):
            found = self.best_cut(block, totals)
            if found and found.beats(best):
                best = found
        return best

    def part(self, order: Rows, start: int, stop: int, split: Split) -> None:
        left = self.left_rows(order, start, stop, split)
        self.goes_left[left] = True
        partition(order, start, stop, self.goes_left)
        self.goes_left[left] = False

    def left_rows(self, order: Rows, start: int, stop: int, split: Split) -> Rows:
        """The rows of the node `order[:, start:stop]` that go left."""
        line = order[split.feature]
        missing = split.n_left - split.n_cut
        return np.concatenate((line[start : start + split.n_cut], line[stop - missing : stop]))

    def blocks(self, order: Rows, start: int, stop: int, features: Rows) -> Iterator[Block]:
        """The node's rows in blocks of features that fit the cache, once for each way of the missing.

        So the side of the missing is decided like a cut: both ways are scored, and the best score wins.
        """
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

    def cut_scores(self, block: Block, totals: Totals, *, with_sums: bool = False) -> tuple[Side, Side]:
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
            for sums, total in zip(left, totals, strict=True):
                sums += missing_sums(sums, total, n_missing)[:, np.newaxis]
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

    def best_cut(self, block: Block, totals: Totals) -> Split | None:
        """The best allowed cut of a block; None if there is none."""
        left, right = self.cut_scores(block, totals, with_sums=self.weighs_sides)
        score = left.score + right.score
        self.n_scored += score.size
        if block.n_missing is not None:
            score[right.n_rows <= 0] = -np.inf  # beyond the last present value
        at = int(score.argmax())
        best = score.item(at)
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
        feature, n_left = block.features.item(f), cut + 1
        if block.n_missing is not None:
            n_left += block.n_missing.item(f)
        # Where no row of the node misses the feature, which the last row tells, the missing go left, too.
        last = self.columns.values.item(feature, block.rows.item(f, -1))
        default_left = block.n_missing is not None or last == last
        sums = tuple([each.item(at) for each in left.sums]) or self.criterion.totals(block.rows[f, : cut + 1])
        score_left, score_right = left.score.item(at), right.score.item(at)
        return Split(
            best, score_left, score_right, sums, feature, lower, upper, default_left, cut + 1, n_left
        )

    def verdicts(self, block: Block, left: Side, right: Side) -> NDArray[np.int8]:
        """Whether each cut of a block is allowed, or which limit forbids it: (n_features, n_cuts)."""
        values = self.sorted_values(block.features, block.rows)
        before, after = values[:, :-1], values[:, 1:]
        real = before < after
        if block.n_missing is None:
            real |= np.isnan(after) & ~np.isnan(before)  # every present value left, the missing right
        return np.where(real, self.limits(left, right), TIED).astype(np.int8)

    def sorted_values(self, features: Rows, rows: Rows) -> Floats:
        """The values of a block's rows, each feature in its order: (n_features, n_rows)."""
        return self.columns.values.reshape(-1).take(rows + features[:, np.newaxis] * self.columns.n_samples)

    def neighbours(self, block: Block, at: int) -> tuple[float, float]:
        """The values on both sides of the cut at a flat position; the upper is NaN before missing rows."""
        f, cut = divmod(at, block.rows.shape[1] - 1)
        feature, rows, values = block.features.item(f), block.rows, self.columns.values
        return values.item(feature, rows.item(f, cut)), values.item(feature, rows.item(f, cut + 1))

    def candidates(self, rows: Rows | None = None, features: Rows | None = None) -> Candidates:
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
            parts.append(self.cuts_of(block, left, right, parent, codes))
        return self.criterion.record.joined(parts)

    def cuts_of(
        self, block: Block, left: Side, right: Side, parent: float, codes: NDArray[np.int8]
    ) -> Candidates:
        """The cuts of a block as a list, without those that are none."""
        at = np.nonzero(codes != TIED)
        f, cut = at
        values = self.sorted_values(block.features, block.rows)
        default_left = ~np.isnan(values[f, -1]) | (block.n_missing is not None)
        left, right = (
            Side(np.broadcast_to(n_rows, codes.shape)[at], [each[at] for each in sums], score[at])
            for n_rows, sums, score in (left, right)
        )
        threshold, score = self.threshold(values[f, cut], values[f, cut + 1]), left.score + right.score
        feature, verdict = block.features[f], codes[at]
        return self.listed(feature, threshold, default_left, (left, right), score, parent, verdict)


def partition(order: Rows, start: int, stop: int, inside: NDArray[np.bool_]) -> None:
    """Rearrange `order[:, start:stop]` in place: rows with `inside` true first, each feature still sorted.

    inside: (n_samples,) the rows that go left.
    """
    rows = stop - start
    step = max(1, BLOCK // rows)
    for first in range(0, len(order), step):
        block = order[first : first + step, start:stop]
        flat = block.reshape(-1)
        to_left = inside.take(flat)
        left = flat.compress(to_left).reshape(len(block), -1)
        right = flat.compress(~to_left).reshape(len(block), -1)
        block[:, : left.shape[1]] = left
        block[:, left.shape[1] :] = right


def missing_sums(sums: Integers, total: int, n_missing: Rows) -> Integers:
    """For each feature of a block a statistic's sum over the rows that miss it: (n_features,).

    sums: before every cut, (n_features, n_cuts). For a feature without any value, and so without cuts, the
    result means nothing.
    """
    last_present = np.arange(len(sums)), -n_missing % sums.shape[1]
    return np.where(n_missing > 0, total - sums[last_present], 0)
