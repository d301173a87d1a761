"""What is drawn and written: layouts without overlaps, labels, formulas."""

import numpy as np
import pytest

from tests.models import MODELS
from workbench import theme, treeview
from workbench.components.tree import tree_data
from workbench.viewmodel import latex

NAMES = ("a", "b", "c", "d")
TREES = [pytest.param(model.trace_[0].trees[0], id=name) for name, model in MODELS.items()]


@pytest.mark.parametrize("tree", TREES)
@pytest.mark.parametrize("levels", [1, 3, 9])
def test_boxes_do_not_overlap(tree, levels: int) -> None:
    view = treeview.tree_view(tree, NAMES, levels)
    for node in view.nodes:
        assert treeview.NODE_WIDTH / 2 <= node.x <= view.width - treeview.NODE_WIDTH / 2
        assert treeview.NODE_HEIGHT / 2 <= node.y <= view.height - treeview.NODE_HEIGHT / 2
        for other in view.nodes:
            if other.index != node.index and other.y == node.y:
                assert abs(other.x - node.x) >= treeview.NODE_WIDTH


@pytest.mark.parametrize("tree", TREES)
def test_folded_branches_say_what_they_hide(tree) -> None:
    view = treeview.tree_view(tree, NAMES, levels=1)
    hidden = sum(
        int(node.lines[0].removeprefix("+").split()[0])
        for node in view.nodes
        if node.lines[0].startswith("+")
    )
    assert hidden + len(view.nodes) == tree.n_nodes


def test_children_stand_on_their_side() -> None:
    tree = MODELS["plain"].trace_[0].trees[0]
    boxes = {node.index: node for node in treeview.tree_view(tree, NAMES, 9).nodes}
    for i in np.flatnonzero(~tree.is_leaf):
        left, right = boxes[int(tree.children_left[i])], boxes[int(tree.children_right[i])]
        assert left.x < boxes[int(i)].x < right.x
        assert (left.answer, right.answer) == ("yes", "no")


def test_formula_shows_the_numbers_of_the_node() -> None:
    tree = MODELS["plain"].trace_[0].trees[0]
    formula = treeview.node_formula(tree, 0, 1.0, 0.0)
    for value in (tree.G[0], tree.H[0], tree.gain[0], tree.G[1], tree.H[2]):
        assert latex(value) in formula
    leaf = int(tree.leaves[0])
    formula = treeview.node_formula(tree, leaf, 1.0, 0.0)
    for value in (tree.G[leaf], tree.H[leaf], tree.weight[leaf]):
        assert latex(value) in formula
    assert tree.node(leaf).why_leaf in treeview.node_words(tree, leaf)


def test_the_path_to_the_chosen_node_is_marked() -> None:
    tree = MODELS["plain"].trace_[0].trees[0]
    view = treeview.tree_view(tree, NAMES, 9)
    leaf = int(tree.leaves[-1])
    assert tree_data(view, leaf)["path"][::-1] == tree.path_to(leaf)


def test_tones_are_blue_below_and_orange_above_zero() -> None:
    assert theme.tone(-1) == "#8cbef5"
    assert theme.tone(1) == "#ffbe78"
    assert theme.tone(0) == "#eef0f3"
