"""What holds for every tree, whatever it was grown on."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbtlib import GradientBoostingRegressor, SecondOrder, Tree, TreeParams, grow_tree, sort_columns
from gbtlib.estimators import GradientBoosting
from tests.models import MODELS, table, target
from tests.test_splits import nodes

SMALL = {"n_estimators": 2, "max_depth": 3}


def fitted(X, y, **params) -> GradientBoostingRegressor:
    return GradientBoostingRegressor(**{**SMALL, **params}).fit(X, y)


def grown(node, **params):
    X, g, h, given_params = node
    kept = {name: getattr(given_params, name) for name in ("reg_lambda", "reg_alpha", "gamma", "missing")}
    settings = TreeParams(**{**kept, "max_depth": 4, **params})
    criterion = SecondOrder(g, h, reg_lambda=settings.reg_lambda, reg_alpha=settings.reg_alpha)
    return grow_tree(sort_columns(X), criterion, settings)


def same(one: Tree, other: Tree) -> bool:
    names = ("feature", "threshold", "default_left", "children_left", "n_samples", "G", "H", "gain", "weight")
    return all(np.array_equal(getattr(one, name), getattr(other, name), equal_nan=True) for name in names)


@pytest.mark.parametrize("name", MODELS)
def test_children_part_their_parent(name: str) -> None:
    model: GradientBoosting = MODELS[name]
    for round_ in model.trace_:
        for k, tree in enumerate(round_.trees):
            for i in np.flatnonzero(~tree.is_leaf):
                left, right = int(tree.children_left[i]), int(tree.children_right[i])
                rows = np.concatenate((round_.rows_in(left, k), round_.rows_in(right, k)))
                assert np.array_equal(np.sort(rows), round_.rows_in(int(i), k))
                assert tree.n_samples[i] == tree.n_samples[left] + tree.n_samples[right]
                assert tree.G[i] == pytest.approx(tree.G[left] + tree.G[right], abs=1e-12)
                assert tree.H[i] == pytest.approx(tree.H[left] + tree.H[right], abs=1e-12)


@pytest.mark.parametrize("name", MODELS)
def test_sums_are_those_of_the_rows(name: str) -> None:
    model = MODELS[name]
    for round_ in model.trace_:
        gradient = round_.gradient.reshape(len(round_.leaf), -1)
        hessian = round_.hessian.reshape(len(round_.leaf), -1)
        for k, tree in enumerate(round_.trees):
            for i in range(tree.n_nodes):
                rows = round_.rows_in(i, k)
                assert tree.n_samples[i] == len(rows)
                assert tree.G[i] == pytest.approx(gradient[rows, k].sum(), abs=1e-12)
                assert tree.H[i] == pytest.approx(hessian[rows, k].sum(), abs=1e-12)


@given(nodes())
def test_no_poor_split_above_two_leaves_after_pruning(node) -> None:
    tree = grown(node, gamma=0.3).tree
    for i in np.flatnonzero(~tree.is_leaf):
        if tree.is_leaf[tree.children_left[i]] and tree.is_leaf[tree.children_right[i]]:
            assert tree.gain[i] >= 0


@given(nodes(), st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(node, random) -> None:
    X, g, h, params = node
    shuffled = list(range(len(X)))
    random.shuffle(shuffled)
    one, other = grown(node), grown((X[shuffled], g[shuffled], h[shuffled], params))
    assert same(one.tree, other.tree)
    assert np.array_equal(one.leaf[shuffled], other.leaf)


@given(nodes())
def test_a_row_twice_is_a_row_of_weight_two(node) -> None:
    X, g, h, params = node
    twice = grown((np.repeat(X, 2, axis=0), np.repeat(g, 2), np.repeat(h, 2), params), max_depth=2)
    heavy = grown((X, 2 * g, 2 * h, params), max_depth=2)
    n_nodes = heavy.tree.n_nodes
    assert twice.tree.n_nodes == n_nodes
    for name in ("feature", "threshold", "G", "H", "gain", "weight"):
        assert np.array_equal(getattr(twice.tree, name), getattr(heavy.tree, name), equal_nan=True)


@given(nodes())
def test_a_monotone_map_changes_no_partition(node) -> None:
    X, g, h, params = node
    one, other = grown(node), grown((np.exp(X) * 3 - 7, g, h, params))
    assert np.array_equal(one.leaf, other.leaf)
    assert np.array_equal(one.tree.feature, other.tree.feature)


@given(nodes())
def test_training_rows_find_their_leaf_again(node) -> None:
    result = grown(node)
    assert np.array_equal(result.tree.apply(node[0]), result.leaf)


@given(nodes())
def test_without_a_limit_the_order_of_growth_does_not_matter(node) -> None:
    depthwise, best_first = grown(node), grown(node, grow_policy="lossguide")
    pairs = set(zip(depthwise.leaf.tolist(), best_first.leaf.tolist(), strict=True))
    assert len(pairs) == depthwise.tree.n_leaves == best_first.tree.n_leaves


def test_best_first_splits_the_largest_gain_first() -> None:
    X = table(ties=False)
    tree = fitted(X, target(X), grow_policy="lossguide", max_depth=None, max_leaves=9).trace_[0].trees[0]
    made = np.argsort(tree.children_left[~tree.is_leaf])  # children are numbered as they are made
    inner = np.flatnonzero(~tree.is_leaf)[made]
    for earlier, later in pairwise(inner):
        if tree.parent[later] != earlier:
            assert tree.gain[earlier] >= tree.gain[later]


def test_growth_stops_at_its_leaves() -> None:
    X = table()
    for policy in ("depthwise", "lossguide"):
        tree = fitted(X, target(X), max_depth=None, max_leaves=5, grow_policy=policy).trace_[0].trees[0]
        assert tree.n_leaves == 5
        assert "max_leaves reached" in {tree.node(int(i)).why_leaf for i in tree.leaves}


def test_degenerate_data() -> None:
    one_row = fitted([[1.0, 2.0]], [3.0])
    assert one_row.trace_[0].trees[0].node(0).why_leaf.startswith("one row")
    assert one_row.predict([[9.0, 9.0]]).tolist() == [3.0]
    constant = fitted(np.ones((5, 2)), np.arange(5.0))
    assert constant.trace_[0].trees[0].n_nodes == 1
    assert constant.predict(np.ones((1, 2))) == pytest.approx([2.0])
    flat = fitted(np.arange(5.0)[:, np.newaxis], np.full(5, 7.0))
    assert flat.trace_[0].trees[0].node(0).why_leaf == "no cut has a positive gain"
    assert flat.predict([[1.0]]).tolist() == [7.0]
    empty = fitted(np.full((4, 1), np.nan), np.arange(4.0))
    assert empty.trace_[0].trees[0].n_nodes == 1


@pytest.mark.parametrize("scale", [1e300, 1e-300, 5e-324, 1.0])
def test_huge_and_tiny_features(scale: float) -> None:
    x = np.arange(6.0)[:, np.newaxis]
    y = np.array([0.0, 0, 1, 5, 5, 9])
    one, other = fitted(x, y), fitted(x * scale, y)
    assert np.array_equal(one.trace_[-1].leaf, other.trace_[-1].leaf)


def test_neighbouring_floats_are_parted() -> None:
    x = np.array([1.0, np.nextafter(1.0, 2.0)])[:, np.newaxis]
    model = fitted(x, [0.0, 1.0], reg_lambda=0.0, learning_rate=1.0)
    assert model.predict(x).tolist() == [0.0, 1.0]


@pytest.mark.parametrize("power", [-200, -40, 40, 200])
def test_scaling_the_target_scales_everything(power: int) -> None:
    X = table()
    y, scale = np.round(target(X), 3), 2.0**power
    one, other = fitted(X, y), fitted(X, y * scale)
    for first, second in zip(one.trace_, other.trace_, strict=True):
        assert np.array_equal(first.leaf, second.leaf)
        assert np.array_equal(first.raw_after * scale, second.raw_after)
        assert np.array_equal(first.trees[0].G * scale, second.trees[0].G)


def test_integers_booleans_and_tables_are_numbers() -> None:
    X, y = np.array([[0, 1], [1, 0], [1, 1], [0, 0]]), [1, 2, 3, 4]
    expected = fitted(X.astype(float), y).predict(X)
    assert np.array_equal(fitted(X, y).predict(X), expected)
    assert np.array_equal(fitted(X.astype(bool), y).predict(X.astype(bool)), expected)
    frame = pd.DataFrame(X, columns=["a", "b"])
    model = fitted(frame, pd.Series(y))
    assert np.array_equal(model.predict(frame), expected)
    assert model.feature_names_in_ == ("a", "b")


def test_missing_goes_left_where_training_missed_nothing() -> None:
    tree = fitted([[1.0], [2.0], [3.0]], [3.0, 2.0, 1.0]).trace_[0].trees[0]
    assert tree.default_left.all()


def test_missing_learns_its_side() -> None:
    X = np.array([[1.0], [2.0], [3.0], [4.0], [np.nan], [np.nan]])
    low, high = fitted(X, [0.0, 0, 9, 9, 0, 0]), fitted(X, [0.0, 0, 9, 9, 9, 9])
    assert low.trace_[0].trees[0].default_left[0]
    assert not high.trace_[0].trees[0].default_left[0]
    assert fitted(X, [0.0, 0, 9, 9, 9, 9], missing="left").trace_[0].trees[0].default_left.all()
