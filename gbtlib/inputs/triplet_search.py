"""Sparse columns: a split search that touches stored entries only.

Each feature keeps its stored entries, sorted by value. The rows without entry are one block, at the value 0
or missing: its sums are those of the node less those of the entries. So the work in a node grows with its
entries and its rows, and not with rows times columns. The tree is, to the last bit, that of the full matrix.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.candidates import Candidates
from gbtlib.core.columns import Columns
from gbtlib.core.criteria import Criterion
from gbtlib.core.params import TreeParams
from gbtlib.core.reasons import ALLOWED, NOT_DRAWN, TIED
from gbtlib.core.search import Search, Side, Split
from gbtlib.core.splits import partition
from gbtlib.inputs.triplets import Triplets

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Rows = NDArray[np.intp]


class Entries(NamedTuple):
    """Stored entries (n,), sorted by feature, then by value, then by row."""

    feature: Rows
    value: Floats
    row: Rows

    def where(self, mask: NDArray[np.bool_]) -> Entries:
        return Entries(self.feature.compress(mask), self.value.compress(mask), self.row.compress(mask))


@dataclass(frozen=True)
class SparseColumns:
    """The feature matrix by its stored entries, each feature sorted once; takes the place of Columns.

    X: the matrix, as triplets or in full. entries: all of them, but for stored zeros where absent means zero:
    they join the block. has_missing: whether rows without entry miss the value.
    """

    X: Triplets | Floats
    entries: Entries
    has_missing: bool

    @property
    def n_features(self) -> int:
        return int(self.X.shape[1])

    @property
    def n_samples(self) -> int:
        return int(self.X.shape[0])

    def order_of(self, rows: Rows | None) -> Rows:
        """The rows of a node as one line, (1, len(rows)): the entries keep the sort of the features."""
        return (np.arange(self.n_samples) if rows is None else np.array(rows))[np.newaxis]

    def entries_of(self, rows: Rows) -> Entries:
        """The entries of some rows."""
        if len(rows) == self.n_samples:
            return self.entries
        inside = np.zeros(self.n_samples, dtype=bool)
        inside[rows] = True
        return self.entries.where(inside.take(self.entries.row))

    def search(self, criterion: Criterion, params: TreeParams) -> SparseSearch:
        """The search that touches stored entries only. Errors: ValueError for surrogates."""
        return SparseSearch(self, criterion, params)


def sort_entries(X: Triplets) -> SparseColumns:
    """Sort the entries of every feature by value; equal values keep the order of their rows."""
    entries = Entries(X.column, X.value, X.row)
    if X.absent == "zero":
        entries = entries.where(X.value != 0)
    order = np.lexsort((entries.value, entries.feature))
    entries = Entries(entries.feature.take(order), entries.value.take(order), entries.row.take(order))
    return SparseColumns(X, entries, X.absent == "missing")


def present_entries(columns: Columns) -> SparseColumns:
    """The values that are there of a full matrix, as entries; those that are missing are the absent ones.

    Trees are the same to the last bit, and so are lists of candidates. What it costs to grow them, and how
    many cuts are scored, goes by the values that are there.
    """
    n_present = np.count_nonzero(~np.isnan(columns.values), axis=1)
    row = columns.order[np.arange(columns.n_samples) < n_present[:, np.newaxis]]  # missing values sort last
    feature = np.repeat(np.arange(columns.n_features), n_present)
    return SparseColumns(columns.X, Entries(feature, columns.values[feature, row], row), has_missing=True)


class Cuts(NamedTuple):
    """Cuts of a node, one for each entry: by feature, then by threshold. Not all of them are real.

    lower, upper: the values on both sides; upper is NaN where the missing rows are the right side.
    """

    feature: Rows
    lower: Floats
    upper: Floats
    n_left: Integers
    left: list[Integers]
    default_left: NDArray[np.bool_]


class Scored(NamedTuple):
    """Cuts with their sides; verdict: by the limits alone."""

    left: Side
    right: Side
    score: Floats
    verdict: NDArray[np.int8]


class SparseSearch(Search):
    """The search for the best cut over sparse columns.

    entries: of every node that may still be split, by the start and stop of its slice of rows.
    """

    columns: SparseColumns

    def __init__(self, columns: SparseColumns, criterion: Criterion, params: TreeParams) -> None:
        if params.surrogates:
            raise ValueError(
                f"surrogates={params.surrogates} must be 0 for triplets: they need a full matrix"
            )
        super().__init__(columns, criterion, params)
        self.entries: dict[tuple[int, int], Entries] = {}

    def scan(
        self, order: Rows, start: int, stop: int, totals: tuple[int, ...], features: Rows
    ) -> Split | None:
        if (start, stop) not in self.entries:  # the root; its descendants are filled in by `part`
            self.entries[start, stop] = self.columns.entries_of(order[0, start:stop])
        entries = self.entries[start, stop]
        if len(features) < self.columns.n_features:
            drawn = np.zeros(self.columns.n_features, dtype=bool)
            drawn[features] = True
            entries = entries.where(drawn.take(entries.feature))
        best: Split | None = None
        for cuts in self.cuts(entries, stop - start, totals):
            found = self.best_of(cuts, stop - start, totals)
            if found and found.beats(best):
                best = found
        return best

    def cuts(self, entries: Entries, n_rows: int, totals: tuple[int, ...]) -> list[Cuts]:
        """The cuts of a node: one list where absent is zero, one for each way of the missing else."""
        feature, value, row = entries
        if len(feature) == 0:
            return []
        first = np.flatnonzero(np.diff(feature, prepend=-1))
        size = np.diff(first, append=len(feature))
        n_absent = np.repeat(n_rows - size, size)
        rank = np.arange(len(feature)) - np.repeat(first, size)
        is_first, is_last = rank == 0, np.zeros(len(feature), dtype=bool)
        is_last[first + size - 1] = True
        steps = [statistic.take(row) for statistic in self.criterion.statistics]
        upto, absent = [], []
        for step, total in zip(steps, totals, strict=True):
            running = step.cumsum()
            before = running[first] - step[first]
            upto.append(running - np.repeat(before, size))
            absent.append(np.repeat(total - (running[first + size - 1] - before), size))
        following = np.append(value[1:], np.nan)
        following[is_last] = np.nan
        if self.columns.has_missing:
            return self.cuts_beside_missing(entries, rank, n_absent, upto, absent, is_last, following)

        # Absent rows are a block at 0: a negative entry makes the cut after it, a positive one that before.
        previous = np.append(np.nan, value[:-1])
        previous[is_first] = np.nan
        below, block = value < 0, n_absent > 0
        # Between a negative and a positive entry lies the block, if there is one.
        upper = np.where(below, np.where(block & ~(following < 0), 0.0, following), value)
        lower = np.where(below, value, np.where(block & ~(previous > 0), 0.0, previous))
        lower[~below & ~block & (previous < 0)] = np.nan  # without block this cut is the negative entry's
        lower[np.isnan(upper)] = np.nan  # all rows on the left
        n_left = np.where(below, rank + 1, rank + n_absent)
        left = [
            np.where(below, sums, sums - step + rest)
            for sums, step, rest in zip(upto, steps, absent, strict=True)
        ]
        return [Cuts(feature, lower, upper, n_left, left, np.ones(len(feature), dtype=bool))]

    def cuts_beside_missing(
        self,
        entries: Entries,
        rank: Rows,
        n_absent: Rows,
        upto: list[Integers],
        absent: list[Integers],
        is_last: NDArray[np.bool_],
        following: Floats,
    ) -> list[Cuts]:
        """The cuts after each entry, with the rows that miss the feature on the right, and on the left."""
        feature, value, _ = entries
        n_left = rank + 1
        found = []
        if self.params.missing == "learn":
            # After the last entry, the missing alone are on the right.
            lower = np.where(is_last & (n_absent == 0), np.nan, value)
            found.append(Cuts(feature, lower, following, n_left, upto, n_absent == 0))
        if self.params.missing == "left" or n_absent.any():
            lower = np.where(is_last, np.nan, value)
            if self.params.missing == "learn":
                lower[n_absent == 0] = np.nan  # no row to send the other way
            left = [sums + rest for sums, rest in zip(upto, absent, strict=True)]
            found.append(
                Cuts(feature, lower, following, n_left + n_absent, left, np.ones(len(feature), dtype=bool))
            )
        return found

    def score_cuts(self, cuts: Cuts, n_rows: int, totals: tuple[int, ...]) -> Scored:
        """Score cuts, and say which limit forbids them."""
        rest = [total - sums for total, sums in zip(totals, cuts.left, strict=True)]
        # A place where all rows are on one side is no cut, and has no score.
        with np.errstate(divide="ignore", invalid="ignore"):
            left, right = (
                Side(count, sums, np.asarray(self.criterion.score(count, *map(as_floats, sums))))
                for count, sums in (
                    (as_floats(cuts.n_left), cuts.left),
                    (as_floats(n_rows - cuts.n_left), rest),
                )
            )
        real = (cuts.lower < cuts.upper) | (np.isnan(cuts.upper) & ~np.isnan(cuts.lower))
        verdict = np.where(real, self.limits(left, right), TIED).astype(np.int8)
        return Scored(left, right, left.score + right.score, verdict)

    def best_of(self, cuts: Cuts, n_rows: int, totals: tuple[int, ...]) -> Split | None:
        """The best allowed cut, the first of equals; None if there is none."""
        scored = self.score_cuts(cuts, n_rows, totals)
        self.n_scored += len(scored.score)
        score = np.where(scored.verdict == ALLOWED, scored.score, -np.inf)
        at = int(score.argmax())
        if score[at] == -np.inf:
            return None
        return Split(
            score=scored.score.item(at),
            score_left=scored.left.score.item(at),
            score_right=scored.right.score.item(at),
            left=tuple([sums.item(at) for sums in cuts.left]),
            feature=cuts.feature.item(at),
            lower=cuts.lower.item(at),
            upper=cuts.upper.item(at),
            default_left=cuts.default_left.item(at),
            n_cut=-1,
            n_left=cuts.n_left.item(at),
        )

    def part(self, order: Rows, start: int, stop: int, split: Split) -> None:
        left = self.left_rows(order, start, stop, split)
        self.goes_left[left] = True
        partition(order, start, stop, self.goes_left)
        entries, middle = self.entries.pop((start, stop)), start + split.n_left
        to_left = self.goes_left.take(entries.row)
        self.entries[start, middle] = entries.where(to_left)
        self.entries[middle, stop] = entries.where(~to_left)
        self.goes_left[left] = False

    def left_rows(self, order: Rows, start: int, stop: int, split: Split) -> Rows:
        """The rows of the node `order[0, start:stop]` that go left."""
        feature, value, row = self.entries[start, stop]
        first, last = np.searchsorted(feature, [split.feature, split.feature + 1])
        to_left = value[first:last] <= split.lower
        absent_left = split.default_left if self.columns.has_missing else 0.0 <= split.lower
        if not absent_left:
            return row[first:last][to_left]
        rows, to_right = order[0, start:stop], row[first:last][~to_left]
        self.goes_left[to_right] = True
        left: Rows = rows.compress(~self.goes_left.take(rows))
        self.goes_left[to_right] = False
        return left

    def candidates(self, rows: Rows | None = None, features: Rows | None = None) -> Candidates:
        """Every cut of every feature that has entries in the node; see Search.candidates."""
        order = self.columns.order_of(rows)
        n_rows, totals = order.shape[1], self.criterion.totals(order[0])
        parent = self.parent_score(n_rows, totals)
        drawn = np.ones(self.columns.n_features, dtype=bool)
        if features is not None:
            drawn[:] = False
            drawn[features] = True
        parts = []
        for cuts in self.cuts(self.columns.entries_of(order[0]), n_rows, totals):
            scored = self.score_cuts(cuts, n_rows, totals)
            kept = np.flatnonzero(scored.verdict != TIED)
            sides = (
                Side(side.n_rows[kept], [sums[kept] for sums in side.sums], side.score[kept])
                for side in (scored.left, scored.right)
            )
            feature, threshold = cuts.feature[kept], self.threshold(cuts.lower[kept], cuts.upper[kept])
            verdict = np.where(drawn[feature], scored.verdict[kept], NOT_DRAWN)
            default_left, score = cuts.default_left[kept], scored.score[kept]
            parts.append(
                self.listed(feature, threshold, default_left, (*sides,), score, parent, verdict)  # type: ignore[arg-type]
            )
        return self.criterion.record.joined(parts)


def as_floats(values: Integers) -> Floats:
    return values.astype(np.float64)
