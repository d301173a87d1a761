"""A table of polars or pyarrow is the pandas table that it was made from: one model, to the last bit."""

import datetime
import re
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.model_selection import cross_val_score

from gbtlib import (
    AdaBoostClassifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestRegressor,
    build_model,
    from_table,
    learn_features,
)
from gbtlib.tables import from_flat_table, from_frame, to_flat_table, to_frame

N = 60
RNG = np.random.default_rng(0)
SIZES = ["small", "medium", "large"]  # in an order that is not the alphabet's
TABLE = pd.DataFrame(
    {
        "width": RNG.normal(size=N),
        "rooms": RNG.integers(0, 9, N),
        "town": RNG.choice(["York", "Bath", "Ely"], N),
        "size": pd.Categorical(RNG.choice(SIZES, N), categories=SIZES),
        "sold": RNG.random(N) > 0.5,
        "age": pd.array([None if k % 7 == 0 else k % 5 for k in range(N)], dtype="Int64"),
        "new": pd.array([None if k % 9 == 0 else k % 2 == 0 for k in range(N)], dtype="boolean"),
    }
)
TABLE.loc[3, ["town", "size"]] = None
TABLE.loc[5, "width"] = np.nan
Y = (
    RNG.normal(size=N)
    + 3.0 * (TABLE["town"] == "Bath").to_numpy()
    + 2.0 * (TABLE["size"] == "medium").to_numpy()
)
LABELS = np.where(Y > 1, "dear", "cheap")


def in_polars(table: pd.DataFrame) -> pl.DataFrame:
    """A pandas categorical, whose order is declared, is an Enum of polars."""
    declared = {name: pl.Enum(table[name].cat.categories) for name in table.select_dtypes("category")}
    return pl.from_pandas(table).with_columns(
        pl.col(name).cast(pl.String).cast(declared[name]) for name in declared
    )


LIBRARIES = {"polars": in_polars, "pyarrow": pa.Table.from_pandas}
every_library = pytest.mark.parametrize("library", LIBRARIES)
MODELS = [
    (GradientBoostingRegressor(n_estimators=4), Y),
    (GradientBoostingClassifier(n_estimators=4), LABELS),
    (DecisionTreeRegressor(max_depth=4, surrogates=2), Y),
    (DecisionTreeClassifier(max_depth=4), LABELS),
    (AdaBoostClassifier(n_estimators=4), LABELS),
    (RandomForestRegressor(n_estimators=4), Y),
]


@every_library
@pytest.mark.parametrize(
    ("model", "y"), MODELS, ids=lambda each: "" if each is Y or each is LABELS else type(each).__name__
)
def test_the_same_model(library: str, model: Any, y: Any) -> None:
    other = LIBRARIES[library](TABLE)
    expected = model.fit(TABLE, y).predict(TABLE)
    features, names = model.features_, model.feature_names_in_.tolist()
    assert features.categories[2:4] == (("Bath", "Ely", "York"), tuple(SIZES))
    assert np.array_equal(model.predict(other), expected)  # read after fit on pandas
    model.fit(other, y)
    assert model.features_ == features
    assert model.feature_names_in_.tolist() == names
    for table in (other, TABLE):
        assert np.array_equal(model.predict(table), expected)


@every_library
@pytest.mark.parametrize(
    "names", [["width", "rooms"], ["rooms"], ["sold"], ["sold", "width"], ["age"], ["new"]]
)
def test_tables_of_numbers_and_of_truth_values(library: str, names: list[str]) -> None:
    table = TABLE[names]
    other = LIBRARIES[library](table)
    ours, theirs = (DecisionTreeRegressor(max_depth=3).fit(each, Y) for each in (table, other))
    assert theirs.features_ == ours.features_
    assert theirs.features_.names == tuple(names)
    assert np.array_equal(theirs.columns_.X, ours.columns_.X, equal_nan=True)
    assert np.array_equal(theirs.predict(other), ours.predict(table))


@every_library
def test_chosen_columns_are_categories(library: str) -> None:
    other = LIBRARIES[library](TABLE)
    assert learn_features(other, ["rooms", "town"]) == learn_features(TABLE, ["rooms", "town"])
    assert learn_features(other, [4]) == learn_features(TABLE, [4])
    for name in ("age", "new", "rooms"):
        theirs, ours = (learn_features(table, [name]).categories for table in (other, TABLE))
        assert repr(theirs[TABLE.columns.get_loc(name)]) == repr(ours[TABLE.columns.get_loc(name)])


