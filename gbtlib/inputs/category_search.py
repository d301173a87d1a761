"""The search for the best split where some features are categories, row by row or by histogram."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from gbtlib.cart.impurity import ClassCriterion
from gbtlib.core.candidates import Candidates
from gbtlib.core.criteria import Criterion, SecondOrder
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Features, Search, slice_of
from gbtlib.core.splits import SplitSearch
from gbtlib.core.tree import Tree
from gbtlib.histogram.search import HistogramSearch
from gbtlib.inputs.categories import Partitions, class_order, refuse_partitions
from gbtlib.inputs.surrogate_search import SurrogateSearch
from gbtlib.loops.lists import every_way
from gbtlib.loops.partitions import FEW_CATEGORIES, MOST_CATEGORIES, count_codes
from gbtlib.loops.reasons import NOT_DRAWN
from gbtlib.loops.records import NODE, WAYS, Nodes, new_line
from gbtlib.loops.trees import NO_SIDE

if TYPE_CHECKING:
    from gbtlib.inputs.table_columns import BinnedTable, TableColumns

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Rows = NDArray[np.intp]


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
        order = self.columns.order_of(rows)
        sums = self.sums_of(order)(feature)
        listed = self.listed_partitions(feature, sums, order[0])
        n, number = self.categories.found.tolist()
        codes = self.categories.codes[:n].copy()
        own: dict[str, Any] = {"codes": codes, "feature": feature, "way": WAYS[number]}
        own["key"] = self.true_key(feature, codes, sums)
        of_cuts = {each.name for each in fields(Partitions)} - set(own)
        return Partitions(**own, **{name: getattr(listed, name) for name in of_cuts})

    def listed_partitions(self, feature: int, sums: Integers, rows: Rows) -> Candidates:
        """Every partition of a feature in the node with these rows as candidates; sums: by code."""
        self.find_order(feature, sums)
        totals, n_most = self.criterion.totals(rows), 2 * self.most_ways
        cuts, parted = np.zeros(n_most, dtype=NODE), np.zeros((2, n_most, len(totals)), dtype=np.int64)
        sides = np.empty((n_most, max(self.n_categories)), dtype=np.int8)
        codes, found = (feature, tuple(self.categories), sums), (cuts, *parted, sides)
        n = every_way(codes, self.missing, np.array(totals), self.formula, self.line, found)
        self.refuse_too_many()
        return replace(self.listed(cuts[:n], parted[:, :n], totals, rows), category_sides=sides[:n])

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
        listed = super().candidates(rows, features)  # type: ignore[safe-super]
        categories, order = np.flatnonzero(self.n_categories), self.columns.order_of(rows)
        sums_of = self.sums_of(order)
        numbers = listed.where(~np.isin(listed.feature, categories))
        no_sides = np.full((len(numbers), max(self.n_categories)), NO_SIDE, dtype=np.int8)
        parts = [replace(numbers, category_sides=no_sides)]
        for feature in categories.tolist():
            found = self.listed_partitions(feature, sums_of(feature), order[0])
            drawn = features is None or feature in features
            parts.append(found if drawn else replace(found, verdict=np.full_like(found.verdict, NOT_DRAWN)))
        return joined(parts)

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

    def best_cuts(self, order: Rows, nodes: Nodes, which: Rows, features: Features = None) -> None:
        if not self.lacks_order:
            super().best_cuts(order, nodes, which, features)
            return
        for i, k in enumerate(which.tolist()):
            looked_at = np.arange(len(order)) if features is None else features[i]
            sums_of = self.sums_of(order[:, slice(*slice_of(nodes.record[k]))])
            for feature in looked_at.tolist():
                if self.n_categories[feature]:
                    self.find_order(feature, sums_of(feature))
            super().best_cuts(order, nodes, which[i : i + 1], looked_at[np.newaxis])

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


def joined(parts: Sequence[Candidates]) -> Candidates:
    """Several lists, one at least, as one, sorted by feature; within a feature the order stays."""
    kept = [part for part in parts if len(part)] or parts[:1]
    kind = type(kept[0])
    together = {name: np.concatenate([getattr(part, name) for part in kept]) for name in vars(kept[0])}
    by_feature = np.argsort(together["feature"], kind="stable")
    return kind(**{name: column[by_feature] for name, column in together.items()})
