"""Categories: which ways to part the values of a feature that has no order, and what each of them gains.

L categories can be parted in 2^(L-1) - 1 ways. When the statistics of a row are two numbers, gradient and
hessian or the weights of two classes, the best way is a cut of the categories sorted by G/H, or by the share
of a class: the score is convex in the sums of the left side, so its largest value lies at a corner of the
sums that can be reached, and the corners are these cuts. That leaves L - 1 ways. lambda does not change the
argument; sorting by G/(H + lambda) instead would be wrong. With three classes or more there is no such order.

Sources: L. Breiman, J. Friedman, R. Olshen and C. Stone, "Classification and regression trees", 1984, section
9.4; W. Fisher, "On grouping for maximum homogeneity", Journal of the American Statistical Association, 1958.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.candidates import ALLOWED, FEW_SAMPLES, LOW_WEIGHT, NO_GAIN, NOT_DRAWN, WHY_NOT, Candidates
from gbtlib.criteria import Criterion, SecondOrder
from gbtlib.impurity import ClassCriterion
from gbtlib.params import TreeParams
from gbtlib.routing import LEFT, NO_SIDE, RIGHT
from gbtlib.splits import Split
from gbtlib.surrogates import SurrogateSearch

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Rows = NDArray[np.intp]

FEW_CATEGORIES = 10  # up to here "auto" scores every partition where no order finds the best
MOST_CATEGORIES = 16  # 32,767 partitions


def every_partition(n: int) -> NDArray[np.bool_]:
    """All ways to part n categories in two: (2^(n-1) - 1, n), true where a category goes left.

    The last category is always on the right, so that no way comes twice.
    """
    number = np.arange(1, 2 ** (n - 1))[:, np.newaxis]
    return (number >> np.arange(n)) & 1 == 1


def sorted_partitions(n: int) -> NDArray[np.bool_]:
    """The cuts of n categories in the order they come in: (n - 1, n); the first 1, 2, ... go left."""
    return np.arange(n) <= np.arange(n - 1)[:, np.newaxis]


def one_against_rest(n: int) -> NDArray[np.bool_]:
    """One category against the others: (n, n), or (1, 2) for two; the last category is always on the right."""
    if n == 2:
        return sorted_partitions(2)
    alone = np.eye(n, dtype=bool)
    alone[-1] = ~alone[-1]
    return alone


WAYS = {"sorted": sorted_partitions, "exhaustive": every_partition, "one_vs_rest": one_against_rest}


class Groups(NamedTuple):
    """The rows of a node by their category of one feature, in the order in which the categories are parted."""

    codes: Rows  # (L,) the categories that occur
    key: Floats  # (L,) what they are sorted by; NaN where there is no order, and they are in that of the codes
    count: Integers  # (L,) rows
    sums: Integers  # (n_statistics, L)
    n_missing: int
    missing: Integers  # (n_statistics,)


def sort_key(criterion: Criterion, count: Integers, sums: Integers) -> Floats | None:
    """What sorts categories so that a cut finds their best partition: G/H, or the share of the second class.

    count: (L,) rows. sums: (n_statistics, L). Returns (L,), or None for three classes or more. A category
    without weight changes no sum and counts as 0.
    """
    if isinstance(criterion, SecondOrder):
        above = sums[0].astype(np.float64)
        below = (count if len(sums) == 1 else sums[1]).astype(np.float64)
    elif isinstance(criterion, ClassCriterion) and criterion.n_classes == 2:
        above, below = sums[1].astype(np.float64), sums.sum(axis=0).astype(np.float64)
    else:
        return None
    return np.divide(above, below, out=np.zeros(len(above)), where=below > 0)


def group(criterion: Criterion, x: Floats, line: Rows) -> Groups:
    """The rows of a node by category. x: (n_samples,) codes. line: the node's rows sorted by x, missing last."""
    value = x.take(line)
    n_present = len(line) - int(np.isnan(value).sum())
    codes = value[:n_present].astype(np.intp)
    starts = np.flatnonzero(np.diff(codes, prepend=-1))
    count = np.diff(starts, append=n_present)
    present, absent = line[:n_present], line[n_present:]
    sums = np.array([np.add.reduceat(each.take(present), starts) for each in criterion.statistics])
    missing = np.array([each.take(absent).sum() for each in criterion.statistics], dtype=np.int64)
    codes = codes[starts]
    key = sort_key(criterion, count, sums) if n_present else None
    if key is None:
        return Groups(codes, np.full(len(codes), np.nan), count, sums, len(absent), missing)
    by_key = np.argsort(key, kind="stable")
    return Groups(codes[by_key], key[by_key], count[by_key], sums[:, by_key], len(absent), missing)


