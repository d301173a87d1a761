"""A tree while it grows, against gbtlib's grower, walks by hand and scikit-learn."""

from dataclasses import fields, replace
from functools import cache

import numpy as np
import pytest
from sklearn.metrics import mean_squared_error
from sklearn.tree import DecisionTreeRegressor as TheirRegressor

from gbtlib import Tree
from gbtlib.cart.impurity import entropy, gini
from gbtlib.pictures.tree_layout import growth_order
from workbench.data.catalogue import DATASETS
from workbench.lessons.grow_a_tree import growth_orders, impurity
from workbench.lessons.grow_a_tree.growth_orders import POLICIES
from workbench.models.single_tree import SingleTree, TreeSettings, grow_single_tree
from workbench.text.numbers import number
from workbench.trees.growth import tree_after

pytestmark = pytest.mark.sweep

EVERY = [(data, policy) for data in DATASETS for policy in POLICIES]


@cache
def fit(data: str, policy: str, **more: object) -> SingleTree:
    criterion = "squared_error" if DATASETS[data].task == "regression" else "gini"
    settings = TreeSettings(data=data, criterion=criterion, grow_policy=policy, max_depth=6)
    return grow_single_tree(replace(settings, **more))  # type: ignore[arg-type]


def some_steps(tree: Tree) -> list[int]:
    """The first steps, and some later ones, up to the whole tree."""
    n_splits = tree.n_leaves - 1
    return sorted({0, 1, 2, 3, 5, 8, n_splits // 2, n_splits - 1, n_splits} & set(range(n_splits + 1)))


@pytest.mark.parametrize(("data", "policy"), EVERY)
def test_splits_are_numbered_in_the_order_of_growth(data: str, policy: str) -> None:
    tree = fit(data, policy).tree
    made = [growth_orders.split_number(tree, node) for node in growth_order(tree).tolist()]
    assert made == list(range(1, tree.n_leaves))


@pytest.mark.parametrize(("data", "policy"), EVERY)
def test_the_tree_so_far_is_what_max_leaves_grows(data: str, policy: str) -> None:
    whole = fit(data, policy)
    for splits in some_steps(whole.tree)[1:-1]:
        ours = tree_after(whole.tree, splits)
        theirs = fit(data, policy, max_leaves=splits + 1).tree
        for field in fields(Tree):
            mine, other = getattr(ours, field.name), getattr(theirs, field.name)
            if mine is None or field.name == "n_features":
                assert mine == other
            elif field.name == "impurity":  # variances are added up from the leaves
                assert np.allclose(mine, other, rtol=1e-9, atol=1e-15)
            else:
                assert np.array_equal(mine, other, equal_nan=mine.dtype.kind == "f"), field.name


def walked(tree: Tree, row: np.ndarray, splits: int) -> int:
    """The node where a row ends if only the first splits had been made: by asking one question at a time."""
    made, node = set(growth_order(tree)[:splits].tolist()), 0
    while node in made:
        x = row[tree.feature[node]]
        left = tree.default_left[node] if np.isnan(x) else x <= tree.threshold[node]
        if np.isnan(tree.threshold[node]) and not np.isnan(x):  # a category, which the node may not have met
            side = tree.category_sides[node, int(x)]
            left = tree.default_left[node] if side < 0 else side == 1
        node = int((tree.children_left if left else tree.children_right)[node])
    return node


@pytest.mark.parametrize(("data", "policy"), EVERY)
def test_errors_are_those_of_the_predictions(data: str, policy: str) -> None:
    found = fit(data, policy)
    judges = found.unseen if found.n_unseen else (found.X, found.y)
    for X, y in ((found.X, found.y), judges):
        error = growth_orders.course_of_error(found.tree, found.dataset, X, y)
        assert len(error) == found.tree.n_leaves
        for splits in some_steps(found.tree):
            said = np.array([found.tree.weight[walked(found.tree, row, splits)] for row in X[:2000]])
            wrong = said != y[:2000] if found.dataset.task == "classification" else (said - y[:2000]) ** 2 / 2
            if len(y) <= 2000:
                assert error[splits] == pytest.approx(wrong.mean(), rel=1e-9, abs=1e-12)
            else:
                so_far = tree_after(found.tree, splits)
                assert error[splits] == pytest.approx(np.mean((so_far.predict(X) - y) ** 2) / 2, rel=1e-9)
    assert np.array_equal(growth_orders.judged(found), error)


@pytest.mark.parametrize("data", ["diabetes", "cos_x2"])
def test_errors_are_scikit_learns(data: str) -> None:
    found = fit(data, "lossguide", noise=0.2 if data == "cos_x2" else 0.0)
    X, y = found.dataset.X, found.dataset.y
    both = found.train, found.held_out
    courses = [growth_orders.course_of_error(found.tree, found.dataset, X[rows], y[rows]) for rows in both]
    for splits in range(1, min(25, found.tree.n_leaves)):
        theirs = TheirRegressor(max_depth=6, max_leaf_nodes=splits + 1, random_state=0)
        theirs.fit(X[found.train], y[found.train])
        for rows, ours in zip(both, courses, strict=True):
            if data == "cos_x2" and rows is found.held_out:
                continue  # they lie on thresholds, which scikit-learn compares with numbers of 32 bits
            assert ours[splits] == pytest.approx(
                mean_squared_error(y[rows], theirs.predict(X[rows])) / 2, rel=1e-9
            )


@pytest.mark.parametrize("data", ["cos_x2", "sonar", "iris", "cos_xy"])
def test_both_orders_end_in_the_same_tree(data: str) -> None:
    a, b = (fit(data, policy).tree for policy in POLICIES)
    there, back = growth_orders.matched(a, b), growth_orders.matched(b, a)
    assert sorted(there.tolist()) == list(range(b.n_nodes))
    for i, j in enumerate(there.tolist()):
        assert back[j] == i
        assert a.path_number(i) == b.path_number(j)
        assert a.n_samples[i] == b.n_samples[j]
        assert a.threshold[i] == b.threshold[j] or a.is_leaf[i]


def test_a_node_has_one_name_on_both_sides() -> None:
    lessons = {policy: fit("cos_x2", policy) for policy in POLICIES}
    for main in POLICIES:
        sides = growth_orders.sides_of(lessons, main)
        assert tuple(each.policy for each in sides) == POLICIES
        for side in sides:
            assert np.array_equal(side.label[side.index], np.arange(side.tree.n_nodes))
            if side.policy == main:
                assert np.array_equal(side.label, np.arange(side.tree.n_nodes))
        by_label = [side.tree.n_samples[side.index] for side in sides]
        assert np.array_equal(*by_label)
        assert np.array_equal(*(side.called[side.index] for side in sides))


@pytest.mark.parametrize("data", ["cos_x2", "sonar"])
def test_nodes_are_numbered_as_they_come(data: str) -> None:
    sides = growth_orders.sides_of({policy: fit(data, policy) for policy in POLICIES}, "depthwise")
    for splits in range(sides[0].tree.n_leaves):
        there = {int(name) for side in sides for name in side.called[: 2 * splits + 1]}
        assert there == set(range(len(there)))


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("data", ["sonar", "moons", "hand5"])
def test_impurity_points_are_the_trees(data: str, criterion: str) -> None:
    tree = fit(data, "depthwise", criterion=criterion).tree
    assert tree.impurity is not None
    for node in range(tree.n_nodes):
        points = impurity.impurity_points(tree, node)
        assert points.impurity == tree.impurity[node]
        curve = impurity.impurity_at(np.array([points.p]), criterion)[0]
        assert curve == pytest.approx(tree.impurity[node], abs=1e-12)
        if points.children is None:
            assert tree.is_leaf[node]
            continue
        (p_left, i_left), (p_right, i_right) = points.children
        share = tree.H[tree.children_left[node]] / tree.H[node]
        assert share * p_left + (1 - share) * p_right == pytest.approx(points.p)  # the mean is above p
        assert points.mean == pytest.approx(share * i_left + (1 - share) * i_right)
        assert (points.impurity - points.mean) * tree.H[node] == pytest.approx(tree.gain[node], rel=1e-9)
        assert points.mean < points.impurity


@pytest.mark.parametrize("p", [0.0, 0.1, 1 / 3, 0.5, 0.95, 1.0])
def test_curves_are_those_of_gbtlib(p: float) -> None:
    counts, at = np.array([[1 - p, p]]), np.array([p])
    assert impurity.impurity_at(at, "gini") == pytest.approx(gini(counts), abs=1e-15)
    assert impurity.impurity_at(at, "entropy") == pytest.approx(entropy(counts), abs=1e-15)
    assert impurity.impurity_at(at, "error") == pytest.approx([1 - max(p, 1 - p)])


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("data", ["iris", "sentences", "moons", "diabetes"])
def test_words_speak_of_a_curve_where_there_is_one(data: str, criterion: str) -> None:
    tree = fit(data, "depthwise", criterion=criterion).tree
    words = impurity.impurity_words(tree, 0, criterion)
    assert ("The curve is bent downwards" in words) == (data == "moons")
    assert ("a surface over several, not drawn here" in words) == (data in ("iris", "sentences"))
    assert tree.impurity is not None
    drop = tree.gain[0] / tree.H[0] * (2 if data == "diabetes" else 1)
    assert f"lower by {number(float(drop))}." in words
