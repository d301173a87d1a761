"""A tree as far as its splits were found: nothing of the splits to come is in it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from gbtlib import Tree
from gbtlib.pictures.tree_layout import BOX_WIDTH
from workbench.lessons.find_the_split.hidden_splits import HiddenSplits
from workbench.text.numbers import number, threshold_text
from workbench.trees.box_text import FONT_SIZE, BoxLines, box_lines, text_width
from workbench.trees.growth import tree_after
from workbench.trees.single_tree_boxes import node_fill, node_lines
from workbench.trees.view import Look, TreeView, tree_view


def growing_view(
    hunt: HiddenSplits, splits: int, node: int, asked: int | None, badges: Mapping[int, str]
) -> TreeView:
    """The tree after so many splits, drawn. node: the selected one; asked: the one whose cut is asked for."""
    tree = tree_after(hunt.tree, splits)
    waiting = {i for i in range(tree.n_nodes) if tree.is_leaf[i] and not hunt.tree.is_leaf[i]}
    view = tree_view(
        tree,
        hunt.names,
        node,
        badges=badges,
        look=Look(box_text(hunt, tree, waiting), node_fill(tree) if hunt.kind != "logistic" else None),
    )
    boxes = tuple(
        replace(
            box,
            kind="open" if box.index in waiting and box.kind == "leaf" else box.kind,
            title=box.title.split(", a leaf because")[0] if box.index in waiting else box.title,
            mark="next" if box.index == asked else box.mark,
        )
        for box in view.nodes
    )
    n = len(hunt.order)
    return replace(view, nodes=boxes, words=f"The tree after {splits} of {n} splits")


def box_text(hunt: HiddenSplits, tree: Tree, waiting: set[int]) -> Callable[[int], BoxLines]:
    """What the boxes say: found splits and leaves as usual, nodes that wait only their rows."""
    usual = node_lines(tree, hunt.names, hunt.dataset.class_names)

    def lines(i: int) -> BoxLines:
        if i in waiting:
            rows = f"n {int(tree.n_samples[i]):,}"
            if tree.class_weights is not None:
                rows += " \u2002" + " : ".join(number(each) for each in tree.class_weights[i].tolist())
            return "cut where?", rows, "not split yet"
        if hunt.kind == "logistic":
            text = box_lines(tree, i, hunt.names, "leaf" if tree.is_leaf[i] else "split")
        else:
            text = usual(i)
        return text if tree.is_leaf[i] or not np.isfinite(tree.threshold[i]) else asked_in_full(hunt, i, text)

    return lines


def asked_in_full(hunt: HiddenSplits, node: int, text: BoxLines) -> BoxLines:
    """The lines of a split with its question as the page says it elsewhere.

    A name that is too long for it has a line of its own: of two that begin alike both could be meant.
    """
    name = hunt.names[int(hunt.tree.feature[node])]
    cut = f"≤ {threshold_text(float(hunt.tree.threshold[node]), name)}"
    if text_width(f"{name} {cut}", FONT_SIZE + 1) <= BOX_WIDTH - 10:
        return f"{name} {cut}", *text[1:]
    rows = f"n {int(hunt.tree.n_samples[node]):,}"
    return in_the_middle(name), f"{cut}, {rows}", text[2]


def in_the_middle(name: str) -> str:
    """A name that fits into a box: where it is too long, its middle is left out."""
    room, kept = BOX_WIDTH - 10, len(name)
    text = name
    while text_width(text, FONT_SIZE + 1) > room:
        kept -= 1
        text = f"{name[: kept - kept // 3].rstrip()}…{name[len(name) - kept // 3 :].lstrip()}"
    return text
