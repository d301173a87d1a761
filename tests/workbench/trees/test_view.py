"""Drawn trees: what is drawn, where, and that every number on a box is the tree's own."""

import numpy as np
import pytest

from gbtlib import GradientBoostingRegressor, Tree
from gbtlib.loops.reasons import MAX_LEAVES, NOT_DRAWN, TIED, WHY_LEAF
from gbtlib.pictures import colours
from gbtlib.pictures.svg import text_width
from gbtlib.pictures.tree_boxes import SHORT_REASON, SPACE
from gbtlib.pictures.tree_layout import (
    BOX_HEIGHT,
    BOX_WIDTH,
    LEVEL_HEIGHT,
    MOST_LEVELS,
    SLOT,
    grown_nodes,
    growth_order,
)
from tests.gbtlib.models import MODELS, table, target
from workbench.text.grammar import how_many
from workbench.text.numbers import latex, number, threshold_text
from workbench.trees.view import Look, NodeView, TreeView, node_formula, tree_view

pytestmark = pytest.mark.sweep

NAMES = ("a", "b", "c", "d")


def deep(**params: object) -> Tree:
    X = table(200, ties=False)
    model = GradientBoostingRegressor(n_estimators=1, reg_lambda=0.0, **{"max_depth": 9, **params})
    return model.fit(X, target(X)).trace_[0].trees[0]


ALL = {name: model.trace_[0].trees[0] for name, model in MODELS.items()}
ALL |= {"deep": deep(), "chain": deep(max_depth=None, max_leaves=30, grow_policy="lossguide")}
TREES = [pytest.param(tree, id=name) for name, tree in ALL.items()]


