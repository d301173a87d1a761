"""Which search goes with which columns: plain numbers, categories, surrogates, or stored entries only."""

from __future__ import annotations

from typing import Any

from gbtlib.core.criteria import Criterion
from gbtlib.core.params import TreeParams
from gbtlib.core.splits import SplitSearch
from gbtlib.inputs.category_search import CategorySearch
from gbtlib.inputs.surrogate_search import SurrogateSearch
from gbtlib.inputs.triplet_search import SparseColumns, SparseSearch


def category_search(search: SplitSearch, feature: int) -> CategorySearch:
    """The search itself, as one that knows categories. Errors: ValueError where no feature has any."""
    if not isinstance(search, CategorySearch):
        raise ValueError(f"feature={feature} must be one with categories")
    return search


def split_search(columns: Any, criterion: Criterion, params: TreeParams) -> SplitSearch:
    """The search for the best cut that these columns and parameters need.

    columns: Columns, or SparseColumns.

    Errors: ValueError for surrogates over sparse columns.
    """
    if isinstance(columns, SparseColumns):
        return SparseSearch(columns, criterion, params)
    if columns.n_categories:
        return CategorySearch(columns, criterion, params)
    if params.surrogates:
        return SurrogateSearch(columns, criterion, params)
    return SplitSearch(columns, criterion, params)
