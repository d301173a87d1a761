"""A tree from arrays that somebody hands in, checked node by node.

Nodes may have any numbers, but the root is 0. Every message names the node and the rule.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.core.tree import ARRAYS, Tree
from gbtlib.loops.reasons import GIVEN
from gbtlib.loops.trees import NO_SIDE

Integers = NDArray[Any]

NEEDED = ("feature", "threshold", "children_left", "children_right", "weight")
WHOLE = ("feature", "children_left", "children_right", "n_samples")
MADE_HERE = ("depth", "why_leaf")
MOST_NAMED = 20  # nodes of a cycle
UNTOLD: dict[str, Any] = {"default_left": True, "n_samples": 0, "G": np.nan, "H": np.nan, "gain": np.nan}


def tree_from_arrays(arrays: Mapping[str, ArrayLike], n_features: int) -> Tree:
    """A tree from arrays by the names that Tree has for them, one entry a node; the root is node 0.

    Needed: feature, threshold (rows with x <= threshold go left), children_left, children_right (-1 in a
    leaf), and weight, finite in leaves. What else there is of default_left, n_samples, G, H, gain is kept;
    without it missing values go left, and the rest is NaN or 0. Where a child has a smaller number than its
    parent, the nodes are numbered anew, breadth first.
    Errors: ValueError for a missing or unknown array, another length, or nodes that make no tree.
    """
    known = [name for name in ARRAYS if name not in MADE_HERE]
    for name in (*NEEDED, *arrays):
        if name not in arrays or name not in known:
            wrong = "is missing" if name not in arrays else "is unknown"
            raise ValueError(
                f"array {name!r} {wrong}; there are {', '.join(known)}; needed: {', '.join(NEEDED)}"
            )
    feature = np.asarray(arrays["feature"])
    if feature.ndim != 1 or len(feature) == 0:
        raise ValueError(
            f"array 'feature' has shape {feature.shape}; it must be (n_nodes,), with a node at least"
        )
    columns = {name: column(name, values, len(feature)) for name, values in arrays.items()}
    columns |= {name: np.full(len(feature), value) for name, value in UNTOLD.items() if name not in columns}
    depth = check_children(columns["children_left"], columns["children_right"])
    leaf = columns["children_left"] < 0
    columns["feature"] = np.where(leaf, -1, columns["feature"]).astype(np.int32)
    columns["threshold"] = np.where(leaf, np.nan, columns["threshold"])
    columns["why_leaf"] = np.where(leaf, GIVEN, 0).astype(np.int8)
    tree = check_nodes(Tree(**columns, depth=depth, n_features=n_features), n_features)
    first_child = np.minimum(tree.children_left, tree.children_right)
    in_order = leaf | (first_child > np.arange(tree.n_nodes))
    return tree if in_order.all() else numbered_anew(tree)


def column(name: str, values: ArrayLike, n_nodes: int) -> NDArray[Any]:
    """A copy of one array, of the type that a tree has. Errors: ValueError for other shapes or values."""
    kind = np.int32 if name in WHOLE else np.bool_ if name == "default_left" else np.float64
    found = np.asarray(values)
    if found.shape != (n_nodes,):
        raise ValueError(f"array {name!r} has shape {found.shape}; it must be ({n_nodes},), one entry a node")
    if found.dtype.kind not in "biuf":
        raise ValueError(f"array {name!r} has the type {found.dtype}; it must hold numbers")
    if kind != np.float64:
        low, high = (0, 1) if kind == np.bool_ else (-(2**31), 2**31 - 1)
        wrong = ~((found == np.round(found)) & (found >= low) & (found <= high))
        if wrong.any():
            node = int(np.flatnonzero(wrong)[0])
            rule = "0 or 1" if kind == np.bool_ else "a whole number"
            raise ValueError(f"node {node} has {name}={found[node]}; it must be {rule}")
    return found.astype(kind)


def check_children(left: Integers, right: Integers, loose: Any = False, deepest: float = np.inf) -> Integers:
    """The depth of each node, -1 of those that hang nowhere and may.

    loose: the nodes that may, as a mask. Errors: ValueError unless all others hang on node 0, each by one
    parent, under at most so many splits.
    """
    n_nodes = len(left)
    splits = np.flatnonzero((left != -1) | (right != -1))
    node, child = np.repeat(splits, 2), np.column_stack((left, right))[splits].ravel()
    wrong = np.flatnonzero((child < 1) | (child >= n_nodes))
    if len(wrong):
        at, found = node[wrong[0]], child[wrong[0]]
        rule = f"it must have two, numbered from 0 to {n_nodes - 1}, or -1 twice in a leaf"
        is_root = f"node {at} has the root, node 0, for a child: that is a cycle"
        raise ValueError(f"node {at} has the child {found}; {rule}" if found else is_root)
    order = np.argsort(child, kind="stable")
    twice = order[1:][np.diff(child[order]) == 0]
    if len(twice):
        first, second = node[child == child[twice[0]]][:2]
        both = f"node {first} and of node {second}; a node must have one parent"
        raise ValueError(f"node {child[twice[0]]} is the child of {both}")
    depth, level, reached = np.full(n_nodes, -1, dtype=np.int32), np.array([0]), 0
    while len(level):
        if reached > deepest:
            raise ValueError(f"node {level[0]} is deeper than {deepest} splits")
        depth[level] = reached
        level, reached = level[left[level] >= 0], reached + 1
        level = np.concatenate((left[level], right[level]))
    lost = np.flatnonzero((depth < 0) & ~np.asarray(loose))
    orphans = np.setdiff1d(lost, child)
    if len(orphans):
        raise ValueError(f"node {orphans[0]} cannot be reached: no node has it for a child")
    if len(lost):
        some = ", ".join(map(str, lost[:MOST_NAMED])) + ", ..." * (len(lost) > MOST_NAMED)
        raise ValueError(f"nodes {some} cannot be reached: they hold a cycle")
    return depth


def check_downwards(left: Integers, right: Integers) -> Integers:
    """The depth of each node. Errors: as check_children, and for a child before its parent."""
    for children in (left, right):
        wrong = np.flatnonzero((children >= 0) & (children <= np.arange(len(children))))
        if len(wrong):
            rule = "it must have children with larger numbers than its own"
            raise ValueError(f"node {wrong[0]} has the child {children[wrong[0]]}; {rule}")
    return check_children(left, right)


def check_nodes(tree: Tree, n_features: int) -> Tree:
    """The tree itself. Errors: ValueError for another n_features, or what a node must not ask or say."""
    if tree.n_features != n_features:
        raise ValueError(f"the tree has n_features={tree.n_features}; it must be {n_features}")
    inner, leaf = ~tree.is_leaf, tree.is_leaf
    asks = inner.copy()
    if tree.category_sides is not None:
        asks &= (tree.category_sides == NO_SIDE).all(axis=1)
    faults = (
        (
            inner & ((tree.feature < 0) | (tree.feature >= n_features)),
            "feature",
            f"must be at least 0 and below {n_features}, the number of features",
        ),
        (asks & ~(tree.threshold > -np.inf), "threshold", "must be a number in a split"),
        (leaf & ~np.isfinite(tree.weight), "weight", "must be finite in a leaf"),
        (tree.n_samples < 0, "n_samples", "must be at least 0"),
    )
    for wrong, name, rule in faults:
        if wrong.any():
            node = int(np.flatnonzero(wrong)[0])
            raise ValueError(f"node {node} has {name}={getattr(tree, name)[node]}; it {rule}")
    return tree


def numbered_anew(tree: Tree) -> Tree:
    """The tree with its nodes numbered breadth first."""
    order = tree.breadth_first()
    number = np.empty(tree.n_nodes, dtype=np.int32)
    number[order] = np.arange(tree.n_nodes)
    arrays = {name: getattr(tree, name)[order] for name in ARRAYS}
    for name in ("children_left", "children_right"):
        arrays[name] = np.where(arrays[name] < 0, -1, number[arrays[name]]).astype(np.int32)
    return Tree(**arrays, n_features=tree.n_features)