@every_library
def test_names_are_checked(library: str) -> None:
    model = GradientBoostingRegressor(n_estimators=2).fit(LIBRARIES[library](TABLE), Y)
    with pytest.raises(ValueError, match=r"^X column 0 is 'rooms', in fit it was 'width'"):
        model.predict(LIBRARIES[library](TABLE[["rooms", "width", *TABLE.columns[2:]]]))
    with pytest.raises(ValueError, match=r"^X lacks the columns 'new'"):
        model.predict(LIBRARIES[library](TABLE.drop(columns="new")))
    row = LIBRARIES[library](TABLE)[3:4]
    assert model.ledger(row).equals(model.ledger(TABLE.iloc[[3]]))


def test_categories_without_an_order_are_sorted() -> None:
    """Those of a polars Categorical stand in the order in which the process met them."""
    pl.Series(["z", "Ely"], dtype=pl.Categorical)
    table = pl.DataFrame({"town": ["York", "Bath", None, "Ely"]}, schema={"town": pl.Categorical})
    assert learn_features(table).categories == (("Bath", "Ely", "York"),)
    dictionary = pa.table({"town": pa.array(["York", "Bath", None, "Ely"]).dictionary_encode()})
    assert learn_features(dictionary).categories == (("York", "Bath", "Ely"),)


@pytest.mark.parametrize("make", [pl.Series, pa.array, lambda y: pa.chunked_array([y])])
def test_targets_labels_and_weights(make: Any) -> None:
    X, weight = TABLE[["rooms"]], np.arange(1.0, N + 1)
    expected = DecisionTreeRegressor().fit(X, Y, weight).predict(X)
    assert np.array_equal(DecisionTreeRegressor().fit(X, make(Y), make(weight)).predict(X), expected)
    labels = DecisionTreeClassifier().fit(X, make(LABELS.tolist()))
    assert labels.classes_.tolist() == ["cheap", "dear"]
    assert labels.score(X, make(LABELS.tolist())) == DecisionTreeClassifier().fit(X, LABELS).score(X, LABELS)


def test_a_search_cuts_the_rows_of_a_polars_table() -> None:
    model = GradientBoostingRegressor(n_estimators=3)
    ours = cross_val_score(model, TABLE, Y, cv=3, error_score="raise")
    assert np.array_equal(cross_val_score(model, in_polars(TABLE), Y, cv=3, error_score="raise"), ours)


RULE = "must hold numbers only (NaN for a missing value)"


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ([datetime.date(2020, 1, 1)] * 2, f"X column 'a' {RULE}: it has the type datetime64"),
        ([datetime.timedelta(1)] * 2, f"X column 'a' {RULE}: it has the type timedelta64"),
        ([[1], [2]], f"X column 'a' {RULE}"),
        ([{"b": 1}, {"b": 2}], f"X column 'a' {RULE}: float() argument must be"),
        ([b"1", b"2"], f"X column 'a' {RULE}: a text is no number"),
        ([1.0, -np.inf], "X column 'a' has -inf in row 1; it must be finite, or NaN if missing"),
        ([], "X has shape (0, 1); it must have at least one row and one feature"),
    ],
)
def test_columns_that_are_neither(column: list[Any], message: str) -> None:
    for table in (pl.DataFrame({"a": column}), pa.table({"a": column})):
        with pytest.raises(ValueError, match="^" + re.escape(message)):
            DecisionTreeRegressor().fit(table, [1, 2])


def test_tables_that_are_not_in_memory_or_not_known() -> None:
    for table in (pl.DataFrame({"a": [1, 2]}).lazy(), pa.record_batch({"a": [1, 2]})):
        named = f"X is of type {type(table).__name__}; it must be an array, or a table in memory"
        with pytest.raises(ValueError, match=f"^{named}"):
            DecisionTreeRegressor().fit(table, [1, 2])
    with pytest.raises(ValueError, match=r"^X must have each name of a column once: .*'a' 2 times$"):
        DecisionTreeRegressor().fit(pa.table([[1, 2], [2, 3]], names=["a", "a"]), [1, 2])


@every_library
def test_triplets_and_trees_are_read_from_tables(library: str) -> None:
    make = LIBRARIES[library]
    entries = pd.DataFrame({"i": [0, 1], "j": [1, 0], "v": [2.0, 3.0]})
    assert from_table(make(entries), absent="zero").to_dense().tolist() == [[0, 2], [3, 0]]
    tree = DecisionTreeRegressor(max_depth=2).fit(TABLE[["rooms"]], Y).tree_
    assert from_frame(make(to_frame(tree)), 1).weight.tolist() == pytest.approx(tree.weight.tolist())
    flat = make(to_flat_table(tree))
    X = TABLE[["rooms"]].to_numpy(dtype=float)
    assert np.array_equal(from_flat_table(flat, 1).predict(X), tree.predict(X))
    assert np.array_equal(build_model([flat], n_features=1).predict(X), tree.predict(X))
