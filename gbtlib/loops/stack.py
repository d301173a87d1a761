"""Trees as the loops want them: end to end in flat arrays, and rows as blocks of numbers."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.loops.trees import NO_SIDE, Questions, TreeStack

BLOCK_SIZE = 2**20  # places of a sparse matrix that are written out at a time


def stacked(trees: Sequence[Any]) -> TreeStack:
    """Some trees, end to end; one at least."""
    feature, threshold, default_left, left, right = (
        np.concatenate([getattr(tree, name) for tree in trees])
        for name in ("feature", "threshold", "default_left", "children_left", "children_right")
    )
    n_nodes = np.array([tree.n_nodes for tree in trees])
    root = n_nodes.cumsum() - n_nodes
    leaf, first, own = feature < 0, root.repeat(n_nodes), np.arange(len(feature))
    depths = np.maximum.reduceat(np.concatenate([tree.depth for tree in trees]), root)
    return TreeStack(
        read_only(root, np.uint32),
        read_only(depths, np.uint32),
        read_only(np.where(leaf, 0, feature), np.uint32),
        read_only(threshold, np.float64),
        read_only(default_left, np.bool_),
        read_only(np.where(leaf, own, left + first), np.uint32),
        read_only(np.where(leaf, own, right + first), np.uint32),
        questions_of(trees),
    )


def questions_of(trees: Sequence[Any]) -> Questions:
    """What all nodes of some trees ask: nothing, if no tree has categories or surrogates."""
    kept = [tree.surrogates for tree in trees]
    is_plain = all(tree.surrogates is None and tree.category_sides is None for tree in trees)

    def asked(split: str | None, name: str, kind: Any, fill: Any) -> NDArray[Any]:
        width = 0 if is_plain else 1
        arrays = [
            np.full((tree.n_nodes, 1), fill) if split is None else getattr(tree, split)[:, np.newaxis]
            for tree in trees
        ]
        others = side_by_side(trees, [None if one is None else one[name] for one in kept], kind, fill)
        return read_only(np.hstack((np.concatenate(arrays)[:, :width], others)), kind)

    feature = asked("feature", "feature", np.int32, -1)
    own = side_by_side(trees, [tree.category_sides for tree in trees], np.int8, NO_SIDE)
    names = {
        name for one in kept if one is not None for name in one.dtype.names or () if name.startswith("side_")
    }
    sides = np.full((*feature.shape, max(own.shape[1], len(names))), NO_SIDE, dtype=np.int8)
    if not is_plain:
        sides[:, 0, : own.shape[1]] = own
    for k in range(len(names)):
        sides[:, :, k] = np.hstack((sides[:, :1, k], asked(None, f"side_{k}", np.int8, NO_SIDE)[:, 1:]))
    return Questions(
        feature,
        asked("threshold", "threshold", np.float64, np.nan),
        asked(None, "below_left", np.bool_, True),
        read_only(sides, np.int8),
    )


def side_by_side(trees: Sequence[Any], arrays: Sequence[Any], kind: Any, fill: Any) -> NDArray[Any]:
    """Arrays (n_nodes, n) of some trees, end to end; where a tree has none, or fewer columns, the filling."""
    width = max((array.shape[1] for array in arrays if array is not None), default=0)
    found = np.full((sum(tree.n_nodes for tree in trees), width), fill, dtype=kind)
    first = 0
    for tree, array in zip(trees, arrays, strict=True):
        if array is not None:
            found[first : first + tree.n_nodes, : array.shape[1]] = array
        first += tree.n_nodes
    return read_only(found, kind)


def read_only(array: Any, kind: Any) -> NDArray[Any]:
    """An array in one piece that cannot be written to: loops are compiled once, for this kind of array."""
    found = np.ascontiguousarray(array, dtype=kind).view()
    found.flags.writeable = False
    return found


def blocks(
    nodes: TreeStack, X: Any, n_features: int
) -> Iterator[tuple[TreeStack, slice, NDArray[np.float64]]]:
    """Rows X (n, n_features) as the loops want them: a matrix at once, triplets some rows at a time.

    Of triplets only the features that splits ask are written out; the nodes number them anew.
    Errors: ValueError for X of another width.
    """
    if X.shape[1] != n_features:
        raise ValueError(f"X has {X.shape[1]} columns; it must have n_features={n_features}")
    if isinstance(X, np.ndarray):
        yield nodes, slice(len(X)), read_only(X, np.float64)
        return
    used = np.arange(n_features)
    if nodes.questions.feature.shape[1] == 0:
        used, feature = np.unique(nodes.feature, return_inverse=True)
        nodes = nodes._replace(feature=read_only(feature, np.uint32))
    n_rows = max(1, BLOCK_SIZE // len(used))
    for first in range(0, len(X), n_rows):
        rows = slice(first, min(first + n_rows, len(X)))
        yield nodes, rows, read_only(X.written_out(rows, used), np.float64)
