"""The trees of a fit as flat arrays for a browser: what is drawn of each, and where rows end. Pure.

A tree is drawn down to DEPTH; what is split there is one folded node. A *position* counts the drawn nodes of
a tree in the order of their numbers, which the tree gave them.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from gbtlib.core.boosting import Round, column
from workbench.data.sources import levels_of
from workbench.text.numbers import ROUNDING, threshold_decimals
from workbench.text.questions import split_sides, tree_question

SETTLED = 1e-13  # of the largest G: what is less is rounding
DEPTH = 5  # 32 leaves side by side at most
Arrays = dict[str, Any]
Numbers = NDArray[np.intp]


def drawn_nodes(tree: Tree) -> Numbers:
    """The numbers of the nodes that are drawn, ascending."""
    return np.flatnonzero(tree.depth <= DEPTH)


def position_of_all(tree: Tree, drawn: Numbers) -> Numbers:
    """For every node of a tree the position of the drawn node that it is, or that it is folded into."""
    above = np.full(tree.n_nodes, -1)
    above[drawn] = np.arange(len(drawn))
    for node in np.flatnonzero(tree.depth > DEPTH).tolist():  # a parent has a smaller number
        above[node] = above[tree.parent[node]]
    return above


def drawn_trees(trees: Sequence[Tree], names: Sequence[str]) -> Arrays:
    """All trees, one after the other. Arrays have one entry a drawn node, but for `start`.

    start: (n_trees + 1) where each begins. id: the number in the tree. parent, left, right: positions, -1 for
    none. hidden: leaves of the branch that is folded, 0 elsewhere. decimals: of the threshold as it is shown.
    asks: by entry, the question of a split that no threshold says. Others: as in Tree.
    """
    found: dict[str, list[NDArray[Any]]] = {}
    asks: dict[str, str] = {}
    start = [0]
    for tree in trees:
        drawn = drawn_nodes(tree)
        for name, values in tree_arrays(tree, drawn, names).items():
            found.setdefault(name, []).append(values)
        if tree.category_sides is not None:
            asks |= {
                str(start[-1] + at): tree_question(tree, node, names[int(tree.feature[node])])
                for at, node in enumerate(drawn.tolist())
                if split_sides(tree, node) is not None
            }
        start.append(start[-1] + len(drawn))
    arrays: Arrays = {name: np.concatenate(parts) for name, parts in found.items()}
    return {"start": np.array(start, dtype=np.int32), **arrays, "asks": asks}


def tree_arrays(tree: Tree, drawn: Numbers, names: Sequence[str]) -> dict[str, NDArray[Any]]:
    """A tree's part of them."""
    place = position_of_all(tree, drawn)
    inner = tree.depth[drawn] < DEPTH
    left, right, parent = (each[drawn] for each in (tree.children_left, tree.children_right, tree.parent))
    return {
        "id": drawn.astype(np.int32),
        "parent": np.where(parent < 0, -1, place[parent]).astype(np.int32),
        "left": np.where(inner & (left >= 0), place[left], -1).astype(np.int32),
        "right": np.where(inner & (right >= 0), place[right], -1).astype(np.int32),
        "hidden": leaves_below(tree, place, drawn).astype(np.int32),
        "depth": tree.depth[drawn].astype(np.int8),
        "feature": tree.feature[drawn].astype(np.int16),
        "threshold": tree.threshold[drawn],
        "decimals": decimals(tree, drawn, names),
        "default_left": tree.default_left[drawn].astype(np.uint8),
        "n": tree.n_samples[drawn].astype(np.int32),
        "G": gradient_sums(tree)[drawn].astype(np.float32),
        "H": tree.H[drawn].astype(np.float32),
        "gain": tree.gain[drawn].astype(np.float32),
        "weight": tree.weight[drawn],
        "why": tree.why_leaf[drawn].astype(np.int8),
    }


def gradient_sums(tree: Tree) -> NDArray[np.float64]:
    """G of every node, 0 where only rounding is left of it: see gradient_sum of box_text, node by node."""
    size = np.abs(tree.G)
    is_noise = (size < SETTLED * size.max(initial=0.0)) | (size < ROUNDING * tree.n_samples)
    return np.where(is_noise, 0.0, tree.G)


def leaves_below(tree: Tree, place: Numbers, drawn: Numbers) -> Numbers:
    """How many leaves are folded into each drawn node."""
    folded = tree.leaves[tree.depth[tree.leaves] > DEPTH]
    return np.bincount(place[folded], minlength=len(drawn))


def decimals(tree: Tree, drawn: Numbers, names: Sequence[str]) -> NDArray[np.int8]:
    """With how many decimals each threshold is shown."""
    found = np.full(len(drawn), -1, dtype=np.int8)
    for feature in np.unique(tree.feature[drawn]):
        mine = tree.feature[drawn] == feature
        if feature >= 0 and not levels_of(names[feature]):
            found[mine] = threshold_decimals(names[feature], tree.threshold[drawn[mine]])
    return found


def ends(
    trace: Sequence[Round], j: int, drawn: Numbers, cells: Callable[[Tree], Numbers] | None = None
) -> Arrays:
    """In which leaf every drawn row ends, and every cell, in every round's tree of class j.

    start: (R+1) where the leaves of a round begin. weight: of each, and `node` the position that it is drawn
    at. row: (R * n) which of the round's leaves, cell: the same of cells. So a raw prediction grows in every
    round by learning_rate * weight[start + row], as in gbtlib.
    """
    start, weights, nodes, rows, in_cells = [0], [], [], [], []
    for round_ in trace:
        tree = round_.trees[j]
        mine = column(round_.leaf, j)[drawn].astype(np.intp)
        other = cells(tree) if cells is not None else mine[:0]
        shown = drawn_nodes(tree)
        used = np.zeros(tree.n_nodes, dtype=bool)
        used[mine] = used[other] = True
        used[shown[tree.is_leaf[shown]]] = True
        leaf = np.flatnonzero(used)
        which = np.zeros(tree.n_nodes, dtype=np.intp)
        which[leaf] = np.arange(len(leaf))
        weights.append(tree.weight[leaf])
        nodes.append(position_of_all(tree, shown)[leaf])
        rows.append(which[mine])
        in_cells.append(which[other])
        start.append(start[-1] + len(leaf))
    small = np.uint8 if np.diff(start).max() <= 2**8 else np.uint16
    return {
        "start": np.array(start, dtype=np.int32),
        "weight": np.concatenate(weights),
        "node": np.concatenate(nodes).astype(np.uint8),
        "row": np.concatenate(rows).astype(small),
        "cell": np.concatenate(in_cells).astype(small),
    }
