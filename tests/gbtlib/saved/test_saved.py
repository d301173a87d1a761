"""A model that was saved and loaded is the same to the last bit, but for its training rows."""

import json
from dataclasses import dataclass, fields
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn.base import clone

from gbtlib import (
    DecisionTreeClassifier,
    GradientBoostingRegressor,
    OwnLoss,
    RandomForestRegressor,
    Tree,
    __version__,
    load,
    surrogates_of,
)
from gbtlib.loops.reasons import MAX_DEPTH, ONE_ROW, SPLIT
from gbtlib.losses.named import Huber
from gbtlib.saved.part import Part
from gbtlib.saved.values import plain, value_of
from tests.gbtlib.saved.kept_models import ASKED, HOLES, SMALL, UNSEEN, Y_HOLES, X, Y, loaded

IN_A_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def same(a: Any, b: Any) -> bool:
    """Whether two arrays are alike to the last bit."""
    a, b = np.asarray(a), np.asarray(b)
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def trees_of(model: Any) -> list[Tree]:
    if not hasattr(model, "trace_"):
        return [model.tree_, model.grown_tree_]
    return [tree for each in model.trace_ for tree in getattr(each, "trees", None) or (each.tree,)]


@pytest.mark.parametrize("name", ASKED)
def test_predicts_the_same_to_the_last_bit(name: str, tmp_path: Path) -> None:
    model, rows = ASKED[name]
    again = loaded(model, tmp_path)
    assert type(again) is type(model)
    for method in ("predict", "predict_proba", "raw_prediction", "decision_function", "contributions"):
        if hasattr(model, method) and not (method == "contributions" and "bare" in name):
            assert same(getattr(again, method)(rows), getattr(model, method)(rows)), method
    for method in ("staged_predict", "staged_predict_proba"):
        if hasattr(model, method):
            pairs = zip(getattr(again, method)(rows), getattr(model, method)(rows), strict=True)
            assert all(same(a, b) for a, b in pairs)


@pytest.mark.parametrize("name", ASKED)
def test_knows_the_same(name: str, tmp_path: Path) -> None:
    model, _ = ASKED[name]
    again = loaded(model, tmp_path)
    assert repr(again) == repr(model)
    assert again.get_params() == model.get_params()
    assert again.params_ == model.params_
    assert again.features_ == model.features_
    if "bare" not in name:
        assert same(again.feature_importances_, model.feature_importances_)
    for learned in ("n_features_in_", "n_estimators_", "loss_", "ended_"):
        assert getattr(again, learned, None) == getattr(model, learned, None)
    for learned in ("classes_", "feature_names_in_"):
        assert hasattr(again, learned) == hasattr(model, learned)
        assert getattr(again, learned, np.empty(0)).tolist() == getattr(model, learned, np.empty(0)).tolist()


OF_ROWS = {
    "columns_",
    "validation_rows_",
    "criterion_",
    "oob_prediction_",
    "_target",
    "_sample_weight",
}


@pytest.mark.parametrize("name", ASKED)
def test_only_what_belongs_to_training_rows_is_not_kept(name: str, tmp_path: Path) -> None:
    model, _ = ASKED[name]
    again = loaded(model, tmp_path)
    assert set(vars(model)) - set(vars(again)) <= OF_ROWS
    assert set(vars(again)) - set(vars(model)) <= {*OF_ROWS, "ended_"}


@pytest.mark.parametrize("name", ASKED)
def test_has_the_same_trees(name: str, tmp_path: Path) -> None:
    model, _ = ASKED[name]
    pairs = list(zip(trees_of(loaded(model, tmp_path)), trees_of(model), strict=True))
    assert pairs
    for again, tree in pairs:
        assert type(again) is type(tree)
        assert [field for field in vars(again) if field not in vars(tree)] == []
        for field in fields(Tree):
            a, b = getattr(again, field.name, "absent"), getattr(tree, field.name, "absent")
            if field.name == "surrogates" and b is not None:
                for node in range(tree.n_nodes):
                    assert repr(surrogates_of(again, node)) == repr(surrogates_of(tree, node))
            elif isinstance(b, np.ndarray):
                assert same(a, b), field.name
                assert not a.flags.writeable
            else:
                assert a == b


