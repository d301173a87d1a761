"""What holds for every tree, whatever it was grown on."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbtlib import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    SecondOrder,
    Tree,
    TreeParams,
    grow_tree,
    sort_columns,
)
from gbtlib.estimators.boosting import GradientBoosting
from tests.gbtlib.core.test_splits import FINITE, nodes
from tests.gbtlib.models import MODELS, table, target

SMALL = {"n_estimators": 2, "max_depth": 3, "trace": "full"}
ONE_CLASS = "pure: all its rows are of one class"
ONE_TARGET = "no spread: all its rows have the same target"
ONE_GRADIENT = "no spread in gradients: all its rows have the same, so no cut has a positive gain"


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
    assert flat.trace_[0].trees[0].node(0).why_leaf == ONE_GRADIENT
    assert flat.predict([[1.0]]).tolist() == [7.0]
    empty = fitted(np.full((4, 1), np.nan), np.arange(4.0))
    assert empty.trace_[0].trees[0].n_nodes == 1


def reasons(tree: Tree) -> list[str]:
    return [tree.node(int(i)).why_leaf for i in tree.leaves]


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("purity_stop", [None, 1.0])
def test_a_leaf_of_one_class_says_so(criterion: str, purity_stop: float | None) -> None:
    X = np.arange(6.0)[:, np.newaxis]
    kind = DecisionTreeClassifier(criterion=criterion, purity_stop=purity_stop)
    assert reasons(kind.fit(X, list("aaabbb")).tree_) == [ONE_CLASS, ONE_CLASS]
    assert reasons(kind.fit(X, list("aaaaaa")).tree_) == [ONE_CLASS]
    weight = [1.0, 2, 3, 0, 0, 0]  # rows without weight are of no class
    assert reasons(kind.fit(X, list("aaabbb"), sample_weight=weight).tree_) == [ONE_CLASS]


def test_a_leaf_that_is_pure_enough_names_purity_stop() -> None:
    X = np.arange(20.0)[:, np.newaxis]
    tree = DecisionTreeClassifier(purity_stop=0.9).fit(X, ["a", *"bbbbbbbbbbbbbbbbbbb"]).tree_
    assert reasons(tree) == ["purity_stop: its largest class has reached this share"]


def test_a_leaf_with_classes_that_no_cut_parts_has_no_gain() -> None:
    tree = DecisionTreeClassifier().fit([[1.0], [1.0], [2.0]], list("aba")).tree_
    assert set(reasons(tree)) == {"one row: nothing to split", "no cut has a positive gain"}


@pytest.mark.parametrize("weight", [None, [1.0, 2, 3, 4, 5, 6]])
def test_a_leaf_with_one_target_says_so(weight: list[float] | None) -> None:
    X = np.arange(6.0)[:, np.newaxis]
    model = DecisionTreeRegressor()
    assert reasons(model.fit(X, [0.1, 0.1, 0.1, 7, 7, 7], sample_weight=weight).tree_) == [ONE_TARGET] * 2
    assert reasons(model.fit(X, np.full(6, 0.1), sample_weight=weight).tree_) == [ONE_TARGET]
    constant = model.fit(np.ones((6, 1)), [0.1, 0.1, 0.1, 7, 7, 7], sample_weight=weight).tree_
    assert reasons(constant) == ["no cut has a positive gain"]


def test_rows_without_weight_have_no_target() -> None:
    model = DecisionTreeRegressor().fit([[1.0], [2.0], [3.0]], [5.0, 5.0, 9.0], sample_weight=[1, 1, 0])
    assert reasons(model.tree_) == [ONE_TARGET]


def test_limits_are_named_before_purity() -> None:
    X = np.arange(4.0)[:, np.newaxis]
    tree = DecisionTreeClassifier(max_depth=1).fit(X, list("aabb")).tree_
    assert set(reasons(tree)) == {"max_depth reached"}
    assert set(reasons(DecisionTreeClassifier().fit(X[:2], list("ab")).tree_)) == {
        "one row: nothing to split"
    }


def test_a_boosted_leaf_with_one_gradient_says_so() -> None:
    """Two classes that one cut parts: in both leaves all rows have the same g and h."""
    X = np.arange(6.0)[:, np.newaxis]
    model = GradientBoostingClassifier(n_estimators=3, max_depth=4).fit(X, list("aaabbb"))
    for round_ in model.trace_:
        assert reasons(round_.trees[0]) == [ONE_GRADIENT] * 2
    halves = GradientBoostingRegressor(n_estimators=1).fit(np.ones((2, 1)), [1.0, 2.0])
    assert reasons(halves.trace_[0].trees[0]) == ["no cut has a positive gain"]


def test_rows_with_one_gradient_but_two_hessians_differ() -> None:
    """Equal gradients do not settle it: with lambda 0 a cut of the two gains 1/2 (1 + 1/9 - 4/10)."""
    criterion = SecondOrder(np.ones(2), np.array([1.0, 9.0]), reg_lambda=0.0)
    tree = grow_tree(sort_columns(np.array([[0.0], [1.0]])), criterion, TreeParams(reg_lambda=0.0)).tree
    assert tree.gain[0] == pytest.approx(0.5 * (1 + 1 / 9 - 4 / 10), abs=1e-15)
    stuck = grow_tree(sort_columns(np.ones((2, 1))), criterion, TreeParams(reg_lambda=0.0)).tree
    assert reasons(stuck) == ["no cut has a positive gain"]


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
    one, other = fitted(X, y, gamma=0.125), fitted(X, y * scale, gamma=0.125 * scale**2)
    for first, second in zip(one.trace_, other.trace_, strict=True):
        assert np.array_equal(first.leaf, second.leaf)
        assert np.array_equal(first.raw_after * scale, second.raw_after)
        assert np.array_equal(first.trees[0].G * scale, second.trees[0].G)
        assert np.array_equal(first.trees[0].gain * scale**2, second.trees[0].gain, equal_nan=True)
        assert first.train_loss * scale**2 == second.train_loss


def test_integers_booleans_and_tables_are_numbers() -> None:
    X, y = np.array([[0, 1], [1, 0], [1, 1], [0, 0]]), [1, 2, 3, 4]
    expected = fitted(X.astype(float), y).predict(X)
    assert np.array_equal(fitted(X, y).predict(X), expected)
    assert np.array_equal(fitted(X.astype(bool), y).predict(X.astype(bool)), expected)
    frame = pd.DataFrame(X, columns=["a", "b"])
    model = fitted(frame, pd.Series(y))
    assert np.array_equal(model.predict(frame), expected)
    assert model.feature_names_in_.tolist() == ["a", "b"]


def test_missing_goes_left_where_training_missed_nothing() -> None:
    tree = fitted([[1.0], [2.0], [3.0]], [3.0, 2.0, 1.0]).trace_[0].trees[0]
    assert tree.default_left.all()


def test_missing_learns_its_side() -> None:
    X = np.array([[1.0], [2.0], [3.0], [4.0], [np.nan], [np.nan]])
    low, high = fitted(X, [0.0, 0, 9, 9, 0, 0]), fitted(X, [0.0, 0, 9, 9, 9, 9])
    assert low.trace_[0].trees[0].default_left[0]
    assert not high.trace_[0].trees[0].default_left[0]
    assert fitted(X, [0.0, 0, 9, 9, 9, 9], missing="left").trace_[0].trees[0].default_left.all()


@given(nodes(), st.sampled_from(["post", "pre", "full"]))
def test_gain_and_weight_follow_from_the_sums(node, pruning: str) -> None:
    params = node[3]
    tree = grown(node, pruning=pruning).tree
    shrunk = np.sign(tree.G) * np.maximum(np.abs(tree.G) - params.reg_alpha, 0)
    weighted = tree.H + params.reg_lambda
    assert tree.weight == pytest.approx(-shrunk / weighted, rel=1e-12)
    score = shrunk**2 / weighted / 2
    inner = np.flatnonzero(~tree.is_leaf)
    left, right = tree.children_left[inner], tree.children_right[inner]
    assert tree.gain[inner] == pytest.approx(
        score[left] + score[right] - score[inner] - params.gamma, abs=1e-12
    )


@given(nodes(), st.integers(1, 3), st.sampled_from([0.0, 0.5, 1.5]), st.integers(1, 3), st.integers(2, 5))
def test_limits_hold_in_every_node(node, rows: int, weight: float, depth: int, leaves: int) -> None:
    limits = {"min_samples_leaf": rows, "min_child_weight": weight, "max_depth": depth, "max_leaves": leaves}
    tree = grown(node, **limits).tree
    assert (tree.n_samples[1:] >= rows).all()
    assert (tree.H[1:] >= weight).all()
    assert tree.max_depth <= depth
    assert tree.n_leaves <= leaves


@given(nodes())
def test_a_tree_of_some_rows_is_that_of_a_table_of_these_rows(node) -> None:
    X, g, h, params = node
    rows = np.arange(0, len(X), 2)
    criterion = SecondOrder(g, h, reg_lambda=params.reg_lambda, reg_alpha=params.reg_alpha)
    part = grow_tree(sort_columns(X), criterion, params, rows=rows)
    alone = SecondOrder(g[rows], h[rows], reg_lambda=params.reg_lambda, reg_alpha=params.reg_alpha)
    table_of_rows = grow_tree(sort_columns(X[rows]), alone, params)
    assert np.array_equal(part.leaf[rows], table_of_rows.leaf)
    assert (part.leaf[1::2] == -1).all()
    assert np.array_equal(part.tree.G, table_of_rows.tree.G)
    assert np.array_equal(part.tree.threshold, table_of_rows.tree.threshold, equal_nan=True)


@given(nodes())
def test_a_constant_feature_is_never_used(node) -> None:
    X, g, h, params = node
    constant = np.full(len(X), 4.0)
    one, other = grown(node), grown((np.column_stack((constant, X, constant)), g, h, params))
    assert np.array_equal(other.leaf, one.leaf)
    assert np.array_equal(other.tree.feature, one.tree.feature + ~one.tree.is_leaf)


@given(nodes())
def test_depthwise_numbers_the_nodes_level_by_level(node) -> None:
    tree = grown(node, max_leaves=5).tree
    assert tree.breadth_first().tolist() == list(range(tree.n_nodes))


@given(nodes())
def test_best_first_takes_the_largest_gain_of_the_open_nodes(node) -> None:
    free = {"grow_policy": "lossguide", "gamma": 0.0, "max_depth": None}
    tree = grown(node, **free).tree
    inner = np.flatnonzero(~tree.is_leaf)
    made = inner[np.argsort(tree.children_left[inner])].tolist()
    for step, chosen in enumerate(made):
        waiting = [i for i in made[step:] if i == 0 or tree.parent[i] in made[:step]]
        assert (-tree.gain[chosen], chosen) == min((-tree.gain[i], i) for i in waiting)
        stopped = grown(node, **free, max_leaves=step + 2).tree
        assert np.array_equal(stopped.gain[~stopped.is_leaf], tree.gain[sorted(made[: step + 1])])


@given(st.integers(0, 2**32 - 1))
def test_the_order_of_the_rows_does_not_matter_to_the_last_bit(seed: int) -> None:
    random = np.random.default_rng(seed)
    X, g, h = random.normal(size=(80, 2)), random.normal(size=80) ** 5, random.random(80) ** 5
    shuffled = random.permutation(80)
    one, other = (
        grow_tree(sort_columns(X[rows]), SecondOrder(g[rows], h[rows]), TreeParams())
        for rows in (np.arange(80), shuffled)
    )
    assert same(one.tree, other.tree)
    assert np.array_equal(one.leaf[shuffled], other.leaf)


@given(st.lists(FINITE, min_size=2, max_size=12, unique=True), st.data())
def test_any_distinct_floats_can_be_parted(values: list[float], data) -> None:
    X = np.array(values)[:, np.newaxis]
    g = 2.0 ** np.array(data.draw(st.permutations(range(len(X)))))  # no two groups have the same mean
    params = TreeParams(max_depth=None, reg_lambda=0.0)
    tree, leaf = grow_tree(sort_columns(X), SecondOrder(g, np.ones(len(X)), reg_lambda=0.0), params)
    assert tree.n_leaves == len(X)
    assert np.isfinite(tree.threshold[~tree.is_leaf]).all()
    assert np.array_equal(tree.apply(X), leaf)


def test_negative_zero_is_zero() -> None:
    assert fitted([[-0.0], [0.0]], [1.0, 2.0]).trace_[0].trees[0].n_nodes == 1


def test_a_leaf_without_gradient_weighs_plain_zero() -> None:
    tree = fitted([[1.0], [2.0]], [3.0, 3.0]).trace_[0].trees[0]
    assert not np.signbit(tree.weight).any()
