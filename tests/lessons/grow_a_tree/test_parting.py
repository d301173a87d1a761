"""What a split parts: its rows, each where the tree sends it, and where its pieces come from."""

import numpy as np
import pytest

from gbtlib.pictures.tree_layout import growth_order
from workbench.lessons.grow_a_tree.growth_orders import predicted, step_function
from workbench.lessons.grow_a_tree.panels import class_dots, row_dots
from workbench.lessons.grow_a_tree.parting import parting, start_of
from workbench.models.predictions import places
from workbench.models.single_tree import SingleTree, TreeSettings, grow_single_tree
from workbench.trees.growth import tree_after

REACH = ((0.0, 1.0), (0.0, 1.0))


def grown(data: str, criterion: str) -> SingleTree:
    return grow_single_tree(TreeSettings(data=data, criterion=criterion))


@pytest.mark.parametrize(("data", "criterion"), [("cos_x2", "squared_error"), ("circles", "gini")])
def test_each_row_is_on_the_side_of_its_child(data: str, criterion: str) -> None:
    fit = grown(data, criterion)
    n_features = fit.dataset.X.shape[1]
    dots = row_dots(fit)[:1] if n_features == 1 else class_dots(fit)
    at = places(fit.dataset)
    drawn = np.array([row for kind in dots for row in zip(kind.x, kind.y, strict=True)])
    for splits in range(1, min(fit.tree.n_leaves, 6)):
        tree = tree_after(fit.tree, splits)
        node = int(growth_order(tree)[-1])
        found = parting(tree, dots, at[0], at[-1], REACH)
        assert found is not None
        leaf = tree.apply(drawn[:, :n_features])
        for side, child in ((found.left, tree.children_left[node]), (found.right, tree.children_right[node])):
            assert np.array_equal(np.column_stack(side), drawn[leaf == child])
        assert set(found.cut[int(tree.feature[node])]) == {float(f"{tree.threshold[node]:.6g}")}


def test_the_pieces_come_from_one_level() -> None:
    fit = grown("cos_x2", "squared_error")
    low, high = places(fit.dataset)[[0, -1], 0]
    for splits in (1, 2, 7):
        tree, before = tree_after(fit.tree, splits), tree_after(fit.tree, splits - 1)
        corners = step_function(tree, low, high, None)
        start = start_of(tree, corners, None)
        assert start is not None
        x, y = np.array(start)
        middles = (x[::2] + x[1::2]) / 2
        np.testing.assert_allclose(y[::2], predicted(before, middles[:, np.newaxis], None), rtol=1e-5)
        assert np.array_equal(y[::2], y[1::2])
        assert np.sum(y[::2][:-1] == y[::2][1:]) == 1  # two pieces of one level: those that part


def test_the_root_has_parted_nothing() -> None:
    fit = grown("cos_x2", "squared_error")
    tree, at = tree_after(fit.tree, 0), places(fit.dataset)
    assert parting(tree, row_dots(fit), at[0], at[-1], REACH) is None
    assert start_of(tree, step_function(tree, at[0, 0], at[-1, 0], None), None) is None
