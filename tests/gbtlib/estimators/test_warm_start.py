"""A fit that goes on after the rounds that there are ends where one fit does."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.ensemble import GradientBoostingRegressor as Theirs

from gbtlib import (
    AdaBoostClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
    from_dense,
)
from tests.gbtlib.models import table, target

X = table(60, 3, seed=2, missing=0.1)
Y = target(X)
CLASSES = np.digitize(Y, [-0.5, 0.5])
WEIGHT = np.random.default_rng(3).integers(0, 4, 60).astype(float)
TABLE = pd.DataFrame({"a": X[:, 0], "b": pd.Categorical(np.array(["x", "y", "z"])[np.arange(60) % 3])})

MODELS: dict[str, Any] = {
    "numbers": GradientBoostingRegressor(subsample=0.7, colsample_bynode=0.5, random_state=3),
    "two classes": GradientBoostingClassifier(),
    "classes": GradientBoostingClassifier(class_weight="balanced"),
    "bins": GradientBoostingRegressor(tree_method="hist", max_bin=8),
    "categories": GradientBoostingRegressor(),
    "triplets": GradientBoostingRegressor(),
    "its own states": GradientBoostingRegressor(subsample=0.7, random_state=np.random.RandomState(3)),
}


def rows_of(name: str) -> tuple[Any, np.ndarray]:
    rows = TABLE if name == "categories" else from_dense(X, absent="missing") if name == "triplets" else X
    return rows, Y > 0 if name == "two classes" else np.digitize(Y, [-0.5, 0.5]) if name == "classes" else Y


@pytest.mark.parametrize("trace", ["full", "trees", "none"])
@pytest.mark.parametrize("name", MODELS)
def test_it_ends_where_one_fit_does(name: str, trace: str) -> None:
    rows, y = rows_of(name)
    at_once = clone(MODELS[name]).set_params(n_estimators=7, trace=trace).fit(rows, y, WEIGHT)
    model = clone(MODELS[name]).set_params(n_estimators=3, trace=trace, warm_start=True).fit(rows, y, WEIGHT)
    kept = list(model.trace_)
    model.set_params(n_estimators=7).fit(rows, y, WEIGHT)
    assert all(a is b for a, b in zip(kept, model.trace_, strict=False))
    assert [each.number for each in model.trace_] == [1, 2, 3, 4, 5, 6, 7]
    assert model.n_estimators_ == 7
    assert np.array_equal(model.raw_prediction(rows), at_once.raw_prediction(rows))
    assert [each.train_loss for each in model.trace_] == [each.train_loss for each in at_once.trace_]
    if trace == "full":
        assert np.array_equal(model.trace_[-1].gradient, at_once.trace_[-1].gradient)


def test_validation_goes_on_too() -> None:
    model = GradientBoostingRegressor(n_estimators=2, warm_start=True)
    at_once = GradientBoostingRegressor(n_estimators=5).fit(X[:40], Y[:40], validation=(X[40:], Y[40:]))
    for n in (2, 5):
        model.set_params(n_estimators=n).fit(X[:40], Y[:40], validation=(X[40:], Y[40:]))
    losses = [[each.validation_loss for each in one.trace_] for one in (model, at_once)]
    assert losses[0] == losses[1]


def test_early_stopping_counts_the_rounds_that_there_are() -> None:
    settings: dict[str, Any] = {"learning_rate": 0.5, "early_stopping_rounds": 3, "validation_fraction": 0.3}
    at_once = GradientBoostingRegressor(n_estimators=60, **settings).fit(X, Y)
    model = GradientBoostingRegressor(n_estimators=2, warm_start=True, **settings).fit(X, Y)
    model.set_params(n_estimators=60).fit(X, Y)
    assert 2 < len(at_once.trace_) < 60
    assert len(model.trace_) == len(at_once.trace_)
    assert model.n_estimators_ == at_once.n_estimators_
    assert np.array_equal(model.predict(X), at_once.predict(X))


def test_other_parameters_are_those_of_the_later_rounds() -> None:
    """As in scikit-learn, from whose trees ours differ by the leaves alone; and on other rows."""
    for kind in (GradientBoostingRegressor, Theirs):
        model = kind(n_estimators=2, max_depth=1, warm_start=True).fit(np.nan_to_num(X), Y)
        model.set_params(n_estimators=4, max_depth=3, learning_rate=0.5).fit(np.nan_to_num(X[:50]), Y[:50])
        if kind is Theirs:
            depths = [tree.get_depth() for tree in model.estimators_[:, 0]]
        else:
            depths = [each.trees[0].max_depth for each in model.trace_]
            assert [each.learning_rate for each in model.trace_] == [0.1, 0.1, 0.5, 0.5]
        assert depths == [1, 1, 3, 3]


@pytest.mark.parametrize("trace", ["full", "trees", "none"])
@pytest.mark.parametrize("k", [2, 3])
def test_adaboost_goes_on(k: int, trace: str) -> None:
    """Its weights are told by its trees; a round that has ended it ends it still."""
    y = np.digitize(Y, [-0.5, 0.5][: k - 1])
    settings: dict[str, Any] = {"max_depth": 2, "learning_rate": 0.5, "ccp_alpha": 0.001, "trace": trace}
    at_once = AdaBoostClassifier(n_estimators=9, **settings).fit(X, y, WEIGHT)
    model = AdaBoostClassifier(n_estimators=4, warm_start=True, **settings).fit(X, y, WEIGHT)
    kept = list(model.trace_)
    model.set_params(n_estimators=9).fit(X, y, WEIGHT)
    assert all(a is b for a, b in zip(kept, model.trace_, strict=False))
    assert [each.tree_weight for each in model.trace_] == [each.tree_weight for each in at_once.trace_]
    assert [each.train_error for each in model.trace_] == [each.train_error for each in at_once.trace_]
    assert (len(model.trace_), model.n_estimators_) == (9, 9)
    assert np.array_equal(model.predict_proba(X), at_once.predict_proba(X))
    with pytest.raises(ValueError, match=r"^n_estimators=8 must be at least 9, the rounds that there are"):
        model.set_params(n_estimators=8).fit(X, y)


FORESTS: dict[str, Any] = {
    "numbers": RandomForestRegressor(max_depth=4, random_state=3),
    "classes": RandomForestClassifier(class_weight="balanced"),
    "all rows": RandomForestRegressor(bootstrap=False),
    "triplets": RandomForestRegressor(max_depth=3),
    "its own states": RandomForestRegressor(max_depth=3, random_state=np.random.RandomState(3)),
}


@pytest.mark.parametrize("trace", ["full", "trees", "none"])
@pytest.mark.parametrize("name", FORESTS)
def test_a_forest_ends_where_one_fit_does(name: str, trace: str) -> None:
    """What is out of the bag included: the draws of the earlier trees are told by their numbers."""
    rows, y = rows_of(name)
    at_once = clone(FORESTS[name]).set_params(n_estimators=7, trace=trace).fit(rows, y, WEIGHT)
    model = clone(FORESTS[name]).set_params(n_estimators=3, trace=trace, warm_start=True).fit(rows, y, WEIGHT)
    kept = list(model.trace_)
    model.set_params(n_estimators=7).fit(rows, y, WEIGHT)
    assert all(a is b for a, b in zip(kept, model.trace_, strict=False))
    assert [each.number for each in model.trace_] == [1, 2, 3, 4, 5, 6, 7]
    assert np.array_equal(model.predict(rows), at_once.predict(rows))
    assert np.array_equal(model.oob_prediction_, at_once.oob_prediction_, equal_nan=True)
    assert np.array_equal(model.oob_error_, at_once.oob_error_, equal_nan=True)
    with pytest.raises(ValueError, match=r"^n_estimators=6 must be at least 7, the trees that there are"):
        model.set_params(n_estimators=6).fit(rows, y)


def test_adaboost_deals_its_folds_by_the_first_state() -> None:
    settings: dict[str, Any] = {"ccp_folds": 3, "max_depth": 4, "learning_rate": 0.3}
    at_once = AdaBoostClassifier(n_estimators=6, random_state=np.random.RandomState(5), **settings)
    model = AdaBoostClassifier(n_estimators=2, random_state=np.random.RandomState(5), **settings)
    at_once.fit(X, CLASSES)
    model.set_params(warm_start=True).fit(X, CLASSES).set_params(n_estimators=6).fit(X, CLASSES)
    assert [each.price for each in model.trace_] == [each.price for each in at_once.trace_]


def test_adaboost_that_has_ended_goes_on_no_more() -> None:
    model = AdaBoostClassifier(n_estimators=5, max_depth=None, warm_start=True).fit(X, Y > 0)
    assert len(model.trace_) == 1
    assert len(model.set_params(n_estimators=9).fit(X, Y > 0).trace_) == 1


def test_as_many_rounds_are_no_more_and_fewer_are_refused() -> None:
    model = GradientBoostingRegressor(n_estimators=3, warm_start=True).fit(X, Y)
    before = model.predict(X)
    assert np.array_equal(model.fit(X, Y).predict(X), before)
    assert len(model.trace_) == 3
    with pytest.raises(ValueError, match=r"^n_estimators=2 must be at least 3, the rounds that there are"):
        model.set_params(n_estimators=2).fit(X, Y)
    assert np.array_equal(model.predict(X), before)
    assert len(model.set_params(warm_start=False).fit(X, Y).trace_) == 2


def test_what_was_learned_stays() -> None:
    model = GradientBoostingClassifier(n_estimators=2, warm_start=True).fit(X, np.where(Y > 0, "up", "down"))
    model.set_params(n_estimators=4)
    with pytest.raises(ValueError, match="was not among the labels in fit: down, up"):
        model.fit(X, np.where(Y > 0, "up", "other"))
    with pytest.raises(ValueError, match="X has 2 features; it must have 3, as in fit"):
        model.fit(X[:, :2], np.where(Y > 0, "up", "down"))
    assert len(model.trace_) == 2
    assert len(model.fit(X[Y > 0], np.full((Y > 0).sum(), "up")).trace_) == 4
    with pytest.raises(ValueError, match=r"^warm_start=1 must be True or False$"):
        GradientBoostingRegressor(warm_start=1).fit(X, Y)
