"""Class trees and regression trees: every gain from the definition, every option, and the forms of a tree."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbtlib import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    Entropy,
    Gini,
    SplitSearch,
    SquaredError,
    TreeParams,
    from_class_tables,
    grow_tree,
    search_cost,
    sort_columns,
    to_class_tables,
)
from gbtlib.cart.impurity import CRITERIA, entropy, gini
from gbtlib.core.reasons import ALLOWED, WHY_LEAF
from gbtlib.core.splits import Block
from gbtlib.core.tree import ARRAYS, EXTRAS, Tree
from gbtlib.tables import from_frame, to_flat_table, to_frame, to_rules
from tests.gbtlib.models import table, target

KINDS = st.sampled_from(["gini", "entropy"])
FREE = TreeParams(max_depth=None)


def classes(X: np.ndarray, n_classes: int = 3) -> np.ndarray:
    score = target(X)
    return np.searchsorted(np.quantile(score, np.arange(1, n_classes) / n_classes), score)


@st.composite
def class_nodes(draw, missing: bool = True):
    """A few rows with ties, missing values, classes, and weights or none: X, codes, n_classes, weight."""
    n, p, n_classes = draw(st.integers(2, 12)), draw(st.integers(1, 3)), draw(st.integers(2, 5))
    values = [0.0, 1.0, 2.0, 3.5, -1.0] + ([math.nan] if missing else [])
    X = np.array(
        draw(st.lists(st.lists(st.sampled_from(values), min_size=p, max_size=p), min_size=n, max_size=n))
    )
    codes = np.array(draw(st.lists(st.integers(0, n_classes - 1), min_size=n, max_size=n)))
    weight = None
    if draw(st.booleans()):
        weight = np.array(draw(st.lists(st.sampled_from([0.25, 0.5, 1.0, 3.0]), min_size=n, max_size=n)))
    return X, codes, n_classes, weight


def weighted_impurity(kind: str, rows, codes, weight) -> float:
    """W I from the definition, class by class, in plain Python; a class without rows is not there at all."""
    totals: Counter[int] = Counter()
    for i in rows:
        totals[int(codes[i])] += 1.0 if weight is None else float(weight[i])
    W = math.fsum(totals.values())
    if kind == "gini":
        return W * (1 - math.fsum((c / W) ** 2 for c in totals.values()))
    return -math.fsum(c * math.log2(c / W) for c in totals.values())


# -- gains


@given(class_nodes(), KINDS, st.sampled_from(["learn", "left"]))
def test_every_gain_follows_from_the_definition(node, kind: str, missing: str) -> None:
    X, codes, n_classes, weight = node
    criterion = CRITERIA[kind](codes, n_classes, sample_weight=weight)
    found = SplitSearch(sort_columns(X), criterion, TreeParams(missing=missing)).candidates()
    everyone = range(len(X))
    before = weighted_impurity(kind, everyone, codes, weight)
    for i in range(len(found)):
        x, t = X[:, found.feature[i]], found.threshold[i]
        left = [k for k in everyone if x[k] <= t or (math.isnan(x[k]) and found.default_left[i])]
        right = [k for k in everyone if k not in left]
        assert (found.n_left[i], found.n_right[i]) == (len(left), len(right))
        after = weighted_impurity(kind, left, codes, weight) + weighted_impurity(kind, right, codes, weight)
        assert found.gain[i] == pytest.approx(before - after, abs=1e-12)
        assert (found.verdict[i] == ALLOWED) == (before - after > 1e-9)
        w = np.ones(len(X)) if weight is None else weight
        expected = np.bincount(codes[left], weights=w[left], minlength=n_classes)
        assert found.class_weights_left[i] == pytest.approx(expected, abs=1e-12)
        assert found.HR[i] == pytest.approx(w[right].sum(), abs=1e-12)
        if np.isfinite(t):
            assert t not in x
            assert x[left][~np.isnan(x[left])].max() < t < x[right][~np.isnan(x[right])].min()


@given(class_nodes(), KINDS)
def test_every_split_is_the_best_candidate_to_the_last_bit(node, kind: str) -> None:
    X, codes, n_classes, weight = node
    columns = sort_columns(X)
    criterion = CRITERIA[kind](codes, n_classes, sample_weight=weight)
    tree, leaf = grow_tree(columns, criterion, FREE)
    search = SplitSearch(columns, criterion, FREE)
    for i in range(tree.n_nodes):
        rows = np.flatnonzero(np.isin(leaf, tree.subtree(i)))
        found = search.candidates(rows)
        if tree.is_leaf[i]:
            assert found.best is None
            continue
        best = found.best
        assert best is not None
        assert found.gain[best] == tree.gain[i]
        assert (found.feature[best], found.threshold[best]) == (tree.feature[i], tree.threshold[i])
        assert found.default_left[best] == tree.default_left[i]
        left, right = tree.children_left[i], tree.children_right[i]
        assert np.array_equal(found.class_weights_left[best], tree.class_weights[left])
        assert np.array_equal(found.class_weights_right[best], tree.class_weights[right])


@given(class_nodes(missing=False), KINDS)
def test_the_short_cut_scores_as_the_sums_do(node, kind: str) -> None:
    """Scores by the table of counts and scores from one running sum a class: the same to the last bit."""
    X, codes, n_classes, _ = node
    columns = sort_columns(X)
    criterion = CRITERIA[kind](codes, n_classes)
    search = SplitSearch(columns, criterion, FREE)
    block = Block(np.arange(columns.n_features), columns.order, None)
    totals = criterion.totals(columns.order[0])
    for short, full in zip(
        search.cut_scores(block, totals), search.cut_scores(block, totals, with_sums=True), strict=True
    ):
        assert short.sums == []
        assert len(full.sums) == n_classes
        assert np.array_equal(short.score, full.score)


@pytest.mark.parametrize("kind", ["gini", "entropy"])
@pytest.mark.parametrize("n_classes", [2, 10, 300])
def test_large_nodes_keep_their_precision(kind: str, n_classes: int) -> None:
    """20,000 rows: gains by the table of counts, by weights, and from the definition."""
    random = np.random.default_rng(0)
    codes = random.integers(0, n_classes, 20_000)
    x = (codes + random.normal(scale=3, size=len(codes)))[:, np.newaxis]
    counted = CRITERIA[kind](codes, n_classes)
    weight = np.ones(len(codes))
    weight[0] = 1 + 1e-12  # weighed, though not to be noticed
    weighed = CRITERIA[kind](codes, n_classes, sample_weight=weight)
    assert weighed.weighted and not counted.weighted
    depth = TreeParams(max_depth=3)
    one, other = (grow_tree(sort_columns(x), criterion, depth).tree for criterion in (counted, weighed))
    assert np.array_equal(one.threshold, other.threshold, equal_nan=True)
    np.testing.assert_allclose(one.gain, other.gain, rtol=1e-9)
    impurity = {"gini": gini, "entropy": entropy}[kind]
    counts = np.stack([np.bincount(codes[side], minlength=n_classes) for side in sides(one, x)])
    before = np.array([len(codes) * impurity(counts.sum(axis=0, keepdims=True))[0]])
    assert one.gain[0] == pytest.approx((before - (counts.sum(axis=1) * impurity(counts)).sum())[0], rel=1e-9)


def sides(tree: Tree, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    left = x[:, 0] <= tree.threshold[0]
    return left, ~left


def test_entropy_of_an_empty_class_is_0() -> None:
    assert entropy(np.array([[4.0, 0.0, 4.0], [5.0, 0.0, 0.0]])).tolist() == [1.0, 0.0]
    assert gini(np.array([[4.0, 0.0, 4.0], [5.0, 0.0, 0.0]])).tolist() == [0.5, 0.0]
    for weight in (None, np.array([1.0, 2, 1, 2])):
        model = DecisionTreeClassifier(criterion="entropy")
        model.fit([[1.0], [2], [3], [4]], [0, 0, 1, 2], sample_weight=weight)
        assert np.isfinite(model.tree_.gain[0])
        assert np.isfinite(model.candidates().gain).all()
        assert model.tree_.impurity.tolist()[1] == 0.0


def test_gains_of_four_rows_by_hand() -> None:
    """a a b c at x = 1, 2, 3, 4. Entropy: 4 * 1.5 bits before; after the middle cut 0 and 2 * 1."""
    X, y = [[1.0], [2.0], [3.0], [4.0]], list("aabc")
    bits = DecisionTreeClassifier(criterion="entropy").fit(X, y)
    assert bits.candidates().gain == pytest.approx(
        [6 - 3 * math.log2(3), 6 - 2, 6 - (2 * math.log2(3 / 2) + math.log2(3))], abs=1e-12
    )
    parts = DecisionTreeClassifier().fit(X, y)
    # W I: 4 (1 - 6/16) before; 3 (1 - 3/9), then 0 + 2 (1 - 1/2), then 3 (1 - 5/9) + 0.
    assert parts.candidates().gain == pytest.approx([2.5 - 2, 2.5 - 1, 2.5 - 4 / 3], abs=1e-12)
    assert parts.tree_.threshold[0] == 2.5


def test_scale_is_the_weight_of_all_rows() -> None:
    X = table()
    y = classes(X)
    once, thrice = (
        DecisionTreeClassifier(max_depth=3).fit(X, y, sample_weight=np.full(len(y), w)).tree_ for w in (1, 3)
    )
    assert np.array_equal(once.threshold, thrice.threshold, equal_nan=True)
    assert thrice.gain == pytest.approx(3 * once.gain, rel=1e-12, nan_ok=True)
    inner = np.flatnonzero(~once.is_leaf)
    left, right = once.children_left[inner], once.children_right[inner]
    fall = once.H * once.impurity
    assert once.gain[inner] == pytest.approx(fall[inner] - fall[left] - fall[right], abs=1e-10)


# -- weights


@given(class_nodes(), KINDS)
def test_a_row_of_weight_three_is_three_rows(node, kind: str) -> None:
    X, codes, n_classes, _ = node
    times = np.arange(len(codes)) % 3 + 1
    heavy = CRITERIA[kind](codes, n_classes, sample_weight=times.astype(float))
    one = grow_tree(sort_columns(X), heavy, FREE).tree
    rows = np.repeat(np.arange(len(codes)), times)
    other = grow_tree(sort_columns(X[rows]), CRITERIA[kind](codes[rows], n_classes), FREE).tree
    # Gini's ties are ties with weights and without; of an entropy's, rounding may choose another.
    if kind == "gini":
        assert np.array_equal(one.feature, other.feature)
        assert np.array_equal(one.threshold, other.threshold, equal_nan=True)
        assert np.allclose(one.class_weights, other.class_weights, rtol=1e-12)
    else:
        assert one.gain[0] == pytest.approx(other.gain[0], abs=1e-9, nan_ok=True)


def test_a_row_of_weight_0_is_no_row() -> None:
    X = table()
    y = classes(X)
    weight = (np.arange(len(y)) % 3 > 0).astype(float)
    present = weight > 0
    one = DecisionTreeClassifier(max_depth=4).fit(X, y, sample_weight=weight).tree_
    other = DecisionTreeClassifier(max_depth=4).fit(X[present], y[present]).tree_
    inner = ~one.is_leaf
    assert one.n_leaves == other.n_leaves
    assert one.gain[inner] == pytest.approx(other.gain[~other.is_leaf], rel=1e-12)
    assert (one.H > 0).all()


def test_class_shares_by_hand() -> None:
    X, y = [[0.0], [0.0], [1.0], [1.0], [1.0]], ["no", "yes", "yes", "yes", "no"]
    model = DecisionTreeClassifier(max_depth=1).fit(X, y, sample_weight=[1.0, 3.0, 4.0, 2.0, 2.0])
    assert model.classes_.tolist() == ["no", "yes"]
    assert model.predict_proba([[0.0]]).tolist() == [[0.25, 0.75]]
    assert model.predict_proba([[1.0]]).tolist() == [[0.25, 0.75]]
    apart = DecisionTreeClassifier().fit(X, y, sample_weight=[1.0, 1.0, 4.0, 2.0, 2.0])
    assert apart.predict_proba([[0.0], [1.0]]).tolist() == [[0.5, 0.5], [0.25, 0.75]]
    assert apart.predict([[0.0], [1.0]]).tolist() == ["no", "yes"]  # in a draw the first


# -- when to stop


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


# -- invariants


@given(class_nodes(), KINDS, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(node, kind: str, random) -> None:
    X, codes, n_classes, weight = node
    shuffled = list(range(len(X)))
    random.shuffle(shuffled)
    again = None if weight is None else weight[shuffled]
    one = grow_tree(sort_columns(X), CRITERIA[kind](codes, n_classes, sample_weight=weight), FREE)
    other = grow_tree(
        sort_columns(X[shuffled]), CRITERIA[kind](codes[shuffled], n_classes, sample_weight=again), FREE
    )
    assert same(one.tree, other.tree)
    assert np.array_equal(one.leaf[shuffled], other.leaf)


@given(class_nodes(), KINDS)
def test_weights_add_up_and_rows_find_their_leaf(node, kind: str) -> None:
    X, codes, n_classes, weight = node
    tree, leaf = grow_tree(sort_columns(X), CRITERIA[kind](codes, n_classes, sample_weight=weight), FREE)
    assert np.array_equal(tree.apply(X), leaf)
    assert np.isnan(tree.G).all()
    w = np.ones(len(X)) if weight is None else weight
    assert tree.class_weights is not None
    for i in range(tree.n_nodes):
        rows = np.isin(leaf, tree.subtree(i))
        expected = np.bincount(codes[rows], weights=w[rows], minlength=n_classes)
        assert tree.class_weights[i] == pytest.approx(expected, abs=1e-12)
        assert tree.weight[i] == expected.argmax()
        assert tree.n_samples[i] == rows.sum()
    assert tree.class_shares.sum(axis=1) == pytest.approx(1.0, abs=1e-12)


@given(class_nodes(missing=False), st.permutations(range(5)))
def test_new_names_for_the_classes_change_no_gini_tree(node, names) -> None:
    """Nor an entropy tree without weights: both are sums of whole numbers, whatever their order."""
    X, codes, _, weight = node
    for kind, w in (("gini", None), ("entropy", None), ("gini", weight)):
        one, other = (
            grow_tree(sort_columns(X), CRITERIA[kind](c, 5, sample_weight=w), FREE).tree
            for c in (codes, np.array(names)[codes])
        )
        if w is None:
            assert np.array_equal(one.threshold, other.threshold, equal_nan=True)
        assert one.gain[0] == pytest.approx(other.gain[0], rel=1e-12, nan_ok=True)


def same(one: Tree, other: Tree) -> bool:
    names = [*ARRAYS, *(name for name in EXTRAS if getattr(one, name) is not None)]
    return all(np.array_equal(getattr(one, name), getattr(other, name), equal_nan=True) for name in names)


# -- cost


@pytest.mark.parametrize("n_classes", [2, 3, 7])
def test_cost_is_what_was_scored(n_classes: int) -> None:
    X = table(150, 4)
    y = classes(X, n_classes)
    model = DecisionTreeClassifier(max_depth=6).fit(X, y)
    tree, cost = model.tree_, model.search_cost()
    assert tree.n_candidates is not None
    for i in range(tree.n_nodes):
        searched = tree.depth[i] < 6 and tree.n_samples[i] > 1 and tree.class_shares[i].max() < 1
        assert tree.n_candidates[i] == (4 * (tree.n_samples[i] - 1) if searched else 0)
    assert [level.depth for level in cost] == list(range(len(cost)))
    assert cost[0].n_candidates == 4 * 149
    for level in cost:
        assert level.n_samples <= 150
        assert level.n_candidates <= 4 * level.n_samples
        assert level.n_updates == n_classes * level.n_candidates
    assert sum(level.n_updates for level in cost) <= 4 * n_classes * 6 * 150


def test_cost_of_a_regression_tree_and_of_a_table() -> None:
    X = table(50, 3)
    model = DecisionTreeRegressor(max_depth=2).fit(X, target(X))
    assert [(level.n_nodes, level.n_updates) for level in model.search_cost()] == [(1, 147), (2, 144)]
    read = from_class_tables(*to_class_tables(two_leaves().tree_, np.array(["a", "b"])), 1)[0]
    with pytest.raises(ValueError, match="this tree does not tell what it cost"):
        search_cost(read)


# -- regression


@given(st.lists(st.tuples(st.floats(-9, 9), st.sampled_from([0.5, 1.0, 2.0])), min_size=2, max_size=20))
def test_squared_error_takes_off_what_it_says(rows) -> None:
    y, w = (np.array(column) for column in zip(*rows, strict=True))
    X = np.arange(len(y), dtype=float)[:, np.newaxis]
    tree, leaf = grow_tree(sort_columns(X), SquaredError(y, w), TreeParams(reg_lambda=0.0, max_depth=2))
    assert tree.impurity is not None
    for i in range(tree.n_nodes):
        inside = np.isin(leaf, tree.subtree(i))
        mean = np.average(y[inside], weights=w[inside])
        assert tree.weight[i] == pytest.approx(mean, abs=1e-9)
        variance = np.average((y[inside] - mean) ** 2, weights=w[inside])
        assert tree.impurity[i] == pytest.approx(variance, abs=1e-9)
    inner = np.flatnonzero(~tree.is_leaf)
    left, right = tree.children_left[inner], tree.children_right[inner]
    error = tree.H * tree.impurity
    assert 2 * tree.gain[inner] == pytest.approx(error[inner] - error[left] - error[right], abs=1e-8)


def test_a_target_far_from_0_loses_nothing() -> None:
    """The mean is taken off first: on 1e9 plus 0 .. 7 the gains are those of 0 .. 7."""
    X = np.arange(8.0)[:, np.newaxis]
    near, far = (DecisionTreeRegressor().fit(X, X[:, 0] + add) for add in (0.0, 1e9))
    assert np.array_equal(near.tree_.gain, far.tree_.gain, equal_nan=True)
    assert far.predict(X) == pytest.approx(X[:, 0] + 1e9, abs=1e-6)


# -- forms


def two_leaves() -> DecisionTreeClassifier:
    """A tree whose threshold is -1, the sign of nothing in a flat table."""
    return DecisionTreeClassifier().fit([[-2.0], [-2.0], [0.0], [0.0]], ["b", "a", "b", "b"])


def test_two_flat_tables_by_hand() -> None:
    nodes, leaves = to_class_tables(two_leaves().tree_, np.array(["a", "b"]))
    assert nodes.to_numpy().tolist() == [[0, 1, 2, 0, -1], [1, -1, -1, -1, -1], [2, -1, -1, -1, -1]]
    assert list(nodes.columns) == [
        "NodeIndex",
        "LeftNodeIndex",
        "RightNodeIndex",
        "FeatureIndex",
        "FeatureDecisionVal",
    ]
    assert leaves.to_numpy().tolist() == [[1, "a", 0.5], [1, "b", 0.5], [2, "a", 0.0], [2, "b", 1.0]]
    assert list(leaves.columns) == ["LeafIndex", "LeafLabel", "LeafLabelProb"]


@pytest.mark.parametrize("policy", ["depthwise", "lossguide"])
def test_two_flat_tables_and_back(policy: str) -> None:
    X = table(150)
    y = np.array(["x", "y", "z"])[classes(X)]
    model = DecisionTreeClassifier(grow_policy=policy, max_leaves=20).fit(X, y)
    nodes, leaves = to_class_tables(model.tree_, model.classes_)
    shuffled = leaves.sample(frac=1, random_state=0)
    tree, names = from_class_tables(nodes, shuffled, X.shape[1])
    assert names.tolist() == model.classes_.tolist()
    assert np.array_equal(tree.class_shares[tree.apply(X)], model.predict_proba(X))
    assert np.array_equal(names[tree.predict(X).astype(int)], model.predict(X))
    again = to_class_tables(tree, names)
    pd.testing.assert_frame_equal(again[0], nodes)
    pd.testing.assert_frame_equal(again[1], leaves)


# Thirteen nodes as a write-up prints them: splits of columns 11, 5, 17, 20, 43 and 31; -1 for nothing.
PRINTED = [
    (0, 1, 2, 11, 0.1680),
    (1, 3, 4, 5, 0.0794),
    (2, 5, 6, 17, 0.5386),
    (3, -1, -1, -1, -1.0),
    (4, -1, -1, -1, -1.0),
    (5, -1, -1, -1, -1.0),
    (6, 7, 8, 20, 0.6433),
    (7, -1, -1, -1, -1.0),
    (8, 9, 10, 43, 0.1713),
    (9, 11, 12, 31, 0.3698),
    (10, -1, -1, -1, -1.0),
    (11, -1, -1, -1, -1.0),
    (12, -1, -1, -1, -1.0),
]


def test_a_printed_table_is_read_and_written() -> None:
    nodes = pd.DataFrame(PRINTED, columns=list(to_class_tables(two_leaves().tree_, np.array(["a", "b"]))[0]))
    numbers = [3, 4, 5, 7, 10, 11, 12]
    share = dict(zip(numbers, (0.9, 0.2, 0.1, 0.75, 0.3, 0.5, 1.0), strict=True))
    rows = [(leaf, label, p if label == "M" else 1 - p) for leaf, p in share.items() for label in "MR"]
    leaves = pd.DataFrame(rows, columns=["LeafIndex", "LeafLabel", "LeafLabelProb"])
    tree, names = from_class_tables(nodes, leaves, 60)
    assert (tree.n_nodes, tree.n_leaves, tree.max_depth) == (13, 7, 5)
    x = np.zeros((2, 60))
    x[0, [11, 17, 20, 43, 31]] = 0.2, 0.6, 0.7, 0.17, 0.4  # right, right, right, left, right
    x[1, [11, 5]] = 0.168, 0.08  # on the threshold: left; then right
    assert tree.apply(x).tolist() == [12, 4]
    assert names[tree.predict(x).astype(int)].tolist() == ["M", "R"]
    again = to_class_tables(tree, names)
    pd.testing.assert_frame_equal(again[0], nodes, check_dtype=False)
    pd.testing.assert_frame_equal(again[1], leaves, check_dtype=False)


def test_tables_that_make_no_tree() -> None:
    nodes, leaves = to_class_tables(two_leaves().tree_, np.array(["a", "b"]))
    with pytest.raises(ValueError, match="leaves lacks the columns LeafLabel"):
        from_class_tables(nodes, leaves.drop(columns="LeafLabel"), 1)
    with pytest.raises(ValueError, match="LeafIndex=0 must be the number of a leaf"):
        from_class_tables(nodes, leaves.assign(LeafIndex=0), 1)
    with pytest.raises(
        ValueError, match=r"leaf 1 has probabilities that add up to 0\.5; they must add up to 1"
    ):
        from_class_tables(nodes, leaves.iloc[1:], 1)
    with pytest.raises(ValueError, match="classes has 3 entries; it must have 2"):
        to_class_tables(two_leaves().tree_, np.arange(3))
    with pytest.raises(ValueError, match="this tree predicts numbers"):
        to_class_tables(DecisionTreeRegressor().fit([[1.0]], [1.0]).tree_, np.arange(2))


@pytest.mark.parametrize("model", [DecisionTreeClassifier(max_depth=3), DecisionTreeRegressor(max_depth=3)])
def test_frame_and_back_to_the_last_bit(model) -> None:
    X = table()
    tree = model.fit(X, classes(X)).tree_
    assert same(from_frame(to_frame(tree), X.shape[1]), tree)


def test_rules_and_flat_table_of_a_class_tree() -> None:
    tree = two_leaves().tree_
    assert to_rules(tree).splitlines() == [
        "if x0 <= -1 or missing:",
        "    class 0, share 0.5",
        "else:",
        "    class 1, share 1",
    ]
    assert to_flat_table(tree)["Score"].tolist() == [-1.0, 0.0, 1.0]


def test_candidates_of_a_node_as_a_table() -> None:
    X = table()
    model = DecisionTreeClassifier(max_depth=3, min_samples_leaf=5).fit(X, classes(X))
    frame = model.candidates(1).to_frame()
    assert {"class_weights_left_0", "class_weights_right_2", "gain", "why_not"} <= set(frame.columns)
    of_one = model.candidates(1).of_feature(2)
    assert of_one.class_weights_left.shape == (len(of_one), 3)
    assert model.candidates(1).gain[model.candidates(1).best] == model.tree_.gain[1]


# -- habits and messages


@pytest.mark.parametrize("kind", [DecisionTreeClassifier, DecisionTreeRegressor])
def test_parameters_by_name(kind) -> None:
    model = kind(max_depth=3)
    assert model.set_params(min_samples_leaf=4).get_params()["min_samples_leaf"] == 4
    with pytest.raises(ValueError, match="depth is not a parameter; there are"):
        model.set_params(depth=3)
    frame = pd.DataFrame({"a": [1.0, 2.0], "b": [0.0, 1.0]})
    assert model.fit(frame, [0, 1]).feature_names_in_.tolist() == ["a", "b"]
    assert model.apply(frame).tolist() == [0, 0]


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"criterion": "error"}, "criterion='error' must be one of 'gini', 'entropy'"),
        (
            {"purity_stop": 1.5},
            "purity_stop=1.5 must be greater than 0 and at most 1, or None for no purity stop",
        ),
        ({"min_samples_split": 1}, "min_samples_split=1 must be at least 2"),
        ({"ccp_alpha": -1}, "ccp_alpha=-1 must be at least 0"),
        ({"ccp_measure": "squared_error"}, "ccp_measure='squared_error' does not fit a tree of classes"),
        ({"max_leaves": 1}, "max_leaves=1 must be at least 2, or None for no limit"),
    ],
)
def test_messages(params: dict, message: str) -> None:
    with pytest.raises(ValueError) as error:
        DecisionTreeClassifier(**params).fit([[1.0], [2.0]], [0, 1])
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("kind", [DecisionTreeClassifier, DecisionTreeRegressor])
@pytest.mark.parametrize("call", ["predict", "apply", "candidates", "pruning_path", "search_cost"])
def test_nothing_works_before_fit(kind, call: str) -> None:
    with pytest.raises(ValueError, match=f"this {kind.__name__} has learned nothing yet: call fit first"):
        getattr(kind(), call)(*([[[1.0]]] if call in ("predict", "apply") else []))


def test_a_failed_fit_keeps_what_was_learned() -> None:
    model = two_leaves()
    with pytest.raises(ValueError):
        model.fit([[1.0]], [None])
    assert model.predict([[0.0]]).tolist() == ["b"]


def test_criteria_have_names() -> None:
    assert CRITERIA == {"gini": Gini, "entropy": Entropy}
