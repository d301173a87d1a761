"""Surrogate splits in a tree: which way rows really go, and what nodes hold."""

import re

import numpy as np
import pytest

from gbtlib import (
    Criterion,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    SecondOrder,
    from_dense,
    rank_surrogates,
    sort_columns,
    surrogates_of,
)
from gbtlib.core.tree import ARRAYS, EXTRAS, Tree
from gbtlib.loops.cuts import score_of
from gbtlib.loops.trees import LEFT, NO_SIDE, RIGHT
from gbtlib.tables import from_frame, to_frame, to_rules
from tests.gbtlib.inputs.surrogate_rows import EIGHT, EIGHT_SIDES
from tests.gbtlib.models import table, target

# -- categories as surrogates


def mixed_columns(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A number, two categories of 4 and 6 values that follow it, all with holes; and a target."""
    random = np.random.default_rng(seed)
    x = random.normal(size=n)
    four = np.clip(np.digitize(x + 0.4 * random.normal(size=n), [-1, 0, 1]), 0, 3)
    six = np.digitize(x + 0.1 * random.normal(size=n), [-1.5, -0.8, -0.2, 0.4, 1.2]) * 5 % 6
    X = np.column_stack((x, four, six)).astype(float)
    y = np.where(x > 0, 2.0, -1) + np.array([0, 1, -1, 0.5])[four] + 0.2 * random.normal(size=n)
    X[random.random(X.shape) < 0.2] = np.nan
    return X, y


MIXED, MIXED_Y = mixed_columns(200, 2)
WITH_CATEGORIES = DecisionTreeRegressor(
    max_depth=4, surrogates=2, categorical_features=[1, 2], min_samples_leaf=4
)
WITH_CATEGORIES.fit(MIXED, MIXED_Y)


def leaf_by_hand(model: DecisionTreeRegressor, x: np.ndarray) -> int:
    """Down the tree: the feature, else the first surrogate that knows the value, else the majority."""
    tree, node = model.tree_, 0
    while tree.children_left[node] >= 0:
        feature = int(tree.feature[node])
        is_category = feature > 0
        side = NO_SIDE
        if not np.isnan(x[feature]):
            side = (
                tree.category_sides[node, int(x[feature])]
                if is_category
                else x[feature] <= tree.threshold[node]
            )
        for each in surrogates_of(tree, node):
            if side != NO_SIDE:
                break
            value = x[each.feature]
            if not np.isnan(value):
                side = each.sides[int(value)] if each.sides else (value <= each.threshold) == each.below_left
        left = tree.default_left[node] if side == NO_SIDE else side == LEFT
        node = int((tree.children_left if left else tree.children_right)[node])
    return node


def test_categories_stand_in_for_numbers_and_numbers_for_categories() -> None:
    model, tree = WITH_CATEGORIES, WITH_CATEGORIES.tree_
    pairs = {
        (int(tree.feature[node]) > 0, bool(each.sides))
        for node in range(tree.n_nodes)
        for each in surrogates_of(tree, node)
    }
    assert pairs >= {(False, True), (True, False)}
    values = model.features_.encode(mixed_columns(300, 7)[0])
    assert model.tree_.apply(values).tolist() == [leaf_by_hand(model, x) for x in values]
    for node in np.flatnonzero(~tree.is_leaf):
        assert model.rank_surrogates(int(node))[:2] == surrogates_of(tree, int(node))
        assert tree.n_samples[node] == len(model.rows_in(int(node)))


def test_surrogates_by_category_survive_tables_and_pruning() -> None:
    tree = WITH_CATEGORIES.tree_
    same_tree(from_frame(to_frame(tree), 3), tree)
    pruned = WITH_CATEGORIES.pruned(0.05)
    assert 1 < pruned.tree_.n_leaves < tree.n_leaves
    assert all(surrogates_of(pruned.tree_, leaf) == [] for leaf in pruned.tree_.leaves)
    values = pruned.features_.encode(mixed_columns(100, 8)[0])
    assert pruned.tree_.apply(values).tolist() == [leaf_by_hand(pruned, x) for x in values]
    node = next(i for i in range(tree.n_nodes) if any(each.sides for each in surrogates_of(tree, i)))
    first = next(each for each in surrogates_of(tree, node) if each.sides)
    by_code = [f"code {code}" for code in range(len(first.sides))]
    assert first.question(categories=[by_code] * 3) in to_rules(tree)


# -- in a tree


def same_tree(first: Tree, second: Tree, leave_out: tuple[str, ...] = ()) -> None:
    for name in (*ARRAYS, *EXTRAS):
        a, b = getattr(first, name), getattr(second, name)
        if name not in leave_out and (a is not None or b is not None):
            assert a.tobytes() == b.tobytes(), name


HOLES = table(150, 5, seed=3, missing=0.3)
HOLES_Y = target(HOLES)
MODELS = {
    "regression": DecisionTreeRegressor(max_depth=5, surrogates=3).fit(HOLES, HOLES_Y),
    "one surrogate": DecisionTreeRegressor(max_depth=5, surrogates=1).fit(HOLES, HOLES_Y),
    "classes": DecisionTreeClassifier(max_depth=5, surrogates=4, min_samples_leaf=4).fit(HOLES, HOLES_Y > 0),
    "entropy": DecisionTreeClassifier(
        criterion="entropy", surrogates=2, grow_policy="lossguide", max_leaves=9
    ).fit(HOLES, np.digitize(HOLES_Y, [-0.5, 0.5])),
}


def naive_leaf(tree: Tree, x: np.ndarray) -> int:
    """Down the tree by hand: the feature, else the first surrogate that is there, else the default."""
    node = 0
    while tree.children_left[node] >= 0:
        feature = tree.feature[node]
        if not np.isnan(x[feature]):
            left = x[feature] <= tree.threshold[node]
        else:
            left = tree.default_left[node]
            for s in surrogates_of(tree, node):
                if not np.isnan(x[s.feature]):
                    left = (x[s.feature] <= s.threshold) == s.below_left
                    break
        node = (tree.children_left if left else tree.children_right)[node]
    return int(node)


@pytest.mark.parametrize("name", MODELS)
def test_rows_go_by_feature_then_surrogates_then_majority(name: str) -> None:
    model = MODELS[name]
    new = table(300, 5, seed=9, missing=0.5)
    assert model.apply(new).tolist() == [naive_leaf(model.tree_, x) for x in new]


@pytest.mark.parametrize("name", MODELS)
def test_nodes_hold_the_rows_that_their_splits_send_there(name: str) -> None:
    model = MODELS[name]
    tree = model.tree_
    for node in range(tree.n_nodes):
        rows = model.rows_in(node)
        assert tree.n_samples[node] == len(rows)
        sums = np.array(model.criterion_.totals(rows))[:, np.newaxis]
        assert model.criterion_.node_values(sums)["weight"][0] == tree.weight[node]


@pytest.mark.parametrize("name", MODELS)
def test_surrogates_and_default_are_those_of_the_nodes_own_rows(name: str) -> None:
    model = MODELS[name]
    tree = model.tree_
    for node in np.flatnonzero(~tree.is_leaf):
        rows, feature = model.rows_in(node), int(tree.feature[node])
        x = model.columns_.values[feature]
        sides = np.where(np.isnan(x), NO_SIDE, x <= tree.threshold[node]).astype(np.int8)
        found = rank_surrogates(model.columns_, sides, model.surrogates, rows=rows, feature=feature)
        assert surrogates_of(tree, node) == found
        assert tree.default_left[node] == ((sides[rows] == LEFT).sum() >= (sides[rows] == RIGHT).sum())
    assert all(surrogates_of(tree, leaf) == [] for leaf in tree.leaves)


def worth(criterion: Criterion, rows: np.ndarray) -> float:
    """The score of some rows in its true unit: of numbers G^2 / 2H, of classes by their criterion."""
    sums = np.array(criterion.totals(rows))
    if isinstance(criterion, SecondOrder):
        G, H = criterion.side_values(sums[:, np.newaxis])
        return float(0.5 * G[0] ** 2 / H[0])
    return float(score_of(criterion.formula, sums)) * criterion.unit


@pytest.mark.parametrize("name", MODELS)
def test_the_gain_is_that_of_the_rows_which_have_the_feature(name: str) -> None:
    model = MODELS[name]
    tree = model.tree_
    for node in np.flatnonzero(~tree.is_leaf):
        rows = model.rows_in(node)
        present = rows[~np.isnan(model.columns_.values[tree.feature[node], rows])]
        left = model.columns_.values[tree.feature[node], present] <= tree.threshold[node]
        parts = (present[left], present[~left], present)
        of_left, of_right, of_all = (worth(model.criterion_, part) for part in parts)
        assert tree.gain[node] == pytest.approx(of_left + of_right - of_all, rel=1e-10)
        assert min(len(parts[0]), len(parts[1])) >= model.min_samples_leaf


@pytest.mark.parametrize("name", MODELS)
def test_the_best_candidate_is_the_split_in_the_tree(name: str) -> None:
    model = MODELS[name]
    tree = model.tree_
    for node in np.flatnonzero(~tree.is_leaf):
        found = model.candidates(int(node))
        assert found.best is not None
        assert found.feature[found.best] == tree.feature[node]
        assert found.threshold[found.best] == tree.threshold[node]
        assert found.gain[found.best] == tree.gain[node]


@pytest.mark.parametrize("kind", [DecisionTreeRegressor, DecisionTreeClassifier])
def test_without_missing_values_the_tree_is_the_same(kind: type) -> None:
    X = table(120, 4)
    y = target(X) if kind is DecisionTreeRegressor else target(X) > 0
    plain, kept = (kind(max_depth=4, surrogates=n).fit(X, y).tree_ for n in (0, 2))
    same_tree(plain, kept, leave_out=("surrogates", "default_left"))
    assert plain.surrogates is None


def test_the_same_call_gives_the_same_bits() -> None:
    again = DecisionTreeRegressor(max_depth=5, surrogates=3).fit(HOLES, HOLES_Y)
    same_tree(again.tree_, MODELS["regression"].tree_)


def test_rows_that_miss_everything_follow_the_majority() -> None:
    tree = MODELS["regression"].tree_
    leaf = tree.apply(np.full((1, 5), np.nan))[0]
    for above in tree.path_to(leaf)[:-1]:
        left, right = tree.children_left[above], tree.children_right[above]
        assert (left in tree.path_to(leaf)) == tree.default_left[above]
        assert right != left


def test_a_pruned_tree_keeps_the_surrogates_of_its_splits() -> None:
    model = MODELS["regression"]
    pruned = model.pruned(0.05).tree_
    assert 1 < pruned.n_leaves < model.tree_.n_leaves
    new = table(100, 5, seed=9, missing=0.5)
    assert pruned.apply(new).tolist() == [naive_leaf(pruned, x) for x in new]


@pytest.mark.parametrize("name", MODELS)
def test_all_surrogates_of_a_split_can_be_ranked_afterwards(name: str) -> None:
    model = MODELS[name]
    for node in np.flatnonzero(~model.tree_.is_leaf):
        everything = model.rank_surrogates(int(node))
        assert everything[: model.surrogates] == surrogates_of(model.tree_, node)
        assert model.rank_surrogates(int(node), 1) == everything[:1]
    plain = DecisionTreeRegressor(max_depth=1).fit(EIGHT, [0, 0, 0, 0, 1, 1, 1, 1])
    assert plain.rank_surrogates() == rank_surrogates(sort_columns(EIGHT), EIGHT_SIDES, feature=0)
    with pytest.raises(ValueError, match=re.escape("node=1 must be a split, not a leaf")):
        plain.rank_surrogates(1)
    triplets = DecisionTreeRegressor(max_depth=1).fit(from_dense(EIGHT, absent="zero"), range(8))
    with pytest.raises(ValueError, match=re.escape("surrogates need a full matrix; this tree")):
        triplets.rank_surrogates()
