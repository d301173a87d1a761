"""Cost-complexity pruning: an example by hand, and all subtrees of small trees."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbtlib import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingRegressor,
    Tree,
    geometric_means,
    make_folds,
    node_risk,
    prune,
    weakest_links,
)
from gbtlib.cart.cost_complexity import MEASURES, check_measure, nodes_cut, prune_to
from gbtlib.loops.reasons import WHY_LEAF
from tests.gbtlib.cart.class_tree import THIRTEEN, class_tree
from tests.gbtlib.models import table

# -- thirteen nodes, by hand


def test_sequence_by_hand() -> None:
    steps = weakest_links(THIRTEEN)
    assert [step.number for step in steps] == [0, 1, 2, 3, 4, 5]
    assert [step.nodes for step in steps] == [(), (8,), (6,), (1,), (2,), (0,)]
    assert [step.n_leaves for step in steps] == [7, 5, 4, 3, 2, 1]
    assert [step.alpha for step in steps] == pytest.approx([0, 0.015, 0.03, 0.07, 0.08, 0.15], abs=1e-12)
    assert [step.risk for step in steps] == pytest.approx([0.11, 0.14, 0.17, 0.24, 0.32, 0.47], abs=1e-12)
    assert weakest_links(THIRTEEN, ties="shallower") == steps


def test_first_strengths_by_hand() -> None:
    """g(t) = (R(t) - R(T_t)) / (leaves - 1), in hundredths: 6, 7, 3.5, 2, 1.5, 3."""
    risk = node_risk(THIRTEEN)
    for node, expected in {0: 6.0, 1: 7.0, 2: 3.5, 6: 2.0, 8: 1.5, 9: 3.0}.items():
        leaves = [i for i in THIRTEEN.subtree(node) if THIRTEEN.is_leaf[i]]
        strength = (risk[node] - risk[leaves].sum()) / (len(leaves) - 1)
        assert 100 * strength == pytest.approx(expected, abs=1e-10)


def test_a_risk_without_the_nodes_share_would_be_wrong() -> None:
    """Without n_t / N two branches would seem to raise the risk; with it none ever does."""
    share = THIRTEEN.H / THIRTEEN.H[0]
    forgetful = node_risk(THIRTEEN) / share
    for node, expected in {1: -0.0266, 8: -0.1370}.items():
        leaves = [i for i in THIRTEEN.subtree(node) if THIRTEEN.is_leaf[i]]
        strength = (forgetful[node] - forgetful[leaves].sum()) / (len(leaves) - 1)
        assert strength == pytest.approx(expected, abs=5e-5)
    assert all(step.alpha >= 0 for step in weakest_links(THIRTEEN))


def test_geometric_means_by_hand() -> None:
    means = geometric_means(weakest_links(THIRTEEN))
    exact = [0, np.sqrt(0.015 * 0.03), np.sqrt(0.03 * 0.07), np.sqrt(0.07 * 0.08), np.sqrt(0.08 * 0.15)]
    assert means[:-1] == pytest.approx(exact, abs=1e-12)
    assert means[:-1] == pytest.approx([0, 0.0212132, 0.0458258, 0.0748331, 0.1095445], abs=5e-8)
    assert means[-1] == np.inf


def test_pruning_8_takes_9_with_it() -> None:
    pruned = prune(THIRTEEN, 0.02)
    assert pruned.n_leaves == 5
    assert pruned.n_nodes == 9
    assert {WHY_LEAF[pruned.why_leaf[i]] for i in pruned.leaves if pruned.why_leaf[i]} == {
        "alpha: the branch below it was a weakest link"
    }


def test_at_its_own_alpha_the_smaller_tree_is_taken() -> None:
    alpha = weakest_links(THIRTEEN)[2].alpha
    assert prune(THIRTEEN, alpha).n_leaves == 4
    assert prune(THIRTEEN, np.nextafter(alpha, 0)).n_leaves == 5
    assert prune(THIRTEEN, np.inf).n_nodes == 1


# -- ties


# Both branches of the root take one row of twenty off the risk, for one leaf more each.
TWINS = class_tree({0: (1, 2), 1: (3, 4), 2: (5, 6)}, {3: (5, 0), 4: (0, 1), 5: (1, 0), 6: (0, 13)})
# A chain in which nodes 0 and 2 are equally weak.
CHAIN = class_tree({0: (1, 2), 2: (3, 4)}, {1: (0, 1), 3: (0, 1), 4: (6, 0)})
# The split below node 1 sorts rows, and changes no prediction.
IDLE = class_tree({0: (1, 2), 1: (3, 4)}, {2: (0, 9), 3: (9, 0), 4: (5, 2)})


def test_twins_are_cut_together_or_one_after_the_other() -> None:
    together = weakest_links(TWINS)
    assert [(step.nodes, step.n_leaves) for step in together] == [((), 4), ((1, 2), 2), ((0,), 1)]
    assert together[1].alpha == 1 / 20
    one_by_one = weakest_links(TWINS, ties="shallower")
    assert [(step.nodes, step.alpha) for step in one_by_one[:3]] == [((), 0), ((1,), 1 / 20), ((2,), 1 / 20)]


def test_the_shallower_of_two_takes_the_deeper_with_it() -> None:
    """g(0) = (2 - 0) / 2 and g(2) = 1 / 1 are both one row: one cut at the root does for both."""
    for ties in ("together", "shallower"):
        steps = weakest_links(CHAIN, ties=ties)
        assert [(step.nodes, step.n_leaves) for step in steps] == [((), 3), ((0,), 1)]
        assert steps[1].alpha == 1 / 8


def test_what_costs_no_risk_goes_first() -> None:
    assert [step.nodes for step in weakest_links(IDLE)] == [(1,), (0,)]
    assert weakest_links(IDLE)[0].alpha == 0
    assert weakest_links(IDLE)[0].n_leaves == 2
    assert [step.n_leaves for step in weakest_links(IDLE, ties="shallower")] == [3, 2, 1]
    assert prune(IDLE, 0.0).n_leaves == 2


# -- all subtrees


def cut_sets(tree: Tree, node: int = 0) -> list[tuple[int, ...]]:
    """Every way to prune a branch, as the leaves that are left."""
    if tree.is_leaf[node]:
        return [(node,)]
    left, right = (cut_sets(tree, int(child[node])) for child in (tree.children_left, tree.children_right))
    return [(node,), *(one + other for one, other in product(left, right))]


@st.composite
def small_trees(draw) -> Tree:
    """Trees of up to 6 leaves, with class counts that make many ties."""
    n_splits, n_classes = draw(st.integers(0, 5)), draw(st.integers(2, 3))
    leaves, children = [0], {}
    for k in range(n_splits):
        node = draw(st.sampled_from(leaves))
        leaves.remove(node)
        children[node] = (2 * k + 1, 2 * k + 2)
        leaves += children[node]
    count = st.tuples(*[st.integers(0, 4)] * n_classes).filter(any)
    return class_tree(children, {leaf: draw(count) for leaf in leaves})


@given(small_trees(), st.sampled_from(["misclassification", "impurity"]))
def test_no_subtree_is_better(tree: Tree, measure: str) -> None:
    """At, between and beyond the sequence's alphas: the least R + alpha * leaves, and the smallest such."""
    risk = node_risk(tree, measure)
    ways = cut_sets(tree)
    alphas = [step.alpha for step in weakest_links(tree, measure)]
    between = [(low + high) / 2 for low, high in pairwise([*alphas, alphas[-1] + 1])]
    for alpha in [*alphas, *between]:
        cost = np.array([risk[list(way)].sum() + alpha * len(way) for way in ways])
        pruned = prune(tree, alpha, measure)
        found = node_risk(pruned, measure)[pruned.leaves].sum() + alpha * pruned.n_leaves
        assert found == pytest.approx(cost.min(), abs=1e-12)
        best = [way for way, each in zip(ways, cost, strict=True) if each <= cost.min() + 1e-12]
        assert pruned.n_leaves == min(map(len, best))


