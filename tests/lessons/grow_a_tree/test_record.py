"""What the stage draws: gbtlib's trees as far as they are grown, and scikit-learn's errors."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier as TheirClassifier
from sklearn.tree import DecisionTreeRegressor as TheirRegressor

from workbench.data.catalogue import DATASETS
from workbench.lessons.grow_a_tree.growth_orders import Growing
from workbench.lessons.grow_a_tree.record import MOST_ROWS, kind_of, record_of
from workbench.lessons.grow_a_tree.widgets import both_orders
from workbench.models.single_tree import TreeSettings, grow_single_tree

pytestmark = pytest.mark.sweep


@cache
def growing_of(data: str, **settings: object) -> Growing:
    criterion = "squared_error" if DATASETS[data].task == "regression" else "gini"
    chosen = replace(TreeSettings(data=data, criterion=criterion, max_depth=6), **settings)  # type: ignore[arg-type]
    sides = both_orders(replace(chosen, max_leaves=None))
    limit = grow_single_tree(chosen).tree.n_leaves - 1
    return Growing(chosen, sides, limit, min(1, limit))


def some(limit: int) -> list[int]:
    return sorted({0, 1, 2, 3, 7, limit // 2, limit} & set(range(limit + 1)))


def node_after(side: dict[str, np.ndarray], leaf: int, splits: int) -> int:
    """The node that a leaf's rows are in after so many splits: children come with their split."""
    while leaf and side["split"][side["parent"][leaf]] > splits:
        leaf = int(side["parent"][leaf])
    return leaf


@pytest.mark.parametrize("data", DATASETS)
def test_means_are_those_of_a_tree_of_as_many_leaves(data: str) -> None:
    growing = growing_of(data)
    record = record_of(growing)
    assert len(record["y"]) <= MOST_ROWS
    for side, order in zip(record["sides"], growing.sides, strict=True):
        for splits in some(growing.limit):
            settings = replace(growing.settings, grow_policy=order.policy, max_leaves=splits + 1)
            tree = grow_single_tree(settings).tree if splits else None
            nodes = [node_after(side, int(leaf), splits) for leaf in side["leaf"]]
            drawn = side["mean"][nodes]
            if tree is None:
                assert np.all(drawn == side["mean"][0])
                continue
            rows = np.linspace(0, len(order.fit.train) - 1, len(drawn)).round().astype(int)
            rows = rows if len(drawn) < len(order.fit.train) else np.arange(len(drawn))
            leaves = tree.apply(order.fit.X[rows])
            values = tree.weight if not record["is_class"] else tree.class_shares[:, 1]
            assert drawn == pytest.approx(values[leaves], rel=1e-12)


@pytest.mark.parametrize("data", DATASETS)
def test_every_row_stands_in_its_node_and_every_cut_parts_its_rows(data: str) -> None:
    growing = growing_of(data)
    record = record_of(growing)
    is_plane = record["kind"] == "plane"
    for side in record["sides"]:
        for splits in some(growing.limit):
            nodes = np.array([node_after(side, int(leaf), splits) for leaf in side["leaf"]])
            assert np.all((side["low"][nodes] <= side["x"]) & (side["x"] <= side["high"][nodes]))
            if is_plane:
                assert np.all(
                    (side["bottom"][nodes] <= side["second"]) & (side["second"] <= side["top"][nodes])
                )
        at = np.arange(len(side["x"]))
        for row, leaf in zip(at, side["leaf"], strict=True):
            while leaf:
                up = side["parent"][leaf]
                along = side["second"] if is_plane and side["axis"][up] == 1 else side["x"]
                is_left = leaf == side["left"][up]
                assert (along[row] <= side["cut"][up]) == is_left
                leaf = up


@pytest.mark.parametrize("data", DATASETS)
def test_the_level_falls_by_each_gain_to_what_is_left_in_the_leaves(data: str) -> None:
    growing = growing_of(data)
    for side in record_of(growing)["sides"]:
        order = np.argsort(side["split"])
        made = order[side["split"][order] > 0][: growing.limit]
        falls = -np.diff(side["level"])
        assert falls == pytest.approx(side["gain"][made], rel=1e-9, abs=1e-9 * side["level"][0])
        for splits in some(growing.limit):
            born = (np.arange(len(side["n"])) + 1) // 2
            stands = (born <= splits) & ((side["split"] == 0) | (side["split"] > splits))
            left = np.sum(side["n"][stands] * side["impurity"][stands]) / side["n"][0]
            assert side["level"][splits] == pytest.approx(left, rel=1e-9, abs=1e-9 * side["level"][0])


@pytest.mark.parametrize(
    ("data", "criterion"),
    [("breast_cancer", "gini"), ("breast_cancer", "entropy"), ("diabetes", "squared_error")],
)
def test_best_first_leaves_as_much_impurity_as_scikit_learns(data: str, criterion: str) -> None:
    is_regression = criterion == "squared_error"
    growing = growing_of(data, criterion=criterion)
    (side,) = (each for each in record_of(growing)["sides"] if each["is_best_first"])
    fit = growing.main.fit
    kind = TheirRegressor if is_regression else TheirClassifier
    for splits in (1, 2, 4, 8):
        theirs = kind(criterion=criterion, max_depth=6, max_leaf_nodes=splits + 1, random_state=0)
        tree = theirs.fit(fit.X, fit.y).tree_
        leaves = tree.children_left < 0
        left = np.sum(tree.weighted_n_node_samples[leaves] * tree.impurity[leaves]) / len(fit.y)
        assert side["level"][splits] == pytest.approx(left / 2 if is_regression else left, rel=1e-9)


def test_the_sums_of_a_gain_by_hand() -> None:
    """Rows 1, 2 | 6, 7 about their mean 4: -3 - 2 = -5, 2 + 3 = 5; and (25 / 2 + 25 / 2) / (2 * 4)."""
    for side in record_of(growing_of("hand4"))["sides"]:
        left = int(side["left"][0])
        assert side["n"][[left, left + 1]].tolist() == [2, 2]
        assert side["pull"][[left, left + 1]].tolist() == [-5, 5]
        assert side["gain"][0] == 3.125


@pytest.mark.parametrize(
    ("data", "kind"), [("cos_x", "values"), ("moons", "plane"), ("iris", "order"), ("sentences", "order")]
)
def test_rows_are_drawn_as_their_features_let_them(data: str, kind: str) -> None:
    assert kind_of(growing_of(data)) == kind


def test_a_single_leaf_has_nothing_to_split() -> None:
    record = record_of(growing_of("breast_cancer", min_samples_leaf=400))
    assert record["limit"] == 0
    assert all(len(side["level"]) == 1 and side["split"].tolist() == [0] for side in record["sides"])
