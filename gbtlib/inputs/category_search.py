"""The search for the best split where some features are categories, row by row or by histogram."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from gbtlib.cart.impurity import ClassCriterion
from gbtlib.core.candidates import Candidates
from gbtlib.core.criteria import Criterion, Floats, Integers, Rows, SecondOrder
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Masks, Search, SplitSearch, slice_of
from gbtlib.core.tree import Tree
from gbtlib.histogram.bins import HistogramSearch
from gbtlib.inputs.categories import Partitions, class_order, refuse_partitions
from gbtlib.inputs.surrogates import SurrogateSearch
from gbtlib.loops.partitions import FEW_CATEGORIES, MOST_CATEGORIES, count_codes
from gbtlib.loops.records import WAYS, Nodes, new_line
from gbtlib.loops.trees import NO_SIDE

if TYPE_CHECKING:
    from gbtlib.inputs.table_columns import BinnedTable, TableColumns


class PartitionSearch(Search):
    """What the searches over columns some of which are categories share."""

    columns: TableColumns | BinnedTable
    line: tuple[Any, ...]

    def __init__(self, columns: TableColumns | BinnedTable, criterion: Criterion, params: TreeParams) -> None:
        self.n_categories = columns.n_categories
        super().__init__(columns, criterion, params)
        has_ranges, room = self.line[1] is not self.line[2], max(len(self.line[1]), self.most_ways)
        self.line = tuple(new_line(room, criterion.n_statistics, with_ranges=has_ranges))

    @property
    def most_ways(self) -> int:
        """More than the ways to part the categories of a feature."""
        most = max(self.n_categories)
        return max(most + 2, 1 << (min(most, MOST_CATEGORIES) - 1))

    @property
    def lacks_order(self) -> bool:
        """Whether nodes may have more categories than are parted in every way, and no order of them."""
        return self.criterion.n_statistics > 2 and max(self.n_categories) > FEW_CATEGORIES

    @abstractmethod
    def sums_of(self, order: Rows) -> Callable[[int], Integers]:
        """What gives the sums by code of a feature in the node whose slice of the order this is.

        They are (n_categories + 1, 1 + n_statistics), the last of those that miss it.
        """

    def find_order(self, feature: int, sums: Integers) -> None:
        """Find a good order of a feature's categories, if there are many; sums: by code."""
        codes = np.flatnonzero(sums[:-1, 0])
        if self.lacks_order and len(codes) > FEW_CATEGORIES:
            by_class = np.ascontiguousarray(sums[codes, 1:].T)
            self.categories.key[feature, codes] = class_order(cast(ClassCriterion, self.criterion), by_class)

    def refuse_too_many(self) -> None:
        """Errors: ValueError if a node had categories that cannot be parted as asked."""
        feature, n = self.categories.refused.tolist()
        if n:
            refuse_partitions(self.params.partitions, self.criterion.n_statistics == 2, feature, n)

    def partitions(self, feature: int, rows: Rows | None = None, *, way: str | None = None) -> Partitions:
        """Every partition of a categorical feature in a node, allowed or not, with its sums and its gain.

        rows: the node's rows (None: all). way: "sorted", "exhaustive", "one_vs_rest" or "auto"; None for what
        the search itself scores. Errors: ValueError for a feature without categories.
        """
        if not 0 <= feature < len(self.columns.n_categories) or not self.columns.n_categories[feature]:
            raise ValueError(f"feature={feature} must be one with categories")
        if way is not None:
            return self.within(replace(self.params, partitions=way)).partitions(feature, rows)
        order, looked_at = self.columns.order_of(rows), np.arange(self.columns.n_features) == feature
        sums = self.sums_of(order)(feature)
        self.find_order(feature, sums)
        listed = self.listed(order, looked_at)
        self.refuse_too_many()
        n, number = self.categories.found.tolist()
        codes = self.categories.codes[:n].copy()
        own: dict[str, Any] = {"codes": codes, "feature": feature, "way": WAYS[number]}
        own["key"] = self.true_key(feature, codes, sums)
        of_cuts = {each.name for each in fields(Partitions)} - set(own)
        return Partitions(**own, **{name: getattr(listed, name) for name in of_cuts})

    def true_key(self, feature: int, codes: Rows, sums: Integers) -> Floats:
        """What sorts the codes, in its true unit: G/H, or a share; NaN where nothing does."""
        if isinstance(self.criterion, SecondOrder):
            G, H = self.criterion.side_values(self.whole(sums[codes].T))
            return np.divide(G, H, out=np.zeros(len(G)), where=H > 0)
        has_key = self.criterion.n_statistics == 2 or len(codes) > FEW_CATEGORIES
        return np.where(has_key, self.categories.key[feature, codes], np.nan)

    def whole(self, sums: Integers) -> Integers:
        """Sums (1 + n, ...) with those that count the rows."""
        counts = [sums[0]] * (1 + self.criterion.n_statistics - len(sums))
        return np.array([*sums, *counts])

    def candidates(self, rows: Rows | None = None, features: Rows | None = None) -> Candidates:
        """Every cut of the numbers and every partition of the categories; see SplitSearch.candidates.

        A partition has the threshold NaN, and category_sides tells which categories it sends left.
        """
        categories, sums_of = np.flatnonzero(self.n_categories), self.sums_of(self.columns.order_of(rows))
        for feature in categories.tolist():
            self.find_order(feature, sums_of(feature))
        listed = super().candidates(rows, features)
        self.refuse_too_many()
        cast(Any, listed.category_sides)[~np.isin(listed.feature, categories)] = NO_SIDE
        return listed

    def most_cuts(self, layout: Any) -> int:
        return super().most_cuts(layout) + 2 * self.most_ways * sum(n > 0 for n in self.n_categories)

    def stored(self, tree: Tree, nodes: Nodes) -> Tree:
        self.refuse_too_many()
        sides, record = nodes.sides[: tree.n_nodes].copy(), nodes.record[: tree.n_nodes]
        sides[(record["children_left"] < 0) | ~np.isnan(record["lower"])] = NO_SIDE
        return replace(super().stored(tree, nodes), category_sides=sides)


