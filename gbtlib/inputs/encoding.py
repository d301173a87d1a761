"""What the columns of X hold: numbers, categories, or the entries of triplets. Learned in fit, kept later.

A category becomes a whole number, its position among those seen in fit. One that was not seen becomes NaN, as
a missing value does, so that it goes the way of the missing.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import issparse

from gbtlib.checks import arrays
from gbtlib.core.criteria import Floats
from gbtlib.inputs.other_tables import as_pandas
from gbtlib.inputs.table_columns import TableColumns, bin_table, sort_columns
from gbtlib.inputs.triplet_bins import bin_entries
from gbtlib.inputs.triplet_search import present_entries, sort_entries
from gbtlib.inputs.triplets import MOST_FEATURES, Triplets, from_scipy

MOST_TEXTS = 20  # a text column with more of them, most of which come once, is taken for free text
MANY_MISSING = 0.3  # of a full matrix: with a larger share, boosting goes by the values that are there


@dataclass(frozen=True)
class Features:
    """What a model knows about its columns.

    names: one a feature. categories: for each feature the categories in the order of their codes; None for
    numbers. absent: what absent entries meant in fit, "zero" or "missing"; None if X was a full matrix.
    named: whether the names are those of a table, which a table to be encoded must have, too.
    """

    names: tuple[str, ...]
    categories: tuple[tuple[Any, ...] | None, ...]
    absent: str | None = None
    named: bool = False

    @property
    def n_features(self) -> int:
        return len(self.names)

    @property
    def n_categories(self) -> tuple[int, ...]:
        """For each feature the number of its categories; 0 for numbers."""
        return tuple(0 if known is None else len(known) for known in self.categories)

    def encode(self, X: Any, name: str = "X") -> Any:
        """X as the trees read it: float64 (n_samples, n_features) with codes for categories, or Triplets.

        A table after a table must have the columns of fit, in their order. Arrays are read by position, and
        so is a table after an array. Names that are numbers are compared as text.
        Errors: ValueError for other columns than in fit, another meaning of absent entries, or what
        gbtlib.checks.arrays.check_X refuses.
        """
        X = as_pandas(X, name)
        if issparse(X):
            if self.absent is None:
                raise ValueError(f"{name} is a scipy.sparse matrix; it must go through {HOW_SPARSE}")
            X = from_scipy(X, absent=self.absent)
        if isinstance(X, Triplets):
            return self.checked_triplets(X, name)
        if self.named:
            self.check_names(column_names(X), name)
        if all(known is None for known in self.categories):
            return arrays.check_X(X, name=name, n_features=self.n_features)
        columns = split_columns(X, name)
        if len(columns) != self.n_features:
            raise ValueError(f"{name} has {len(columns)} features; it must have {self.n_features}, as in fit")
        coded = []
        for column, known, feature in zip(columns, self.categories, self.names, strict=True):
            called = f"{name} column {feature!r}"
            coded.append(number_column(column, called) if known is None else codes(column, known, called))
        return np.column_stack(coded)

    def check_names(self, given: tuple[str, ...] | None, name: str) -> None:
        """Refuse other columns than those of fit. given: of the table called name; None for an array.

        Errors: ValueError naming the columns that are missing or unknown, or the first out of order.
        """
        if given is None or given == self.names:
            return
        missing = list((Counter(self.names) - Counter(given)).elements())
        unknown = list((Counter(given) - Counter(self.names)).elements())
        faults = [f"lacks the columns {listed(missing)}"] if missing else []
        faults += [f"has the unknown columns {listed(unknown)}"] if unknown else []
        wrong = f"{name} {', and '.join(faults)}"
        if not faults:
            j = next(j for j, pair in enumerate(zip(given, self.names, strict=True)) if pair[0] != pair[1])
            wrong = f"{name} column {j} is {given[j]!r}, in fit it was {self.names[j]!r}"
        rule = f"a table must have the columns of fit, in their order: {listed(self.names)}"
        raise ValueError(f"{wrong}; {rule}; an array is read by position")

    def checked_triplets(self, X: Triplets, name: str) -> Triplets:
        """Triplets with the features and the meaning of fit."""
        if X.shape[1] != self.n_features:
            rule = f"it must have {self.n_features}, as in fit (say so with shape=)"
            raise ValueError(f"{name} has {X.shape[1]} features; {rule}")
        if self.absent is not None and X.absent != self.absent:
            raise ValueError(f"{name} has absent={X.absent!r}; it must be {self.absent!r}, as in fit")
        if any(known is not None for known in self.categories):
            raise ValueError(f"{name} holds triplets; it must be a full table: some features are categories")
        return X

    def as_rows(self, row: Any) -> Any:
        """A row (n_features,) as a matrix of one row; where there are categories, values keep their types.

        A row taken out of a pandas table keeps the names of its columns, to be checked by encode.
        """
        if isinstance(row, Triplets) or issparse(row) or hasattr(row, "columns"):
            return row
        if np.ndim(row) == 0:
            rule = "it must hold the values of a row, (n_features,)"
            raise ValueError(f"x is of type {type(row).__name__}; {rule}")
        if self.named and hasattr(row, "to_frame") and hasattr(row, "index"):
            names = [str(name) for name in row.index]
            # A series that was made of bare numbers counts them 0, 1, ...: these are no names.
            if names != [str(j) for j in range(len(names))] or not set(names).isdisjoint(self.names):
                return row.to_frame().T
        return np.atleast_2d(np.asarray(row, dtype=object if any(self.n_categories) else None))

    def sorted_columns(
        self,
        values: Any,
        tree_method: str = "exact",
        max_bin: int = 256,
        min_bin_size: int = 1,
        n_jobs: int = 1,
    ) -> Any:
        """The encoded training rows, each feature sorted once: Columns, or SparseColumns for triplets.

        tree_method: "hist" for BinnedColumns, see gbtlib.histogram.bins, or BinnedEntries. n_jobs: threads.
        """
        bins = max_bin, min_bin_size
        if isinstance(values, Triplets):
            return bin_entries(values, *bins) if tree_method == "hist" else sort_entries(values)
        if tree_method == "hist":
            return bin_table(values, *bins, self.n_categories, n_jobs)
        return sort_columns(values, self.n_categories, n_jobs)

    def columns_to_grow_on(self, columns: Any) -> Any:
        """The sorted columns, or what grows the same trees in less time: see present_entries."""
        if not isinstance(columns, TableColumns) or any(self.n_categories):
            return columns
        many_missing = np.isnan(columns.values).mean() > MANY_MISSING
        return present_entries(columns) if many_missing else columns

    def left_categories(self, sides: NDArray[np.int8], feature: int) -> tuple[Any, ...]:
        """The categories that go left at a split, by their names. sides: the node's row of category_sides."""
        known = self.categories[feature]
        if known is None:
            raise ValueError(f"feature={feature} must be one with categories")
        return tuple(category for category, side in zip(known, sides.tolist(), strict=False) if side == 1)


