"""The search for the best split where some features are categories, row by row or by histogram."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.candidates import Candidates
from gbtlib.core.criteria import Criterion, SecondOrder, Sums
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Features, Search, slice_of
from gbtlib.core.tree import Tree
from gbtlib.histogram.search import HistogramSearch, left_first
from gbtlib.inputs.categories import (
    Groups,
    Partitions,
    chosen_way,
    group,
    group_slots,
    listed_ways,
    members,
    sums_on_the_left,
)
from gbtlib.inputs.routing import LEFT, NO_SIDE, RIGHT, Sides, sides_by_category
from gbtlib.inputs.surrogate_search import SurrogateSearch
from gbtlib.loops.reasons import ALLOWED, NOT_DRAWN
from gbtlib.loops.records import NODE, Nodes

if TYPE_CHECKING:
    from gbtlib.inputs.table_columns import BinnedTable, TableColumns

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Rows = NDArray[np.intp]


class Scored(NamedTuple):
    """Partitions of a feature's groups with their sums and scores; see listed_ways for their order."""

    groups: Groups
    way: str
    partition: Rows
    with_missing: NDArray[np.bool_]
    left: Integers  # sums (1 + n_statistics, n)
    right: Integers
    score: Floats


class PartitionSearch(Search):
    """What the searches over columns some of which are categories share.

    category_sides: of a node, by its slice, the side of each category where it is cut by them.
    """

    columns: TableColumns | BinnedTable

    def __init__(self, columns: TableColumns | BinnedTable, criterion: Criterion, params: TreeParams) -> None:
        super().__init__(columns, criterion, params)
        self.is_category = np.array(columns.n_categories) > 0
        self.category_sides: dict[tuple[int, int], NDArray[np.int8]] = {}

    @abstractmethod
    def grouped(self, order: Rows) -> Callable[[int], Groups]:
        """What gives the groups of a feature in the node whose slice of the order this is."""

    def sides_by_partition(self, node: Any, x: Floats) -> Sides:
        """The side of each value of the feature whose categories part a node."""
        return sides_by_category(x, self.category_sides[slice_of(node)])

    def take_partition(self, feature: int, groups: Groups, nodes: Nodes, k: int) -> None:
        """Take the best allowed partition of a feature's groups if it beats the best cut of node k."""
        node, (start, stop) = nodes.record[k], slice_of(nodes.record[k])
        scored = self.score_partitions(feature, groups, tuple(nodes.sums[k].tolist()))
        score = np.where(self.verdicts(scored.left, scored.right) == ALLOWED, scored.score, -np.inf)
        node["n_candidates"] += len(score)
        at = int(score.argmax()) if len(score) else 0
        if len(score) == 0 or (score[at], -feature) <= (node["cut_score"], -node["feature"]):
            return
        sides = np.full(self.columns.n_categories[feature], NO_SIDE, dtype=np.int8)
        on_the_left = members(scored.way, len(groups.codes), int(scored.partition[at]))
        sides[groups.codes] = np.where(on_the_left, LEFT, RIGHT)
        self.category_sides[start, stop], nodes.left[k] = sides, scored.left[:, at]
        node["cut_score"], node["feature"], node["n_cut"] = score[at], feature, -1
        node["score_left"], node["score_right"] = self.criterion.scores(
            np.stack((scored.left[:, at], scored.right[:, at]), axis=1)
        )
        node["lower"] = node["upper"] = np.nan
        node["default_left"] = scored.with_missing[at] or groups.missing[0] == 0

    def score_partitions(self, feature: int, groups: Groups, totals: Sums) -> Scored:
        """Score every partition of a feature's groups in the node with these sums."""
        way = chosen_way(self.params.partitions, groups, feature)
        apart = self.params.surrogates > 0 and groups.missing[0] > 0
        partition, with_missing = listed_ways(way, groups, None if apart else self.params.missing)
        left = sums_on_the_left(way, groups, partition, with_missing)
        parted = np.array(totals)[:, np.newaxis]
        if apart:
            parted = parted - groups.missing[:, np.newaxis]
        right = parted - left
        score = self.criterion.cut_scores(left, right)
        if apart and left.size:  # what the rows without the feature are worth in the node stays
            score += self.score_of(totals) - self.criterion.scores(parted)
        return Scored(groups, way, partition, with_missing, left, right, score)

    def partitions(self, feature: int, rows: Rows | None = None, *, way: str | None = None) -> Partitions:
        """Every partition of a categorical feature in a node, allowed or not, with its sums and its gain.

        rows: the node's rows (None: all). way: "sorted", "exhaustive", "one_vs_rest" or "auto"; None for what
        the search itself scores. Errors: ValueError for a feature without categories.
        """
        if not 0 <= feature < len(self.columns.n_categories) or not self.columns.n_categories[feature]:
            raise ValueError(f"feature={feature} must be one with categories")
        if way is not None:
            return self.within(replace(self.params, partitions=way)).partitions(feature, rows)
        order = self.columns.order_of(rows)
        scored, listed = self.listed_partitions(feature, self.grouped(order)(feature), order[0])
        numbers = ("n_left", "n_right", "GL", "HL", "GR", "HR", "score", "gain", "verdict", "compared")
        return Partitions(
            codes=scored.groups.codes,
            key=self.true_key(scored.groups),
            way=scored.way,
            feature=feature,
            partition=scored.partition,
            default_left=listed.default_left,
            **{name: getattr(listed, name) for name in numbers},
        )

    def listed_partitions(self, feature: int, groups: Groups, rows: Rows) -> tuple[Scored, Candidates]:
        """Every partition of a feature's groups in the node with these rows, and as candidates."""
        totals = self.criterion.totals(rows)
        scored = self.score_partitions(feature, groups, totals)
        cuts = np.zeros(len(scored.score), dtype=NODE)
        cuts["feature"], cuts["cut_score"] = feature, scored.score
        cuts["lower"] = cuts["upper"] = np.nan
        cuts["default_left"] = scored.with_missing | (scored.groups.missing[0] == 0)
        listed = self.listed(cuts, np.stack((scored.left.T, scored.right.T)), totals, rows)
        return scored, replace(listed, category_sides=self.sides_of(scored))

    def sides_of(self, scored: Scored) -> NDArray[np.int8]:
        """The side of every category in each partition: (n_partitions, the most categories of a feature)."""
        sides = np.full((len(scored.score), max(self.columns.n_categories)), NO_SIDE, dtype=np.int8)
        codes = scored.groups.codes
        for i, partition in enumerate(scored.partition.tolist()):
            sides[i, codes] = np.where(members(scored.way, len(codes), partition), LEFT, RIGHT)
        return sides

    def true_key(self, groups: Groups) -> Floats:
        """The sort key in its true unit: G/H, or a share."""
        if not isinstance(self.criterion, SecondOrder) or len(groups.codes) == 0:
            return groups.key
        G, H = self.criterion.side_values(groups.sums)
        return np.divide(G, H, out=np.zeros(len(G)), where=H > 0)

    def candidates(self, rows: Rows | None = None, features: Rows | None = None) -> Candidates:
        """Every cut of the numbers and every partition of the categories; see SplitSearch.candidates.

        A partition has the threshold NaN, and category_sides tells which categories it sends left.
        """
        listed = super().candidates(rows, features)  # type: ignore[safe-super]
        categories, order = np.flatnonzero(self.is_category), self.columns.order_of(rows)
        grouped = self.grouped(order)
        numbers = listed.where(~np.isin(listed.feature, categories))
        no_sides = np.full((len(numbers), max(self.columns.n_categories)), NO_SIDE, dtype=np.int8)
        parts = [replace(numbers, category_sides=no_sides)]
        for feature in categories.tolist():
            found = self.listed_partitions(feature, grouped(feature), order[0])[1]
            drawn = features is None or feature in features
            parts.append(found if drawn else replace(found, verdict=np.full_like(found.verdict, NOT_DRAWN)))
        return self.criterion.record.joined(parts)

    def stored(self, tree: Tree, nodes: NDArray[Any]) -> Tree:
        sides = np.full((tree.n_nodes, max(self.columns.n_categories)), NO_SIDE, dtype=np.int8)
        for k in np.flatnonzero((nodes["children_left"] >= 0) & np.isnan(nodes["lower"])):
            of_node = self.category_sides[slice_of(nodes[k])]
            sides[k, : len(of_node)] = of_node
        return replace(super().stored(tree, nodes), category_sides=sides)


