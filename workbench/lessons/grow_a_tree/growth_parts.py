"""What the parts of the stage show after so many splits: pictures, both trees, their queues. Pure."""

from __future__ import annotations

from typing import Any

from gbtlib.pictures.tree_layout import growth_order, nearest
from workbench.components.curves import curves_data
from workbench.components.prose import prose_data
from workbench.lessons.grow_a_tree.growth_orders import Growing, GrowthOrder, made
from workbench.lessons.grow_a_tree.panels import picture, rows_of_stage
from workbench.lessons.grow_a_tree.parting import step_of
from workbench.lessons.grow_a_tree.tree_picture import drawn_side
from workbench.lessons.grow_a_tree.words import (
    picture_words,
    queue_words,
    side_words,
    terms_here,
    verdict_words,
)
from workbench.trees.view import TreeView


def made_last(growing: Growing) -> int:
    """The name of the node that was split last in the main order; the root where none is split yet."""
    return made(growing.main, growing.splits)[-1] if growing.splits else 0


def growth_parts(growing: Growing, name: int, *, hiding: bool = False) -> dict[str, dict[str, Any]]:
    """What the components are sent; name: of the node that is looked at.

    hiding: without what tells which node is split next.
    """
    panels, said = picture(growing, hiding=hiding), picture_words(growing, hiding=hiding)
    rows = rows_of_stage(panels)
    parts = {
        "picture": curves_data(panels, said, rows=rows, step=step_of(growing)),
        "verdict": prose_data(verdict_words(growing), terms_here(growing)),
    }
    for side in growing.sides:
        view, data = drawn_side(growing, side, name, hiding=hiding)
        parts[f"tree_{side.policy}"] = data | {"step": step_in_tree(growing, side, view)}
        parts[f"queue_{side.policy}"] = prose_data(queue_words(growing, side, hiding=hiding), {})
        parts[f"words_{side.policy}"] = prose_data(side_words(growing, side), {})
    return parts


def step_in_tree(growing: Growing, side: GrowthOrder, view: TreeView) -> dict[str, Any]:
    """How far a tree has grown, with the box that shows the node that was split last; None at the root."""
    drawn = {node.index for node in view.nodes}
    last = growth_order(side.tree)[growing.splits - 1] if growing.splits else None
    return step_of(growing) | {"split": None if last is None else nearest(side.tree, int(last), drawn)}
