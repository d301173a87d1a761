"""Categories in trees: which way rows really go, the candidates of a node, tables and rules."""

import numpy as np
import pandas as pd
import pytest

from gbtlib import DecisionTreeRegressor, GradientBoostingRegressor, surrogates_of
from gbtlib.core.tree import ARRAYS, EXTRAS
from gbtlib.tables import from_frame, to_dot, to_flat_table, to_frame, to_rules
from tests.gbtlib.inputs.category_tables import MODELS, SMALL, TABLE, TARGET, mixed, says

# -- in a tree

NEW, _ = mixed(150, seed=5)
NEW.loc[:9, "town"] = "Paris"


def trees_of(name: str) -> list:
    model = MODELS[name]
    if hasattr(model, "tree_"):
        return [model.tree_]
    rounds = model.trace_
    return [tree for r in rounds for tree in (r.trees if hasattr(r, "trees") else (r.tree,))]


def asked_surrogates(tree, node: int, features, row: pd.Series, default: bool) -> bool:
    """Whether a row goes left by the first surrogate that knows its value, else by default."""
    for s in surrogates_of(tree, node):
        value, known = row.iloc[s.feature], features.categories[s.feature]
        if known is None:
            return (value <= s.threshold) == s.below_left
        if value in known and s.sides[known.index(value)] >= 0:
            return s.sides[known.index(value)] == 1
    return default


def naive_leaf(tree, features, row: pd.Series) -> int:
    """Down the tree by hand, with the names of the categories."""
    node = 0
    while tree.children_left[node] >= 0:
        feature = int(tree.feature[node])
        value, known = row.iloc[feature], features.categories[feature]
        if known is None:
            left = value <= tree.threshold[node]
        else:
            sides = tree.category_sides[node]
            side = int(sides[known.index(value)]) if value in known else -1
            left = tree.default_left[node] if side < 0 else side == 1
            if side < 0 and tree.surrogates is not None:
                left = asked_surrogates(tree, node, features, row, left)
        node = int((tree.children_left if left else tree.children_right)[node])
    return node


@pytest.mark.parametrize("name", MODELS)
def test_rows_go_where_their_category_says(name: str) -> None:
    features = MODELS[name].features_
    values = features.encode(NEW)
    for tree in trees_of(name):
        assert tree.apply(values).tolist() == [naive_leaf(tree, features, row) for _, row in NEW.iterrows()]
    assert any((tree.category_sides >= 0).any() for tree in trees_of(name))


@pytest.mark.parametrize("name", ["boosting", "missing left", "logistic", "softmax", "one_vs_rest"])
def test_training_rows_are_predicted_as_they_were_trained(name: str) -> None:
    model = MODELS[name]
    assert np.array_equal(model.raw_prediction(TABLE), model.trace_[-1].raw_after)


