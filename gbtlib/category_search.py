"""The search for the best split where some features are categories."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.candidates import ALLOWED, FEW_SAMPLES, LOW_WEIGHT, NOT_DRAWN, Candidates
from gbtlib.categories import Groups, Partitions, chosen_way, group, left_sums, members
from gbtlib.criteria import SecondOrder
from gbtlib.routing import LEFT, NO_SIDE, RIGHT
from gbtlib.splits import Split
from gbtlib.surrogates import SurrogateSearch

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Rows = NDArray[np.intp]


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
            if found and (best is None or (found.score, -found.feature) > (best.score, -best.feature)):
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
        n_ways = 0 if n_groups < 2 else len(left_sums(way, groups.n_rows))
        partition, with_missing = np.arange(n_ways), np.zeros(n_ways, dtype=bool)
        dropped = self.params.surrogates > 0 and groups.n_missing > 0
        if groups.n_missing and not dropped:
            learn = self.params.missing == "learn"
            all_left = [-1] if learn and n_groups else []
            partition = np.concatenate((partition, all_left, partition) if learn else (partition,)).astype(
                np.intp
            )
            with_missing = np.arange(len(partition)) >= (n_ways + 1 if learn else 0)
        in_way = left_sums(way, groups.n_rows) if n_ways else np.zeros(0, np.int64)
        sums_in_way = left_sums(way, groups.sums) if n_ways else np.zeros((len(totals), 0), np.int64)
        n_left = np.where(partition < 0, groups.n_rows.sum(), np.append(in_way, 0)[partition])
        everything = groups.sums.sum(axis=1) if n_groups else np.zeros(len(totals), np.int64)
        padded = np.concatenate((sums_in_way, everything[:, np.newaxis]), axis=1)  # entry -1: all of them
        left = padded[:, partition] + groups.missing[:, np.newaxis] * with_missing
        n_left = n_left + groups.n_missing * with_missing
        whole = np.array(totals, dtype=np.int64) - (groups.missing if dropped else 0)
        right = whole[:, np.newaxis] - left
        n_right = n_rows - (groups.n_missing if dropped else 0) - n_left
        counts = n_left.astype(np.float64), n_right.astype(np.float64)
        score_left, score_right = (
            np.asarray(self.criterion.score(count.copy(), *sums.astype(np.float64)), dtype=np.float64)
            for count, sums in zip(counts, (left, right), strict=True)
        )
        score = score_left + score_right
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
        return Scored(
            groups,
            way,
            partition,
            with_missing,
            *counts,
            left,
            right,
            score_left,
            score_right,
            score,
            allowed,
        )

    def partitions(self, feature: int, rows: Rows | None = None, *, way: str | None = None) -> Partitions:
        """Every partition of a categorical feature in a node, allowed or not, with its sums and its gain.

        rows: the node's rows (None: all). way: "sorted", "exhaustive", "one_vs_rest" or "auto"; None for what
        the search itself scores. Errors: ValueError for a feature without categories.
        """
        if not 0 <= feature < len(self.columns.n_categories) or not self.columns.n_categories[feature]:
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
        G, H = self.criterion.sums(groups.n_rows.astype(np.float64), groups.sums)
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
