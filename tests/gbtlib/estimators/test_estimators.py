"""The estimators' habits: parameters, labels, tables, and what is learned."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from gbtlib import ExpressionLoss, GradientBoostingClassifier, GradientBoostingRegressor, Huber, Softmax
from gbtlib.estimators.boosting import GradientBoosting
from gbtlib.saved.trace import ONE_VALUE
from tests.gbtlib.models import MODELS, table, target

X, Y = table(), target(table())
SMALL: dict[str, Any] = {"n_estimators": 3, "max_depth": 3}
ESTIMATORS = [GradientBoostingRegressor, GradientBoostingClassifier]

OTHER_PARAMETERS: dict[str, Any] = {
    "loss": Huber(delta=0.5),
    "n_estimators": 7,
    "learning_rate": 0.5,
    "max_depth": None,
    "max_leaves": 4,
    "min_samples_leaf": 2,
    "min_samples_split": 5,
    "min_child_weight": 0.5,
    "reg_lambda": 0.25,
    "reg_alpha": 0.125,
    "gamma": 0.1,
    "pruning": "pre",
    "grow_policy": "lossguide",
    "missing": "left",
    "threshold": "observed",
    "partitions": "exhaustive",
    "categorical_features": (0,),
    "subsample": 0.75,
    "colsample_bynode": 0.5,
    "monotonic_cst": (1, 0, -1),
    "interaction_constraints": ((0, 1), (1, 2)),
    "base_score": 0.5,
    "booster": "dart",
    "rate_drop": 0.1,
    "skip_drop": 0.2,
    "one_drop": True,
    "normalize_type": "forest",
    "early_stopping_rounds": 3,
    "validation_fraction": 0.2,
    "warm_start": True,
    "random_state": 11,
    "trace": "full",
    "tree_method": "hist",
    "max_bin": 16,
    "min_bin_size": 2,
    "n_jobs": 2,
}


# -- parameters


@pytest.mark.parametrize("kind", ESTIMATORS)
def test_parameters_go_in_and_come_out(kind: type[GradientBoosting]) -> None:
    own = {"class_weight": "balanced"} if kind is GradientBoostingClassifier else {"alpha": 0.25}
    other = OTHER_PARAMETERS | own
    assert kind().get_params().keys() == other.keys()
    assert all(kind().get_params()[name] != value for name, value in other.items())
    assert kind(**other).get_params() == other
    model = kind()
    assert model.set_params(**other) is model
    assert model.get_params() == other
    assert kind(**model.get_params()).get_params() == other


@pytest.mark.parametrize("kind", ESTIMATORS)
def test_parameters_are_given_by_name_only(kind: type[GradientBoosting]) -> None:
    with pytest.raises(TypeError):
        kind("squared_error")  # type: ignore[misc]


def test_an_unknown_parameter_changes_none_of_the_others() -> None:
    model = GradientBoostingRegressor()
    with pytest.raises(ValueError, match=r"^depth is not a parameter"):
        model.set_params(n_estimators=5, depth=3)
    assert model.n_estimators == 100


def test_fit_changes_no_parameter_and_no_input() -> None:
    model = GradientBoostingRegressor(**SMALL, trace="full")
    before, rows, y, weight = model.get_params(), X.copy(), Y.copy(), np.ones(len(Y))
    assert model.fit(rows, y, sample_weight=weight) is model
    assert model.get_params() == before
    assert np.array_equal(rows, X)
    assert np.array_equal(y, Y)
    for given in (rows, y, weight):
        assert given.flags.writeable
    rows[:] = 0  # nor does the model see what becomes of them
    assert np.array_equal(model.columns_.X, X)


def test_parameters_set_after_fit_wait_for_the_next_fit() -> None:
    model = GradientBoostingRegressor(**SMALL).fit(X, Y)
    before = model.predict(X)
    model.set_params(learning_rate=1.0, n_estimators=1)
    assert np.array_equal(model.predict(X), before)
    again = GradientBoostingRegressor(**model.get_params()).fit(X, Y).predict(X)
    assert np.array_equal(model.fit(X, Y).predict(X), again)


def test_a_failed_fit_leaves_the_model_as_it_was() -> None:
    model = GradientBoostingClassifier(**SMALL).fit(X, Y > 0)
    before = model.predict(X)
    with pytest.raises(ValueError, match=r"^sample_weight\[0\]=-1 must be at least 0"):
        model.fit(X[:, :2], np.where(Y > 0, "high", "low"), sample_weight=-np.ones(len(Y)))
    assert np.array_equal(model.predict(X), before)


# -- labels


@pytest.mark.parametrize(
    "labels",
    [
        np.array(["no", "yes"]),
        np.array([3, 7]),
        np.array([-1.0, 2.0]),
        np.array([False, True]),
        np.array(["no", "yes"], dtype=object),
        np.array([3, 7], dtype=object),
        np.array([False, True], dtype=object),
        np.array(["a", "b", "c"]),
        np.array([10, 9, 2]),
    ],
    ids=lambda labels: f"{labels.dtype}-{len(labels)}",
)
def test_labels_come_back_as_they_were(labels: np.ndarray) -> None:
    rows = np.arange(12.0)[:, np.newaxis]
    y = labels[np.arange(12) % len(labels)]
    model = GradientBoostingClassifier(n_estimators=10, learning_rate=0.5, reg_lambda=0.0).fit(rows, y)
    assert model.classes_.tolist() == sorted(labels.tolist())
    assert model.predict(rows).tolist() == y.tolist()
    assert list(model.staged_predict(rows))[-1].tolist() == y.tolist()


@pytest.mark.parametrize("dtype", ["str", "category", "object"])
def test_labels_of_a_pandas_column(dtype: str) -> None:
    y = np.where(Y > 0, "yes", "no")
    model = GradientBoostingClassifier(**SMALL).fit(X, pd.Series(y).astype(dtype))
    assert model.classes_.tolist() == ["no", "yes"]
    assert np.array_equal(model.predict(X), GradientBoostingClassifier(**SMALL).fit(X, y).predict(X))


def test_the_names_of_the_classes_do_not_matter() -> None:
    one = GradientBoostingClassifier(**SMALL).fit(X, Y > 0)
    other = GradientBoostingClassifier(**SMALL).fit(X, np.where(Y > 0, "b", "a"))
    assert np.array_equal(one.predict_proba(X), other.predict_proba(X))


@pytest.mark.parametrize("name", [name for name in MODELS if hasattr(MODELS[name], "predict_proba")])
def test_the_prediction_is_the_most_probable_class(name: str) -> None:
    model: Any = MODELS[name]
    rows = model.columns_.X
    probability = model.predict_proba(rows)
    assert probability.shape == (len(rows), len(model.classes_))
    assert ((probability >= 0) & (probability <= 1)).all()
    assert probability.sum(axis=1) == pytest.approx(np.ones(len(rows)), abs=1e-15)
    assert np.array_equal(model.predict(rows), model.classes_[probability.argmax(axis=1)])
    staged = list(model.staged_predict_proba(rows))
    assert len(staged) == model.n_estimators_
    assert np.array_equal(staged[-1], probability)
    for number, stage in enumerate(staged, start=1):
        assert np.array_equal(model.predict_proba(rows, n_rounds=number), stage)


def test_a_draw_goes_to_the_first_class() -> None:
    model = GradientBoostingClassifier(n_estimators=1).fit([[0.0], [0.0]], ["b", "a"])
    assert model.predict_proba([[0.0]]).tolist() == [[0.5, 0.5]]
    assert model.predict([[0.0]]).tolist() == ["a"]


def test_softmax_takes_two_classes_as_well() -> None:
    for loss in ("softmax", Softmax(2)):
        model = GradientBoostingClassifier(loss=loss, **SMALL).fit(X, Y > 0)
        assert len(model.trace_[0].trees) == 2
        assert model.predict_proba(X).shape == (len(X), 2)


# -- tables


def test_columns_give_the_features_their_names() -> None:
    frame = pd.DataFrame(X, columns=["a", "b", "c", 3])
    model = GradientBoostingRegressor(**SMALL).fit(frame, pd.Series(Y))
    assert model.feature_names_in_.dtype == object
    assert model.feature_names_in_.tolist() == list(model.features_.names) == ["a", "b", "c", "3"]
    assert model.n_features_in_ == 4
    plain = GradientBoostingRegressor(**SMALL).fit(X, Y)
    assert plain.features_.names == ("x0", "x1", "x2", "x3")
    assert not hasattr(plain, "feature_names_in_")
    assert np.array_equal(model.predict(frame), plain.predict(X))


CONVERSIONS = {
    "list": lambda rows: rows.tolist(),
    "int8": lambda rows: rows.astype(np.int8),
    "bool": lambda rows: rows.astype(bool),
    "float32": lambda rows: rows.astype(np.float32),
    "object": lambda rows: rows.astype(object),
    "fortran": np.asfortranarray,
    "reversed view": lambda rows: rows[::-1, ::-1].copy()[::-1, ::-1],
    "frame": pd.DataFrame,
    "frame Int64": lambda rows: pd.DataFrame(rows, dtype="Int64"),
    "frame boolean": lambda rows: pd.DataFrame(rows.astype(bool), dtype="boolean"),
}


@pytest.mark.parametrize("convert", CONVERSIONS.values(), ids=CONVERSIONS.keys())
def test_every_kind_of_table_gives_the_same_model(convert: Any) -> None:
    rows, y = np.array([[0.0, 1], [1, 0], [1, 1], [0, 0], [1, 1]]), [0.0, 1, 3, 2, 5]
    expected = GradientBoostingRegressor(**SMALL).fit(rows, y).predict(rows)
    model = GradientBoostingRegressor(**SMALL).fit(convert(rows), y)
    assert np.array_equal(model.predict(rows), expected)
    assert np.array_equal(model.predict(convert(rows)), expected)


def test_none_and_missing_entries_of_a_table_are_missing_values() -> None:
    expected = np.array([[1.0], [np.nan], [3.0]])
    for column in ([1, None, 3], pd.array([1, None, 3], dtype="Int64")):
        model = GradientBoostingRegressor(**SMALL, trace="full").fit(
            pd.DataFrame({"a": column}), [1.0, 2.0, 3.0]
        )
        assert np.array_equal(model.columns_.X, expected, equal_nan=True)


# -- small data


def test_a_constant_target_is_predicted_exactly() -> None:
    model = GradientBoostingRegressor(**SMALL).fit(X, np.full(len(X), 0.1))
    assert model.predict(X) == pytest.approx(np.full(len(X), 0.1), rel=1e-15)
    assert all(round_.trees[0].n_nodes == 1 for round_ in model.trace_)


@pytest.mark.parametrize("loss", [None, Huber(), ExpressionLoss("exp(F) - y*F", link_function="log")])
@pytest.mark.parametrize("value", [0.1, 3.0, 1e6])
def test_a_constant_target_ends_boosting_and_says_why(loss: Any, value: float) -> None:
    model = GradientBoostingRegressor(loss=loss, n_estimators=60, learning_rate=0.1)
    weight = (np.arange(len(X)) > 2).astype(float)
    for y, given in ((np.full(len(X), value), None), (np.where(weight > 0, value, -1.0 - value), weight)):
        if loss is not None and given is not None:
            continue  # some losses take no negative numbers
        model.fit(X, y, given)
        assert (len(model.trace_), model.n_estimators_) == (1, 1)
        assert model.ended_ == ONE_VALUE
        assert model.predict(X) == pytest.approx(np.full(len(X), value), rel=1e-12)
    from_afar = GradientBoostingRegressor(base_score=0.0, n_estimators=200, learning_rate=0.5)
    y = np.full(len(X), value)
    from_afar.fit(X, y)
    assert 10 < len(from_afar.trace_) < 100
    assert from_afar.predict(X) == pytest.approx(np.full(len(X), value), rel=1e-9)
    y[-1] += 1
    assert (model.fit(X, y).ended_, len(model.trace_)) == ("", 60)


def test_one_feature_and_two_rows_are_enough() -> None:
    model = GradientBoostingRegressor(n_estimators=60, learning_rate=0.5, reg_lambda=0.0)
    assert model.fit([[1.0], [2.0]], [3.0, 5.0]).predict([[0.0], [9.0]]) == pytest.approx(
        [3.0, 5.0], abs=1e-12
    )


def test_predicting_reads_each_row_alone() -> None:
    model = MODELS["missing"]
    rows = model.columns_.X
    alone = [model.predict(row[np.newaxis])[0] for row in rows[:20]]
    assert np.array_equal(alone, model.predict(rows)[:20])


def test_a_base_score_under_softmax_starts_every_class_at_zero() -> None:
    X, y = np.arange(6.0)[:, np.newaxis], np.array([0, 0, 1, 1, 2, 2])
    model = GradientBoostingClassifier(n_estimators=2, base_score=0.5).fit(X, y)
    assert np.array_equal(model.initial_raw_prediction_, np.zeros(3))
    assert model.ledger([1.0], k=2)["raw_prediction"].iloc[-1] == model.raw_prediction([[1.0]])[0, 2]
