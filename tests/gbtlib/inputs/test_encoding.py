"""What a model knows about its columns: their names, and which hold categories."""

from contextlib import AbstractContextManager

import numpy as np
import pandas as pd
import pytest

from gbtlib import (
    AdaBoostClassifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    learn_features,
)

TABLE = pd.DataFrame({"age": [20.0, 30.0, 40.0, 50.0], "inc": [9.0, 9.0, 1.0, 1.0]})
Y = np.array([0, 0, 1, 1])
ESTIMATORS = [
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    AdaBoostClassifier,
]
RULE = "a table must have the columns of fit, in their order: 'age', 'inc'; an array is read by position"


def says(message: str) -> AbstractContextManager[object]:
    """A ValueError with this message, whole."""
    return pytest.raises(ValueError, check=lambda error: str(error) == message)


# -- names of columns


@pytest.mark.parametrize("kind", ESTIMATORS)
def test_columns_in_another_order_are_refused(kind) -> None:
    model = kind().fit(TABLE, Y)
    with says(f"X column 0 is 'inc', in fit it was 'age'; {RULE}"):
        model.predict(TABLE[["inc", "age"]])


@pytest.mark.parametrize("kind", ESTIMATORS)
def test_columns_with_other_names_are_refused(kind) -> None:
    model = kind().fit(TABLE, Y)
    with says(f"X lacks the columns 'age', and has the unknown columns 'Age', 'years'; {RULE}"):
        model.predict(TABLE.rename(columns={"age": "years"}).assign(Age=1.0)[["Age", "years", "inc"]])
    with says(f"X lacks the columns 'inc'; {RULE}"):
        model.predict(TABLE[["age"]])
    with says(f"X has the unknown columns 'more'; {RULE}"):
        model.predict(TABLE.assign(more=0.0))
    with says(f"X has the unknown columns 'age'; {RULE}"):
        model.predict(TABLE[["age", "inc", "age"]])


@pytest.mark.parametrize("kind", ESTIMATORS)
def test_the_same_names_and_arrays_are_read(kind) -> None:
    """A table after an array, an array after a table, and the same table: one prediction."""
    named, plain = kind().fit(TABLE, Y), kind().fit(TABLE.to_numpy(), Y)
    expected = named.predict(TABLE).tolist()
    assert len(set(expected)) == 2
    assert named.predict(TABLE.to_numpy()).tolist() == expected
    assert plain.predict(TABLE.rename(columns={"age": "years"})).tolist() == expected


def test_every_way_in_reads_the_names() -> None:
    swapped = TABLE[["inc", "age"]]
    model = GradientBoostingClassifier(n_estimators=2).fit(TABLE, Y)
    tree = DecisionTreeClassifier().fit(TABLE, Y)
    ada = AdaBoostClassifier().fit(TABLE, Y)
    calls = [model.predict_proba, model.raw_prediction, tree.apply, tree.predict_proba, ada.decision_function]
    for call in calls:
        with pytest.raises(ValueError, match=r"^X column 0 is 'inc'"):
            call(swapped)
    for staged in (model.staged_predict, model.staged_raw_prediction, ada.staged_predict):
        with pytest.raises(ValueError, match=r"^X column 0 is 'inc'"):
            next(staged(swapped))
    with pytest.raises(ValueError, match=r"^X column 0 is 'inc'"):
        next(model.staged_loss(swapped, Y))
    with pytest.raises(ValueError, match=r"^validation X column 0 is 'inc'"):
        GradientBoostingClassifier().fit(TABLE, Y, validation=(swapped, Y))


def test_a_row_of_a_table_is_read_by_its_names() -> None:
    model = GradientBoostingRegressor(n_estimators=2).fit(TABLE, Y)
    expected = model.ledger(TABLE.iloc[0].to_numpy())["raw_prediction"].tolist()
    for row in (TABLE.iloc[0], TABLE.iloc[:1], pd.Series([20.0, 9.0])):
        assert model.ledger(row)["raw_prediction"].tolist() == expected
    for row in (TABLE.iloc[0][["inc", "age"]], TABLE.iloc[:1][["inc", "age"]]):
        with says(f"x column 0 is 'inc', in fit it was 'age'; {RULE}"):
            model.ledger(row)
    with pytest.raises(ValueError, match="x lacks the columns 'age'"):
        model.ledger(TABLE.iloc[0].rename({"age": "years"}))


