"""What becomes of values that are no plain numbers: missing ones of every kind, dates, spans and texts."""

import datetime
import re
from typing import Any

import numpy as np
import pandas as pd
import pytest

from gbtlib import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    from_table,
    learn_features,
)
from gbtlib.inputs.encoding import MOST_TEXTS

NAN = np.nan
EXPECTED = np.array([[1.0, 1.0], [NAN, 0.0], [0.0, NAN], [1.0, 1.0]])
Y = [1.0, 2.0, 3.0, 4.0]


def says(message: str, kind: type[Exception] = ValueError) -> Any:
    """An error whose message begins so."""
    return pytest.raises(kind, match="^" + re.escape(message))


# -- missing values

NULLABLE = {
    "Int64": lambda: pd.array([1, None, 0, 1], dtype="Int64"),
    "Float64": lambda: pd.array([1.0, None, 0.0, 1.0], dtype="Float64"),
    "boolean": lambda: pd.array([True, None, False, True], dtype="boolean"),
    "UInt8": lambda: pd.array([1, None, 0, 1], dtype="UInt8"),
    "objects with NA": lambda: np.array([1, pd.NA, 0, 1], dtype=object),
    "objects with None": lambda: np.array([1, None, False, 1.0], dtype=object),
}


@pytest.mark.parametrize("name", NULLABLE)
def test_na_of_a_column_is_a_missing_value(name: str) -> None:
    """Beside a column of another type, so that the table as a whole has none."""
    frame = pd.DataFrame({"a": NULLABLE[name](), "b": [1.0, 0.0, NAN, 1.0]})
    model = GradientBoostingRegressor(n_estimators=2, trace="full").fit(frame, Y)
    assert np.array_equal(model.columns_.X, EXPECTED, equal_nan=True)
    assert np.array_equal(model.predict(frame), model.predict(EXPECTED))


@pytest.mark.parametrize("category", ["category", "string"])
def test_na_beside_categories_is_a_missing_value(category: str) -> None:
    frame = pd.DataFrame({"a": NULLABLE["Int64"](), "town": pd.Series(["x", None, "y", "x"], dtype=category)})
    model = DecisionTreeRegressor().fit(frame, Y)
    assert np.array_equal(model.columns_.X, [[1, 0], [NAN, NAN], [0, 1], [1, 0]], equal_nan=True)


OBJECTS = np.array([[1, True], [pd.NA, 0], [0, None], [1, 1.0]], dtype=object)


@pytest.mark.parametrize("rows", [OBJECTS, OBJECTS.tolist()], ids=["array", "list"])
def test_na_in_an_array_of_objects_is_a_missing_value(rows: Any) -> None:
    assert np.array_equal(DecisionTreeRegressor().fit(rows, Y).columns_.X, EXPECTED, equal_nan=True)


@pytest.mark.parametrize("kind", [float, int, bool, object])
def test_a_mask_is_a_missing_value(kind: type) -> None:
    values = np.where(np.isnan(EXPECTED), 1, EXPECTED).astype(kind)
    masked = np.ma.masked_array(values, mask=np.isnan(EXPECTED))
    model = DecisionTreeRegressor().fit(masked, Y)
    assert np.array_equal(model.columns_.X, EXPECTED, equal_nan=True)
    assert np.array_equal(model.predict(masked), model.predict(EXPECTED))
    chosen = DecisionTreeRegressor(categorical_features=[0]).fit(masked, Y)
    assert np.array_equal(chosen.columns_.X, EXPECTED, equal_nan=True)


@pytest.mark.parametrize("kind", [DecisionTreeRegressor, DecisionTreeClassifier])
def test_a_masked_target_is_refused(kind: type) -> None:
    with says("y[2] is masked; it must have a value"):
        kind().fit(EXPECTED, np.ma.masked_array([1, 2, 3, 4], mask=[0, 0, 1, 1]))
    with says("sample_weight[0] is masked; it must have a value"):
        kind().fit(EXPECTED, [1, 1, 2, 2], np.ma.masked_array(np.ones(4), mask=[1, 0, 0, 0]))
    unmasked = np.ma.masked_array([1, 2, 3, 4], mask=False)
    assert kind().fit(EXPECTED, unmasked).predict(EXPECTED).shape == (4,)


def test_na_in_a_target_is_refused() -> None:
    for y in (
        pd.Series([1, None, 3, 4], dtype="Int64"),
        pd.Series([True, None, True, False], dtype="boolean"),
    ):
        with says("y[1]=nan must be finite"):
            DecisionTreeRegressor().fit(EXPECTED, y)
        with pytest.raises(
            ValueError, match=r"^y\[1\]=(nan|<NA>) must be a class label, not a missing value"
        ):
            DecisionTreeClassifier().fit(EXPECTED, y)


# -- dates, time spans, texts