def chosen_way(partitions: str, groups: Groups, feature: int) -> str:
    """Which ways are scored for these groups: a name in WAYS. Errors: ValueError for too many or no order."""
    n, has_order = len(groups.codes), not np.isnan(groups.key).any()
    if partitions == "auto":
        return "sorted" if has_order else "exhaustive" if n <= FEW_CATEGORIES else "one_vs_rest"
    if partitions == "sorted" and not has_order:
        raise ValueError("partitions='sorted' must be another: three classes or more have no order to sort by")
    if partitions == "exhaustive" and n > MOST_CATEGORIES:
        rule = f"must be another: feature {feature} has {n} categories in a node, and it takes {MOST_CATEGORIES}"
        raise ValueError(f"partitions='exhaustive' {rule}")
    return partitions


def left_sums(way: str, values: Integers) -> Integers:
    """The sums on the left of every partition: (..., n_partitions) from (..., L), in the rows' order of WAYS."""
    n = values.shape[-1]
    if way == "sorted" or n < 3:
        return values.cumsum(axis=-1)[..., :-1]
    if way == "one_vs_rest":
        rest = values[..., :-1].sum(axis=-1, keepdims=True)
        return np.concatenate((values[..., :-1], rest), axis=-1)
    return values @ every_partition(n).T.astype(np.int64)


@dataclass(frozen=True)
class Partitions:
    """The ways to part the categories of one feature in one node; arrays of one length, but for the first two.

    codes: (L,) the categories in the order in which they are parted. key: (L,) G/H, or the share of the second
    class, which they are sorted by; NaN where there is no such order. way: "sorted", "exhaustive" or
    "one_vs_rest".
    partition: the row of gbtlib.categories.WAYS[way](L) that says which of the codes go left; L - 1 rows and
        more, with the last of all ("sorted" or not) for all of them on the left and the missing on the right:
        then it is -1.
    default_left: whether rows that miss the feature go left. n_left, n_right: rows.
    GL, HL, GR, HR: sums of gradient and hessian; NaN and sums of row weights for classes.
    score, gain, verdict: as in gbtlib.candidates.Candidates.
    """

    codes: Rows
    key: Floats
    way: str
    feature: int
    partition: Rows
    default_left: NDArray[np.bool_]
    n_left: Integers
    n_right: Integers
    GL: Floats
    HL: Floats
    GR: Floats
    HR: Floats
    score: Floats
    gain: Floats
    verdict: NDArray[np.int8]
    more: tuple[Floats, ...] = ()

    def __len__(self) -> int:
        return len(self.score)

    @property
    def best(self) -> int | None:
        """The position of the best allowed partition, the first of equals; None if none is allowed."""
        allowed = np.flatnonzero(self.verdict == ALLOWED)
        return int(allowed[self.score[allowed].argmax()]) if len(allowed) else None

    def left(self, i: int) -> tuple[int, ...]:
        """The category codes that go left in partition i, ascending."""
        return tuple(sorted(self.codes[members(self.way, len(self.codes), int(self.partition[i]))].tolist()))

    def to_frame(self, names: tuple[Any, ...] | None = None) -> pd.DataFrame:
        """One row a partition, with the categories by name (None: by code) and the reason if forbidden."""
        import pandas as pd

        shown = names if names is not None else tuple(range(int(self.codes.max(initial=-1)) + 1))
        lefts = [set(self.left(i)) for i in range(len(self))]
        columns: dict[str, Any] = {
            "left": [tuple(shown[c] for c in sorted(left)) for left in lefts],
            "right": [tuple(shown[c] for c in sorted(set(self.codes.tolist()) - left)) for left in lefts],
        }
        kept = ("default_left", "n_left", "n_right", "GL", "HL", "GR", "HR", "score", "gain")
        columns |= {name: getattr(self, name) for name in kept}
        columns["why_not"] = np.array(WHY_NOT, dtype=object)[self.verdict]
        return pd.DataFrame(columns)


def members(way: str, n: int, partition: int) -> NDArray[np.bool_]:
    """Which of n categories go left in one partition: (n,); all of them for -1."""
    place = np.arange(n)
    if partition < 0:
        return np.ones(n, dtype=bool)
    if way == "exhaustive":
        return ((partition + 1) >> place) & 1 == 1
    if way == "sorted" or n < 3:
        return place <= partition
    return place == partition if partition < n - 1 else place < n - 1


