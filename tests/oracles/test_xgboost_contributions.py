"""Contributions of features against XGBoost's `pred_contribs`, for the very trees that XGBoost grew."""

import numpy as np
import pytest
import xgboost

from gbtlib.core.tree import Tree
from gbtlib.explain.contributions import contributions
from tests.oracles.xgboost_adapter import TheirTree, their_trees

N_ROWS, N_FEATURES, ROUNDS = 200, 5, 8


def as_tree(theirs: TheirTree) -> tuple[Tree, np.ndarray]:
    """Their tree as one of ours, and what each leaf adds: x < t becomes x <= the float32 before t."""
    leaf = theirs.left < 0
    lower = np.nextafter(theirs.threshold.astype(np.float32), np.float32(-np.inf)).astype(np.float64)
    nothing = np.full(len(leaf), np.nan)
    tree = Tree(
        feature=np.where(leaf, -1, theirs.feature).astype(np.int32),
        threshold=np.where(leaf, np.nan, lower),
        default_left=theirs.default_left,
        children_left=theirs.left.astype(np.int32),
        children_right=np.where(leaf, -1, theirs.right).astype(np.int32),
        n_samples=np.zeros(len(leaf), dtype=np.int32),
        G=nothing.copy(),
        H=theirs.H,
        gain=theirs.gain,
        weight=theirs.weight,
        depth=depths(theirs),
        why_leaf=np.zeros(len(leaf), dtype=np.int8),
        n_features=N_FEATURES,
    )
    return tree, np.where(leaf, theirs.threshold, np.nan)


def depths(theirs: TheirTree) -> np.ndarray:
    depth = np.zeros(len(theirs.left), dtype=np.int32)
    for node in np.flatnonzero(theirs.left >= 0):
        depth[[theirs.left[node], theirs.right[node]]] = depth[node] + 1
    return depth


@pytest.mark.parametrize("method", ["exact", "hist"])
@pytest.mark.parametrize("objective", ["reg:squarederror", "binary:logistic", "multi:softprob"])
def test_equals_xgboost(objective: str, method: str) -> None:
    random = np.random.default_rng(0)
    X = np.round(random.normal(size=(N_ROWS, N_FEATURES)) * 64) / 64
    y = X[:, 0] * X[:, 1] + X[:, 2] + 0.1 * random.normal(size=N_ROWS)
    X[random.uniform(size=X.shape) < 0.2] = np.nan
    n_outputs = 3 if objective.startswith("multi") else 1
    if objective != "reg:squarederror":
        y = np.digitize(y, [-0.5, 0.5]) if n_outputs == 3 else y > 0
    settings = {
        "objective": objective,
        "tree_method": method,
        "max_depth": 5,
        "base_score": 0.5,
        "nthread": 1,
    }
    if n_outputs == 3:
        settings["num_class"] = 3
    booster = xgboost.train(settings, xgboost.DMatrix(X, y), ROUNDS)
    wanted = booster.predict(xgboost.DMatrix(X), pred_contribs=True).reshape(N_ROWS, n_outputs, -1)
    trees = [as_tree(tree) for tree in their_trees(booster)]
    base = 0.0 if objective == "binary:logistic" else 0.5
    for k in range(n_outputs):
        chosen = trees[k::n_outputs]
        found = contributions([tree for tree, _ in chosen], [value for _, value in chosen], X)
        found[:, -1] += base
        # XGBoost adds up in float32: half a unit in the last place of numbers of size 1, some times over.
        np.testing.assert_allclose(found, wanted[:, k], rtol=0, atol=2e-6)