@pytest.mark.parametrize("name", ASKED)
def test_saved_again_it_is_the_same_text(name: str, tmp_path: Path) -> None:
    model, _ = ASKED[name]
    again = loaded(model, tmp_path)
    text = (tmp_path / "model.json").read_text()
    again.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_text() == text
    document = json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))
    assert (document["format"], document["format_version"]) == ("gbtlib model", 1)
    assert document["gbtlib_version"] == __version__


@pytest.mark.parametrize("name", ["plain", "softmax", "surrogates", "class forest", "adaboost"])
def test_scikit_learn_clones_it_and_fits_the_clone(name: str, tmp_path: Path) -> None:
    model, rows = ASKED[name]
    again = clone(loaded(model, tmp_path))
    y = Y_HOLES if model.task == "regression" else np.digitize(Y, [-0.7, 0.7])
    told = clone(model).fit(HOLES, y).predict(rows)
    assert same(again.fit(HOLES, y).predict(rows), told)


def test_losses_of_the_rounds_are_kept(tmp_path: Path) -> None:
    model, _ = ASKED["stopped early"]
    again = loaded(model, tmp_path)
    assert len(again.trace_) > again.n_estimators_ == model.n_estimators_
    for name in ("number", "train_loss", "validation_loss", "learning_rate"):
        assert [getattr(r, name) for r in again.trace_] == [getattr(r, name) for r in model.trace_]


def test_votes_and_errors_are_kept(tmp_path: Path) -> None:
    model, _ = ASKED["adaboost"]
    again = loaded(model, tmp_path)
    for name in ("price", "error", "bound", "tree_weight", "normaliser", "train_error", "ended"):
        assert [getattr(r, name) for r in again.trace_] == [getattr(r, name) for r in model.trace_]
    assert [r.grown.n_nodes for r in again.trace_] == [r.grown.n_nodes for r in model.trace_]
    forest, _ = ASKED["forest"]
    assert loaded(forest, tmp_path).oob_error_ == forest.oob_error_


def test_a_loaded_tree_can_be_pruned(tmp_path: Path) -> None:
    model, _ = ASKED["tree"]
    again = loaded(model, tmp_path)
    assert again.grown_tree_.n_nodes > again.tree_.n_nodes > 1
    assert [step.alpha for step in again.pruning_path()] == [step.alpha for step in model.pruning_path()]
    assert same(again.pruned(0.2).predict(UNSEEN), model.pruned(0.2).predict(UNSEEN))


@pytest.mark.parametrize("name", ["every row", "tree", "adaboost", "bare trees"])
def test_there_are_no_training_rows_to_look_at(name: str, tmp_path: Path) -> None:
    again = loaded(ASKED[name][0], tmp_path)
    with pytest.raises(ValueError, match=r"the training rows of the|has no training rows to look at"):
        again.candidates(1)


@pytest.mark.parametrize(
    ("name", "lost"), [("every row", "gradient"), ("bare trees", "leaf"), ("adaboost", "votes")]
)
def test_its_rounds_say_what_they_have_lost(name: str, lost: str, tmp_path: Path) -> None:
    first = loaded(ASKED[name][0], tmp_path).trace_[0]
    with pytest.raises(AttributeError, match=f"{lost} is not kept; fit with trace='full'"):
        getattr(first, lost)


def test_a_table_needs_the_columns_of_fit(tmp_path: Path) -> None:
    model, rows = ASKED["boosting of a table"]
    again = loaded(model, tmp_path)
    with pytest.raises(ValueError, match="X lacks the columns 'town'"):
        again.predict(rows.drop(columns="town"))
    assert same(again.predict(rows.assign(town="Paris")), model.predict(rows.assign(town="Paris")))