@pytest.mark.parametrize("name", MODELS)
def test_a_side_is_stored_for_each_category_of_the_node_and_for_no_other(name: str) -> None:
    model = MODELS[name]
    values = model.columns_.values
    for number, tree in enumerate(trees_of(name)):
        for node in np.flatnonzero(tree.category_sides.max(axis=1) >= 0):
            assert np.isnan(tree.threshold[node])
            feature = tree.feature[node]
            if hasattr(model, "rows_in"):
                rows = model.rows_in(int(node))
            elif name == "adaboost":
                rows = np.flatnonzero(np.isin(model.trace_[number].leaf, tree.subtree(node)))
            else:
                number_of_trees = len(model.trace_[0].trees)
                round_ = model.trace_[number // number_of_trees]
                rows = round_.rows_in(int(node), number % number_of_trees)
            here = values[feature, rows]
            here = np.unique(here[~np.isnan(here)]).astype(int)
            assert np.flatnonzero(tree.category_sides[node] >= 0).tolist() == here.tolist()
        numeric = (tree.category_sides < 0).all(axis=1)
        assert np.isnan(tree.threshold[numeric]).tolist() == tree.is_leaf[numeric].tolist()
        with pytest.raises(ValueError, match="read-only"):
            tree.category_sides[0, 0] = 1


@pytest.mark.parametrize("name", ["boosting", "missing left", "logistic", "softmax", "one_vs_rest"])
def test_the_best_candidate_is_the_split_in_the_tree(name: str) -> None:
    model = MODELS[name]
    for round_ in model.trace_:
        for k, tree in enumerate(round_.trees):
            for node in np.flatnonzero(~tree.is_leaf):
                found = model.candidates(round_.number, int(node), k=k)
                best = found.best
                assert best is not None
                assert found.feature[best] == tree.feature[node]
                assert np.array_equal(found.threshold[best], tree.threshold[node], equal_nan=True)
                assert found.default_left[best] == tree.default_left[node]
                assert found.gain[best] == tree.gain[node]
                assert np.array_equal(found.category_sides[best], tree.category_sides[node])
                left = tree.children_left[node]
                assert (found.GL[best], found.HL[best]) == (tree.G[left], tree.H[left])


@pytest.mark.parametrize("name", ["boosting", "missing left", "softmax", "one_vs_rest"])
def test_partitions_of_a_round(name: str) -> None:
    model = MODELS[name]
    for round_ in model.trace_:
        for k, tree in enumerate(round_.trees):
            for node in np.flatnonzero(tree.category_sides.max(axis=1) >= 0):
                found = model.partitions_of(round_.number, int(tree.feature[node]), int(node), k=k)
                assert found.gain[found.best] == tree.gain[node]
                assert found.left(found.best) == tuple(np.flatnonzero(tree.category_sides[node] == 1))
    with says("feature=0 must be one with categories"):
        model.partitions_of(1, 0)


@pytest.mark.parametrize("name", ["tree", "class tree", "surrogates"])
def test_the_best_partition_is_the_split_in_the_tree(name: str) -> None:
    model = MODELS[name]
    tree = model.tree_
    for node in np.flatnonzero(tree.category_sides.max(axis=1) >= 0):
        found = model.partitions_of(int(tree.feature[node]), int(node))
        assert found.gain[found.best] == tree.gain[node] == model.candidates(int(node)).gain.max()
        assert found.left(found.best) == tuple(np.flatnonzero(tree.category_sides[node] == 1))
        left = model.features_.left_categories(tree.category_sides[node], int(tree.feature[node]))
        names = model.features_.categories[tree.feature[node]]
        assert left == tuple(names[code] for code in found.left(found.best))


def test_two_categories_are_a_number_with_two_values() -> None:
    """The same tree, whether 0 and 1 are names or numbers."""
    random = np.random.default_rng(3)
    X = random.integers(0, 2, size=(80, 4)).astype(float)
    y = X @ [2, 1, -1, 0.5] + random.normal(size=80)
    numbers = GradientBoostingRegressor(**SMALL).fit(X, y)
    names = GradientBoostingRegressor(**SMALL, categorical_features=range(4)).fit(X, y)
    assert np.allclose(numbers.predict(X), names.predict(X), rtol=1e-12)
    for a, b in zip(numbers.trace_, names.trace_, strict=True):
        assert np.allclose(np.sort(a.trees[0].gain), np.sort(b.trees[0].gain), rtol=1e-12, equal_nan=True)


def test_the_same_call_gives_the_same_bits() -> None:
    again = GradientBoostingRegressor(**SMALL).fit(TABLE, TARGET)
    for a, b in zip(MODELS["boosting"].trace_, again.trace_, strict=True):
        assert a.raw_after.tobytes() == b.raw_after.tobytes()
        assert a.trees[0].category_sides.tobytes() == b.trees[0].category_sides.tobytes()


def test_the_order_of_the_names_does_not_matter() -> None:
    renamed = TABLE.assign(town=TABLE["town"].map(lambda t: t[::-1], na_action="ignore"))
    found = GradientBoostingRegressor(**SMALL).fit(renamed, TARGET)
    assert np.array_equal(found.predict(renamed), MODELS["boosting"].predict(TABLE))


def test_unseen_and_missing_go_the_same_way() -> None:
    paris, nowhere = NEW.assign(town="Paris"), NEW.assign(town=None)
    for model in MODELS.values():
        assert np.array_equal(model.predict(paris), model.predict(nowhere))


# -- as a table and in words


@pytest.mark.parametrize("name", MODELS)
def test_a_table_and_back(name: str) -> None:
    values = MODELS[name].features_.encode(NEW)
    for tree in trees_of(name):
        table = to_frame(tree)
        assert all(table[column].dtype.kind in "fiub" for column in table.columns if column != "why_leaf")
        back = from_frame(table, tree.n_features)
        for field in (*ARRAYS, *EXTRAS):
            a, b = getattr(tree, field), getattr(back, field)
            assert (a is None) == (b is None)
            assert a is None or repr(a.tolist()) == repr(b.tolist()), field
        assert np.array_equal(tree.apply(values), back.apply(values))


def test_rules_name_the_categories() -> None:
    tree = trees_of("boosting")[0]
    features = MODELS["boosting"].features_
    left = features.left_categories(tree.category_sides[0], int(tree.feature[0]))
    missing = " or missing" if tree.default_left[0] else ""
    first = to_rules(tree, features.names, categories=features.categories).splitlines()[0]
    assert first == f"if town in {{{', '.join(left)}}}{missing}:"
    codes = ", ".join(f"code {code}" for code in np.flatnonzero(tree.category_sides[0] == 1))
    assert to_rules(tree).splitlines()[0] == f"if x1 in {{{codes}}}{missing}:"
    assert left[0] in to_dot(tree, features.names, categories=features.categories).source


def test_rules_name_the_surrogates() -> None:
    x = np.repeat([[1.0, 9.0], [2.0, 8.0], [3.0, 7.0], [4.0, 6.0]], 2, axis=0)
    tree = DecisionTreeRegressor(max_depth=1, surrogates=1).fit(x, [0, 0, 0, 0, 1, 1, 1, 1]).tree_
    assert to_rules(tree).splitlines()[0] == "if x0 <= 2.5 or missing; if missing first x1 > 7.5:"


def test_a_flat_table_has_no_place_for_categories() -> None:
    with says("tree splits by category; a flat table must have a threshold in every split"):
        to_flat_table(trees_of("boosting")[0])


def test_a_pruned_tree_keeps_the_categories_of_its_splits() -> None:
    model = MODELS["tree"]
    pruned = model.pruned(0.1).tree_
    assert 1 < pruned.n_leaves < model.tree_.n_leaves
    assert (pruned.category_sides[pruned.is_leaf] == -1).all()
    values = model.features_.encode(NEW)
    assert pruned.apply(values).tolist() == [
        naive_leaf(pruned, model.features_, r) for _, r in NEW.iterrows()
    ]


def test_a_node_whose_rows_all_miss_the_feature_is_a_leaf_whatever_the_ways() -> None:
    """Rows without category have y 5, and go one way at the root; those with it have 0 and 1 by category."""
    X, y = np.array([[0.0], [1.0], [np.nan], [np.nan]]), [0.0, 1.0, 5.0, 5.5]
    for partitions in ("auto", "sorted", "exhaustive", "one_vs_rest"):
        model = DecisionTreeRegressor(categorical_features=[0], partitions=partitions).fit(X, y)
        assert sorted(model.tree_.weight[model.tree_.leaves]) == [0.0, 1.0, 5.25]