def some_nodes(tree: Tree) -> list[int]:
    return sorted(
        {0, 1, tree.n_nodes // 2, int(np.argmax(tree.depth)), tree.n_nodes - 1} & set(range(tree.n_nodes))
    )


@pytest.mark.parametrize("tree", TREES)
@pytest.mark.parametrize("levels", [1, 3, 9])
def test_boxes_do_not_overlap(tree: Tree, levels: int) -> None:
    for selected in some_nodes(tree):
        view = tree_view(tree, NAMES, selected, look=Look(levels=levels))
        for node in view.nodes:
            assert BOX_WIDTH / 2 <= node.x <= view.width - BOX_WIDTH / 2
            assert BOX_HEIGHT / 2 <= node.y <= view.height - BOX_HEIGHT / 2
            for other in view.nodes:
                if other.index != node.index and other.y == node.y:
                    assert abs(other.x - node.x) >= BOX_WIDTH


def numbers_of(node: NodeView) -> tuple[str, ...]:
    return tuple(part.split()[-1] for part in node.lines[1].split(SPACE))


def without_noise(values: np.ndarray, i: int) -> float:
    """What rounding leaves of a sum that is 0 is shown as 0."""
    return 0.0 if abs(values[i]) < 1e-13 * np.abs(values).max() else float(values[i])


@pytest.mark.parametrize("tree", TREES)
def test_every_number_on_a_box_is_the_trees(tree: Tree) -> None:
    for node in tree_view(tree, NAMES, int(np.argmax(tree.depth))).nodes:
        i = node.index
        rows, G, H = numbers_of(node)
        assert rows == f"{tree.n_samples[i]:,}"
        total = without_noise(tree.G, i)
        assert G in (number(total, 3), number(total, 2))
        assert H in (number(tree.H[i], 3), number(tree.H[i], 2))
        if tree.is_leaf[i]:
            assert node.lines[0] == f"w = {number(tree.weight[i])}"
            assert node.lines[2].startswith("leaf: ")
            assert tree.node(i).why_leaf in node.title
        else:
            threshold = tree.threshold[i]
            rest = "is there" if np.isinf(threshold) else f"≤ {threshold_text(threshold)}"
            assert node.lines[0] == f"{NAMES[tree.feature[i]]} {rest}"
            assert number(tree.gain[i], 4) in node.title
            if node.kind == "split":
                assert node.lines[2] == f"gain {number(tree.gain[i])}"


def test_every_reason_has_a_short_form() -> None:
    assert set(SHORT_REASON) == set(range(1, len(WHY_LEAF))) - {NOT_DRAWN, TIED}


def hidden_leaves(view: TreeView) -> int:
    return sum(int(n.lines[2].split()[0]) for n in view.nodes if n.kind == "folded")


def tips(view: TreeView) -> int:
    return sum(n.kind in ("leaf", "open") for n in view.nodes)


@pytest.mark.parametrize("tree", TREES)
def test_what_is_folded_adds_up(tree: Tree) -> None:
    for selected in range(tree.n_nodes):
        view = tree_view(tree, NAMES, selected)
        drawn = {node.index: node for node in view.nodes}
        assert hidden_leaves(view) + tips(view) == tree.n_leaves
        assert selected in drawn
        assert view.selected == selected
        assert drawn[selected].kind == ("leaf" if tree.is_leaf[selected] else "split")  # choosing it opens it
        path = tree.path_to(selected)
        if len(path) <= MOST_LEVELS:
            for i in range(tree.n_nodes):
                above = int(tree.parent[i])
                assert (i in drawn) == (tree.depth[i] <= 3 or (above in drawn and above in path))


@pytest.mark.parametrize("tree", TREES)
def test_a_path_of_any_depth_fits_into_as_many_rows(tree: Tree) -> None:
    for selected in range(tree.n_nodes):
        view = tree_view(tree, NAMES, selected)
        rows = {round((node.y - view.nodes[0].y) / LEVEL_HEIGHT) for node in view.nodes}
        assert rows == set(range(len(rows)))
        assert max(rows) <= max(MOST_LEVELS, 3)
        boxes = {node.index: node for node in view.nodes}
        for node in view.nodes[1:]:
            above = boxes[node.parent]
            between = tree.path_to(node.index)[tree.path_to(node.index).index(node.parent) + 1 : -1]
            assert node.y - above.y == LEVEL_HEIGHT
            said = (f"⋯ {how_many(len(between), 'level')}",) if between else ("yes", "no")
            assert node.answer in said
            assert not between or above.kind == "folded"  # what lies between opens there
            assert boxes.keys().isdisjoint(between)


def test_the_end_of_a_long_way_is_drawn_with_what_stands_beside_it() -> None:
    """A chain of splits: three levels, then the last three, and how many lie between."""
    X = np.arange(61.0)[:, np.newaxis]
    model = GradientBoostingRegressor(n_estimators=1, max_depth=None, reg_lambda=0.0).fit(X, 3.0 ** -X[:, 0])
    tree = model.trace_[0].trees[0]
    deepest = int(np.argmax(tree.depth))
    assert tree.max_depth > 15
    view = tree_view(tree, NAMES, deepest)
    assert len(view.nodes) <= 2**4 - 1 + 2 * MOST_LEVELS
    path = view.path_to(deepest)
    assert path == [i for i in tree.path_to(deepest) if i in set(path)]
    assert [int(tree.depth[i]) for i in path[:4]] == [0, 1, 2, 3]
    assert int(tree.depth[path[4]]) == tree.max_depth - 3
    (begins,) = [node for node in view.nodes if node.index == path[4]]
    assert begins.answer == f"⋯ {tree.max_depth - 7} levels"


def test_children_stand_on_their_side() -> None:
    tree = ALL["plain"]
    boxes = {node.index: node for node in tree_view(tree, NAMES, look=Look(levels=9)).nodes}
    for i in np.flatnonzero(~tree.is_leaf):
        left, right = boxes[int(tree.children_left[i])], boxes[int(tree.children_right[i])]
        assert left.x < boxes[int(i)].x < right.x
        assert (left.answer, right.answer) == ("yes", "no")


def test_the_picture_has_one_size_for_all_trees_of_a_model() -> None:
    views = [
        tree_view(round_.trees[0], NAMES, room=3)
        for name in ("gamma_post", "leafwise", "min_samples", "plain")
        for round_ in MODELS[name].trace_
    ]
    assert len({len(view.nodes) for view in views}) > 1
    assert {(view.width, view.height) for view in views} == {(8 * SLOT, views[0].height)}


@pytest.mark.parametrize("tree", TREES)
def test_a_tree_grows_split_by_split(tree: Tree) -> None:
    n_splits = tree.n_leaves - 1
    seen = {0}
    for splits in range(n_splits + 1):
        nodes = tree_view(tree, NAMES, splits=splits, look=Look(levels=99)).nodes
        there = {node.index for node in nodes}
        inner = {node.index for node in nodes if node.kind == "split"}
        assert (len(inner), len(there)) == (splits, 2 * splits + 1)
        assert seen <= there
        if splits:  # the last split turned a leaf of the moment before into a split with two children
            made = int(growth_order(tree)[splits - 1])
            assert there - seen == {int(tree.children_left[made]), int(tree.children_right[made])}
            assert [node.index for node in nodes if node.mark == "last"] == [made]
        coming = [node for node in nodes if node.mark == "next"]
        assert [node.index for node in coming] == growth_order(tree)[splits : splits + 1].tolist()
        for node in nodes:
            if node.kind == "open":
                assert node.lines[0] == f"w = {number(without_noise(tree.weight, node.index))}"
                assert not tree.is_leaf[node.index] or tree.why_leaf[node.index] == MAX_LEAVES
        seen = there
    assert seen == set(range(tree.n_nodes))


def test_growth_is_the_order_of_the_grower() -> None:
    """Best first takes the open node with the largest gain, depth-wise the first of a level."""
    tree = ALL["chain"]
    for splits, node in enumerate(growth_order(tree).tolist()):
        there = grown_nodes(tree, splits)
        frontier = [i for i in there if int(tree.children_left[i]) not in there]
        assert tree.gain[node] == np.nanmax(tree.gain[frontier])
    depthwise = ALL["deep"]
    assert growth_order(depthwise).tolist() == by_level(depthwise)
    assert growth_order(tree).tolist() != by_level(tree)


def by_level(tree: Tree) -> list[int]:
    return [i for i in tree.breadth_first().tolist() if not tree.is_leaf[i]]


@pytest.mark.parametrize("name", ["plain", "deep", "chain"])
def test_boxes_stand_still_while_a_tree_grows(name: str) -> None:
    tree = ALL[name]
    whole = {node.index: (node.x, node.y) for node in tree_view(tree, NAMES).nodes}
    for splits in range(tree.n_leaves):
        for node in tree_view(tree, NAMES, splits=splits).nodes:
            assert (node.x, node.y) == whole[node.index]


def test_a_folded_box_counts_what_has_grown() -> None:
    tree = ALL["chain"]
    for splits in range(tree.n_leaves):
        view = tree_view(tree, NAMES, splits=splits)
        assert hidden_leaves(view) + tips(view) == splits + 1
        assert sum(node.mark == "next" for node in view.nodes) == (splits < tree.n_leaves - 1)


def test_a_node_that_is_not_there_yet_gives_way_to_the_one_above() -> None:
    tree = ALL["deep"]
    leaf = int(np.argmax(tree.depth))
    view = tree_view(tree, NAMES, leaf, splits=1)
    assert view.selected == tree.path_to(leaf)[1]


def test_pages_may_write_and_paint_the_boxes() -> None:
    tree = ALL["plain"]
    view = tree_view(
        tree,
        NAMES,
        badges={1: "g 0.5"},
        look=Look(lines=lambda i: (f"share {i}", "", "two"), fill=lambda i: colours.BELOW, faded={2}),
    )
    boxes = {node.index: node for node in view.nodes}
    assert boxes[0].lines == ("share 0", "", "two")
    assert boxes[0].title == "Node 0: share 0, two"
    assert {node.fill for node in view.nodes} == {colours.BELOW}
    assert [i for i in boxes if boxes[i].badge] == [1]
    assert [i for i in boxes if boxes[i].faded] == [2]


def test_long_names_keep_their_threshold() -> None:
    tree = ALL["plain"]
    names = ["standard error of the mean concavity"] * 4
    for node in tree_view(tree, names).nodes:
        if node.kind == "split":
            assert node.lines[0].endswith(f"… ≤ {number(tree.threshold[node.index], 4)}")
            assert text_width(node.lines[0], 15) <= BOX_WIDTH
            assert names[0] in node.title


def test_formula_shows_the_numbers_of_the_node() -> None:
    tree = ALL["plain"]
    formula = node_formula(tree, 0, 1.0, 0.0)
    for value in (tree.G[0], tree.H[0], tree.gain[0], tree.G[1], tree.H[2]):
        assert latex(value) in formula
    leaf = int(tree.leaves[0])
    formula = node_formula(tree, leaf, 1.0, 0.0)
    for value in (tree.G[leaf], tree.H[leaf], tree.weight[leaf]):
        assert latex(value) in formula


def test_the_path_to_the_chosen_node_is_known() -> None:
    tree = ALL["deep"]
    leaf = int(tree.leaves[-1])
    view = tree_view(tree, NAMES, leaf)
    assert view.path_to(leaf) == [i for i in tree.path_to(leaf) if i in {node.index for node in view.nodes}]


def test_boxes_say_the_sign_of_their_weight_by_their_colour() -> None:
    tree = ALL["plain"]
    largest = np.abs(tree.weight[tree.leaves]).max()
    for node in tree_view(tree, NAMES).nodes:
        assert node.fill == colours.sign_fill(np.clip(tree.weight[node.index] / largest, -1, 1))