DATES = "make numbers of dates, such as the days since one of them, or the month"
SPANS = "make numbers of time spans, such as days: divide by numpy.timedelta64(1, 'D')"
TEXTS = "take texts for categories by naming the column in categorical_features, or leave them out"
TIMES = pd.Series(np.array(["2020-01-01", "2020-01-02", "2020-02-01", "2021-01-01"], dtype="datetime64[us]"))
RULE = "must hold numbers only (NaN for a missing value)"


@pytest.mark.parametrize(
    ("column", "found"),
    [
        (TIMES, f"it has the type datetime64[us]; {DATES}"),
        (TIMES.dt.tz_localize("UTC"), f"it has the type datetime64[us, UTC]; {DATES}"),
        (TIMES - TIMES[0], f"it has the type timedelta64[us]; {SPANS}"),
        (
            [datetime.date(2020, 1, day) for day in (1, 2, 3, 4)],
            "float() argument must be a string or a real number, not 'datetime.date'; "
            f"there is datetime.date(2020, 1, 1) in row 0; {DATES}",
        ),
        (
            np.array([1, None, datetime.timedelta(days=1), 2], dtype=object),
            "float() argument must be a string or a real number, not 'datetime.timedelta'; "
            f"there is datetime.timedelta(days=1) in row 2; {SPANS}",
        ),
    ],
    ids=["dates", "dates with a zone", "spans", "date objects", "a span among numbers"],
)
@pytest.mark.parametrize("more", [{}, {"town": ["x", "y", "y", "x"]}], ids=["alone", "beside categories"])
def test_a_column_of_times_is_named(column: Any, found: str, more: dict[str, Any]) -> None:
    frame = pd.DataFrame({"size": Y, "when": column, **more})
    with says(f"X column 'when' {RULE}: {found}"):
        DecisionTreeRegressor().fit(frame, Y)
    plain = frame.assign(when=1.0)
    with says(f"X column 'when' {RULE}: {found}"):
        DecisionTreeRegressor().fit(plain, Y).predict(frame)


def test_times_in_arrays() -> None:
    with says(f"X {RULE}: it has the type timedelta64[D]; {SPANS}"):
        DecisionTreeRegressor().fit(np.ones((4, 1), dtype="timedelta64[D]"), Y)
    dates = np.array([[1.0, datetime.date(2020, 1, 1)]] * 4, dtype=object)
    with pytest.raises(ValueError, match=r"there is datetime.date\(2020, 1, 1\) in row 0 of column 1; make"):
        DecisionTreeRegressor().fit(dates, Y)


def test_text_among_numbers_is_named() -> None:
    rows = np.array([[1, 2], [3, "low"], [5, 6], [7, 8]], dtype=object)
    with says(
        f"X {RULE}: could not convert string to float: 'low'; there is 'low' in row 1 of column 1; {TEXTS}"
    ):
        DecisionTreeRegressor().fit(rows, Y)
    with says(
        f"X column 'b' {RULE}: could not convert string to float: 'low'; there is 'low' in row 1; {TEXTS}"
    ):
        DecisionTreeRegressor(categorical_features=["a"]).fit(pd.DataFrame(rows, columns=["a", "b"]), Y)


def test_what_is_no_number_is_a_type_error_too() -> None:
    rows = np.array([[1, {}], [3, 4], [5, 6], [7, 8]], dtype=object)
    with says(f"X {RULE}: float() argument must be a string or a real number, not 'dict'", TypeError):
        DecisionTreeRegressor().fit(rows, Y)


def test_free_text_is_refused_until_it_is_named() -> None:
    n = MOST_TEXTS + 1
    notes = pd.DataFrame({"size": range(n), "note": [f"note {i}" for i in range(n)]})
    rule = "count its words, leave it out, or name it in categorical_features if they are categories"
    with says(f"X column 'note' has {n} different texts in {n} rows: free text; {rule}"):
        DecisionTreeRegressor().fit(notes, range(n))
    assert learn_features(notes, ["note"]).n_categories == (0, n)
    assert learn_features(notes.astype({"note": "category"})).n_categories == (0, n)
    assert learn_features(notes[1:]).n_categories == (0, n - 1)  # few texts
    assert learn_features(pd.concat([notes, notes])).n_categories == (0, n)  # each comes twice
    assert learn_features(notes.assign(note="a")).n_categories == (0, 1)


def test_infinity_is_named_by_its_column() -> None:
    frame = pd.DataFrame({"a": Y, "b": [1.0, -np.inf, 2.0, np.inf]})
    for table in (frame, frame.astype({"a": "Int64"}), frame.assign(a=["x", "y", "x", "y"])):
        with says("X column 'b' has -inf in row 1; it must be finite, or NaN if missing"):
            DecisionTreeRegressor().fit(table, Y)
    with says("X[1, 1]=-inf must be finite, or NaN for a missing value"):
        DecisionTreeRegressor().fit(frame.to_numpy(), Y)