@given(
    small_trees(),
    st.sampled_from(["misclassification", "impurity"]),
    st.sampled_from(["together", "shallower"]),
)
def test_the_sequence_is_nested_and_tells_the_truth(tree: Tree, measure: str, ties: str) -> None:
    steps = weakest_links(tree, measure, ties=ties)
    risk = node_risk(tree, measure)
    assert steps[-1].n_leaves == 1
    for before, after in pairwise(steps):
        assert after.alpha > before.alpha or (ties == "shallower" and after.alpha == before.alpha)
        assert after.n_leaves < before.n_leaves
        assert after.nodes
    cut: list[int] = []
    for step in steps:
        assert not set(step.nodes) & set(cut)
        cut += step.nodes
        pruned, node_map = prune_to(tree, cut)
        assert pruned.n_leaves == step.n_leaves
        assert node_risk(pruned, measure)[pruned.leaves].sum() == pytest.approx(step.risk, abs=1e-12)
        for node in range(tree.n_nodes):
            above = next((i for i in tree.path_to(node) if i in cut), node)
            assert pruned.H[node_map[node]] == tree.H[above]
    assert steps[0].risk == pytest.approx(risk[tree.leaves].sum(), abs=1e-12)


@given(small_trees())
def test_cut_nodes_grow_with_alpha(tree: Tree) -> None:
    steps = weakest_links(tree)
    sets = [set(nodes_cut(steps, step.alpha)) for step in steps]
    assert all(one < other for one, other in pairwise(sets))


