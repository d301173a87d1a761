"""What a model is made of: which features it used, and how one row's prediction comes about."""

import numpy as np
import pytest

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.explain.importance import feature_importance
from tests.gbtlib.models import MODELS, table, target

MEANS_AND_TOTALS = [("gain", "total_gain"), ("cover", "total_cover")]


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize(("mean", "total"), MEANS_AND_TOTALS)
def test_a_total_is_the_mean_times_the_number_of_splits(name: str, mean: str, total: str) -> None:
    model = MODELS[name]
    count = model.feature_importance("weight")
    assert model.feature_importance(mean) * count == pytest.approx(model.feature_importance(total), rel=1e-14)


@pytest.mark.parametrize("name", MODELS)
def test_importance_is_counted_split_by_split(name: str) -> None:
    model = MODELS[name]
    expected = {kind: np.zeros(model.n_features_in_) for kind in ("weight", "total_gain", "total_cover")}
    for round_ in model.trace_:
        for tree in round_.trees:
            for node in map(tree.node, np.flatnonzero(~tree.is_leaf).tolist()):
                expected["weight"][node.feature] += 1
                expected["total_gain"][node.feature] += node.gain
                expected["total_cover"][node.feature] += node.H
    for kind, importance in expected.items():
        assert model.feature_importance(kind) == pytest.approx(importance, rel=1e-14)


def test_a_feature_never_used_has_no_importance() -> None:
    X = np.column_stack((np.arange(8.0), np.ones(8)))
    model = GradientBoostingRegressor(n_estimators=2).fit(X, np.arange(8.0))
    for kind in ("weight", "gain", "total_gain", "cover", "total_cover"):
        used, unused = model.feature_importance(kind)
        assert used > 0 == unused


def test_a_model_without_splits_has_no_importance() -> None:
    model = GradientBoostingRegressor(n_estimators=2).fit(np.ones((3, 2)), [1.0, 2.0, 3.0])
    for kind in ("weight", "gain", "total_gain", "cover", "total_cover"):
        assert model.feature_importance(kind).tolist() == [0.0, 0.0]


def test_importance_and_ledger_use_the_rounds_that_predict_uses() -> None:
    X, other = table(), table(seed=9)
    settings = {"n_estimators": 300, "learning_rate": 0.5, "early_stopping_rounds": 4}
    model = GradientBoostingRegressor(**settings).fit(X, target(X), validation=(other, target(other)))
    used = model.trace_[: model.n_estimators_]
    assert len(used) < len(model.trace_)
    trees = [tree for round_ in used for tree in round_.trees]
    assert np.array_equal(model.feature_importance("gain"), feature_importance(trees, X.shape[1], "gain"))
    assert model.ledger(X[0])["round"].tolist() == list(range(model.n_estimators_ + 1))
    assert model.ledger(X[0])["raw_prediction"].iloc[-1] == model.raw_prediction(X[:1])[0]


def test_the_ledger_starts_at_the_base_score_and_shows_every_leaf() -> None:
    X, y = table(missing=0.2), target(table(missing=0.2))
    model = GradientBoostingClassifier(n_estimators=4, base_score=0.2, trace="full").fit(X, y > 0)
    ledger = model.ledger(X[3])
    assert list(ledger.columns) == ["round", "leaf", "weight", "contribution", "raw_prediction"]
    first = ledger.iloc[0]
    assert (first["round"], first["leaf"]) == (0, -1)
    assert first["contribution"] == first["raw_prediction"] == model.initial_raw_prediction_
    for round_, line in zip(model.trace_, ledger.iloc[1:].itertuples(), strict=True):
        assert line.leaf == round_.leaf[3]
        assert line.weight == round_.trees[0].weight[line.leaf]
        assert line.raw_prediction == round_.raw_after[3]


def test_the_ledger_of_a_class_ends_at_its_raw_prediction() -> None:
    model = MODELS["softmax"]
    row = model.columns_.X[5]
    ends = [model.ledger(row, k=k)["raw_prediction"].iloc[-1] for k in range(3)]
    assert np.array_equal(ends, model.raw_prediction(row[np.newaxis])[0])