class CategorySearch(PartitionSearch, SurrogateSearch):
    """The search over sorted columns some of which are categories."""

    columns: TableColumns

    def best_cuts(self, order: Rows, nodes: Nodes, which: Rows, features: Features = None) -> None:
        for i, k in enumerate(which.tolist()):
            looked_at = np.arange(len(order)) if features is None else features[i]
            is_category = self.is_category[looked_at]
            super().best_cuts(order, nodes, which[i : i + 1], looked_at[~is_category][np.newaxis])
            grouped = self.grouped(order[:, slice(*slice_of(nodes.record[k]))])
            for feature in looked_at[is_category].tolist():
                self.take_partition(feature, grouped(feature), nodes, k)

    def grouped(self, order: Rows) -> Callable[[int], Groups]:
        return lambda feature: group(self.criterion, self.columns.values[feature], order[feature])

    def primary_sides(self, node: Any, x: Floats) -> Sides:
        by_partition = np.isnan(node["lower"])
        return self.sides_by_partition(node, x) if by_partition else super().primary_sides(node, x)


class BinnedCategorySearch(PartitionSearch, HistogramSearch):
    """The search over columns in bins some of which are categories, with a bin for each of them."""

    columns: BinnedTable

    def best_cut(self, histogram: Integers, nodes: Nodes, k: int, features: Rows) -> None:
        is_category = self.is_category[features]
        super().best_cut(histogram, nodes, k, features[~is_category])
        for feature in features[is_category].tolist():
            self.take_partition(feature, self.groups_in(histogram, feature), nodes, k)

    def groups_in(self, histogram: Integers, feature: int) -> Groups:
        """The groups of a feature in a node, from its histogram."""
        start, stop = self.columns.slots.starts[feature : feature + 2]
        return group_slots(self.criterion, histogram[start:stop])

    def grouped(self, order: Rows) -> Callable[[int], Groups]:
        return partial(self.groups_in, self.counted(order[0]))

    def part_rows(self, rows: Rows, node: Any) -> None:
        if not np.isnan(node["lower"]):
            super().part_rows(rows, node)
            return
        sides = self.sides_by_partition(node, self.columns.values[node["feature"]].take(rows))
        left_first(rows, np.where(sides == NO_SIDE, node["default_left"], sides == LEFT))
