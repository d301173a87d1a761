"""Interaction constraints against XGBoost's `exact`: the same splits and weights, node by node."""

from typing import Any

import numpy as np
import pytest

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from tests.oracles.test_xgboost_monotone import ROUNDS, compared, rows

GROUPS = [
    [[0, 1], [2, 3]],
    [[0, 1], [1, 2, 3]],
    [[0, 1, 2]],  # feature 3 is in none
    [[0, 1], [1, 2], [0, 2]],  # 0, 1 and 2 in pairs, never all three
    [[0], [1], [2, 3]],
    [],
]
SETTINGS: list[dict[str, Any]] = [
    {},
    {"reg_lambda": 0.0, "max_depth": 7},
    {"gamma": 0.05},
    {"monotonic_cst": (1, 1, -1, 0)},
    {"tree_method": "hist", "max_bin": 512},  # a bin for every value
    {"tree_method": "hist", "max_bin": 512, "monotonic_cst": (0, 1, 0, 1)},
]


def mixed(seed: int, missing: float) -> tuple[np.ndarray, np.ndarray]:
    """Features and a target in which each of them gains, with and without the others."""
    X, _ = rows(seed, 0.0)
    y = np.sin(9 * X[:, 0]) * X[:, 1] + 3 * X[:, 1] * X[:, 2] - X[:, 3] * np.sin(12 * X[:, 2]) + X[:, 3]
    holes = np.random.default_rng(seed)
    y += holes.normal(scale=0.1, size=len(y))
    X[holes.random(X.shape) < missing] = np.nan
    return X, y


@pytest.mark.sweep
@pytest.mark.parametrize("groups", GROUPS, ids=str)
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_regression(setting: dict[str, Any], groups: list[list[int]], missing: float) -> None:
    total = 0
    for seed in range(3):
        X, y = mixed(seed, missing)
        setting = {"max_depth": 5, "learning_rate": 0.3, "base_score": 0.5, **setting}
        model = GradientBoostingRegressor(n_estimators=ROUNDS, interaction_constraints=groups, **setting)
        total += compared(model.fit(X, y), X, y, "reg:squarederror")
    assert total >= 40


def test_classes() -> None:
    X, y = mixed(2, 0.0)
    model = GradientBoostingClassifier(
        n_estimators=ROUNDS, learning_rate=0.3, max_depth=4, base_score=0.5, interaction_constraints=GROUPS[1]
    ).fit(X, y > 0.5)
    assert compared(model, X, (y > 0.5).astype(int), "binary:logistic") >= 20
