"""The search for the best cut over histograms: for each feature and bin the rows of a node, and their sums.

The sums of the left sides are running sums over the bins. Of two siblings only the smaller one is counted;
the other's histogram is the parent's less that. Sums are in fixed point, integers, so that the difference is
exact: where every value has a bin of its own, trees and candidates are those of the exact search, to the last
bit. A histogram is filled by adding integers at places (numpy's add.at): weighted counts (bincount) add
floats, which do not hold the integers of the statistics. Rows are counted in the same pass, see `with_count`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.candidates import Candidates
from gbtlib.core.criteria import Criterion
from gbtlib.core.params import TreeParams
from gbtlib.core.reasons import ALLOWED, NOT_DRAWN, TIED
from gbtlib.core.search import Search, Side, Split

if TYPE_CHECKING:
    from gbtlib.histogram.bins import BinnedColumns

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Rows = NDArray[np.intp]
Key = tuple[int, int]  # start and stop of a node's slice of the rows

AT_ONCE = 1 << 15  # values counted at once, so that they stay in cache


class Cuts(NamedTuple):
    """The cuts after every bin, (n_bins, n_features), with the missing on one side; not all are real."""

    features: Rows  # (n_features,)
    n_present: Integers  # rows of the node in a bin
    n_missing: Integers  # (n_features,) rows of the node that miss the feature
    missing_left: bool
    left: Side
    right: Side
    score: Floats


class HistogramSearch(Search):
    """The search over columns in bins.

    histograms: (1 + n_statistics, n_slots, n_features) row counts and sums, by node. families: by node what a
    histogram can be made from: the parent's histogram, and both siblings. summed, count_bits: see with_count.
    """

    columns: BinnedColumns

    def __init__(self, columns: BinnedColumns, criterion: Criterion, params: TreeParams) -> None:
        super().__init__(columns, criterion, params)
        self.summed, self.count_bits = with_count(criterion.statistics, columns.most_in_slot)
        self.histograms: dict[Key, Integers] = {}
        self.families: dict[Key, tuple[Integers, Key, Key]] = {}

    def scan(
        self, order: Rows, start: int, stop: int, totals: tuple[int, ...], features: Rows
    ) -> Split | None:
        histogram = self.histogram(order, (start, stop))
        if stop - start <= self.columns.n_slots:  # sooner counted anew than taken from another
            del self.histograms[start, stop]
        best: Split | None = None
        for cuts in self.cuts(histogram, features, stop - start, totals):
            self.n_scored += cuts.score.size
            found = self.best_of(cuts)
            if found and found.beats(best):
                best = found
        return best

    def histogram(self, order: Rows, node: Key) -> Integers:
        """The histogram of a node: counted, or the parent's less the sibling's."""
        if node not in self.histograms:
            if node not in self.families:
                self.histograms[node] = self.counted(order[0, slice(*node)])
            else:
                parent, *siblings = self.families[node]
                small, large = sorted(siblings, key=lambda key: key[1] - key[0])
                self.histograms[small] = self.counted(order[0, slice(*small)])
                # In the parent's memory: nothing asks for the parent again.
                self.histograms[large] = np.subtract(parent, self.histograms[small], out=parent)
                del self.families[small], self.families[large]
        return self.histograms[node]

    def counted(self, rows: Rows) -> Integers:
        """The histogram of some rows, counted."""
        columns = self.columns
        n_features = columns.n_features
        histogram = np.zeros((1 + len(self.summed), columns.n_slots * n_features), dtype=np.int64)
        step = max(1, AT_ONCE // n_features)
        for first in range(0, len(rows), step):
            some = rows[first : first + step]
            place = columns.place.take(some, axis=0).reshape(-1).astype(np.intp)
            if not self.count_bits:
                histogram[0] += np.bincount(place, minlength=histogram.shape[1])
            for sums, statistic in zip(histogram[1:], self.summed, strict=True):
                np.add.at(sums, place, statistic.take(some).repeat(n_features))
        if self.count_bits:
            histogram[0] = histogram[1] & ((1 << self.count_bits) - 1)
            histogram[1] >>= self.count_bits
        return histogram.reshape(len(histogram), columns.n_slots, n_features)

    def cuts(
        self, histogram: Integers, features: Rows, n_rows: int, totals: tuple[int, ...]
    ) -> Iterator[Cuts]:
        """The cuts of a node, once for each way of the missing."""
        if len(features) < histogram.shape[2]:
            histogram = histogram[..., features]
        missing = histogram[:, -1]
        # One statistic after the other: its numbers stay in cache.
        running = [np.add.accumulate(slots)[:-1] for slots in histogram]
        ways = (False, True) if self.params.missing == "learn" else (True,)
        for missing_left in ways if self.columns.has_missing else (False,):
            n_left, *left = (
                [a + b for a, b in zip(running, missing, strict=True)] if missing_left else running
            )
            right = [total - sums for total, sums in zip(totals, left, strict=True)]
            # Where nothing is left on a side there is no cut, and no score.
            with np.errstate(divide="ignore", invalid="ignore"):
                sides = self.side(n_left, left), self.side(n_rows - n_left, right)
            score = sides[0].score + sides[1].score
            yield Cuts(features, histogram[0, :-1], missing[0], missing_left, *sides, score)

    def side(self, n_rows: Integers, sums: list[Integers]) -> Side:
        """One side of every cut, with its score. n_rows, sums: (n_bins, n_features)."""
        floats = [each.astype(np.float64) for each in sums]
        return Side(n_rows, sums, np.asarray(self.criterion.score(n_rows, *floats), dtype=np.float64))

    def verdicts(self, cuts: Cuts) -> NDArray[np.int8]:
        """Whether each cut is allowed, or which limit forbids it: (n_bins, n_features)."""
        before = cuts.n_present.cumsum(axis=0)
        real = (cuts.n_present > 0) & (before < before[-1])  # a bin with rows follows
        if not cuts.missing_left:
            real |= (cuts.n_present > 0) & (cuts.n_missing > 0)  # every present value left, the missing right
        elif self.params.missing == "learn":
            real &= cuts.n_missing > 0  # else the same cut is there already
        return np.where(real, self.limits(cuts.left, cuts.right), TIED).astype(np.int8)

    def allows(self, cuts: Cuts, best: tuple[int, int]) -> bool:
        """Whether a cut of the best score parts rows, and is within the limits."""
        if cuts.n_present.item(best) == 0 or cuts.right.n_rows.item(best) == 0:
            return False
        if self.unlimited:
            return True
        left, right = (
            Side(side.n_rows[best], [sums[best] for sums in side.sums], side.score[best])
            for side in (cuts.left, cuts.right)
        )
        return bool(self.limits(left, right) == ALLOWED)

    def neighbours(self, cuts: Cuts, at: Rows, line: Rows) -> tuple[Floats, Floats]:
        """The values on both sides of many cuts; the upper is NaN where the missing are right."""
        features, after = cuts.features[line], at[:, np.newaxis] < np.arange(len(cuts.score))
        following = (after & (cuts.n_present.T[line] > 0)).argmax(axis=-1)
        upper = np.where(following > at, self.columns.first[following, features], np.nan)
        return self.columns.last[at, features], upper

    def best_of(self, cuts: Cuts) -> Split | None:
        """The best allowed cut, the first of equals; None if there is none."""
        best = first_of_best(cuts.score)
        # Few cuts are forbidden, so the limits are asked about all of them only when the best one fails.
        if best is None or not self.allows(cuts, best):
            score = np.where(self.verdicts(cuts) == ALLOWED, cuts.score, -np.inf)
            best = first_of_best(score)
            if best is None or score[best] == -np.inf:
                return None
        at, line = best
        feature = cuts.features.item(line)
        following = cuts.n_present[at + 1 :, line].nonzero()[0]
        upper = self.columns.first.item(at + 1 + following.item(0), feature) if len(following) else np.nan
        return Split(
            score=cuts.score.item(at, line),
            score_left=cuts.left.score.item(at, line),
            score_right=cuts.right.score.item(at, line),
            left=tuple([sums.item(at, line) for sums in cuts.left.sums]),
            feature=feature,
            lower=self.columns.last.item(at, feature),
            upper=upper,
            default_left=cuts.missing_left or cuts.n_missing.item(line) == 0,
            n_cut=-1,
            n_left=cuts.left.n_rows.item(at, line),
        )

    def part(self, order: Rows, start: int, stop: int, split: Split) -> None:
        rows = order[0, start:stop]
        x = self.columns.values[split.feature].take(rows)
        left = ~(x > split.lower) if split.default_left else x <= split.lower  # NaN is neither
        rows[: split.n_left], rows[split.n_left :] = rows.compress(left), rows.compress(~left)
        parent = self.histograms.pop((start, stop), None)
        middle = start + split.n_left
        siblings = (start, middle), (middle, stop)
        if parent is not None:
            self.families |= dict.fromkeys(siblings, (parent, *siblings))

    def candidates(self, rows: Rows | None = None, features: Rows | None = None) -> Candidates:
        """Every cut between bins with rows of the node; see Search.candidates."""
        line = self.columns.order_of(rows)[0]
        totals = self.criterion.totals(line)
        parent, everything = self.parent_score(len(line), totals), np.arange(self.columns.n_features)
        drawn = np.ones(len(everything), dtype=bool) if features is None else np.isin(everything, features)
        parts = []
        for cuts in self.cuts(self.counted(line), everything, len(line), totals):
            verdict = self.verdicts(cuts)
            feature, at = np.nonzero(verdict.T != TIED)
            real = at, feature
            threshold = self.threshold(*self.neighbours(cuts, at, feature))
            left, right = (
                Side(side.n_rows[real], [sums[real] for sums in side.sums], side.score[real])
                for side in (cuts.left, cuts.right)
            )
            codes = np.where(drawn[feature], verdict[real], NOT_DRAWN)
            default_left = cuts.missing_left | (cuts.n_missing[feature] == 0)
            sides, score = (left, right), cuts.score[real]
            parts.append(self.listed(feature, threshold, default_left, sides, score, parent, codes))
        return self.criterion.record.joined(parts)


def first_of_best(score: Floats) -> tuple[int, int] | None:
    """The bin and the feature of the best score, of equals the lowest feature, there the lowest bin.

    None where every score is NaN.
    """
    best = score.item(score.argmax())
    if best != best:  # NaN, which argmax takes for the largest
        best = np.fmax.reduce(score, axis=None)
    equals = (score.reshape(-1) == best).nonzero()[0]
    if len(equals) == 0:
        return None
    n_features: int = score.shape[1]
    first: int = equals.item((equals % n_features).argmin())
    return divmod(first, n_features)


def with_count(statistics: Sequence[Integers], most: int) -> tuple[list[Integers], int]:
    """The statistics, the first of them shifted left to make room for a count of rows, and by how many bits.

    So one sum is two: of the statistic above, and of a one a row below, which never reaches the bits above.
    0 bits, and the statistics as they are, where the sum of a slot might not fit.

    most: rows in a slot at most.
    """
    first, *others = statistics
    bits = most.bit_length()
    largest = max(abs(int(first.min(initial=0))), abs(int(first.max(initial=0))))
    if (most * largest + 1) << bits > 1 << 63:
        return [first, *others], 0
    return [(first << bits) + 1, *others], bits