# -- names


def test_a_name_of_two_columns_chooses_none() -> None:
    frame = pd.DataFrame([[1, 2, 3], [4, 5, 6]], columns=["a", "b", "a"])
    rule = "it must name one column of X: number it instead, or rename the columns"
    with says(f"categorical_features: 'a' is the name of columns 0 and 2; {rule}"):
        learn_features(frame, ["a"])
    assert learn_features(frame, [2]).n_categories == (0, 0, 2)
    assert learn_features(frame, ["b"]).n_categories == (0, 2, 0)
    model = DecisionTreeRegressor().fit(frame, [1.0, 2.0])  # read in order, no name chooses
    assert model.predict(frame).tolist() == [1, 2]


def test_a_table_of_triplets_names_its_columns_once() -> None:
    table = pd.DataFrame([[0, 0, 1.0, 2.0]], columns=["i", "j", "v", "v"])
    with says("table has two columns 'v'; columns=('i', 'j', 'v') must name one each"):
        from_table(table, absent="zero")


# -- targets

TINY = "is the largest in size, and must be at least 1e-90: its square is summed; multiply"


@pytest.mark.parametrize("kind", [DecisionTreeRegressor, GradientBoostingRegressor])
def test_tiny_targets_are_right_or_refused(kind: Any) -> None:
    """The tree of y times a power of two is the tree of y to the last bit; where that ends it is refused."""
    X = np.random.default_rng(0).normal(size=(40, 3))
    y = X[:, 0] + np.random.default_rng(1).normal(size=40)
    weight = np.random.default_rng(2).uniform(size=40)
    limits: dict[str, Any] = {"max_depth": 4, "min_samples_leaf": 2}
    if kind is GradientBoostingRegressor:
        limits |= {"n_estimators": 5}
    expected = kind(**limits).fit(X, y, weight).predict(X)
    for power, of_weight in ((2.0**-290, 1.0), (2.0**-150, 1.0), (2.0**-290, 2.0**-290), (2.0**300, 1.0)):
        options = limits if kind is DecisionTreeRegressor else {**limits, "reg_lambda": of_weight}
        scaled = kind(**options).fit(X, y * power, weight * of_weight)
        assert np.array_equal(scaled.predict(X), expected * power)
    with pytest.raises(ValueError, match=rf"^y\[\d+\]=-?\d.*e-300 {TINY} y by a constant"):
        kind(**limits).fit(X, y * 1e-300)
    with pytest.raises(
        ValueError, match=rf"^sample_weight\[\d+\]=\d.*e-301 {TINY} sample_weight by a constant"
    ):
        kind(**limits).fit(X, y, weight * 1e-300)
    assert kind().fit(X, np.full(40, 1e-300)).predict(X).tolist() == [1e-300] * 40
    assert kind().fit(X, np.zeros(40)).predict(X).tolist() == [0.0] * 40


# -- labels


@pytest.mark.parametrize("kind", [DecisionTreeClassifier, GradientBoostingClassifier])
def test_a_classifier_refuses_a_continuous_target(kind: type) -> None:
    rule = "must be a class label, a whole number or a text: a continuous target is for a regressor"
    for y in (
        [1, 2.5, 2, 1],
        np.array([1, 2.5, 2, 1], dtype=object),
        pd.Series([1, 2.5, 2, 1]),
        [1, 2.5, NAN, 1],
    ):
        with pytest.raises(ValueError, match=r"^y\[\d\]=") as error:
            kind().fit(EXPECTED, y)
        assert str(error.value) in (f"y[1]=2.5 {rule}", "y[2]=nan must be a class label, not a missing value")
    with says(f"y[3]=inf {rule}"):
        kind().fit(EXPECTED, [1, 2, 2, np.inf])
    assert kind().fit(EXPECTED, [1.0, 2.0, 2.0, 1.0]).classes_.tolist() == [1, 2]


@pytest.mark.parametrize("kind", [DecisionTreeClassifier, GradientBoostingClassifier])
def test_labels_that_read_alike_are_refused(kind: type) -> None:
    rule = "which read alike; make them texts, or numbers"
    for y in ([1, "1", "a", "a"], ("1", 1, "a", "a"), np.array([1, "a", "1", 1], dtype=object)):
        with pytest.raises(ValueError, match=r"^y has the labels (1 and '1'|'1' and 1), " + rule):
            kind().fit(EXPECTED, y)
    with says("y has labels that are equal but read differently, such as 1 and 1.0"):
        kind().fit(EXPECTED, np.array([1, 1.0, "a", "a"], dtype=object))
    assert kind().fit(EXPECTED, [1, 1, "a", "a"]).classes_.tolist() == ["1", "a"]


def test_a_target_must_be_there() -> None:
    with says("y is None; fit requires y to be passed, but the target y is None"):
        DecisionTreeRegressor().fit(EXPECTED, None)
