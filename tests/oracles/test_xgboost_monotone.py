"""Monotone constraints against XGBoost's `exact`: the same splits and weights, node by node."""

import numpy as np
import pytest
import xgboost

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.core.tree import Tree
from tests.oracles.xgboost_adapter import TheirTree, their_trees

ROUNDS, FLOOR = 8, 1e-5  # smaller gains are lost in XGBoost's float32
DIRECTIONS = [(1, 1, -1, 0), (-1, 0, 1, 1), (1, 1, 1, 1)]
SETTINGS = [
    {},
    {"reg_lambda": 0.0},
    {"max_depth": 8, "min_child_weight": 5.0},
    {"gamma": 0.05},
    {"max_depth": 2, "learning_rate": 1.0},
]


def rows(seed: int, missing: float) -> tuple[np.ndarray, np.ndarray]:
    """Features without ties on a grid that float32 holds; targets that rise and fall, against constraints."""
    random = np.random.default_rng(seed)
    X = np.argsort(random.random((4, 400)), axis=1).T / 1024.0
    y = np.sin(12 * X[:, 0]) + 3 * X[:, 1] * X[:, 2] - X[:, 3] + random.normal(scale=0.3, size=400)
    X[random.random(X.shape) < missing] = np.nan
    return X, y


def equal_splits(ours: Tree, theirs: TheirTree, gamma: float) -> tuple[int, bool]:
    """How many splits are the same, with the nodes' weights; and whether all are: a tie ends the walk."""
    pairs, n, alike = [(0, 0)], 0, True
    while pairs:
        i, j = pairs.pop()
        assert ours.H[i] == pytest.approx(theirs.H[j], rel=1e-5)
        assert ours.weight[i] == pytest.approx(theirs.weight[j], rel=1e-4, abs=1e-5)
        our_gain = ours.gain[i] + gamma if ours.feature[i] >= 0 else 0.0
        their_gain = theirs.gain[j] if theirs.left[j] >= 0 else 0.0
        # After pruning a leaf may stand for splits that gain less than gamma, but for rounding.
        assert our_gain == pytest.approx(their_gain, rel=1e-3, abs=FLOOR), f"nodes {i} and {j}"
        if ours.feature[i] < 0 or theirs.left[j] < 0:
            alike &= ours.feature[i] < 0 and theirs.left[j] < 0
            continue
        below = [theirs.left[j], theirs.right[j]]
        if np.isinf(ours.threshold[i]) and theirs.threshold[j] < 0:
            below.reverse()  # rows that miss the feature alone: we have them on the right, XGBoost anywhere
        elif abs(ours.threshold[i] - theirs.threshold[j]) > 1e-3 and not np.isinf(ours.threshold[i]):
            alike = False
            continue
        same_rows = ours.H[ours.children_left[i]] == pytest.approx(theirs.H[below[0]], rel=1e-5)
        if ours.feature[i] != theirs.feature[j] or not same_rows:
            alike = False
            continue
        n += 1
        pairs += [(ours.children_left[i], below[0]), (ours.children_right[i], below[1])]
    return n, alike


def compared(model, X: np.ndarray, y: np.ndarray, objective: str) -> int:
    """How many splits of a model are XGBoost's, up to the first tree with a tie."""
    settings = {
        "objective": objective,
        "tree_method": "exact",
        "nthread": 1,
        "gamma": 2 * model.gamma,
    }
    if model.monotonic_cst is not None:
        settings["monotone_constraints"] = str(model.monotonic_cst)
    if model.interaction_constraints is not None:
        settings["interaction_constraints"] = str(model.interaction_constraints)
    names = "max_depth", "base_score", "min_child_weight", "learning_rate", "reg_lambda"
    settings |= {name: getattr(model, name) for name in names}
    total = 0
    theirs = their_trees(xgboost.train(settings, xgboost.DMatrix(X, y), ROUNDS))
    for round_, tree in zip(model.trace_, theirs, strict=True):
        n, alike = equal_splits(round_.trees[0], tree, model.gamma)
        total += n
        if not alike:
            break
    return total


@pytest.mark.parametrize("directions", DIRECTIONS)
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_regression(setting: dict, directions: tuple, missing: float) -> None:
    total = 0
    for seed in range(3):
        X, y = rows(seed, missing)
        setting = {"max_depth": 5, "learning_rate": 0.3, "base_score": 0.5, **setting}
        model = GradientBoostingRegressor(n_estimators=ROUNDS, monotonic_cst=directions, **setting).fit(X, y)
        total += compared(model, X, y, "reg:squarederror")
    assert total >= 40


@pytest.mark.parametrize("directions", DIRECTIONS)
def test_classes(directions: tuple) -> None:
    X, y = rows(2, 0.0)
    model = GradientBoostingClassifier(
        n_estimators=ROUNDS, learning_rate=0.3, max_depth=4, base_score=0.5, monotonic_cst=directions
    ).fit(X, y > 0)
    assert compared(model, X, (y > 0).astype(int), "binary:logistic") >= 20
