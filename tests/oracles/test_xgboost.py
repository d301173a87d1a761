"""XGBoost's exact search, tree by tree: each round starts from gbtlib's own raw prediction."""

from functools import partial

import numpy as np
import pytest
import xgboost as xgb

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.estimators.boosting import GradientBoosting
from tests.oracles.data import CLASSES, MANY_CLASSES, REGRESSION, grid
from tests.oracles.xgboost_tree import Compared, compare, one_round

SETTINGS = [
    {"reg_lambda": 1.0},
    {"reg_lambda": 0.0, "min_child_weight": 1.0},
    {"reg_lambda": 2.0, "gamma": 0.05},
    {"reg_lambda": 1.0, "gamma": 0.2, "min_child_weight": 2.0},
    {"reg_lambda": 1.0, "gamma": 1.0},
    {"reg_lambda": 1.0, "reg_alpha": 0.3},
]
ROUNDS = 4


def compare_model(model: GradientBoosting, X: np.ndarray, y: np.ndarray, objective: str) -> Compared:
    result = Compared()
    for round_ in model.trace_:
        dumped = one_round(X, y, round_.raw_before, model.params_, objective)
        for k, (tree, theirs) in enumerate(zip(round_.trees, dumped, strict=True)):
            found = partial(model.candidates, round_.number, k=k)
            found.gamma = model.params_.gamma
            compare(tree, 0, theirs, X, found, result)
    return result


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize("name", REGRESSION)
def test_squared_error(name: str, setting: dict) -> None:
    X, y = REGRESSION[name]()
    model = GradientBoostingRegressor(
        n_estimators=ROUNDS, trace="full", max_depth=4, learning_rate=0.3, **setting
    ).fit(X, y)
    result = compare_model(model, X, y, "reg:squarederror")
    assert result.equal >= 20
    assert result.ties <= result.equal / 5


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize("name", CLASSES)
def test_logistic(name: str, setting: dict) -> None:
    X, y = CLASSES[name]()
    model = GradientBoostingClassifier(
        n_estimators=ROUNDS, trace="full", max_depth=4, learning_rate=0.3, **setting
    ).fit(X, y)
    result = compare_model(model, X, y, "binary:logistic")
    assert result.equal >= 8
    assert result.ties <= result.equal / 4


@pytest.mark.parametrize("name", MANY_CLASSES)
def test_softmax(name: str) -> None:
    X, y = MANY_CLASSES[name]()
    model = GradientBoostingClassifier(n_estimators=ROUNDS, trace="full", max_depth=3, learning_rate=0.3).fit(
        X, y
    )
    result = compare_model(model, X, y, "multi:softprob")
    assert result.equal >= 20
    assert result.ties <= result.equal / 4


@pytest.fixture(scope="module")
def whole() -> tuple[GradientBoostingRegressor, xgb.Booster, np.ndarray]:
    """The same model twice, on data without ties."""
    random = np.random.default_rng(8)
    X = np.argsort(random.random((5, 1000)), axis=1).T / 1024.0
    y = np.sin(7 * X[:, 0]) + X[:, 1] * X[:, 2] + random.normal(scale=0.1, size=1000)
    ours = GradientBoostingRegressor(n_estimators=20, max_depth=4, learning_rate=0.25, base_score=0.5).fit(
        X, y
    )
    settings = {"tree_method": "exact", "eta": 0.25, "max_depth": 4, "base_score": 0.5, "min_child_weight": 0}
    return ours, xgb.train({**settings, "nthread": 1}, xgb.DMatrix(X, y), 20), X


def test_whole_model_predicts_the_same(whole) -> None:
    ours, theirs, X = whole
    assert ours.raw_prediction(X) == pytest.approx(theirs.predict(xgb.DMatrix(X)), abs=5e-6)


@pytest.mark.parametrize("kind", ["weight", "gain", "total_gain", "cover", "total_cover"])
def test_feature_importance(whole, kind: str) -> None:
    ours, theirs, _ = whole
    score = theirs.get_score(importance_type=kind)
    expected = np.array([score.get(f"f{j}", 0.0) for j in range(5)]) / (2 if "gain" in kind else 1)
    assert ours.feature_importance(kind) == pytest.approx(expected, rel=1e-4)


def test_grid_is_exact_in_float32() -> None:
    X = grid(np.random.default_rng(0).normal(size=(50, 2)))
    assert np.array_equal(X.astype(np.float32).astype(float), X)
