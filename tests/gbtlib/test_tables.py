"""Trees in other forms: back again, and the same predictions."""

import io
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from gbtlib import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    Tree,
    tables,
    to_class_tables,
    tree_from_arrays,
)
from gbtlib.core.tree import ARRAYS, EXTRAS
from tests.gbtlib.models import MODELS

TREES = [
    pytest.param(tree, MODELS[name].columns_.X, id=f"{name}-{k}")
    for name in MODELS
    for k, tree in enumerate(MODELS[name].trace_[0].trees)
]
NO_MISSING = [case for case in TREES if not np.isnan(case.values[1]).any()]


@pytest.mark.parametrize(("tree", "X"), TREES)
def test_a_table_and_back(tree: Tree, X: np.ndarray) -> None:
    again = tables.from_frame(tables.to_frame(tree), tree.n_features)
    for name in ARRAYS:
        assert np.array_equal(
            getattr(again, name), getattr(tree, name), equal_nan=name in ("threshold", "gain")
        )
    assert np.array_equal(again.predict(X), tree.predict(X))


def test_a_csv_file_between() -> None:
    """No words are nothing in a file, and whole numbers and truth values come back as text or floats may."""
    towns = pd.DataFrame({"town": ["York", "Bath", "Ely", "York"] * 3, "x": [1.5, np.nan, 1 / 3] * 4})
    y = np.arange(12) % 5 / 7
    for model, target in (
        (DecisionTreeRegressor(surrogates=1), y),
        (DecisionTreeRegressor(), y),
        (DecisionTreeClassifier(), np.arange(12) % 3),
    ):
        tree = model.fit(towns, target).tree_
        file = io.StringIO(tables.to_frame(tree).to_csv())
        again = tables.from_frame(pd.read_csv(file), 2)
        for name in (*ARRAYS, *EXTRAS):
            ours, theirs = getattr(tree, name), getattr(again, name)
            assert (ours is None) == (theirs is None)
            assert ours is None or ours.dtype == theirs.dtype
            assert ours is None or ours.tobytes() == theirs.tobytes()
        X = model.columns_.X
        assert np.array_equal(again.predict(X), tree.predict(X))


def test_a_tree_of_3000_levels_reads_as_rules() -> None:
    n = 3000
    inner, leaves = np.arange(n), np.full(n + 1, -1)
    chain = tree_from_arrays(
        {
            "feature": np.append(np.zeros(n, dtype=int), leaves),
            "threshold": np.arange(2.0 * n + 1),
            "children_left": np.append(n + inner, leaves),
            "children_right": np.append(np.append(inner[1:], 2 * n), leaves),
            "weight": np.arange(2.0 * n + 1),
        },
        1,
    )
    lines = tables.to_rules(chain).split("\n")
    assert len(lines) == 3 * n + 1
    assert lines[:4] == ["if x0 <= 0 or missing:", "    weight 3000", "else:", "    if x0 <= 1 or missing:"]
    assert lines[-1] == "    " * n + "weight 6000"


@pytest.mark.parametrize(("tree", "X"), NO_MISSING)
def test_a_flat_table_and_back(tree: Tree, X: np.ndarray) -> None:
    flat = tables.to_flat_table(tree)
    again = tables.from_flat_table(flat, tree.n_features)
    assert np.array_equal(again.predict(X), tree.predict(X))
    assert np.array_equal(tables.predict_from_flat_table(flat, X), tree.predict(X))
    assert np.array_equal(again.depth, tree.depth[tree.breadth_first()])


def test_the_flat_table_is_breadth_first_with_sentinels() -> None:
    tree = MODELS["leafwise"].trace_[0].trees[0]
    flat = tables.to_flat_table(tree)
    assert list(flat.columns) == list(tables.FLAT_COLUMNS)
    leaf = flat["LeftNodeIndex"] == -1
    assert (flat.loc[leaf, ["RightNodeIndex", "FeatureIndex", "FeatureDecisionVal"]] == -1).all(axis=None)
    assert (flat.loc[~leaf, "Score"] == -1).all()
    children = flat.loc[~leaf, ["LeftNodeIndex", "RightNodeIndex"]].to_numpy().ravel()
    assert children.tolist() == list(range(1, tree.n_nodes))


def test_a_table_that_is_no_tree_is_refused() -> None:
    flat = tables.to_flat_table(MODELS["plain"].trace_[0].trees[0])
    with pytest.raises(ValueError, match=r"^table lacks the columns Score$"):
        tables.from_flat_table(flat.drop(columns="Score"), 4)
    with pytest.raises(ValueError, match=r"^node 0 has feature=3; it must be at least 0 and below 2"):
        tables.from_flat_table(flat.assign(FeatureIndex=3), 2)
    looped = flat.copy()
    looped.loc[1, "LeftNodeIndex"] = 0
    with pytest.raises(
        ValueError, match=r"^node 1 has the child 0; it must have children with larger numbers"
    ):
        tables.from_flat_table(looped, 4)