class CategorySearch(PartitionSearch, SplitSearch):
    """The search over sorted columns some of which are categories."""

    columns: TableColumns

    @property
    def scan(self) -> Any:
        return None if self.lacks_order else super().scan

    def best_cuts(self, order: Rows, nodes: Nodes, which: Rows, looked_at: Masks, **of_node: Any) -> None:
        if not self.lacks_order:
            super().best_cuts(order, nodes, which, looked_at)
            return
        for i, k in enumerate(which.tolist()):
            sums_of = self.sums_of(order[:, slice(*slice_of(nodes.record[k]))])
            for feature in np.flatnonzero(looked_at[i]).tolist():
                if self.n_categories[feature]:
                    self.find_order(feature, sums_of(feature))
            super().best_cuts(order, nodes, which[i : i + 1], looked_at[i : i + 1])

    def sums_of(self, order: Rows) -> Callable[[int], Integers]:
        def sums(feature: int) -> Integers:
            found = np.zeros_like(self.categories.slots[: self.n_categories[feature] + 1])
            count_codes(self.columns.values[feature], order[feature], self.criterion.statistics, found)
            return found

        return sums


class CategorySurrogateSearch(CategorySearch, SurrogateSearch):
    """The same, for splits whose rows without a value follow surrogates."""


class BinnedCategorySearch(PartitionSearch, HistogramSearch):
    """The search over columns in bins some of which are categories, with a bin for each of them."""

    columns: BinnedTable

    def sums_of(self, order: Rows) -> Callable[[int], Integers]:
        histogram, starts = self.counted(order[0]), self.columns.slots.starts
        return lambda feature: histogram[starts[feature] : starts[feature + 1]]
