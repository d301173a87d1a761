"""Which nodes of a tree are drawn, and where: growth, folded branches, places."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.tree import Tree

BOX_WIDTH, BOX_HEIGHT, GAP = 150, 66, 8
SLOT, LEVEL_HEIGHT, MARGIN = BOX_WIDTH + GAP, BOX_HEIGHT + 44, 16
LEVELS = 3  # a node at this depth or above is always drawn: 8 boxes side by side fill a projector
MOST_LEVELS = 7  # of a picture, below the root: more rows of boxes leave no room for their text


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

    A node is drawn if it is not deeper than `levels`, or if its parent lies on the path from the root to the
    selected node. Of a path to somewhere deeper than MOST_LEVELS the middle is left out: its end is drawn
    below its node at depth `levels`.
    """
    path = tree.path_to(selected)
    deepest = len(path) - int(tree.is_leaf[selected])
    left_out = max(0, deepest - max(MOST_LEVELS, levels + 1))
    again = levels + 1 + left_out  # where on the path drawing begins again
    opened, goes_on = set(path[again:] if left_out else path), path[levels : levels + bool(left_out)]
    drawn = [0]
    for i in drawn:  # grows while it is read
        if i in goes_on:
            drawn.append(path[again])
        elif tree.children_left[i] >= 0 and (tree.depth[i] < levels or i in opened):
            drawn += [int(tree.children_left[i]), int(tree.children_right[i])]
    return drawn


def drawn_above(tree: Tree, drawn: Collection[int]) -> dict[int, int]:
    """The closest drawn node above each drawn node; -1 for the root."""
    shown, above = set(drawn), {0: -1}
    for i in drawn:
        if i:
            above[i] = nearest(tree, int(tree.parent[i]), shown)
    return above


def tips(below: Mapping[int, Sequence[int]]) -> list[int]:
    """The nodes that nothing lies below, from left to right."""
    found, waiting = [], [0]
    while waiting:
        i = waiting.pop()
        waiting += reversed(below.get(i, ()))
        if i not in below:
            found.append(i)
    return found


def leaves_in_order(tree: Tree) -> list[int]:
    """All leaves from left to right."""
    children = zip(tree.children_left.tolist(), tree.children_right.tolist(), strict=True)
    return tips({i: pair for i, pair in enumerate(children) if pair[0] >= 0})


def places(tree: Tree, drawn: list[int]) -> dict[int, float]:
    """The middle of every drawn node: the lowest side by side, a parent over the middle of its children.

    drawn: breadth first. Where levels are left out, a node stands over what is drawn again below it.
    """
    below: dict[int, list[int]] = {}
    for i, above in drawn_above(tree, drawn).items():
        below.setdefault(above, []).append(i)
    x = {i: (k + 0.5) * SLOT for k, i in enumerate(tips(below))}
    for i in reversed(drawn):
        if i in below:
            x[i] = sum(x[each] for each in below[i]) / len(below[i])
    return x


def laid_out(
    tree: Tree, drawn: list[int], above: Mapping[int, int], rooms: int
) -> tuple[dict[int, tuple[float, float]], tuple[int, int]]:
    """The middle of each drawn node, and the picture's width and height.

    rooms: levels to keep room for. above: of drawn_above, breadth first.
    """
    x, rows = places(tree, drawn), {-1: -1}
    for i, over in above.items():  # its depth, less the levels that are left out
        rows[i] = rows[over] + 1
    needed = SLOT * (len(drawn) - len(set(above.values()) - {-1}))
    width = max(needed, SLOT * 2 ** min(rooms, LEVELS))
    height = 2 * MARGIN + BOX_HEIGHT + LEVEL_HEIGHT * max(rooms, *rows.values())
    top, left = MARGIN + BOX_HEIGHT / 2, (width - needed) / 2
    return {i: (x[i] + left, top + LEVEL_HEIGHT * rows[i]) for i in drawn}, (width, height)
