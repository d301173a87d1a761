"""Surrogate splits: the worked example, a plain count beside the search, and which way rows really go."""

import itertools
import re

import numpy as np
import pytest

from gbtlib import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    Surrogate,
    from_dense,
    rank_surrogates,
    sort_columns,
    surrogates_of,
)
from gbtlib.routing import LEFT, NO_SIDE, RIGHT
from gbtlib.surrogates import MIN_SIDE
from gbtlib.tree import ARRAYS, EXTRAS, Tree
from tests.models import table, target

# Eight rows; the first feature sends rows 1 to 4 left.
EIGHT = np.column_stack(
    ([1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 6, 4, 5, 7, 8], [8, 7, 6, 5, 4, 3, 2, 1], [1, 5, 2, 6, 3, 7, 4, 8])
).astype(float)
EIGHT_SIDES = np.array([LEFT] * 4 + [RIGHT] * 4, dtype=np.int8)


def test_worked_example() -> None:
    found = rank_surrogates(sort_columns(EIGHT), EIGHT_SIDES, feature=0)
    assert found == [
        Surrogate(2, 4.5, False, 8 / 8, 1.0),
        Surrogate(1, 3.5, True, 7 / 8, 0.75),
        Surrogate(3, 2.5, True, 6 / 8, 0.5),
    ]
    assert [s.question() for s in found] == ["x2 > 4.5", "x1 <= 3.5", "x3 <= 2.5"]
    assert found[0].question(("a", "b", "c", "d")) == "c > 4.5"


def test_a_draw_goes_to_the_lower_threshold() -> None:
    assert naive_agreement(EIGHT[:, 3], EIGHT_SIDES, 2.5) == naive_agreement(EIGHT[:, 3], EIGHT_SIDES, 6.5)
    assert rank_surrogates(sort_columns(EIGHT[:, [3]]), EIGHT_SIDES)[0].threshold == 2.5


def test_the_primary_feature_stands_in_for_itself_unless_it_is_left_out() -> None:
    assert rank_surrogates(sort_columns(EIGHT), EIGHT_SIDES)[0] == Surrogate(0, 4.5, True, 1.0, 1.0)
    assert len(rank_surrogates(sort_columns(EIGHT), EIGHT_SIDES, 2, feature=0)) == 2


def naive_agreement(x: np.ndarray, sides: np.ndarray, threshold: float) -> tuple[int, int]:
    """Rows sent the same way with the rows below going left, and with them going right."""
    known = [i for i in range(len(x)) if sides[i] != NO_SIDE and not np.isnan(x[i])]
    as_is = sum((x[i] <= threshold) == (sides[i] == LEFT) for i in known)
    return as_is, len(known) - as_is


def naive_ranking(X: np.ndarray, sides: np.ndarray) -> list[tuple[int, int]]:
    """For every feature that beats the majority: the rows that its best cut sends the same way."""
    majority = max((sides == LEFT).sum(), (sides == RIGHT).sum())
    found = []
    for feature, x in enumerate(X.T):
        here = x[(sides != NO_SIDE) & ~np.isnan(x)]
        values = np.unique(here)
        best = 0
        for low, high in itertools.pairwise(values):
            threshold = 0.5 * (low + high)
            if min((here <= threshold).sum(), (here > threshold).sum()) >= MIN_SIDE:
                best = max(best, *naive_agreement(x, sides, threshold))
        if best > majority:
            found.append((feature, best))
    return sorted(found, key=lambda entry: -entry[1])


@pytest.mark.parametrize("seed", range(30))
def test_ranking_as_counted_row_by_row(seed: int) -> None:
    random = np.random.default_rng(seed)
    X = table(40, 6, seed=seed, missing=0.2 * (seed % 3))
    sides = np.where(X[:, 0] + random.normal(size=40) > 0, LEFT, RIGHT).astype(np.int8)
    sides[random.random(40) < 0.2] = NO_SIDE
    n, majority = (sides != NO_SIDE).sum(), max((sides == LEFT).sum(), (sides == RIGHT).sum())
    found = rank_surrogates(sort_columns(X), sides)
    assert [(s.feature, round(s.agreement * n)) for s in found] == naive_ranking(X, sides)
    for s in found:
        same = naive_agreement(X[:, s.feature], sides, s.threshold)
        assert same[not s.below_left] == max(same)
        assert s.agreement == max(same) / n
        assert s.adjusted == (max(same) - majority) / (n - majority) > 0


def test_weights_count_rows_as_often_as_they_say() -> None:
    X = table(60, 5, seed=4)
    sides = np.where(X[:, 0] * 2 + X[:, 1] > 0, LEFT, RIGHT).astype(np.int8)
    weights = np.random.default_rng(0).integers(1, 4, 60)
    often = np.repeat(np.arange(60), weights)
    weighted = rank_surrogates(sort_columns(X), sides, weights=weights)
    repeated = rank_surrogates(sort_columns(X[often]), sides[often])
    assert weighted == repeated
    assert weighted != rank_surrogates(sort_columns(X), sides)


def test_a_tree_weighs_its_rows() -> None:
    X = np.repeat(table(60, 5, seed=4), 2, axis=0)  # each row twice: a surrogate sends two rows each way
    y = X[:, 0] * 2 + X[:, 1]
    weights = np.random.default_rng(0).integers(1, 4, 120)
    often = np.repeat(np.arange(120), weights)
    options = {"max_depth": 2, "surrogates": 3}
    for weighted, repeated in (
        (
            DecisionTreeRegressor(**options).fit(X, y, sample_weight=weights),
            DecisionTreeRegressor(**options).fit(X[often], y[often]),
        ),
        (
            DecisionTreeClassifier(**options).fit(X, y > 0, sample_weight=weights),
            DecisionTreeClassifier(**options).fit(X[often], y[often] > 0),
        ),
    ):
        for node in range(weighted.tree_.n_nodes):
            assert surrogates_of(weighted.tree_, node) == surrogates_of(repeated.tree_, node)


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
        assert (
            model.criterion_.node_values(
                np.array([len(rows)]), np.array(model.criterion_.totals(rows))[:, np.newaxis]
            )["weight"][0]
            == tree.weight[node]
        )


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


@pytest.mark.parametrize("name", MODELS)
def test_the_gain_is_that_of_the_rows_which_have_the_feature(name: str) -> None:
    model = MODELS[name]
    tree = model.tree_
    for node in np.flatnonzero(~tree.is_leaf):
        rows = model.rows_in(node)
        present = rows[~np.isnan(model.columns_.values[tree.feature[node], rows])]
        left = model.columns_.values[tree.feature[node], present] <= tree.threshold[node]
        parts = (present[left], present[~left], present)
        scores = [
            float(model.criterion_.score(float(len(part)), *map(float, model.criterion_.totals(part))))
            for part in parts
        ]
        gain = (scores[0] + scores[1] - scores[2]) * model.criterion_.unit
        assert tree.gain[node] == pytest.approx(gain, rel=1e-10)
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


def test_bad_values_are_named() -> None:
    X, y = table(20, 2), np.arange(20.0)
    with pytest.raises(ValueError, match=re.escape("surrogates=-1 must be at least 0")):
        DecisionTreeRegressor(surrogates=-1).fit(X, y)
    with pytest.raises(ValueError, match=re.escape("surrogates=2 must be 0 for triplets")):
        DecisionTreeRegressor(surrogates=2).fit(from_dense(X, absent="zero"), y)
