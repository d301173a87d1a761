"""oneDAL's preset in four systems: on data where every value has its own bin they predict the same."""

from typing import Any

import lightgbm
import numpy as np
import pytest
import xgboost
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingRegressor

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor, onedal_params

Floats = NDArray[np.float64]
BY_BINS = ("tree_method", "max_bin", "min_bin_size")
SETTINGS: list[dict[str, Any]] = [
    {},
    {"maxTreeDepth": 3, "lambda_": 4.0, "shrinkage": 0.1},
    {"maxTreeDepth": 0, "minObservationsInLeafNode": 12},
    {"maxTreeDepth": 4, "minObservationsInLeafNode": 8, "minSplitLoss": 0.1},
]


def rows() -> tuple[Floats, Floats]:
    """200 rows without ties, exact in float32."""
    random = np.random.default_rng(8)
    X = np.argsort(random.random((4, 200)), axis=1).T / 256.0
    return X, np.sin(7 * X[:, 0]) + X[:, 1] * X[:, 2] + random.normal(scale=0.1, size=200)


def ours(task: str = "regression", **changed: Any) -> dict[str, Any]:
    """The preset for the exact search."""
    found = onedal_params(task, splitMethod="exact", maxIterations=10, **changed)
    return {name: value for name, value in found.items() if name not in BY_BINS}


@pytest.mark.parametrize("changed", SETTINGS, ids=str)
def test_xgboost(changed: dict[str, Any]) -> None:
    X, y = rows()
    method = "inexact" if changed.get("maxTreeDepth") == 0 else "exact"  # which has no unlimited depth
    theirs = onedal_params(system="xgboost", splitMethod=method, maxIterations=10, **changed)
    model = xgboost.XGBRegressor(**theirs, n_jobs=1).fit(X, y)
    mine = GradientBoostingRegressor(**ours(**changed) | {"pruning": "post"}).fit(X, y)
    np.testing.assert_allclose(mine.predict(X), model.predict(X), rtol=0, atol=1e-5)


@pytest.mark.parametrize("changed", SETTINGS[1:], ids=str)
def test_lightgbm(changed: dict[str, Any]) -> None:
    """Not with leaves of five rows: a feature without a gain in a node is not looked at below it there."""
    X, y = rows()
    theirs = onedal_params(system="lightgbm", maxIterations=10, minBinSize=1, **changed)
    model = lightgbm.LGBMRegressor(**theirs, n_jobs=1, verbose=-1).fit(X, y)
    mine = GradientBoostingRegressor(**ours(**changed)).fit(X, y)
    np.testing.assert_allclose(mine.predict(X), model.predict(X), rtol=0, atol=1e-5)


@pytest.mark.parametrize("changed", SETTINGS[:-1], ids=str)
def test_sklearn(changed: dict[str, Any]) -> None:
    X, y = rows()
    theirs = onedal_params(system="scikit-learn", maxIterations=10, **changed)
    model = HistGradientBoostingRegressor(**theirs).fit(X, y)
    mine = GradientBoostingRegressor(**ours(**changed)).fit(X, y)
    np.testing.assert_allclose(mine.predict(X), model.predict(X), rtol=0, atol=1e-5)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_classes(n_classes: int) -> None:
    """Without a least number of rows, which XGBoost has not: it takes 5 for a sum of hessians."""
    X, y = rows()
    labels = np.searchsorted(np.quantile(y, np.linspace(0, 1, n_classes + 1)[1:-1]), y)
    changed = {"minObservationsInLeafNode": 1, "maxTreeDepth": 3}
    theirs = onedal_params(
        "classification", system="xgboost", splitMethod="exact", maxIterations=5, **changed
    )
    model = xgboost.XGBClassifier(**theirs | {"min_child_weight": 0}, n_jobs=1).fit(X, labels)
    mine = GradientBoostingClassifier(**ours("classification", **changed) | {"n_estimators": 5}).fit(
        X, labels
    )
    np.testing.assert_allclose(mine.predict_proba(X), model.predict_proba(X), rtol=0, atol=1e-5)
    assert len(np.unique(mine.initial_raw_prediction_)) == 1
