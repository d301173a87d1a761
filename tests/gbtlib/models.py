"""Models and data that several tests look at from different sides."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.estimators.boosting import GradientBoosting

OPTIONS: list[dict[str, Any]] = [
    {},
    {"missing": "left"},
    {"threshold": "observed"},
    {"min_samples_leaf": 4},
    {"reg_lambda": 0.0, "min_child_weight": 1.5},
    {"colsample_bynode": 0.5, "subsample": 0.7},
    {"grow_policy": "lossguide", "max_leaves": 6, "max_depth": None},
    {"max_depth": None},
    {"gamma": 0.5, "pruning": "pre"},
    {"gamma": 0.5, "reg_alpha": 0.5},
    {"pruning": "full", "max_depth": 3},
]
"""Parameters of boosting that searches of every kind must take alike."""


def table(n: int = 120, p: int = 4, *, seed: int = 0, ties: bool = True, missing: float = 0.0) -> np.ndarray:
    """Random features (n, p), on a coarse grid if there shall be ties, with a share of NaN."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, p))
    if ties:
        X = np.round(X * 2) / 2
    X[random.random(X.shape) < missing] = np.nan
    return X


def target(X: np.ndarray, seed: int = 1) -> np.ndarray:
    """A target that depends on the features, with noise; a missing value counts as 1."""
    filled = np.nan_to_num(X, nan=1.0)
    noise = np.random.default_rng(seed).normal(scale=0.3, size=len(X))
    return filled[:, 0] * filled[:, 1] + np.sin(filled[:, 2]) + noise


def many_models() -> Iterator[tuple[str, GradientBoosting]]:
    """Small fitted models that use every option of growing and boosting."""
    plain, holes = table(), table(missing=0.2)
    y, y_holes = target(plain), target(holes)
    weight = np.random.default_rng(2).integers(0, 3, len(y)).astype(float)
    small = {"n_estimators": 3, "max_depth": 4, "learning_rate": 0.5, "trace": "full"}
    yield "plain", GradientBoostingRegressor(**small).fit(plain, y)
    yield "huber", GradientBoostingRegressor(loss="huber", **small).fit(plain, y)
    yield "weights", GradientBoostingRegressor(**small, reg_lambda=0.0).fit(plain, y, sample_weight=weight)
    yield "alpha", GradientBoostingRegressor(**small, reg_alpha=2.0).fit(plain, y)
    yield "leafwise", GradientBoostingRegressor(**small, grow_policy="lossguide", max_leaves=7).fit(plain, y)
    yield "min_samples", GradientBoostingRegressor(**small, min_samples_leaf=9).fit(plain, y)
    yield "missing", GradientBoostingRegressor(**small).fit(holes, y_holes)
    yield "missing_left", GradientBoostingRegressor(**small, missing="left").fit(holes, y_holes)
    yield "sampled", GradientBoostingRegressor(**small, subsample=0.6, colsample_bynode=0.5).fit(plain, y)
    for pruning in ("post", "pre", "full"):
        params = {"pruning": pruning, "gamma": 1.0}
        yield f"gamma_{pruning}", GradientBoostingRegressor(**small, **params).fit(plain, y)
    yield "logistic", GradientBoostingClassifier(**small).fit(plain, y > 0)
    yield "exponential", GradientBoostingClassifier(loss="exponential", **small).fit(plain, y > 0)
    yield "child_weight", GradientBoostingClassifier(**small, min_child_weight=2.0).fit(holes, y_holes > 0)
    yield "no_lambda", GradientBoostingClassifier(**small, reg_lambda=0.0).fit(plain, y > 0)
    yield "softmax", GradientBoostingClassifier(**small).fit(plain, np.digitize(y, [-0.7, 0.7]))


MODELS = dict(many_models())