class Quarter(OwnLoss):
    def loss(self, y: Any, raw_prediction: Any) -> Any:
        return (raw_prediction - y) ** 4 / 4 + (raw_prediction - y) ** 2 / 2

    def gradient(self, y: Any, raw_prediction: Any) -> Any:
        return (raw_prediction - y) ** 3 + raw_prediction - y


def test_the_code_of_a_loss_is_handed_in(tmp_path: Path) -> None:
    model = GradientBoostingRegressor(loss=Quarter(), **SMALL).fit(X, Y)
    model.save(tmp_path / "own.json")
    own = Quarter()
    again = load(tmp_path / "own.json", loss=own)
    assert again.loss is own
    assert same(again.predict(UNSEEN), model.predict(UNSEEN))
    for given_loss, told in ((None, "no loss was given"), (Huber(), r"loss=Huber\(delta=1.0\) was given")):
        with pytest.raises(
            ValueError, match=rf"own, Quarter: load\(path, loss=Quarter\(.*\)\) must .*{told}"
        ):
            load(tmp_path / "own.json", loss=given_loss)


@dataclass(kw_only=True, eq=False, repr=False)
class Mine(RandomForestRegressor):
    pass


def with_a_generator() -> Any:
    return RandomForestRegressor(n_estimators=1).fit(X, Y).set_params(max_depth=np.random.default_rng(0))


def test_what_cannot_be_saved_is_refused_and_leaves_the_file(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text("as it was")
    for model, message in (
        (GradientBoostingRegressor(), "has learned nothing yet"),
        (
            Mine(n_estimators=1).fit(X, Y),
            "^Mine cannot be saved: it must be one of GradientBoostingRegressor",
        ),
        (with_a_generator(), r"^max_depth=Generator.* cannot be saved: it is of type Generator, and must"),
    ):
        with pytest.raises(ValueError, match=message):
            model.save(path)
    assert path.read_text() == "as it was"


def test_categories_and_classes_of_pandas_are_kept(tmp_path: Path) -> None:
    binned = pd.cut(HOLES[:, 0], 4)
    rows = pd.DataFrame({"binned": binned, "day": pd.Categorical(pd.to_datetime(np.arange(len(X)) % 3))})
    model = DecisionTreeClassifier(max_depth=3).fit(rows, pd.cut(Y, 3))
    again = loaded(model, tmp_path)
    assert again.features_ == model.features_
    assert again.predict(rows).tolist() == model.predict(rows).tolist()
    model.set_params(purity_stop=pd.Period("2020-01"))
    with pytest.raises(ValueError, match=r"^purity_stop=Period.* is of type Period, and must be a number, a"):
        model.save(tmp_path / "model.json")


SCALARS = st.one_of(
    *(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(), st.dates()),
    *(st.datetimes().map(lambda time: time.replace(fold=0)), st.decimals(allow_nan=False)),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(st.text() | st.integers(), inner)
    ),
    max_leaves=8,
)


@given(VALUES)
def test_values_come_back_alike(value: Any) -> None:
    text = json.dumps(plain(value, "value"), allow_nan=False)
    again = value_of(Part(json.loads(text), "value"), None)
    assert again == value
    assert repr(again) == repr(value)  # 1 is not 1.0, nor is -0.0 the same as 0.0


@pytest.mark.parametrize(
    "labels",
    [
        np.array([3, 1, 2], dtype=np.int16),
        np.array([2, 1, 0], dtype=np.uint64) + np.uint64(2**63),
        np.array([0.0, -1.0, 2.0**60], dtype=np.float32),
        np.array([True, False, True]),
        np.array(["b", "ä", "\u0000 \ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16")]),
        np.array(["2024-01-02", "1999-12-31"], dtype="datetime64[D]"),
        np.array(["2024-01-02T03:04:05.678901234"], dtype="datetime64[ns]"),
        np.array([date(2024, 1, 2), date(1999, 1, 1)], dtype=object),
        np.array([Decimal("0.1"), Decimal("1E+40")], dtype=object),
        np.array([10**30, 3], dtype=object),
        np.array(pd.cut(range(5), 2).categories, dtype=object),
        np.array([pd.Interval(1, 2, closed="both")], dtype=object),
        np.array([pd.Timestamp("2020-01-01 00:00:00.123456789", tz="UTC"), pd.Timestamp(0)], dtype=object),
    ],
)
def test_arrays_come_back_alike(labels: Any) -> None:
    text = json.dumps(plain(labels, "labels"), allow_nan=False)
    again = value_of(Part(json.loads(text), "labels"), None)
    assert again.dtype == labels.dtype
    assert again.tolist() == labels.tolist()


