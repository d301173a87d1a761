"""The snippets of single trees run as they stand, and print what the lesson's tree says."""

from functools import cache

import numpy as np
import pytest

from tests.scripts import numbers_after, printed
from workbench.data.catalogue import load_dataset
from workbench.models.single_tree import SingleTree, TreeSettings, grow_single_tree
from workbench.text.tree_snippet import (
    DEFAULTS,
    sklearn_tree_snippet,
    tree_snippet,
    why_no_sklearn,
)

# A tree, and a node of it. Where scikit-learn is compared no two cuts of the way gain the same.
STATES = {
    "wave": (TreeSettings(criterion="squared_error", max_depth=4), 5),
    "a minimum of rows": (TreeSettings(criterion="squared_error", max_depth=100, min_samples_leaf=150), 9),
    "nodes of 150 rows": (TreeSettings(criterion="squared_error", max_depth=None, min_samples_split=150), 9),
    "noise": (TreeSettings(criterion="squared_error", noise=0.25, seed=7, max_depth=5), 0),
    "best first": (
        TreeSettings(data="diabetes", criterion="squared_error", max_leaves=9, grow_policy="lossguide"),
        4,
    ),
    "surface": (TreeSettings(data="cos_xy", criterion="squared_error", max_depth=3), 14),
    "gini": (TreeSettings(data="sonar", max_depth=3, missing="left"), 2),
    "entropy": (TreeSettings(data="breast_cancer", criterion="entropy", max_depth=3), 1),
    "three classes": (TreeSettings(data="wine", max_depth=2, min_samples_leaf=4), 0),
    "purity": (TreeSettings(data="iris", max_depth=100, purity_stop=0.95), 4),
    "levels and leaves": (TreeSettings(data="moons", max_depth=5, max_leaves=6, seed=3), 1),
}
WORDS = r"rows|impurity|mean|gain|<="  # in front of the numbers that are printed


@cache
def fit_of(name: str) -> SingleTree:
    return grow_single_tree(STATES[name][0])


def expected(fit: SingleTree, at: int) -> dict[str, float]:
    tree, node = fit.tree, fit.tree.node(at)
    assert tree.impurity is not None
    found = {"rows": node.n_samples, "impurity": float(tree.impurity[at])}
    if tree.class_weights is None:
        found["mean"] = node.weight
    if not node.is_leaf:
        found |= {"<=": node.threshold, "gain": node.gain}
    return found


@pytest.mark.parametrize("name", STATES)
def test_gbtlib_snippet_prints_the_node(name: str) -> None:
    settings, at = STATES[name]
    fit = fit_of(name)
    text = printed(tree_snippet(settings, at))
    assert numbers_after(WORDS, text) == pytest.approx(expected(fit, at), rel=1e-5, abs=1e-12)
    node = fit.tree.node(at)
    if fit.tree.class_weights is not None:
        assert f"class {fit.dataset.class_names[int(node.weight)]}\n" in text
    if node.is_leaf:
        assert f"leaf: {node.why_leaf}" in text
    else:
        assert f"\n{fit.dataset.feature_names[node.feature]} <= " in text


@pytest.mark.parametrize("name", [name for name in STATES if why_no_sklearn(STATES[name][0]) is None])
def test_sklearn_snippet_prints_the_same(name: str) -> None:
    settings, at = STATES[name]
    fit = fit_of(name)
    snippet = sklearn_tree_snippet(settings, fit.tree, at)
    assert snippet is not None
    text = printed(snippet)
    assert numbers_after(WORDS, text) == pytest.approx(expected(fit, at), rel=1e-5, abs=1e-9)
    assert ("\nleaf" in text) == fit.tree.is_leaf[at]


@pytest.mark.parametrize(
    ("name", "word"), [("purity", "purity_stop"), ("levels and leaves", "always grows best first")]
)
def test_why_scikit_learn_cannot(name: str, word: str) -> None:
    settings, at = STATES[name]
    assert word in (why_no_sklearn(settings) or "")
    assert sklearn_tree_snippet(settings, fit_of(name).tree, at) is None


def test_defaults_are_those_of_gbtlib() -> None:
    from gbtlib import DecisionTreeClassifier

    theirs = DecisionTreeClassifier().get_params()
    assert {name: theirs[name] for name in DEFAULTS} == DEFAULTS


def test_defaults_are_left_out() -> None:
    text = tree_snippet(TreeSettings(data="iris", max_depth=3))
    assert "DecisionTreeClassifier(max_depth=3).fit" in text
    text = tree_snippet(TreeSettings(criterion="squared_error", max_depth=3))
    assert "DecisionTreeRegressor(max_depth=3).fit" in text


def test_a_set_of_categories_is_printed_by_name() -> None:
    settings = TreeSettings(data="automobile", criterion="squared_error", max_depth=4)
    tree = grow_single_tree(settings).tree
    node = int(np.flatnonzero((tree.category_sides == 1).any(axis=1))[0])
    text = printed(tree_snippet(settings, node))
    name = load_dataset("automobile").feature_names[int(tree.feature[node])]
    left = [level for level, side in zip(name.levels, tree.category_sides[node], strict=False) if side == 1]
    assert f"{name} in {left}, gain {tree.gain[node]:.6g}" in text
    assert "no categories" in (why_no_sklearn(settings) or "")
    assert sklearn_tree_snippet(settings, tree, node) is None


def test_scikit_learn_learns_the_side_of_gaps() -> None:
    left = TreeSettings(data="airquality", criterion="squared_error", missing="left")
    assert "missing" in (why_no_sklearn(left) or "")
    assert why_no_sklearn(TreeSettings(data="diabetes", criterion="squared_error", missing="left")) is None
