"""Which nodes of a tree are drawn, and where: growth, folded branches, places. Pure, without streamlit."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree

BOX_WIDTH, BOX_HEIGHT, GAP = 150, 66, 8
SLOT, LEVEL_HEIGHT, MARGIN = BOX_WIDTH + GAP, BOX_HEIGHT + 44, 16
LEVELS = 3  # a node at this depth or above is always drawn: 8 boxes side by side fill a projector


def growth_order(tree: Tree) -> NDArray[np.intp]:
    """The splits of a tree in the order in which they were made: node numbers (n_splits,).

    A split gives its children the next free numbers, so the order of the left children is that of the splits.
    """
    inner = np.flatnonzero(~tree.is_leaf)
    return inner[np.argsort(tree.children_left[inner])]


def grown_nodes(tree: Tree, splits: int | None) -> frozenset[int]:
    """The nodes that are there after so many splits; None: all of them."""
    made = growth_order(tree)[:splits]
    return frozenset((0, *tree.children_left[made].tolist(), *tree.children_right[made].tolist()))


def nearest(tree: Tree, node: int, among: Collection[int]) -> int:
    """A node itself if it is among some, otherwise the closest node above it that is."""
    while node not in among:
        node = int(tree.parent[node])
    return node


def open_nodes(tree: Tree, selected: int, levels: int = LEVELS) -> list[int]:
    """The nodes that folding leaves, breadth first.

    A node is drawn if it is not deeper than `levels`, or if its parent is drawn and lies on the path from the
    root to the selected node.
    """
    path = set(tree.path_to(selected))
    drawn: set[int] = set()
    for i in tree.breadth_first().tolist():
        parent = int(tree.parent[i])
        if tree.depth[i] <= levels or (parent in drawn and parent in path):
            drawn.add(i)
    return [i for i in tree.breadth_first().tolist() if i in drawn]


def in_order(tree: Tree, drawn: Collection[int]) -> list[int]:
    """Drawn nodes from left to right."""
    order: list[int] = []
    waiting: list[int] = []
    node = 0
    while waiting or node in drawn:
        while node in drawn:
            waiting.append(node)
            node = int(tree.children_left[node])
        order.append(waiting.pop())
        node = int(tree.children_right[order[-1]])
    return order


def leaves_in_order(tree: Tree) -> list[int]:
    """All leaves from left to right."""
    return [i for i in in_order(tree, range(tree.n_nodes)) if tree.children_left[i] < 0]


def places(tree: Tree, drawn: list[int]) -> dict[int, float]:
    """The middle of every drawn node: the lowest side by side, a parent over the middle of its children."""
    shown = set(drawn)
    tips = [i for i in in_order(tree, shown) if int(tree.children_left[i]) not in shown]
    x = {i: (k + 0.5) * SLOT for k, i in enumerate(tips)}
    for i in reversed(drawn):
        if i not in x:
            x[i] = (x[int(tree.children_left[i])] + x[int(tree.children_right[i])]) / 2
    return x