HOW_SPARSE = "gbtlib.from_scipy(X, absent='zero' or 'missing'), which says what absent entries mean"


def learn_features(X: Any, categorical_features: Sequence[int | str] | None = None) -> Features:
    """What the columns of the training rows hold.

    categorical_features: columns whose values are categories, by number or name; None for the categorical and
    text columns of a table, and none of an array.
    Errors: ValueError for what is no list of columns, a column that does not exist, a name of two columns, a
    category that is not a single value, free text (more than MOST_TEXTS different texts, most of which come
    once) that is not named, or for categories in a sparse matrix.
    """
    chosen = None if categorical_features is None else listed_columns(categorical_features)
    X = as_pandas(X)
    if issparse(X):
        raise ValueError(f"X is a scipy.sparse matrix; it must go through {HOW_SPARSE}")
    if isinstance(X, Triplets):
        if chosen:
            raise ValueError(f"categorical_features={categorical_features!r} must be None for triplets")
        if X.shape[1] > MOST_FEATURES:
            rule = f"triplets to be learned from must have at most {MOST_FEATURES}"
            advice = "number the columns that have entries anew: numpy.unique(j, return_inverse=True)"
            raise ValueError(f"X has {X.shape[1]} features; {rule}; {advice}")
        names = tuple(f"x{j}" for j in range(X.shape[1]))
        return Features(names, (None,) * len(names), X.absent)
    named = column_names(X)
    if chosen is None and not hasattr(X, "dtypes"):
        names = named or tuple(f"x{j}" for j in range(arrays.check_X(X).shape[1]))
        return Features(names, (None,) * len(names), named=bool(named))
    columns = split_columns(X, "X")
    names = named or tuple(f"x{j}" for j in range(len(columns)))
    if chosen is None:
        coded = {j for j, column in enumerate(columns) if is_categorical(column)}
        for j in sorted(coded):
            if not hasattr(columns[j].dtype, "categories"):  # nobody has said that these are categories
                check_texts(columns[j], f"X column {names[j]!r}")
    else:
        coded = {feature_number(feature, names) for feature in chosen}
    known = [
        categories_of(column, f"X column {names[j]!r}") if j in coded else None
        for j, column in enumerate(columns)
    ]
    return Features(names, tuple(known), named=bool(named))