def test_squared_error_of_every_subtree() -> None:
    X = table(60, 2)
    y = X[:, 0] + X[:, 1] ** 2
    weight = np.random.default_rng(0).uniform(0.5, 2, len(y))
    model = DecisionTreeRegressor(max_depth=3).fit(X, y, sample_weight=weight)
    for step in model.pruning_path():
        pruned = model.pruned(step.alpha)
        error = np.average((pruned.predict(X) - y) ** 2, weights=weight)
        assert step.risk == pytest.approx(error, rel=1e-12)
        assert step.n_leaves == pruned.tree_.n_leaves
    assert model.tree_.n_leaves == model.grown_tree_.n_leaves


def test_misclassification_of_every_subtree() -> None:
    X = table(80, 3)
    y = np.digitize(X[:, 0] * X[:, 1], [-0.2, 0.4])
    model = DecisionTreeClassifier(criterion="entropy").fit(X, y)
    path = model.pruning_path()
    assert len(path) > 3
    for step in path:
        pruned = model.pruned(step.alpha)
        assert step.risk == pytest.approx(np.mean(pruned.predict(X) != y), abs=1e-12)
    by_impurity = DecisionTreeClassifier(criterion="entropy", ccp_measure="impurity").fit(X, y)
    assert by_impurity.pruning_path() == model.pruning_path("impurity") != path
    again = DecisionTreeClassifier(criterion="entropy", ccp_alpha=path[2].alpha).fit(X, y)
    assert again.tree_.n_leaves == path[2].n_leaves
    assert again.grown_tree_.n_leaves == model.tree_.n_leaves


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: weakest_links(THIRTEEN, "squared_error"),
            "measure='squared_error' does not fit a tree of classes",
        ),
        (lambda: weakest_links(THIRTEEN, ties="last"), "ties='last' must be one of 'together', 'shallower'"),
        (lambda: prune(THIRTEEN, -0.1), "alpha=-0.1 must be at least 0"),
        (lambda: prune(THIRTEEN, float("nan")), "alpha=nan must be finite"),
        (lambda: make_folds(5, 6), "n_folds=6 must be at most 5, the number of rows"),
        (lambda: make_folds(5, 1), "n_folds=1 must be at least 2"),
    ],
)
def test_messages(call, message: str) -> None:
    with pytest.raises(ValueError) as error:
        call()
    assert str(error.value).startswith(message)


FOR_CLASSES = "must be one of 'misclassification', 'impurity', or None"
FOR_NUMBERS = "must be 'squared_error', or None"


@pytest.mark.parametrize(
    ("measure", "of_classes", "message"),
    [
        ("error", True, f"ccp_measure='error' {FOR_CLASSES}"),
        (0, True, f"ccp_measure=0 {FOR_CLASSES}"),
        (
            "squared_error",
            True,
            f"ccp_measure='squared_error' does not fit a tree of classes; it {FOR_CLASSES}",
        ),
        ("error", False, f"ccp_measure='error' {FOR_NUMBERS}"),
        ("impurity", False, f"ccp_measure='impurity' does not fit a tree of numbers; it {FOR_NUMBERS}"),
        (
            "misclassification",
            False,
            f"ccp_measure='misclassification' does not fit a tree of numbers; it {FOR_NUMBERS}",
        ),
    ],
)
def test_a_measure_that_does_not_fit(measure: object, of_classes: bool, message: str) -> None:
    """The message lists what the trees of this kind have, and nothing else; a tree itself says the same."""
    with pytest.raises(ValueError) as error:
        check_measure(measure, of_classes=of_classes, name="ccp_measure")
    assert str(error.value) == message
    numbers = DecisionTreeRegressor().fit([[1.0], [2.0]], [1.0, 3.0]).tree_
    for call in (node_risk, weakest_links):
        with pytest.raises(ValueError) as error:
            call(THIRTEEN if of_classes else numbers, measure)
        assert str(error.value) == message.removeprefix("ccp_")


def test_every_measure_that_is_listed_is_legal() -> None:
    numbers = DecisionTreeRegressor().fit([[1.0], [2.0]], [1.0, 3.0]).tree_
    for tree, of_classes in ((THIRTEEN, True), (numbers, False)):
        for measure in MEASURES[of_classes]:
            assert check_measure(measure, of_classes=of_classes) == measure
            assert node_risk(tree, measure)[0] > 0
        usual = check_measure(None, of_classes=of_classes)
        assert node_risk(tree).tolist() == node_risk(tree, usual).tolist()


def test_a_boosted_tree_has_no_measure() -> None:
    tree = GradientBoostingRegressor(n_estimators=1).fit([[1.0], [2.0]], [1.0, 3.0]).trace_[0].trees[0]
    with pytest.raises(ValueError, match=r"^measure='squared_error' needs the impurity of every node"):
        node_risk(tree)
