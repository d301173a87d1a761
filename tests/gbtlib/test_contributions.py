"""Contributions of features against a brute force over all subsets of the features known."""

from itertools import combinations
from math import factorial
from typing import Any

import numpy as np
import pytest

from gbtlib import (
    AdaBoostClassifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    from_dense,
)
from gbtlib.core.tree import Tree
from gbtlib.explain.contributions import contributions
from gbtlib.tables import from_flat_table, to_flat_table

N_ROWS, N_FEATURES = 80, 4
EXACT = {"rtol": 0, "atol": 1e-12}


def expected(tree: Tree, value: np.ndarray, cover: np.ndarray, x: np.ndarray, known: set[int]) -> Any:
    """What the tree says of a row of which only some features are known."""

    def below(node: int) -> Any:
        left, right = int(tree.children_left[node]), int(tree.children_right[node])
        if left < 0:
            return value[node]
        if int(tree.feature[node]) in known:
            return below(left if goes_left(tree, node, x) else right)
        return (cover[left] * below(left) + cover[right] * below(right)) / cover[node]

    return below(0)


def goes_left(tree: Tree, node: int, x: np.ndarray) -> bool:
    """The way of a row at a node, read off the tree's record."""
    value = x[tree.feature[node]]
    if tree.category_sides is not None and (tree.category_sides[node] >= 0).any():
        side = -1 if np.isnan(value) else tree.category_sides[node][int(value)]
    else:
        side = -1 if np.isnan(value) else int(value <= tree.threshold[node])
    for surrogate in () if tree.surrogates is None else tree.surrogates[node]:
        if side < 0 and surrogate["feature"] >= 0 and not np.isnan(x[surrogate["feature"]]):
            side = int((x[surrogate["feature"]] <= surrogate["threshold"]) == surrogate["below_left"])
    return bool(tree.default_left[node] if side < 0 else side)


def by_subsets(tree: Tree, value: np.ndarray, cover: np.ndarray, X: np.ndarray) -> np.ndarray:
    """Shapley values by their definition, and the answer if nothing is known: (n, n_features + 1[, K])."""
    n = tree.n_features
    found = np.zeros((len(X), n + 1, *value.shape[1:]))
    for row, x in enumerate(X):
        found[row, n] = expected(tree, value, cover, x, set())
        for feature in range(n):
            others = [f for f in range(n) if f != feature]
            for size in range(n):
                chance = factorial(size) * factorial(n - size - 1) / factorial(n)
                for known in combinations(others, size):
                    more = expected(tree, value, cover, x, {*known, feature})
                    found[row, feature] += chance * (more - expected(tree, value, cover, x, set(known)))
    return found


def table(missing: float = 0.2) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(0)
    X = np.round(random.normal(size=(N_ROWS, N_FEATURES)), 1)
    X[:, 3] = random.integers(0, 5, N_ROWS)
    y = X[:, 0] * X[:, 1] + (X[:, 3] % 2) + 0.1 * random.normal(size=N_ROWS)
    X[random.uniform(size=X.shape) < missing] = np.nan
    return X, y


@pytest.mark.parametrize("cover", ["hessian", "samples"])
@pytest.mark.parametrize("categorical", [None, [3]])
@pytest.mark.parametrize("depth", [1, 3, 6])
def test_equals_all_subsets(depth: int, categorical: list[int] | None, cover: str) -> None:
    X, y = table()
    model = GradientBoostingRegressor(n_estimators=1, max_depth=depth, categorical_features=categorical)
    model.fit(X, y, sample_weight=np.arange(1.0, N_ROWS + 1))
    tree = model.trace_[0].trees[0]
    rows = X[:12]
    weight = tree.H if cover == "hessian" else tree.n_samples
    wanted = by_subsets(tree, model.learning_rate * tree.weight, weight, rows)
    wanted[:, -1] += model.initial_raw_prediction_
    np.testing.assert_allclose(model.contributions(rows, cover=cover), wanted, **EXACT)


def test_a_way_that_a_surrogate_decides() -> None:
    X, y = table(missing=0.1)
    X[:, 2] = X[:, 0] + 0.1 * np.round(np.sin(np.arange(N_ROWS)), 1)
    X[::4, 0] = np.nan
    model = DecisionTreeRegressor(max_depth=3, surrogates=2).fit(X, y)
    tree, rows = model.tree_, X[:12]
    assert tree.surrogates is not None
    wanted = by_subsets(tree, tree.weight, tree.H, rows)
    assert wanted[::4, 0].any()  # it is the feature of the split that is credited
    np.testing.assert_allclose(model.contributions(rows), wanted, **EXACT)