def listed_columns(given: Any) -> list[Any]:
    """categorical_features as a list. Errors: ValueError for a single column, or anything else."""
    try:
        columns = None if isinstance(given, str | bytes | Mapping) else list(given)
    except TypeError:  # nothing to go through
        columns = None
    if columns is None:
        rule = "must be a list of columns of X, by name or number, or None"
        raise ValueError(f"categorical_features={given!r} {rule}")
    return columns


def listed(names: Sequence[str], most: int = 5) -> str:
    """Names in quotation marks; of many the first few, and how many more there are."""
    shown = ", ".join(map(repr, names[:most]))
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"


def column_names(X: ArrayLike) -> tuple[str, ...] | None:
    """The column names of a table; None for anything without."""
    names = getattr(X, "columns", None)
    return None if names is None else tuple(str(name) for name in names)


def split_columns(X: Any, name: str) -> list[Any]:
    """The columns of a table or array one by one; those of a table keep their types."""
    arrays.check_container(X, name)
    if hasattr(X, "dtypes") and hasattr(X, "iloc"):
        return [X.iloc[:, j] for j in range(X.shape[1])]
    values = X if isinstance(X, np.ndarray) else np.array(X, dtype=object)
    arrays.check_two_dimensions(values.shape, name)
    return list(values.T)


def is_categorical(column: Any) -> bool:
    """Whether a column of a table is categorical or text."""
    from pandas import CategoricalDtype
    from pandas.api import types

    if isinstance(column.dtype, CategoricalDtype):
        return True
    if types.is_object_dtype(column.dtype):
        return any(isinstance(value, str) for value in column.tolist())
    return bool(types.is_string_dtype(column.dtype))


def single_values(column: Any, name: str) -> list[Any]:
    """The values of a column of categories. Errors: ValueError for a list or the like in it."""
    values: list[Any] = column.tolist()
    for row, value in enumerate(values):
        try:
            hash(value)
        except TypeError:
            rule = "a category must be a single value, such as a text or a number"
            raise ValueError(f"{name} has {value!r} in row {row}; {rule}") from None
    return values


def categories_of(column: Any, name: str) -> tuple[Any, ...]:
    """The categories that occur in a column: in the order of a pandas categorical, else sorted."""
    found = {value for value in single_values(column, name) if not arrays.is_missing(value)}
    declared = getattr(getattr(column, "dtype", None), "categories", None)
    if declared is not None:
        return tuple(value for value in declared.tolist() if value in found)
    try:
        return tuple(sorted(found))
    except TypeError:  # a mixture of text and numbers
        return tuple(sorted(found, key=lambda value: (str(type(value)), value)))


def codes(column: Any, known: tuple[Any, ...], name: str) -> Floats:
    """The position of every value among the known categories; NaN for a missing or unknown one."""
    position = {category: float(code) for code, category in enumerate(known)}
    values = single_values(column, name)
    return np.array([np.nan if arrays.is_missing(value) else position.get(value, np.nan) for value in values])


def number_column(column: Any, name: str) -> Floats:
    """A column of numbers (n_samples,). Errors: ValueError for text, dates or infinity."""
    values = arrays.numbers(column, name)
    arrays.check_finite(values, name)
    return values


def check_texts(column: Any, name: str) -> None:
    """Refuse texts that are no categories. Errors: ValueError for many, most of which come once."""
    texts = [value for value in single_values(column, name) if not arrays.is_missing(value)]
    distinct = len(set(texts))
    if distinct > MOST_TEXTS and 2 * distinct > len(texts):
        rule = "count its words, leave it out, or name it in categorical_features if they are categories"
        raise ValueError(f"{name} has {distinct} different texts in {len(texts)} rows: free text; {rule}")


def feature_number(feature: int | str, names: tuple[str, ...], asked: str = "categorical_features") -> int:
    """A column by its number or name. Errors: ValueError for one that does not exist, with what is asked."""
    if isinstance(feature, str) and names.count(feature) > 1:
        places = " and ".join(str(j) for j, name in enumerate(names) if name == feature)
        rule = "it must name one column of X: number it instead, or rename the columns"
        raise ValueError(f"{asked}: {feature!r} is the name of columns {places}; {rule}")
    if isinstance(feature, str) and feature in names:
        return names.index(feature)
    if isinstance(feature, int | np.integer) and not isinstance(feature, bool) and 0 <= feature < len(names):
        return int(feature)
    rule = f"must name columns of X, or number them from 0 to {len(names) - 1}"
    raise ValueError(f"{asked}: {feature!r} {rule}")
