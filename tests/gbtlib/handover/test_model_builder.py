"""Models from given trees: what was fitted comes back, and what is no tree is refused with its reason."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gbtlib import (
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    HalfSquaredError,
    build_model,
    tree_from_arrays,
)
from gbtlib.core.tree import ARRAYS
from gbtlib.tables import to_flat_table

N_FEATURES = 3
STUMP = {
    "feature": [0, -1, -1],
    "threshold": [0.5, 0, 0],
    "children_left": [1, -1, -1],
    "children_right": [2, -1, -1],
    "weight": [0.0, -1.0, 2.0],
}
# Root 0 with the leaf 1 and node 2, which has the leaves 3 and 4.
FIVE = {
    "feature": [0, -1, 1, -1, -1],
    "threshold": [0.5, 0, 1.5, 0, 0],
    "children_left": [1, -1, 3, -1, -1],
    "children_right": [2, -1, 4, -1, -1],
    "weight": [0.0, 1.0, 0.0, 2.0, 3.0],
}


def table(missing: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(0)
    X = random.normal(size=(120, N_FEATURES))
    y = X[:, 0] * X[:, 1] + X[:, 2]
    X[random.uniform(size=X.shape) < missing] = np.nan
    return X, y


def trees_of(model: Any) -> list[Any]:
    return [tree for round_ in model.trace_ for tree in round_.trees]


def arrays_of(tree: Any) -> dict[str, np.ndarray]:
    return {name: getattr(tree, name) for name in ARRAYS if name not in ("depth", "why_leaf")}


def changed(name: str, node: int, value: Any, start: dict[str, list[Any]] = FIVE) -> dict[str, Any]:
    values: list[Any] = list(start[name])
    values[node] = value
    return start | {name: values}


def test_a_fitted_regressor_comes_back_from_its_flat_tables() -> None:
    X, y = table()
    fitted = GradientBoostingRegressor(n_estimators=10, max_depth=4).fit(X, y)
    built = build_model(
        [to_flat_table(tree) for tree in trees_of(fitted)],
        n_features=N_FEATURES,
        initial_raw_prediction=fitted.initial_raw_prediction_,
        learning_rate=fitted.learning_rate,
    )
    assert isinstance(built, GradientBoostingRegressor)
    np.testing.assert_array_equal(built.predict(X), fitted.predict(X))
    np.testing.assert_array_equal(list(built.staged_predict(X)), list(fitted.staged_predict(X)))
    np.testing.assert_array_equal(built.predict(X, n_rounds=3), fitted.predict(X, n_rounds=3))


def test_arrays_keep_the_way_of_the_missing_and_the_covers() -> None:
    X, y = table(missing=0.3)
    fitted = GradientBoostingRegressor(n_estimators=5, base_score=0.25).fit(X, y)
    assert not all(tree.default_left.all() for tree in trees_of(fitted))
    built = build_model(
        [arrays_of(tree) for tree in trees_of(fitted)],
        n_features=N_FEATURES,
        loss=HalfSquaredError(),
        initial_raw_prediction=0.25,
        learning_rate=0.1,
    )
    np.testing.assert_array_equal(built.predict(X), fitted.predict(X))
    np.testing.assert_array_equal(built.contributions(X), fitted.contributions(X))
    np.testing.assert_array_equal(built.feature_importance(), fitted.feature_importance())
    assert built.ledger(X[0]).equals(fitted.ledger(X[0]))


@pytest.mark.parametrize("labels", [["no", "yes"], ["a", "b", "c"]])
def test_a_fitted_classifier_comes_back_from_its_trees(labels: list[str]) -> None:
    X, y = table(missing=0.1)
    names = np.array(labels)[np.digitize(y, [-0.4, 0.4][: len(labels) - 1])]
    fitted = GradientBoostingClassifier(n_estimators=4).fit(X, names)
    built = build_model(
        trees_of(fitted),
        n_features=N_FEATURES,
        loss=fitted.loss_.name,
        classes=fitted.classes_,
        initial_raw_prediction=fitted.initial_raw_prediction_,
        learning_rate=0.1,
    )
    assert isinstance(built, GradientBoostingClassifier)
    np.testing.assert_array_equal(built.predict_proba(X), fitted.predict_proba(X))
    np.testing.assert_array_equal(built.predict(X), fitted.predict(X))
    assert list(built.staged_loss(X, names)) == list(fitted.staged_loss(X, names))


def test_trees_class_by_class() -> None:
    X, y = table()
    fitted = GradientBoostingClassifier(n_estimators=3).fit(X, np.digitize(y, [-0.4, 0.4]))
    trees = trees_of(fitted)
    settings = {"n_features": N_FEATURES, "loss": "softmax", "classes": [0, 1, 2]}
    by_turns = build_model(trees, **settings)
    one_by_one = build_model(
        trees[0::3] + trees[1::3] + trees[2::3], tree_classes=[0] * 3 + [1] * 3 + [2] * 3, **settings
    )
    np.testing.assert_array_equal(by_turns.raw_prediction(X), one_by_one.raw_prediction(X))


def test_categories_come_back_with_the_tree() -> None:
    X, y = table()
    X[:, 0] = np.random.default_rng(1).integers(0, 5, len(X))
    fitted = GradientBoostingRegressor(n_estimators=3, base_score=0.0, categorical_features=[0]).fit(X, y)
    built = build_model(trees_of(fitted), n_features=N_FEATURES, learning_rate=0.1)
    np.testing.assert_array_equal(built.predict(X), fitted.predict(X))


def test_two_stumps_by_hand() -> None:
    built = build_model([STUMP, STUMP], n_features=1, initial_raw_prediction=10.0, learning_rate=0.5)
    np.testing.assert_array_equal(built.predict([[0.5], [0.6], [np.nan]]), [9.0, 12.0, 9.0])
    assert built.n_estimators_ == 2


def test_a_leaf_alone() -> None:
    leaf = {"feature": [-1], "threshold": [0], "children_left": [-1], "children_right": [-1], "weight": [4]}
    np.testing.assert_array_equal(build_model([leaf], n_features=1).predict([[1.0]]), [4.0])


def test_nodes_in_another_order_are_numbered_anew() -> None:
    order = [0, 4, 3, 2, 1]  # the new number of each node; children may have smaller ones
    position = np.argsort(order)
    number = np.array([*order, -1])
    shuffled = {name: np.array(values)[position] for name, values in FIVE.items()}
    for name in ("children_left", "children_right"):
        shuffled[name] = number[shuffled[name]]
    tree, straight = tree_from_arrays(shuffled, 2), tree_from_arrays(FIVE, 2)
    X = np.array([[0.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
    np.testing.assert_array_equal(tree.predict(X), [1.0, 2.0, 3.0])
    np.testing.assert_array_equal(tree.predict(X), straight.predict(X))
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(tree, name), getattr(straight, name))


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"feature": [0]}, "array 'threshold' is missing"),
        (FIVE | {"depth": [0] * 5}, "array 'depth' is unknown"),
        (FIVE | {"feature": []}, r"array 'feature' has shape \(0,\); it must be \(n_nodes,\)"),
        (FIVE | {"weight": [1.0]}, r"array 'weight' has shape \(1,\); it must be \(5,\)"),
        (FIVE | {"threshold": ["a"] * 5}, "array 'threshold' has the type <U1; it must hold numbers"),
        (changed("children_left", 0, 1.5), "node 0 has children_left=1.5; it must be a whole number"),
        (changed("feature", 0, np.nan), "node 0 has feature=nan; it must be a whole number"),
        (FIVE | {"default_left": [1, 1, 2, 1, 1]}, "node 2 has default_left=2; it must be 0 or 1"),
        (changed("children_right", 2, 5), "node 2 has the child 5; it must have two, numbered from 0 to 4"),
        (changed("children_right", 2, -2), "node 2 has the child -2; it must have two"),
        (changed("children_right", 2, -1), "node 2 has the child -1; it must have two"),
        (changed("children_right", 2, 0), "node 2 has the root, node 0, for a child: that is a cycle"),
        (
            changed("children_right", 2, 1),
            "node 1 is the child of node 0 and of node 2; a node must have one",
        ),
        (
            changed("children_right", 2, 3),
            "node 3 is the child of node 2 and of node 2; a node must have one",
        ),
        (
            changed("children_right", 2, -1, changed("children_left", 2, -1)),
            "node 3 cannot be reached: no node has it for a child",
        ),
        (
            FIVE | {"children_left": [-1, -1, 2, -1, -1], "children_right": [-1, 3, 4, -1, -1]},
            "node 1 has the child -1; it must have two",
        ),
        (
            FIVE | {"children_left": [-1, 2, 1, -1, -1], "children_right": [-1, 3, 4, -1, -1]},
            "nodes 1, 2, 3, 4 cannot be reached: they hold a cycle",
        ),
        (changed("feature", 2, 3), "node 2 has feature=3; it must be at least 0 and below 3, the number"),
        (changed("feature", 2, -1), "node 2 has feature=-1; it must be at least 0"),
        (changed("threshold", 2, np.nan), "node 2 has threshold=nan; it must be a number in a split"),
        (changed("weight", 3, np.nan), "node 3 has weight=nan; it must be finite in a leaf"),
        (changed("weight", 3, np.inf), "node 3 has weight=inf; it must be finite in a leaf"),
    ],
)
def test_refuses_what_is_no_tree(arrays: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tree_from_arrays(arrays, N_FEATURES)
    with pytest.raises(ValueError, match=rf"trees\[1\]: {message}"):
        build_model([STUMP, arrays], n_features=N_FEATURES)


def test_refuses_flat_tables_that_leave_out_nodes_or_columns() -> None:
    X, y = table()
    flat = to_flat_table(trees_of(GradientBoostingRegressor(n_estimators=1, max_depth=1).fit(X, y))[0])
    with pytest.raises(
        ValueError, match=r"trees\[0\]: NodeIndex has 0, 2; it must have every number from 0 to 1"
    ):
        build_model([flat.drop(1)], n_features=N_FEATURES)
    with pytest.raises(ValueError, match=r"trees\[0\]: table lacks the columns Score"):
        build_model([flat.drop(columns="Score")], n_features=N_FEATURES)


def test_refuses_trees_of_gbtlib_that_are_inconsistent() -> None:
    tree = tree_from_arrays(FIVE, N_FEATURES)
    with pytest.raises(ValueError, match=r"trees\[0\]: the tree has n_features=3; it must be 2"):
        build_model([tree], n_features=2)
    broken = replace(tree, children_left=np.array([1, -1, 9, -1, -1], dtype=np.int32))
    with pytest.raises(ValueError, match=r"trees\[0\]: node 2 has the child 9"):
        build_model([broken], n_features=N_FEATURES)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"trees": []}, "trees is empty; there must be one at least"),
        ({"trees": [3]}, r"trees\[0\] is of type int; it must be a Tree, arrays by name, or a flat table"),
        ({"n_features": 0}, "n_features=0 must be at least 1"),
        ({"loss": "cubic"}, "loss='cubic' must be a Loss or one of 'squared_error', 'huber', 'abso"),
        ({"classes": [0, 1]}, "must be None: loss='squared_error' is a loss for regression"),
        ({"loss": "logistic"}, "classes must be given: loss='logistic' is a loss for classification"),
        ({"loss": "logistic", "classes": [0, 1, 2]}, "loss='logistic' takes 2 classes; classes has 3"),
        ({"loss": "logistic", "classes": [1, 0]}, "must be two or more labels, ascending, each once"),
        ({"loss": "softmax", "classes": [1]}, "must be two or more labels, ascending, each once"),
        ({"tree_classes": [0]}, r"tree_classes=\[0\] must be None: there is one tree a round"),
        ({"learning_rate": 0}, "learning_rate=0 must be greater than 0"),
        ({"initial_raw_prediction": np.nan}, "initial_raw_prediction=nan must be a finite number"),
    ],
)
def test_refuses_what_does_not_go_together(settings: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"trees": [STUMP], "n_features": 1} | settings
    with pytest.raises(ValueError, match=message):
        build_model(given.pop("trees"), **given)


@pytest.mark.parametrize(
    ("tree_classes", "n_trees", "message"),
    [
        (None, 4, "class 'b' has 1 trees; every class must have 2, one a round"),
        (["a", "a", "c"], 3, "class 'b' has 0 trees; every class must have 2, one a round"),
        (["a", "b", "d"], 3, r"tree_classes\[2\]='d' must be one of classes, a, b, c"),
        (["a", "b"], 3, "tree_classes has 2 entries; it must have 3, one a tree"),
    ],
)
def test_refuses_a_class_without_its_trees(tree_classes: Any, n_trees: int, message: str) -> None:
    start = {"initial_raw_prediction": [0.0, 0.0, 0.0], "loss": "softmax", "classes": ["a", "b", "c"]}
    with pytest.raises(ValueError, match=message):
        build_model([STUMP] * n_trees, n_features=1, tree_classes=tree_classes, **start)


def test_softmax_starts_alike_for_every_class_or_with_a_number_for_each() -> None:
    settings = {"n_features": 1, "loss": "softmax", "classes": [0, 1, 2]}
    assert build_model([STUMP] * 3, initial_raw_prediction=0.5, **settings).raw_prediction(
        [[0.0]]
    ).tolist() == [[-0.5, -0.5, -0.5]]
    with pytest.raises(
        ValueError, match=r"initial_raw_prediction=\[0, 1\] must be a finite number, or 3 of them"
    ):
        build_model([STUMP] * 3, initial_raw_prediction=[0, 1], **settings)


def test_has_no_training_rows_to_look_at() -> None:
    with pytest.raises(ValueError, match="has no training rows to look at: call fit; trees that were given"):
        build_model([STUMP], n_features=1).candidates(1)


def test_importances_that_nobody_told() -> None:
    built = build_model([STUMP], n_features=3)
    for kind, told in (("gain", "gain"), ("total_gain", "gain"), ("cover", "H"), ("total_cover", "H")):
        with pytest.raises(ValueError, match=f"^kind='{kind}' needs {told} of every split, which the given"):
            built.feature_importance(kind)
    assert built.feature_importance("weight").tolist() == [1, 0, 0]
    assert not hasattr(built, "feature_importances_")
    told_all = build_model([{**STUMP, "gain": [2.5, np.nan, np.nan]}], n_features=3)
    assert told_all.feature_importances_.tolist() == [1, 0, 0]


def test_names_that_nobody_gave() -> None:
    """As after a fit to an array: scikit-learn's tools would warn of every array without them."""
    assert not hasattr(build_model([STUMP], n_features=3), "feature_names_in_")


def test_a_tree_that_tells_no_sums_is_drawn_without() -> None:
    drawn = build_model([STUMP], n_features=3).plot_tree(1)._repr_svg_()
    assert "x0 ≤ 0.5" in drawn
    assert "nan" not in drawn
