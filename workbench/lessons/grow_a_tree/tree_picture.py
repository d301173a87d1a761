"""The drawn tree of one order of growth: nodes by their names, open ones in words. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gbtlib.pictures.tree_layout import nearest
from workbench.components.tree import tree_data
from workbench.lessons.grow_a_tree.growth_orders import Growing, GrowthOrder, made
from workbench.text.numbers import number
from workbench.trees.box_text import BoxLines
from workbench.trees.single_tree_boxes import node_fill, node_lines
from workbench.trees.view import Look, NodeView, TreeView, tree_view

LEVELS = 2  # two trees stand side by side


def side_view(
    growing: Growing, side: GrowthOrder, name: int, *, hiding: bool = False
) -> tuple[TreeView, int]:
    """The tree of a side as far as it has grown, and the node to mark in it.

    A node that was chosen is laid out with all that is on the way to it; where one has just stepped, branches
    stay folded, so that the picture keeps its size, and a folded box stands for what it holds. hiding: do not
    tell what open nodes gain, nor which comes next.
    """
    tree, splits = side.tree, growing.splits
    node = nearest(tree, int(side.index[name]), range(2 * splits + 1))
    stepped = splits > 0 and name == made(growing.main, splits)[-1]
    around = 0 if stepped else node
    view = tree_view(
        tree,
        growing.dataset.feature_names,
        around,
        splits=splits,
        room=LEVELS,
        look=Look(lines=lines_of(growing, side, hiding=hiding), fill=node_fill(tree), levels=LEVELS),
    )
    final = splits >= growing.limit
    nodes = tuple(renamed(each, side, hiding=hiding or final) for each in view.nodes)
    drawn = {each.index for each in nodes}
    return replace(view, nodes=nodes), nearest(tree, node, drawn)


def drawn_side(
    growing: Growing, side: GrowthOrder, name: int, *, hiding: bool = False
) -> tuple[TreeView, dict[str, Any]]:
    """The same as it is sent to the browser, in the colours of the whole tree: the view, and its data."""
    view, marked = side_view(growing, side, name, hiding=hiding)
    data, fill = tree_data(view, marked), node_fill(side.tree)
    for box in data["nodes"]:
        box["fill"] = fill(box["index"])
    return view, data


def lines_of(growing: Growing, side: GrowthOrder, *, hiding: bool) -> Callable[[int], BoxLines]:
    """What the boxes say: the questions that were asked, and of open nodes their names and best gains."""
    tree, data = side.tree, growing.dataset
    usual = node_lines(tree, data.feature_names, data.class_names)

    def lines(i: int) -> BoxLines:
        child = int(tree.children_left[i])
        if child < 2 * growing.splits + 1:
            return usual(i)
        _, rows, _ = usual(i)
        if growing.splits >= growing.limit:
            return f"node {side.label[i]}", rows, "leaf: max_leaves"
        gain = "open" if hiding else f"open: gains {number(float(tree.gain[i]))}"
        return f"node {side.label[i]}", rows, gain

    return lines


def renamed(node: NodeView, side: GrowthOrder, *, hiding: bool) -> NodeView:
    """A box under the node's name; without the mark of the next split where that is hidden."""
    name = int(side.label[node.index])
    title = node.title.replace(f"Node {node.index}:", f"Node {name}:", 1)
    if not hiding or node.mark != "next":
        return replace(node, title=title)
    made = node.badge if node.badge != "next" else ""
    return replace(node, title=title, mark="", badge=made)