def test_class_shares() -> None:
    X, y = table()
    model = DecisionTreeClassifier(max_depth=4).fit(X, np.digitize(y, [-0.3, 0.6]))
    tree, rows = model.tree_, X[:10]
    found = model.contributions(rows)
    assert found.shape == (10, N_FEATURES + 1, 3)
    np.testing.assert_allclose(found, by_subsets(tree, tree.class_shares, tree.H, rows), **EXACT)
    np.testing.assert_allclose(found.sum(axis=1), model.predict_proba(rows), **EXACT)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_they_add_up_to_the_raw_prediction(n_classes: int) -> None:
    X, y = table()
    model = GradientBoostingClassifier(n_estimators=30)
    model.fit(X, np.digitize(y, np.quantile(y, np.arange(1, n_classes) / n_classes)))
    found = model.contributions(X)
    assert found.shape == ((N_ROWS, N_FEATURES + 1) if n_classes == 2 else (N_ROWS, N_FEATURES + 1, 3))
    np.testing.assert_allclose(found.sum(axis=1), model.raw_prediction(X), **EXACT)
    early = model.contributions(X, n_rounds=3).sum(axis=1)
    np.testing.assert_allclose(early, model.raw_prediction(X, n_rounds=3), **EXACT)


def test_deep_trees_add_up() -> None:
    random = np.random.default_rng(0)
    X = random.normal(size=(400, 30))
    model = GradientBoostingRegressor(n_estimators=3, max_depth=None, learning_rate=1.0, reg_lambda=0.0)
    model.fit(X, random.normal(size=400))
    assert model.trace_[0].trees[0].max_depth > 10
    np.testing.assert_allclose(model.contributions(X).sum(axis=1), model.raw_prediction(X), **EXACT)


def test_the_decision_of_adaboost() -> None:
    X, y = table()
    model = AdaBoostClassifier(n_estimators=8, max_depth=2).fit(X, np.digitize(y, [-0.3, 0.6]))
    np.testing.assert_allclose(model.contributions(X).sum(axis=1), model.decision_function(X), **EXACT)


def test_a_feature_never_asked_contributes_nothing() -> None:
    X, y = table()
    X[:, 2] = 7
    assert not GradientBoostingRegressor(n_estimators=5).fit(X, y).contributions(X)[:, 2].any()


def test_a_stump_by_hand() -> None:
    """Three of four rows go left and get 2, one right and gets 6: without the feature it is 3."""
    model = DecisionTreeRegressor(max_depth=1).fit([[0.0], [0.0], [0.0], [1.0]], [1.0, 2.0, 3.0, 6.0])
    np.testing.assert_allclose(model.contributions([[0.0], [1.0]]), [[-1, 3], [3, 3]], **EXACT)


def test_a_tree_that_is_a_leaf() -> None:
    model = DecisionTreeRegressor().fit([[0.0], [1.0]], [2.0, 2.0])
    np.testing.assert_array_equal(model.contributions([[5.0]]), [[0.0, 2.0]])


@pytest.mark.parametrize("absent", ["zero", "missing"])
def test_triplets(absent: str) -> None:
    X, y = table(missing=0.0)
    X[np.random.default_rng(1).uniform(size=X.shape) < 0.5] = 0 if absent == "zero" else np.nan
    entries = from_dense(X, absent=absent)
    model = GradientBoostingRegressor(n_estimators=5).fit(entries, y)
    dense = contributions(model._trees(), [0.1 * tree.weight for tree in model._trees()], X)
    dense[:, -1] += model.initial_raw_prediction_
    np.testing.assert_allclose(model.contributions(entries), dense, **EXACT)


def test_refuses_an_unknown_cover_and_trees_without_any() -> None:
    X, y = table(missing=0.0)
    model = GradientBoostingRegressor(n_estimators=1).fit(X, y)
    with pytest.raises(ValueError, match="cover='rows' must be one of 'hessian', 'samples'"):
        model.contributions(X, cover="rows")
    bare = from_flat_table(to_flat_table(model.trace_[0].trees[0]), N_FEATURES)
    with pytest.raises(ValueError, match="cover='hessian' needs H, which is nan in node 0"):
        contributions([bare], [bare.weight], X)
    with pytest.raises(ValueError, match="cover='samples' needs n_samples, which is 0 in node 0"):
        contributions([bare], [bare.weight], X, cover="samples")
