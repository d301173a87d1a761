"""The columns of a table, some of them categories: sorted or in bins, they choose the search they need."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.columns import Columns
from gbtlib.core.criteria import Criterion
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Search, TrainingRows
from gbtlib.histogram.bins import BinnedColumns, bin_columns
from gbtlib.inputs import threads
from gbtlib.inputs.category_search import (
    BinnedCategorySearch,
    CategorySearch,
    CategorySurrogateSearch,
    PartitionSearch,
)
from gbtlib.inputs.surrogates import SurrogateSearch


@dataclass(frozen=True, repr=False)
class TableColumns(Columns):
    """Columns of numbers and categories.

    n_categories: for each feature its categories, whose codes 0, 1, ... are the values; 0 for numbers; () if
    all are numbers.
    """

    n_categories: tuple[int, ...] = ()

    def search(self, criterion: Criterion, params: TreeParams) -> Search:
        """The search for categories, for surrogates, or the plain one of numbers."""
        if self.n_categories:
            kind = CategorySurrogateSearch if params.surrogates else CategorySearch
            return kind(self, criterion, params)
        if params.surrogates:
            return SurrogateSearch(self, criterion, params)
        if threads.of(params.n_jobs, self.values) > 1:
            return threads.ThreadedSearch(self, criterion, params)
        return super().search(criterion, params)


def sort_columns(X: NDArray[np.float64], n_categories: tuple[int, ...] = (), n_jobs: int = 1) -> TableColumns:
    """Sort every feature of X (n_samples, n_features); equal values keep the order of their rows.

    n_categories: for each feature its categories, 0 for numbers; () if all are numbers.
    """
    return TableColumns.of(X, threads.of(n_jobs, X), n_categories=n_categories if any(n_categories) else ())


@dataclass(frozen=True, repr=False)
class BinnedTable(BinnedColumns):
    """Columns of numbers and categories in bins; n_categories: as of TableColumns."""

    n_categories: tuple[int, ...] = ()

    def search(self, criterion: Criterion, params: TreeParams) -> Search:
        """The search by histogram, for categories or for numbers alone."""
        if self.n_categories:
            return BinnedCategorySearch(self, criterion, params)
        if threads.of(params.n_jobs, self.values) > 1:
            return threads.ThreadedHistogramSearch(self, criterion, params)
        return super().search(criterion, params)


def bin_table(
    X: NDArray[np.float64],
    max_bin: int,
    min_bin_size: int,
    n_categories: tuple[int, ...] = (),
    n_jobs: int = 1,
) -> BinnedTable:
    """Put every feature of X (n_samples, n_features) into bins; see gbtlib.histogram.bins.bin_columns."""
    known = n_categories if any(n_categories) else ()
    return BinnedTable(
        **vars(bin_columns(X, max_bin, min_bin_size, known, threads.of(n_jobs, X))), n_categories=known
    )


def split_search(columns: TrainingRows, criterion: Criterion, params: TreeParams) -> Search:
    """The search for the best cut that these columns and parameters need.

    Errors: ValueError for surrogates over sparse columns.
    """
    return columns.search(criterion, params)


def category_search(search: Search, feature: int) -> PartitionSearch:
    """The search itself, as one that knows categories. Errors: ValueError where no feature has any."""
    if not isinstance(search, PartitionSearch):
        raise ValueError(f"feature={feature} must be one with categories")
    return search
