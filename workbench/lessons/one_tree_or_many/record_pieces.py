"""How a model cuts its space: where, from which state on, and into how many pieces. Pure.

Trees are those of one class; a tree that grows is one, whose splits are numbered as they were made.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from workbench.lessons.one_tree_or_many.comparison import GrownTree, ModelCourse, nodes_by_size
from workbench.models.predictions import Floats

DEPTH = 5  # as far down as a tree is drawn: 32 leaves
MOST_CUTS = 3000  # drawn

Record = dict[str, Any]
Boxes = NDArray[np.float64]
Flags = NDArray[np.bool_]


def boxes(tree: Tree, n_axes: int, deepest: int) -> Boxes:
    """From where to where each node goes along each axis, down to a depth: (n_nodes, n_axes, 2)."""
    found = np.tile(np.array([-np.inf, np.inf]), (tree.n_nodes, n_axes, 1))
    for i in np.flatnonzero((tree.depth > 0) & (tree.depth <= deepest)):  # children have larger numbers
        up = tree.parent[i]
        found[i] = found[up]
        found[i, tree.feature[up], int(i == tree.children_left[up])] = tree.threshold[up]
    return found


def drawn_leaves(tree: Tree) -> NDArray[np.intp]:
    """The leaves, and the nodes at DEPTH below which nothing is drawn."""
    return np.flatnonzero((tree.is_leaf & (tree.depth <= DEPTH)) | (tree.depth == DEPTH))


def leaf_boxes(trees: list[Tree], kind: str) -> Record:
    """The leaves of every tree, as they are drawn. start: (n_trees + 1) where each tree's begin.

    weight: without the learning rate. box: (leaves * axes * 2) from where to where, along each feature; where
    there are more than two the place of each leaf from left to right.
    """
    start, weights, found = [0], [], []
    for tree in trees:
        leaves = drawn_leaves(tree)
        if kind == "answers":
            place = np.empty(len(leaves))
            place[np.argsort([path_share(tree, int(i)) for i in leaves])] = np.arange(len(leaves))
            found.append(np.column_stack((place, place + 1)).ravel() / len(leaves))
        else:
            found.append(boxes(tree, 1 if kind == "curve" else 2, DEPTH)[leaves].ravel())
        weights.append(tree.weight[leaves])
        start.append(start[-1] + len(leaves))
    return {
        "start": np.array(start, dtype=np.int32),
        "weight": np.concatenate(weights).astype(np.float32),
        "box": np.concatenate(found),
    }


def path_share(tree: Tree, node: int) -> float:
    """Where a node stands from left to right, 0 to 1: its answers as the digits of a binary fraction."""
    number, depth = tree.path_number(node), int(tree.depth[node])
    return (number - (1 << depth) + 0.5) / (1 << depth)


def splits(course: ModelCourse, trees: list[Tree], k: int, n_states: int, kind: str) -> Record | None:
    """Every cut of a space of one or two features; None for more. k: whose trees these are, of a round's.

    since: in which state it is there first; axis; at: the threshold; low, high: from where to where it goes
    along the other axis. is_whole: whether these are all.
    """
    if kind == "answers":
        return None
    n_axes = 1 if kind == "curve" else 2
    known: dict[tuple[float, ...], int] = {}
    for number, tree in enumerate(trees[: n_states - 1], start=1):
        since = grown_in(course, tree, k) if isinstance(course, GrownTree) else np.full(tree.n_nodes, number)
        deepest = tree.max_depth if isinstance(course, GrownTree) else DEPTH
        box = boxes(tree, n_axes, deepest)
        for i in np.flatnonzero(~tree.is_leaf & (tree.depth < deepest) & (since < n_states)).tolist():
            axis = int(tree.feature[i])
            low, high = box[i, 1 - axis] if n_axes == 2 else (-np.inf, np.inf)
            known.setdefault((axis, float(tree.threshold[i]), float(low), float(high)), int(since[i]))
    rows = sorted((since, *cut) for cut, since in known.items())[:MOST_CUTS]
    kept = np.array(rows, dtype=np.float64).reshape(-1, 5)
    is_deep = not isinstance(course, GrownTree) and any(tree.max_depth > DEPTH for tree in trees)
    return {
        "since": kept[:, 0].astype(np.int32),
        "axis": kept[:, 1].astype(np.uint8),
        **{name: np.ascontiguousarray(kept[:, j]) for j, name in enumerate(("at", "low", "high"), start=2)},
        "is_whole": len(known) <= MOST_CUTS and not is_deep,
    }


def grown_in(course: GrownTree, tree: Tree, k: int) -> NDArray[np.intp]:
    """In which state each node is split first: (n_nodes,); the number of states where it never is."""
    states = (tree.children_left.astype(np.intp) + 3) // 2
    leaves = np.where(tree.is_leaf, np.iinfo(np.intp).max, states)
    return np.searchsorted(course.sizes[:, k], leaves)


def pieces(course: ModelCourse, trees: list[Tree], k: int, n_states: int, kind: str) -> NDArray[np.int32]:
    """Into how many pieces the space is cut in every state, (n_states,), each with a prediction of its own.

    Intervals of one feature, boxes of two, the predictions that training rows get where there are more.
    """
    if kind == "answers":
        stages = [course.seen[course.upto(r)] for r in range(n_states)]
        return np.array([len(np.unique(each.round(12), axis=0)) for each in stages], dtype=np.int32)
    edges = [thresholds(course, trees, k, n_states, axis) for axis in range(1 if kind == "curve" else 2)]
    places, shape = cell_places(edges), (len(edges[1]) + 1 if len(edges) > 1 else 1, len(edges[0]) + 1)
    if isinstance(course, GrownTree):
        nodes = nodes_by_size(trees[0], course.sizes[:, k], places)
        return np.array([corners(*differences(each, shape)) for each in nodes], dtype=np.int32)
    found, (across, up) = [1], differences(np.zeros(len(places)), shape)
    for tree in trees[: n_states - 1]:
        more = differences(tree.apply(places), shape)
        across, up = across | more[0], up | more[1]
        found.append(corners(across, up))
    return np.array(found + found[-1:] * (n_states - len(found)), dtype=np.int32)


def thresholds(course: ModelCourse, trees: list[Tree], k: int, n_states: int, axis: int) -> Floats:
    """The different thresholds along an axis of all cuts that are made, ascending."""
    found = []
    for tree in trees[: n_states - 1]:
        is_made = tree.feature == axis
        if isinstance(course, GrownTree):
            is_made &= grown_in(course, tree, k) < n_states
        found.append(tree.threshold[is_made])
    return np.unique(np.concatenate(found))


def cell_places(edges: list[Floats]) -> Floats:
    """A place in every cell, (cells, 1 or 2): its upper end, which is in it. The first axis runs fastest."""
    along = [np.append(each, each[-1] + abs(each[-1]) + 1 if len(each) else 0.0) for each in edges]
    return np.column_stack([axis.ravel() for axis in np.meshgrid(*along)])


def differences(part: NDArray[Any], shape: tuple[int, int]) -> tuple[Flags, Flags]:
    """Whether a cell is in another part than the one to its left, than the one below; at the edges it is."""
    cells = part.reshape(shape)
    across, up = np.ones(shape, dtype=bool), np.ones(shape, dtype=bool)
    across[:, 1:] = cells[:, 1:] != cells[:, :-1]
    up[1:] = cells[1:] != cells[:-1]
    return across, up


def corners(across: Flags, up: Flags) -> int:
    """How many boxes there are: each is a rectangle, and one cell has none of it to the left or below."""
    return int((across & up).sum())