WILD = st.floats(-1e90, 1e90, allow_nan=False) | st.sampled_from([5e-324, 1e-89, -0.0, 1e90, 0.1, 1 / 3])


@IN_A_FOLDER
@given(
    rows=st.lists(st.tuples(WILD, WILD | st.just(float("nan"))), min_size=2, max_size=12),
    target=st.lists(st.floats(-1e6, 1e6), min_size=12, max_size=12),
    depth=st.integers(1, 4),
)
def test_numbers_of_any_size_come_back_alike(
    tmp_path: Path, rows: list[tuple[float, float]], target: list[float], depth: int
) -> None:
    features, y = np.array(rows), np.round(target[: len(rows)], 3)
    for kind in (GradientBoostingRegressor, RandomForestRegressor):
        model = kind(n_estimators=2, max_depth=depth).fit(features, y)
        again = loaded(model, tmp_path)
        assert same(again.predict(features), model.predict(features))
        for a, b in zip(trees_of(again), trees_of(model), strict=True):
            assert same(a.threshold, b.threshold)
            assert same(a.gain, b.gain)


FIRST_FORMAT = """{"format": "gbtlib model", "format_version": 1, "gbtlib_version": "0.1.0",
"estimator": "GradientBoostingRegressor",
"parameters": {"n_estimators": 1, "learning_rate": 0.5, "categorical_features": ["town"]},
"tree_parameters": {"n_estimators": 1, "learning_rate": 0.5, "max_depth": 2},
"features": {"names": ["x", "town"], "categories": [null, ["Oslo", "Voss"]], "absent": null, "named": true},
"learned": {"loss": {"name": "squared_error"}, "initial_raw_prediction": 1, "n_rounds_used": 1, "rounds": [
{"learning_rate": 0.5, "train_loss": 0.25, "validation_loss": "nan", "trees": [
{"feature": [0, -1, 1, -1, -1], "threshold": [2.5, "nan", "nan", "nan", "nan"],
"children_left": [1, -1, 3, -1, -1], "children_right": [2, -1, 4, -1, -1], "default_left": [0, 1, 1, 1, 1],
"n_samples": [5, 2, 3, 2, 1], "why_leaf": [0, 7, 0, 8, 7], "weight": [0, -4, 3, 2, 8],
"G": [0, 4, -4, -2, -2], "H": [5, 2, 3, 2, 1], "gain": [9, "nan", 3, "nan", "nan"],
"category_sides": [[-1, -1], [-1, -1], [1, 0], [-1, -1], [-1, -1]]}]}]}}"""


def test_a_file_of_the_first_format_is_read_for_ever(tmp_path: Path) -> None:
    (tmp_path / "first.json").write_text(FIRST_FORMAT)
    model = load(tmp_path / "first.json")
    rows = pd.DataFrame({"x": [2.5, 3.0, 3.0, np.nan], "town": ["Oslo", "Oslo", "Voss", None]})
    assert model.predict(rows).tolist() == [1 - 2, 1 + 1, 1 + 4, 1 + 1]
    assert model.feature_importances_.tolist() == [0.75, 0.25]
    assert model.trace_[0].trees[0].why_leaf.tolist() == [SPLIT, ONE_ROW, SPLIT, MAX_DEPTH, ONE_ROW]
    assert model.get_params()["categorical_features"] == ["town"]
    assert model.max_leaves is None
