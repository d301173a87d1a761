"""What a trace keeps is enough for what it promises; what it does not keep is named."""

import copy
import pickle
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone

from gbtlib import (
    AdaBoostClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from gbtlib.saved.trace import OF_NODES, OF_ROWS
from tests.gbtlib.models import table, target

X = table(60, 3, seed=2, missing=0.1)
Y = target(X)
CLASSES = np.digitize(Y, [-0.5, 0.5])

ENSEMBLES: dict[str, Any] = {
    "boosting": GradientBoostingRegressor(n_estimators=4, subsample=0.7),
    "boosted classes": GradientBoostingClassifier(n_estimators=4),
    "categories": GradientBoostingRegressor(n_estimators=4, categorical_features=[3]),
    "AdaBoost": AdaBoostClassifier(n_estimators=4, max_depth=3, ccp_alpha=0.01),
    "forest": RandomForestRegressor(n_estimators=4),
    "surrogates": RandomForestRegressor(n_estimators=4, surrogates=1, max_depth=4),
    "forest of classes": RandomForestClassifier(n_estimators=4),
}
every_ensemble = pytest.mark.parametrize("name", ENSEMBLES)


def rows_of(name: str) -> np.ndarray:
    return np.column_stack([X, np.arange(60) % 3]) if name == "categories" else X


def fitted(name: str, trace: str) -> Any:
    model = clone(ENSEMBLES[name]).set_params(trace=trace)
    y = CLASSES if hasattr(model, "predict_proba") else Y
    return model.fit(rows_of(name), y, np.arange(60) % 3 + 0.5)


def same(first: Any, second: Any) -> None:
    assert np.array_equal(np.asarray(first), np.asarray(second), equal_nan=True)


def light_records(model: Any) -> tuple[Any, Any]:
    """The first round, and its first tree."""
    first = model.trace_[0]
    return first, first.trees[0] if hasattr(first, "trees") else first.tree


# -- what is kept


@pytest.mark.parametrize("trace", ["trees", "none"])
@every_ensemble
def test_predictions_are_those_of_the_full_trace(name: str, trace: str) -> None:
    full, light, rows = fitted(name, "full"), fitted(name, trace), rows_of(name)
    for way in ("predict", "predict_proba", "decision_function", "raw_prediction"):
        if hasattr(full, way):
            same(getattr(full, way)(rows), getattr(light, way)(rows))
    for way in ("staged_predict", "staged_predict_proba", "staged_raw_prediction"):
        if hasattr(full, way):
            same(list(getattr(full, way)(rows)), list(getattr(light, way)(rows)))
    if hasattr(full, "oob_prediction_"):
        same(full.oob_prediction_, light.oob_prediction_)
        assert full.oob_error_ == light.oob_error_


@every_ensemble
def test_trees_know_their_nodes(name: str) -> None:
    full, light, rows = fitted(name, "full"), fitted(name, "trees"), rows_of(name)
    same(full.feature_importances_, light.feature_importances_)
    for cover in ("hessian", "samples"):
        same(full.contributions(rows, cover=cover), light.contributions(rows, cover=cover))
    if hasattr(full, "ledger"):
        assert full.ledger(rows[5]).equals(light.ledger(rows[5]))
        for kind in ("gain", "cover", "weight"):
            same(full.feature_importance(kind), light.feature_importance(kind))
        assert [r.train_loss for r in full.trace_] == [r.train_loss for r in light.trace_]
    for one, other in zip(light_records(full)[1:], light_records(light)[1:], strict=True):
        assert type(one) is type(other)


@every_ensemble
def test_it_stays_what_it_is_when_it_is_copied(name: str) -> None:
    for trace in ("trees", "none"):
        model, rows = fitted(name, trace), rows_of(name)
        for other in (copy.deepcopy(model), pickle.loads(pickle.dumps(model)), copy.copy(model)):
            same(model.predict(rows), other.predict(rows))
            for one, copied in zip(light_records(model), light_records(other), strict=True):
                assert type(one) is type(copied)
                assert vars(one).keys() == vars(copied).keys()
                with pytest.raises(
                    AttributeError, match="^leaf is not kept" if one is model.trace_[0] else "x"
                ):
                    copied.leaf if one is model.trace_[0] else copied.x
        for record in light_records(pickle.loads(pickle.dumps(model))):
            arrays = [value for value in vars(record).values() if isinstance(value, np.ndarray)]
            assert not any(array.flags.writeable for array in arrays)


def test_a_round_handed_to_progress_is_whole() -> None:
    shapes: list[tuple[int, ...]] = []
    GradientBoostingRegressor(n_estimators=2).fit(
        X, Y, progress=lambda each: shapes.append(each.gradient.shape)
    )
    assert shapes == [(60,), (60,)]


# -- what is not


@every_ensemble
def test_what_a_round_has_lost_is_named(name: str) -> None:
    for trace in ("trees", "none"):
        whole, light = fitted(name, "full").trace_[0], fitted(name, trace).trace_[0]
        assert isinstance(light, type(whole))
        lost = [each for each in vars(whole) if each not in vars(light)]
        kept_by = dict.fromkeys(OF_ROWS, "full") | ({"grown": "trees"} if trace == "none" else {})
        assert lost == [each for each in vars(whole) if each in kept_by]
        assert lost
        for each in lost:
            with pytest.raises(
                AttributeError, match=f"^{each} is not kept; fit with trace='{kept_by[each]}'$"
            ):
                getattr(light, each)
            assert not hasattr(light, each)
            assert f"{each}=" not in repr(light)
        with pytest.raises(AttributeError, match="has no attribute 'other'"):
            light.other  # noqa: B018


def test_what_needs_a_lost_array_names_it() -> None:
    light = fitted("boosting", "trees")
    with pytest.raises(AttributeError, match=r"^leaf is not kept; fit with trace='full'$"):
        light.trace_[0].rows_in(0)
    for call in (lambda: light.candidates(1), lambda: light.partitions_of(1, 0)):
        with pytest.raises(ValueError, match=r"^this needs the training rows of the Gradient"):
            call()
    with pytest.raises(ValueError, match=r"^this needs the training rows of the AdaBoostClassifier"):
        fitted("AdaBoost", "none").candidates(1)
    with pytest.raises(AttributeError, match=r"^columns_ is not kept; fit with trace='full'$"):
        light.columns_  # noqa: B018


@every_ensemble
def test_none_forgets_the_nodes(name: str) -> None:
    model, rows = fitted(name, "none"), rows_of(name)
    tree = light_records(model)[1]
    calls: list[Callable[[], Any]] = [
        lambda: model.feature_importances_,
        lambda: model.contributions(rows),
        lambda: tree.node(0),
    ]
    for call in calls:
        with pytest.raises(AttributeError, match=r"^\w+ is not kept; fit with trace='trees'$"):
            call()
    assert tree.impurity is None
    assert tree.n_candidates is None
    for each in set(OF_NODES) - {"impurity", "n_candidates", "grown"}:
        with pytest.raises(AttributeError, match=f"^{each} is not kept; fit with trace='trees'$"):
            getattr(tree, each)


@every_ensemble
def test_a_trace_that_is_none_of_these(name: str) -> None:
    with pytest.raises(ValueError, match=r"^trace='tree' must be one of 'full', 'trees', 'none'$"):
        fitted(name, "tree")


# -- size


@every_ensemble
def test_the_size_does_not_grow_with_the_rows(name: str) -> None:
    """But for what a forest says out of the bag, one number a row, or one a class."""
    few, many = (rows_of(name).repeat(times, axis=0) for times in (1, 50))
    sizes = {}
    for trace in ("full", "trees", "none"):
        model = clone(ENSEMBLES[name]).set_params(trace=trace, max_depth=2, n_estimators=2)
        y = CLASSES if hasattr(model, "predict_proba") else Y
        sizes[trace] = [len(pickle.dumps(model.fit(rows, y.repeat(len(rows) // 60)))) for rows in (few, many)]
    per_row = 8 * (3 if "classes" in name else 1) if hasattr(model, "oob_prediction_") else 0
    for trace in ("trees", "none"):
        assert sizes[trace][1] - sizes[trace][0] < per_row * 49 * 60 + 1000
    assert sizes["full"][1] - sizes["full"][0] > (per_row + 8) * 49 * 60
    assert sizes["none"][0] < sizes["trees"][0] < sizes["full"][0]


@pytest.mark.parametrize("method", ["exact", "hist"])
def test_a_fit_takes_less_than_three_times_the_memory_of_its_data(method: str) -> None:
    rng = np.random.default_rng(0)
    values, goal = rng.random((50_000, 20)), rng.random(50_000)
    model = GradientBoostingRegressor(n_estimators=3, max_depth=3, tree_method=method, trace="trees")
    model.fit(values[:50], goal[:50])  # what is loaded once does not count
    tracemalloc.start()
    try:
        model.fit(values, goal)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert values.nbytes < peak < 3 * values.nbytes
