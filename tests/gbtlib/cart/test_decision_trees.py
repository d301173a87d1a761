"""Class trees and regression trees: every gain from the definition, weights, cost, and invariants."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbtlib import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
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
from gbtlib.core.tree import Tree
from gbtlib.loops.reasons import ALLOWED
from tests.gbtlib.cart.class_examples import FREE, KINDS, classes, same, two_leaves
from tests.gbtlib.models import table, target


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
