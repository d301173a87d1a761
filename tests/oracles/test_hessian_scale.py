"""What others take for the hessian of softmax: on a feature with two values all grow the same trees."""

from collections.abc import Callable

import lightgbm
import numpy as np
import pytest
import xgboost
from numpy.typing import NDArray
from sklearn.ensemble import GradientBoostingClassifier as Theirs
from sklearn.ensemble import HistGradientBoostingClassifier

from gbtlib import GradientBoostingClassifier, Softmax

Floats = NDArray[np.float64]
ROUNDS, RATE = 3, 0.3


def rows(n_classes: int) -> tuple[Floats, NDArray[np.intp]]:
    """Class shares that differ on both sides of the only cut."""
    y = np.repeat(np.arange(n_classes), 12)
    X = (np.arange(len(y)) % 12 < np.minimum(2 + y + y**2, 11))[:, np.newaxis].astype(float)
    return X, y


def of_xgboost(X: Floats, y: NDArray[np.intp], n_classes: int) -> Floats:
    settings = {"objective": "multi:softprob", "num_class": n_classes, "eta": RATE, "max_depth": 1}
    settings |= {"min_child_weight": 0, "lambda": 0, "nthread": 1, "tree_method": "exact", "base_score": 0.0}
    booster = xgboost.train(settings, xgboost.DMatrix(X, y), ROUNDS)
    return booster.predict(xgboost.DMatrix(X))


def of_lightgbm(X: Floats, y: NDArray[np.intp], n_classes: int) -> Floats:
    settings = {"objective": "multiclass", "num_class": n_classes, "learning_rate": RATE, "num_leaves": 2}
    settings |= {"min_data_in_leaf": 1, "min_sum_hessian_in_leaf": 0.0, "num_threads": 1, "verbose": -1}
    settings |= {"boost_from_average": False, "min_data_in_bin": 1}
    return lightgbm.train(settings, lightgbm.Dataset(X, y), ROUNDS).predict(X)


def of_sklearn(X: Floats, y: NDArray[np.intp], n_classes: int) -> Floats:
    model = Theirs(n_estimators=ROUNDS, learning_rate=RATE, max_depth=1, init="zero")
    return model.fit(X, y).predict_proba(X)


def of_histograms(X: Floats, y: NDArray[np.intp], n_classes: int) -> Floats:
    settings = {"max_iter": ROUNDS, "learning_rate": RATE, "max_leaf_nodes": 2, "min_samples_leaf": 1}
    return HistGradientBoostingClassifier(**settings).fit(X, y).predict_proba(X)


@pytest.mark.parametrize(
    ("theirs", "scale"),
    [
        (of_xgboost, lambda K: 2),
        (of_lightgbm, lambda K: K / (K - 1)),
        (of_sklearn, lambda K: K / (K - 1)),
        (of_histograms, lambda K: 1),
    ],
    ids=["XGBoost", "LightGBM", "scikit-learn", "histograms"],
)
@pytest.mark.parametrize("n_classes", [3, 4])
def test_the_scale_of_others(
    theirs: Callable[..., Floats], scale: Callable[[int], float], n_classes: int
) -> None:
    X, y = rows(n_classes)
    expected = theirs(X, y, n_classes)
    for found in (scale(n_classes), 3.0):
        model = GradientBoostingClassifier(
            loss=Softmax(n_classes, hessian_scale=found),
            **{"n_estimators": ROUNDS, "learning_rate": RATE, "max_depth": 1, "reg_lambda": 0.0},
        )
        model.base_score = 0.5  # the same raw prediction for every class
        ours = model.fit(X, y).predict_proba(X)
        off = np.abs(ours - expected).max()
        assert off < 1e-6 if found != 3 else off > 1e-2
