"""The search for the best split where some features are categories."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.candidates import ALLOWED, FEW_SAMPLES, LOW_WEIGHT, NOT_DRAWN, Candidates
from gbtlib.core.criteria import SecondOrder
from gbtlib.core.splits import Split
from gbtlib.inputs.categories import (
    Groups,
    Partitions,
    chosen_way,
    group,
    listed_ways,
    members,
    sums_on_the_left,
)
from gbtlib.inputs.routing import LEFT, NO_SIDE, RIGHT
from gbtlib.inputs.surrogate_search import SurrogateSearch

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Rows = NDArray[np.intp]


class Scored(NamedTuple):
    """Partitions of a feature's groups with their sums and scores; see listed_ways for their order."""

    groups: Groups
    way: str
    partition: Rows
    with_missing: NDArray[np.bool_]
    left: Integers  # (1 + n_statistics, n_partitions) rows, and sums of the statistics
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
            left=tuple(scored.left[1:, at].tolist()),
            feature=feature,
            threshold=np.nan,
            default_left=bool(scored.with_missing[at] or groups.missing[0] == 0),
            n_cut=-1,
            n_left=scored.left.item(0, at),
            category_sides=sides,
        )

    def score_partitions(self, feature: int, line: Rows, totals: tuple[int, ...]) -> Scored:
        """Score every partition of a feature in the node with the rows `line`, as the feature sorts them."""
        groups = group(self.criterion, self.columns.values[feature], line)
        way = chosen_way(self.params.partitions, groups, feature)
        left_out = self.params.surrogates > 0 and groups.missing[0] > 0
        partition, with_missing = listed_ways(way, groups, None if left_out else self.params.missing)
        left = sums_on_the_left(way, groups, partition, with_missing)
        parted = np.array([len(line), *totals], dtype=np.int64)
        if left_out:
            parted = parted - groups.missing
        right = parted[:, np.newaxis] - left
        score_left, score_right = self.side_score(left), self.side_score(right)
        score = score_left + score_right
        if left_out and len(score):
            present = parted[:, np.newaxis]
            score += self.left_out(present[0].astype(np.float64), list(present[1:]), len(line), totals)
        allowed = self.limits(left, right)
        return Scored(
            groups, way, partition, with_missing, left, right, score_left, score_right, score, allowed
        )

    def side_score(self, sums: Integers) -> Floats:
        """The scores of sides. sums: (1 + n_statistics, n) rows and sums of the statistics."""
        score: Floats = np.asarray(self.criterion.score(*sums.astype(np.float64)), dtype=np.float64)
        return score

    def limits(self, left: Integers, right: Integers) -> NDArray[np.int8]:
        """Whether partitions with these sides are allowed, or which limit forbids them."""
        sides = left.astype(np.float64), right.astype(np.float64)
        hessian = np.minimum(*(self.criterion.hessian_sum(*side) for side in sides))
        light = hessian < self.params.min_child_weight
        if self.criterion.needs_positive_hessian:
            light |= hessian <= 0
        few = np.minimum(left[0], right[0]) < self.params.min_samples_leaf
        return np.select([few, light], [FEW_SAMPLES, LOW_WEIGHT], ALLOWED).astype(np.int8)

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
        GL, HL, *more_left = self.criterion.side_values(scored.left[0].astype(np.float64), scored.left[1:])
        GR, HR, *more_right = self.criterion.side_values(scored.right[0].astype(np.float64), scored.right[1:])
        refused = np.array([self.refusal(each, parent) for each in scored.score.tolist()], dtype=np.int8)
        return Partitions(
            codes=scored.groups.codes,
            key=self.true_key(scored.groups),
            way=scored.way,
            feature=feature,
            partition=scored.partition,
            default_left=scored.with_missing | (scored.groups.missing[0] == 0),
            n_left=scored.left[0],
            n_right=scored.right[0],
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
        G, H = self.criterion.sums(groups.sums[0].astype(np.float64), groups.sums[1:])
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
