"""Where class trees and regression trees stop growing, and that every leaf says why."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbtlib import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    SquaredError,
    TreeParams,
    grow_tree,
    sort_columns,
)
from gbtlib.cart.impurity import CRITERIA
from gbtlib.loops.reasons import WHY_LEAF
from tests.gbtlib.cart.class_examples import FREE, KINDS, classes
from tests.gbtlib.models import table, target


def rare() -> tuple[np.ndarray, np.ndarray]:
    """95 rows of one class, and 5 of another that one cut finds."""
    X = np.arange(100.0)[:, np.newaxis]
    return X, (X[:, 0] >= 95).astype(int)


def test_purity_stop() -> None:
    X, y = rare()
    assert DecisionTreeClassifier().fit(X, y).tree_.n_leaves == 2
    stopped = DecisionTreeClassifier(purity_stop=0.95).fit(X, y).tree_
    assert stopped.n_nodes == 1
    assert stopped.node(0).why_leaf == "purity_stop: its largest class has reached this share"
    assert stopped.n_candidates is not None
    assert stopped.n_candidates.tolist() == [0]
    assert DecisionTreeClassifier(purity_stop=0.951).fit(X, y).tree_.n_leaves == 2
    weight = np.where(y == 1, 1.25, 1.0)  # the share is 0.938
    assert DecisionTreeClassifier(purity_stop=0.95).fit(X, y, sample_weight=weight).tree_.n_leaves == 2
    assert DecisionTreeClassifier(purity_stop=1.0).fit(X, y).tree_.n_leaves == 2
    # 11 of 20 is a share of 0.55, though 0.55 * 20 is more than 11 in floats.
    y = (np.arange(20) < 11).astype(int)
    assert DecisionTreeClassifier(purity_stop=0.55).fit(np.arange(20.0)[:, np.newaxis], y).tree_.n_leaves == 1


def test_every_leaf_says_why() -> None:
    X = table(200)
    y = classes(X)
    y[X[:, 1] > 0.5] = 0
    params = {"max_depth": 5, "min_samples_split": 8, "min_samples_leaf": 5, "purity_stop": 0.9}
    tree = DecisionTreeClassifier(**params).fit(X, y).tree_
    reasons = set()
    for i in tree.leaves:
        why = WHY_LEAF[tree.why_leaf[i]]
        share = tree.class_shares[i].max()
        reasons.add(why.split(":")[0])
        match why.split(":")[0]:
            case "max_depth reached":
                assert tree.depth[i] == 5
            case "min_samples_split":
                assert tree.n_samples[i] < 8
            case "purity_stop":
                assert 0.9 <= share < 1
            case "pure":
                assert share == 1
            case "min_samples_leaf":
                assert 8 <= tree.n_samples[i]
            case _:
                raise AssertionError(why)
    assert len(reasons) >= 4
    inner = ~tree.is_leaf
    assert (tree.n_samples[inner] >= 8).all()
    assert (tree.n_samples >= 5).all()
    assert (tree.class_shares[inner].max(axis=1) < 0.9).all()


@pytest.mark.parametrize("kind", ["gini", "entropy"])
def test_best_first_and_max_leaves(kind: str) -> None:
    X = table(200, ties=False)
    y = classes(X)
    params = {"criterion": kind, "grow_policy": "lossguide"}
    tree = DecisionTreeClassifier(max_leaves=8, **params).fit(X, y).tree_
    assert tree.n_leaves == 8
    inner = np.flatnonzero(~tree.is_leaf)
    made = inner[np.argsort(tree.children_left[inner])]
    for earlier, later in pairwise(made):
        if tree.parent[later] != earlier:
            assert tree.gain[earlier] >= tree.gain[later]
    fewer = DecisionTreeClassifier(max_leaves=5, **params).fit(X, y).tree_
    assert set(fewer.threshold[~fewer.is_leaf]) < set(tree.threshold[inner])


def test_min_samples_split_of_a_regression_tree() -> None:
    X = np.arange(64.0)[:, np.newaxis]
    model = DecisionTreeRegressor(min_samples_split=16).fit(X, np.arange(64.0))
    assert model.tree_.n_samples[model.tree_.leaves].tolist() == [8] * 8
    assert model.predict([[0.0], [63.0]]).tolist() == [3.5, 59.5]


def test_one_class_one_row_and_constant_features() -> None:
    one = DecisionTreeClassifier().fit([[1.0], [2.0]], ["a", "a"])
    assert one.tree_.node(0).why_leaf == "pure: all its rows are of one class"
    assert one.predict_proba([[5.0]]).tolist() == [[1.0]]
    assert DecisionTreeClassifier().fit([[1.0]], ["a"]).tree_.node(0).why_leaf.startswith("one row")
    flat = DecisionTreeClassifier().fit(np.ones((3, 2)), [0, 1, 1])
    assert flat.predict_proba(np.ones((1, 2))) == pytest.approx(np.array([[1 / 3, 2 / 3]]), abs=1e-15)


def test_a_cut_that_gains_nothing_is_not_made() -> None:
    """XOR: no cut alone takes anything off the impurity."""
    for kind in ("gini", "entropy"):
        model = DecisionTreeClassifier(criterion=kind).fit([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
        assert model.tree_.n_nodes == 1
        assert model.candidates().gain.tolist() == [0.0, 0.0]


@given(
    st.lists(st.integers(1, 9), min_size=2, max_size=6),
    st.lists(st.sampled_from([0.1, 0.3, 0.7, 1.1, 13.7]), min_size=2, max_size=5, unique=True),
    KINDS,
)
def test_equal_shares_on_both_sides_gain_nothing(parts: list[int], factors: list[float], kind: str) -> None:
    """Every value of the feature has the same class shares but for rounding, which is no gain."""
    k = len(parts)
    X = np.repeat(np.arange(len(factors), dtype=float), k)[:, np.newaxis]
    codes = np.tile(np.arange(k), len(factors))
    weight = np.concatenate([np.array(parts) * factor for factor in factors])
    for criterion in (
        CRITERIA[kind](codes, k, sample_weight=weight),
        CRITERIA[kind](codes, k, sample_weight=np.repeat(factors, k)),
        CRITERIA[kind](codes, k),
    ):
        assert grow_tree(sort_columns(X), criterion, FREE).tree.n_nodes == 1


@given(
    st.lists(st.sampled_from([0.1, 0.3, 0.7, 1.1, -5.3]), min_size=2, max_size=6),
    st.lists(st.sampled_from([0.1, 0.3, 0.7, 1.1, 13.7]), min_size=2, max_size=5),
    st.sampled_from([0.0, 0.1, 1e6]),
)
def test_equal_means_on_both_sides_gain_nothing(y: list[float], factors: list[float], add: float) -> None:
    X = np.repeat(np.arange(len(factors), dtype=float), len(y))[:, np.newaxis]
    values, weight = np.tile(np.array(y) + add, len(factors)), np.repeat(factors, len(y))
    for w in (None, weight):
        params = TreeParams(max_depth=None, reg_lambda=0.0)
        assert grow_tree(sort_columns(X), SquaredError(values, w), params).tree.n_nodes == 1


@pytest.mark.parametrize("y", [0.0, 0.1, 1e90, 1e-300])
def test_a_constant_target_is_a_leaf(y: float) -> None:
    model = DecisionTreeRegressor().fit(np.arange(7.0)[:, np.newaxis], np.full(7, y))
    assert model.tree_.n_nodes == 1
    assert model.predict([[3.0]]) == pytest.approx([y], rel=1e-15)


@pytest.mark.parametrize("power", [-300, -40, 40, 300])
def test_scaling_the_target_scales_the_tree(power: int) -> None:
    X = table()
    y, scale = np.round(target(X), 3), 2.0**power
    one, other = (DecisionTreeRegressor(max_depth=4).fit(X, y * factor).tree_ for factor in (1.0, scale))
    assert np.array_equal(one.threshold, other.threshold, equal_nan=True)
    assert np.array_equal(one.weight * scale, other.weight)


def test_small_differences_are_gains() -> None:
    y = 1 + np.array([-2.0, -1.0, 1.0, 2.0]) * 2.0**-40
    tree = DecisionTreeRegressor().fit(np.arange(4.0)[:, np.newaxis], y).tree_
    assert tree.n_leaves == 4
    assert tree.gain[0] == 4.5 * 2.0**-80
