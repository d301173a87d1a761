"""The forms of class trees and regression trees: tables, rules, candidates; parameters and messages."""

import numpy as np
import pandas as pd
import pytest

from gbtlib import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    Entropy,
    Gini,
    from_class_tables,
    to_class_tables,
)
from gbtlib.cart.impurity import CRITERIA
from gbtlib.tables import from_frame, to_flat_table, to_frame, to_rules
from tests.gbtlib.cart.class_examples import classes, same, two_leaves
from tests.gbtlib.models import table

# -- forms


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