def hand_tree() -> Tree:
    flat = pd.DataFrame(
        [[0, 1, 2, 1, 2.5, -1], [1, -1, -1, -1, -1, -0.25], [2, -1, -1, -1, -1, 1 / 3]],
        columns=list(tables.FLAT_COLUMNS),
    )
    return tables.from_flat_table(flat, 2)


def test_rules() -> None:
    expected = "if width <= 2.5 or missing:\n    weight -0.25\nelse:\n    weight 0.333333"
    assert tables.to_rules(hand_tree(), ["length", "width"]) == expected


def test_rules_name_classes() -> None:
    tree = DecisionTreeClassifier().fit([[0.0], [1.0], [1.0]], ["rock", "mine", "mine"]).tree_
    expected = "if x0 <= 0.5 or missing:\n    class rock, share 1\nelse:\n    class mine, share 1"
    assert tables.to_rules(tree, class_names=["mine", "rock"]) == expected
    assert tables.to_rules(tree) == expected.replace("rock", "1").replace("mine", "0")


# One class a category; as codes 0, 1, 2 they are 1, 2, 3. The size says the same, upside down.
NUMBERED = pd.DataFrame({"kind": [1, 1, 2, 2, 3, 3], "size": [9.0, 9, 8, 8, 9, 9]})
KIND = [[1, 2, 3], None]


def test_codes_are_called_codes() -> None:
    model = DecisionTreeClassifier(categorical_features=["kind"], surrogates=1)
    tree = model.fit(NUMBERED, [0, 0, 1, 1, 0, 0]).tree_
    first = "if x0 in {code 0, code 2} or missing; if missing first x1 > 8.5:"
    assert tables.to_rules(tree).splitlines()[0] == first
    assert "x0 in {code 0, code 2} or missing" in tables.to_dot(tree).source
    named = "if kind in {1, 3} or missing; if missing first size > 8.5:"
    assert tables.to_rules(tree, ["kind", "size"], categories=KIND).splitlines()[0] == named
    assert tables.to_rules(tree, categories=[None, None]).splitlines()[0] == first


def test_codes_of_surrogates_are_called_codes() -> None:
    twice = pd.DataFrame({"size": NUMBERED["size"], "kind": NUMBERED["kind"]})
    model = DecisionTreeClassifier(categorical_features=["kind"], surrogates=1)
    tree = model.fit(twice, [0, 0, 1, 1, 0, 0]).tree_
    first = "if x0 <= 8.5; if missing first x1 in {code 1}:"
    assert tables.to_rules(tree).splitlines()[0] == first
    assert "first x1 in {2}:" in tables.to_rules(tree, categories=KIND[::-1])


def test_flat_tables_have_no_place_for_surrogates() -> None:
    """Read back, rows that miss the feature would all go one way, where the tree asks another feature."""
    X = np.array([[1.0, 9], [2, 9], [3, 1], [4, 1]])
    rule = "tree asks surrogates at node 0; a flat table must have a single question in every split"
    model = DecisionTreeClassifier(surrogates=1).fit(X, [0, 0, 1, 1])
    assert model.predict([[np.nan, 9.0], [np.nan, 1.0]]).tolist() == [0, 1]
    for call in (
        lambda: tables.to_flat_table(model.tree_),
        lambda: to_class_tables(model.tree_, model.classes_),
    ):
        with pytest.raises(ValueError) as error:
            call()
        assert str(error.value) == rule
    alone = DecisionTreeRegressor(surrogates=1).fit(X[:, :1], [0, 0, 1, 1]).tree_
    assert alone.surrogates is not None  # it would keep some, but there are none to lose
    assert len(tables.to_flat_table(alone)) == 3


def test_a_reason_that_nobody_knows_is_refused() -> None:
    table = tables.to_frame(MODELS["plain"].trace_[0].trees[0])
    table.loc[2, "why_leaf"] = "out of luck"
    with pytest.raises(ValueError, match=r"^why_leaf='out of luck' must be one of .*WHY_LEAF$"):
        tables.from_frame(table, 4)


def test_dot_takes_names_as_text() -> None:
    source = tables.to_dot(hand_tree(), ["a", '<b>\\n"c"']).source
    assert source.startswith("digraph")
    assert "label=<" not in source
    assert '\\"c\\"' in source
    assert "0 -> 1 [label=yes]" in source
    assert "0 -> 2 [label=no]" in source


def test_decision_path() -> None:
    model = MODELS["plain"]
    tree, row = model.trace_[0].trees[0], model.columns_.X[3]
    path = tree.decision_path(row)
    assert path[0] == 0
    assert path[-1] == model.trace_[0].leaf[3]
    for above, below in pairwise(path):
        left = row[tree.feature[above]] <= tree.threshold[above]
        assert below == (tree.children_left if left else tree.children_right)[above]