class Scored(NamedTuple):
    """Every partition of a feature's groups, once with the missing right and once left, and its scores."""

    groups: Groups
    way: str
    partition: Rows
    with_missing: NDArray[np.bool_]
    n_left: Floats
    n_right: Floats
    left: Integers  # (n_statistics, n)
    right: Integers
    score_left: Floats
    score_right: Floats
    score: Floats
    allowed: NDArray[np.int8]  # verdicts by the limits alone


class CategorySearch(SurrogateSearch):
    """The search over columns some of which are categories."""

    def scan(
        self, order: Rows, start: int, stop: int, totals: tuple[int, ...], features: Rows
    ) -> Split | None:
        is_category = np.array(self.columns.n_categories)[features] > 0
        numbers = features[~is_category]
        best = super().scan(order, start, stop, totals, numbers) if len(numbers) else None
        for feature in features[is_category].tolist():
            found = self.best_partition(feature, order[feature, start:stop], totals)
            if found and (
                best is None or (found.score, -found.feature) > (best.score, -best.feature)
            ):
                best = found
        return best

    def best_partition(self, feature: int, line: Rows, totals: tuple[int, ...]) -> Split | None:
        """The best allowed partition of one feature; None if there is none."""
        scored = self.score_partitions(feature, line, totals)
        self.n_scored += len(scored.score)
        score = np.where(scored.allowed == ALLOWED, scored.score, -np.inf)
        if not (score > -np.inf).any():
            return None
        at = int(score.argmax())
        groups = scored.groups
        sides = np.full(self.columns.n_categories[feature], NO_SIDE, dtype=np.int8)
        left = members(scored.way, len(groups.codes), int(scored.partition[at]))
        sides[groups.codes] = np.where(left, LEFT, RIGHT)
        return Split(
            score=scored.score.item(at),
            score_left=scored.score_left.item(at),
            score_right=scored.score_right.item(at),
            left=tuple(scored.left[:, at].tolist()),
            feature=feature,
            threshold=np.nan,
            default_left=bool(scored.with_missing[at]) or groups.n_missing == 0,
            n_cut=-1,
            n_left=int(scored.n_left[at]),
            category_sides=sides,
        )

    def score_partitions(self, feature: int, line: Rows, totals: tuple[int, ...]) -> Scored:
        """Score every partition of a feature in the node with the rows `line`, as the feature sorts them."""
        groups = group(self.criterion, self.columns.values[feature], line)
        n_groups, n_rows = len(groups.codes), len(line)
        way = chosen_way(self.params.partitions, groups, feature)
        n_ways = 0 if n_groups < 2 else len(left_sums(way, groups.count))
        partition, with_missing = np.arange(n_ways), np.zeros(n_ways, dtype=bool)
        dropped = self.params.surrogates > 0 and groups.n_missing > 0
        if groups.n_missing and not dropped:
            learn = self.params.missing == "learn"
            all_left = [-1] if learn and n_groups else []
            partition = np.concatenate((partition, all_left, partition) if learn else (partition,)).astype(np.intp)
            with_missing = np.arange(len(partition)) >= (n_ways + 1 if learn else 0)
        in_way = left_sums(way, groups.count) if n_ways else np.zeros(0, np.int64)
        sums_in_way = left_sums(way, groups.sums) if n_ways else np.zeros((len(totals), 0), np.int64)
        n_left = np.where(partition < 0, groups.count.sum(), np.append(in_way, 0)[partition])
        everything = groups.sums.sum(axis=1) if n_groups else np.zeros(len(totals), np.int64)
        padded = np.concatenate((sums_in_way, everything[:, np.newaxis]), axis=1)  # entry -1: all of them
        left = padded[:, partition] + groups.missing[:, np.newaxis] * with_missing
        n_left = n_left + groups.n_missing * with_missing
        whole = np.array(totals, dtype=np.int64) - (groups.missing if dropped else 0)
        right = whole[:, np.newaxis] - left
        n_right = n_rows - (groups.n_missing if dropped else 0) - n_left
        counts = n_left.astype(np.float64), n_right.astype(np.float64)
        scores = [
            np.asarray(self.criterion.score(count.copy(), *sums.astype(np.float64)), dtype=np.float64)
            for count, sums in zip(counts, (left, right), strict=True)
        ]
        score = scores[0] + scores[1]
        if dropped and n_groups:
            present = np.array([float(n_rows - groups.n_missing)])
            score += self.left_out(present, list(whole[:, np.newaxis]), n_rows, totals)
        hessian = np.minimum(
            self.criterion.hessian_sum(counts[0], *left), self.criterion.hessian_sum(counts[1], *right)
        )
        light = hessian < self.params.min_child_weight
        if self.criterion.needs_positive_hessian:
            light |= hessian <= 0
        few = np.minimum(*counts) < self.params.min_samples_leaf
        allowed = np.select([few, light], [FEW_SAMPLES, LOW_WEIGHT], ALLOWED).astype(np.int8)
        return Scored(groups, way, partition, with_missing, *counts, left, right, *scores, score, allowed)

    def partitions(self, feature: int, rows: Rows | None = None, *, way: str | None = None) -> Partitions:
        """Every partition of a categorical feature in a node, allowed or not, with its sums and its gain.

        rows: the node's rows (None: all). way: "sorted", "exhaustive", "one_vs_rest" or "auto"; None for what
        the search itself scores. Errors: ValueError for a feature without categories.
        """
        if not self.columns.n_categories[feature]:
            raise ValueError(f"feature={feature} must be one with categories")
        if way is not None:
            return self.with_params(replace(self.params, partitions=way)).partitions(feature, rows)
        line = self.columns.order_of(rows)[feature]
        totals = self.criterion.totals(line)
        scored = self.score_partitions(feature, line, totals)
        parent = self.parent_score(len(line), totals)
        GL, HL, *more_left = self.criterion.side_values(scored.n_left, scored.left)
        GR, HR, *more_right = self.criterion.side_values(scored.n_right, scored.right)
        refused = np.array([self.refusal(each, parent) for each in scored.score.tolist()], dtype=np.int8)
        return Partitions(
            codes=scored.groups.codes,
            key=self.true_key(scored.groups),
            way=scored.way,
            feature=feature,
            partition=scored.partition,
            default_left=scored.with_missing | (scored.groups.n_missing == 0),
            n_left=scored.n_left.astype(np.int64),
            n_right=scored.n_right.astype(np.int64),
            GL=GL,
            HL=HL,
            GR=GR,
            HR=HR,
            score=scored.score,
            gain=self.gain(scored.score, parent),
            verdict=np.where(scored.allowed == ALLOWED, refused, scored.allowed),
            more=(*more_left, *more_right),
        )

    def true_key(self, groups: Groups) -> Floats:
        """The sort key in its true unit: G/H, or a share."""
        if not isinstance(self.criterion, SecondOrder) or len(groups.codes) == 0:
            return groups.key
        G, H = self.criterion.sums(groups.count.astype(np.float64), groups.sums)
        return np.divide(G, H, out=np.zeros(len(G)), where=H > 0)

    def candidates(self, rows: Rows | None = None, features: Rows | None = None) -> Candidates:
        """Every cut of the numbers and every partition of the categories; see SplitSearch.candidates.

        A partition has the threshold NaN; `partitions` tells which categories it sends left.
        """
        listed = super().candidates(rows, features)
        categories = np.flatnonzero(self.columns.n_categories)
        parts = [listed.where(~np.isin(listed.feature, categories))]
        for feature in categories.tolist():
            found = self.partitions(feature, rows)
            drawn = features is None or feature in features
            more = dict(zip(self.criterion.record.MORE, found.more, strict=True))
            parts.append(
                self.criterion.record(
                    feature=np.full(len(found), feature),
                    threshold=np.full(len(found), np.nan),
                    default_left=found.default_left,
                    n_left=found.n_left,
                    n_right=found.n_right,
                    GL=found.GL,
                    HL=found.HL,
                    GR=found.GR,
                    HR=found.HR,
                    score=found.score,
                    gain=found.gain,
                    verdict=found.verdict if drawn else np.full(len(found), NOT_DRAWN, dtype=np.int8),
                    **more,
                )
            )
        return self.criterion.record.joined(parts)

    def extras(self, splits: dict[int, Split], n_nodes: int) -> dict[str, NDArray[Any]]:
        sides = np.full((n_nodes, max(self.columns.n_categories)), NO_SIDE, dtype=np.int8)
        for node, split in splits.items():
            if split.category_sides is not None:
                sides[node, : len(split.category_sides)] = split.category_sides
        return {**super().extras(splits, n_nodes), "category_sides": sides}
