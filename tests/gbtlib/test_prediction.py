"""Many trees at once predict what a row that goes down one tree after another gets, to the last bit."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor, from_dense
from gbtlib.core.boosting import column, start
from gbtlib.core.tree import Tree
from gbtlib.inputs.triplets import Triplets
from gbtlib.loops.trees import BLOCK_ROWS
from gbtlib.prediction import raw_prediction, staged_raw_prediction
from gbtlib.tables import from_flat_table, to_flat_table

N_ROWS = 300


def rows(n: int, *, missing: float = 0.0, seed: int = 0) -> np.ndarray:
    random = np.random.default_rng(seed)
    X = np.round(random.normal(size=(n, 4)), 1)
    X[random.uniform(size=X.shape) < missing] = np.nan
    return X


def target(X: np.ndarray) -> np.ndarray:
    known = np.nan_to_num(X)
    return known[:, 0] * known[:, 1] + 2 * np.isnan(X[:, 2]) - np.isnan(X[:, 3])


def leaf_by_hand(tree: Tree, x: np.ndarray) -> int:
    """The leaf of one row, by the definition of default_left, category_sides and threshold."""
    node = 0
    while tree.children_left[node] >= 0:
        value, left = x[tree.feature[node]], bool(tree.default_left[node])
        sides = None if tree.category_sides is None else tree.category_sides[node]
        if np.isnan(value):
            pass
        elif sides is not None and (sides >= 0).any():
            if value < len(sides) and sides[int(value)] >= 0:
                left = bool(sides[int(value)])
        else:
            left = bool(value <= tree.threshold[node])
        node = int((tree.children_left if left else tree.children_right)[node])
    return node


def leaves_by_hand(tree: Tree, X: Any) -> np.ndarray:
    values = X.to_dense() if isinstance(X, Triplets) else X
    return np.array([leaf_by_hand(tree, x) for x in values], dtype=np.intp)


def one_by_one(model: Any, X: Any) -> list[np.ndarray]:
    """The raw prediction after each round, tree by tree and row by row."""
    values = model.features_.encode(X)
    raw, found = start(model.loss_, model.initial_raw_prediction_, len(values)), []
    for round_ in model.trace_[: model.n_estimators_]:
        raw = raw.copy()
        for k, tree in enumerate(round_.trees):
            leaf = leaves_by_hand(tree, values)
            np.testing.assert_array_equal(tree.apply(values), leaf)
            column(raw, k)[:] += round_.learning_rate * tree.weight[leaf]
        found.append(raw)
    return found


def assert_same(model: Any, X: Any) -> None:
    expected = one_by_one(model, X)
    np.testing.assert_array_equal(list(model.staged_raw_prediction(X)), expected)
    for n_rounds in (1, len(expected)):
        np.testing.assert_array_equal(model.raw_prediction(X, n_rounds=n_rounds), expected[n_rounds - 1])


@pytest.mark.parametrize("missing_rows", ["learn", "left"])
@pytest.mark.parametrize("missing", [0.0, 0.3])
@pytest.mark.parametrize("depth", [1, 3, None])
def test_the_same_as_tree_by_tree(depth: int | None, missing: float, missing_rows: str) -> None:
    X = rows(N_ROWS, missing=missing)
    model = GradientBoostingRegressor(n_estimators=12, max_depth=depth, missing=missing_rows)
    model.fit(X, target(X))
    assert_same(model, X)
    assert_same(model, rows(50, missing=0.5, seed=1))  # features that no training row of a node missed
    assert_same(model, rows(1, seed=2))
    assert_same(model, np.full((2, 4), np.nan))
    assert_same(model, np.array([[1e308] * 4, [-1e308] * 4]))


def test_infinite_threshold_parts_what_is_missing_from_what_is_not() -> None:
    X = np.array([[1.0], [2.0], [np.nan], [np.nan]])
    model = GradientBoostingRegressor(n_estimators=2, max_depth=1).fit(X, [0.0, 0.0, 1.0, 1.0])
    assert np.isinf(model.trace_[0].trees[0].threshold[0])
    assert_same(model, np.array([[np.finfo(float).max], [-np.finfo(float).max], [np.nan]]))


def test_more_rows_than_a_block() -> None:
    X = rows(N_ROWS, missing=0.1)
    model = GradientBoostingRegressor(n_estimators=7, max_depth=3).fit(X, target(X))
    assert_same(model, rows(2 * BLOCK_ROWS + 1, missing=0.1, seed=3))


def test_one_feature() -> None:
    X = rows(N_ROWS)[:, :1]
    model = GradientBoostingRegressor(n_estimators=5, max_depth=4).fit(X, np.cos(X[:, 0]))
    assert_same(model, X)
    assert_same(model, np.array([[np.nan], [0.0]]))


def test_a_column_a_class_under_softmax() -> None:
    X = rows(N_ROWS, missing=0.2)
    y = np.digitize(target(X), [-0.5, 0.5])
    assert_same(GradientBoostingClassifier(n_estimators=4, max_depth=3).fit(X, y), X)


def test_early_stopping_leaves_out_the_last_rounds() -> None:
    X = rows(N_ROWS)
    y = np.random.default_rng(0).normal(size=N_ROWS)
    model = GradientBoostingRegressor(n_estimators=30, early_stopping_rounds=3)
    model.fit(X[:200], y[:200], validation=(X[200:], y[200:]))
    assert model.n_estimators_ < len(model.trace_)
    assert_same(model, X)


def test_categories_and_triplets() -> None:
    X = rows(N_ROWS)
    X[:, 0] = np.round(np.abs(X[:, 0]) * 3)
    model = GradientBoostingRegressor(n_estimators=4, max_depth=3, categorical_features=[0])
    assert_same(model.fit(X, target(X)), X)
    other = rows(N_ROWS, missing=0.3, seed=1)
    other[:, 0] = np.round(np.abs(other[:, 0]) * 6)  # categories that were not there, too
    assert_same(model, other)
    for absent in ("zero", "missing"):
        entries = from_dense(rows(60, missing=0.4 * (absent == "missing")), absent=absent)
        model = GradientBoostingRegressor(n_estimators=3, max_depth=2).fit(entries, np.arange(60.0))
        assert_same(model, entries)


def test_what_a_stage_hands_out_is_the_caller_s() -> None:
    X = rows(N_ROWS)
    model = GradientBoostingRegressor(n_estimators=3).fit(X, target(X))
    first, *_ = model.staged_raw_prediction(X)
    model.raw_prediction(X)[:] = 0
    np.testing.assert_array_equal(first, one_by_one(model, X)[0])


def test_children_need_not_stand_side_by_side() -> None:
    X = rows(N_ROWS)
    tree = GradientBoostingRegressor(n_estimators=1, max_depth=4).fit(X, target(X)).trace_[0].trees[0]
    # Depth first: a left child comes right after its parent, a right one behind all that is on the left.
    table = to_flat_table(tree)
    order: list[int] = []

    def walk(node: int) -> None:
        order.append(node)
        for child in table.loc[node, ["LeftNodeIndex", "RightNodeIndex"]].astype(int):
            if child >= 0:
                walk(child)

    walk(0)
    number = {old: new for new, old in enumerate(order)} | {-1: -1}
    renumbered = table.assign(
        NodeIndex=table["NodeIndex"].map(number),
        LeftNodeIndex=table["LeftNodeIndex"].map(number),
        RightNodeIndex=table["RightNodeIndex"].map(number),
    )
    other = from_flat_table(renumbered, 4)
    np.testing.assert_array_equal(other.predict(X), tree.weight[leaves_by_hand(tree, X)])


def test_no_rows_and_no_rounds() -> None:
    X = rows(N_ROWS)
    for model in (
        GradientBoostingRegressor(n_estimators=3).fit(X, target(X)),
        GradientBoostingClassifier(n_estimators=3).fit(X, np.digitize(target(X), [-0.5, 0.5])),
    ):
        nobody = start(model.loss_, model.initial_raw_prediction_, 0)
        assert [raw.shape for raw in staged_raw_prediction(nobody, model.trace_, X[:0])] == [nobody.shape] * 3
        assert raw_prediction(nobody, model.trace_, X[:0]).shape == nobody.shape
        assert raw_prediction(nobody, [], X[:0]).shape == nobody.shape
        everyone = start(model.loss_, model.initial_raw_prediction_, N_ROWS)
        assert list(staged_raw_prediction(everyone, [], X)) == []
        np.testing.assert_array_equal(raw_prediction(everyone, [], X), everyone)


@pytest.mark.parametrize("default_left", [True, False])
@pytest.mark.parametrize("threshold", [np.nan, np.inf, -np.inf])
def test_thresholds_that_are_no_numbers(threshold: float, default_left: bool) -> None:
    X = rows(50, missing=0.3)
    tree = GradientBoostingRegressor(n_estimators=1, max_depth=1).fit(X, target(X)).trace_[0].trees[0]
    odd = replace(
        tree,
        threshold=np.array([threshold, np.nan, np.nan]),
        default_left=np.array([default_left, True, True]),
    )
    np.testing.assert_array_equal(odd.apply(X), leaves_by_hand(odd, X))


@pytest.mark.parametrize("form", ["reversed", "by columns", "read only", "whole numbers"])
def test_rows_in_any_form_of_memory(form: str) -> None:
    X = np.round(rows(N_ROWS) * 3)
    tree = GradientBoostingRegressor(n_estimators=1, max_depth=4).fit(X, target(X)).trace_[0].trees[0]
    leaf = leaves_by_hand(tree, X)
    same = {"reversed": X[::-1].copy()[::-1], "by columns": np.asfortranarray(X), "read only": X.copy()}
    same["read only"].flags.writeable = False
    np.testing.assert_array_equal(tree.apply(same.get(form, X.astype(np.int64))), leaf)


@pytest.mark.parametrize("n_columns", [3, 5])
def test_a_tree_refuses_rows_of_another_width(n_columns: int) -> None:
    X = rows(N_ROWS)
    tree = GradientBoostingRegressor(n_estimators=1).fit(X, target(X)).trace_[0].trees[0]
    with pytest.raises(ValueError, match=rf"^X has {n_columns} columns; it must have n_features=4$"):
        tree.apply(np.zeros((2, n_columns)))


def test_triplets_of_many_columns_are_written_out_some_rows_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entries = from_dense(rows(60), absent="zero")
    model = GradientBoostingRegressor(n_estimators=3, max_depth=2).fit(entries, np.arange(60.0))
    monkeypatch.setattr("gbtlib.loops.stack.BLOCK_SIZE", 30)
    assert_same(model, entries)
