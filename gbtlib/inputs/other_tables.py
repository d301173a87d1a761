"""Tables of other libraries than pandas: polars, pyarrow, and whatever else narwhals knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import narwhals as nw
    import pandas as pd


def as_pandas(X: Any, name: str = "X") -> Any:
    """X itself, or where it is a table of another library the same as a pandas table, column by column.

    So that numbers, names and categories are the same whichever library the table comes from: an Enum of
    polars and a dictionary of pyarrow have their categories in the order that they are declared in, as a
    pandas categorical; a Categorical of polars, whose order is that of the process, has them sorted.
    Errors: ValueError for a table of a library that narwhals does not know, for one that is not in memory, or
    for two columns of one name.
    """
    kind = type(X)
    if not hasattr(kind, "columns") or hasattr(kind, "iloc"):
        return X
    import narwhals as nw
    import pandas as pd

    try:
        table = nw.from_native(X, eager_only=True)
    except TypeError:
        rule = "it must be an array, or a table in memory that narwhals knows, of pandas, polars or pyarrow"
        raise ValueError(f"{name} is of type {kind.__name__}; {rule}; collect() a lazy one") from None
    except nw.exceptions.DuplicateError as error:
        told = " ".join(str(error).split())
        raise ValueError(f"{name} must have each name of a column once: {told}") from None
    return pd.DataFrame({column.name: pandas_column(column) for column in table.iter_columns()})


def table_with(columns: Sequence[str], table: Any, name: str = "table") -> Any:
    """A table as pandas has it. Errors: ValueError where it lacks some of these columns."""
    table = as_pandas(table, name)
    lacking = [column for column in columns if column not in table.columns]
    if lacking:
        raise ValueError(f"{name} lacks the columns {', '.join(lacking)}")
    return table


def pandas_column(column: nw.Series[Any]) -> pd.Series[Any]:
    """A column as pandas has one like it: numbers, truth values, times, texts, categories or objects."""
    import narwhals as nw
    import pandas as pd

    kind = column.dtype
    if kind == nw.Enum and isinstance(kind, nw.Enum):
        return pd.Series(pd.Categorical(column.to_list(), categories=list(kind.categories)))
    if kind == nw.Categorical and column.implementation.is_pyarrow():
        return pd.Series(column.to_native().to_pandas())  # narwhals would forget the order
    if kind in (nw.String, nw.Categorical):
        return pd.Series(column.to_list(), dtype="string")
    if kind.is_integer() and column.null_count():  # numpy would make floats of them, and 1.0 of a category 1
        return pd.Series(column.to_list(), dtype="UInt64" if kind.is_unsigned_integer() else "Int64")
    if kind.is_numeric() or kind.is_temporal() or kind == nw.Boolean:
        return pd.Series(column.to_numpy())
    return pd.Series(column.to_list(), dtype=object)