def test_a_row_with_categories_is_read_by_its_names() -> None:
    towns = TABLE.assign(town=["York", "Bath", "Bath", "York"])
    model = GradientBoostingRegressor(n_estimators=2).fit(towns, [1.0, 5.0, 6.0, 2.0])
    for i in range(4):
        last = model.ledger(towns.iloc[i])["raw_prediction"].iloc[-1]
        assert last == model.predict(towns)[i]
    with pytest.raises(ValueError, match="x column 0 is 'town'"):
        model.ledger(towns.iloc[0][["town", "age", "inc"]])


def test_names_that_are_numbers() -> None:
    """Columns 0 and 1, as pandas numbers those of an array, are names like others."""
    numbered = pd.DataFrame(TABLE.to_numpy())
    model = DecisionTreeClassifier().fit(numbered, Y)
    assert model.feature_names_in_.tolist() == ["0", "1"]
    assert model.predict(numbered).tolist() == Y.tolist()
    assert model.predict(numbered.rename(columns=str)).tolist() == Y.tolist()
    with pytest.raises(ValueError, match="X column 0 is '1', in fit it was '0'"):
        model.predict(numbered[[1, 0]])
    with pytest.raises(
        ValueError, match="X lacks the columns 'age', 'inc', and has the unknown columns '0', '1'"
    ):
        DecisionTreeClassifier().fit(TABLE, Y).predict(numbered)
    back = DecisionTreeClassifier().fit(numbered[[1, 0]], Y)
    with pytest.raises(ValueError, match="x column 0 is '0', in fit it was '1'"):
        back.features_.encode(back.features_.as_rows(numbered.iloc[0]), "x")


def test_many_names_are_not_all_listed() -> None:
    wide = pd.DataFrame(np.zeros((2, 30)), columns=[f"pixel {j}" for j in range(30)])
    features = learn_features(wide)
    with pytest.raises(ValueError) as error:
        features.encode(wide.rename(columns=lambda name: name.upper()))
    assert "lacks the columns 'pixel 0', 'pixel 1', 'pixel 2', 'pixel 3', 'pixel 4' and 25 more" in str(
        error.value
    )
    assert len(str(error.value)) < 500


# -- which columns hold categories


@pytest.mark.parametrize("given", [0, "age", 1.5, True, {"age": 1}, np.array(0)])
@pytest.mark.parametrize("kind", ESTIMATORS)
def test_categorical_features_is_a_list(kind, given: object) -> None:
    message = f"categorical_features={given!r} must be a list of columns of X, by name or number, or None"
    with says(message):
        kind(categorical_features=given).fit(TABLE, Y)


@pytest.mark.parametrize("given", [["age"], ("age",), {"age"}, np.array([0]), pd.Index(["age"]), range(1)])
def test_lists_of_any_kind_name_columns(given) -> None:
    assert learn_features(TABLE, given).n_categories == (4, 0)


def test_a_column_that_does_not_exist() -> None:
    for feature in ("town", 2, -1, 1.5):
        message = f"categorical_features: {feature!r} must name columns of X, or number them from 0 to 1"
        with says(message):
            learn_features(TABLE, [feature])


@pytest.mark.parametrize("value", [["a", "b"], {"a": 1}, np.array([1, 2])])
def test_a_category_is_a_single_value(value: object) -> None:
    tags = pd.DataFrame({"tag": ["a", "b", value, "a"]})
    rule = "a category must be a single value, such as a text or a number"
    with pytest.raises(ValueError) as error:
        DecisionTreeClassifier(categorical_features=["tag"]).fit(tags, Y)
    assert str(error.value) == f"X column 'tag' has {value!r} in row 2; {rule}"
    with pytest.raises(ValueError) as error:
        learn_features(tags)
    assert str(error.value) == f"X column 'tag' has {value!r} in row 2; {rule}"
    model = DecisionTreeClassifier().fit(pd.DataFrame({"tag": ["a", "b", "b", "a"]}), Y)
    with pytest.raises(ValueError) as error:
        model.predict(tags)
    assert str(error.value) == f"X column 'tag' has {value!r} in row 2; {rule}"


def test_the_staged_loss_reads_categories_as_fit_did() -> None:
    rng = np.random.default_rng(3)
    table = pd.DataFrame({"tag": rng.choice(["a", "b", "c"], 80), "x": rng.normal(size=80)})
    y = np.where(table["tag"] == "b", 1.0, -1.0) + 0.1 * table["x"]
    model = GradientBoostingRegressor(n_estimators=4).fit(table, y)
    told = [round_.train_loss for round_ in model.trace_]
    assert list(model.staged_loss(table, y)) == pytest.approx(told, rel=1e-12)
