"""Which search goes with which columns: plain numbers, categories, surrogates, or stored entries only."""

from __future__ import annotations

from gbtlib.categories import CategorySearch
from gbtlib.columns import Columns
from gbtlib.criteria import Criterion
from gbtlib.params import TreeParams
from gbtlib.sparse import SparseColumns, SparseSearch
from gbtlib.splits import SplitSearch
from gbtlib.surrogates import SurrogateSearch


def split_search(columns: Columns | SparseColumns, criterion: Criterion, params: TreeParams) -> SplitSearch:
    """The search for the best cut that these columns and parameters need.

    Errors: ValueError for surrogates over sparse columns.
    """
    if isinstance(columns, SparseColumns):
        return SparseSearch(columns, criterion, params)
    if columns.n_categories:
        return CategorySearch(columns, criterion, params)
    if params.surrogates:
        return SurrogateSearch(columns, criterion, params)
    return SplitSearch(columns, criterion, params)
