"""A tree as JSON, and back with every check that keeps a row from getting lost in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.tree import Tree
from gbtlib.inputs.routing import NO_SIDE, no_surrogate, surrogate_type
from gbtlib.loops.reasons import WHY_LEAF
from gbtlib.saved.part import LARGEST_WHOLE, Part, plain_numbers
from gbtlib.saved.trace import restored

MOST_NODES, MOST_ROWS = 2**31 - 1, 2**31 - 1
WRITTEN = (
    *("feature", "threshold", "children_left", "children_right", "default_left", "weight", "n_samples"),
    *("G", "H", "gain", "why_leaf", "impurity", "n_candidates", "class_weights", "category_sides"),
)


@dataclass(frozen=True)
class Data:
    """What the trees of a model were grown on: features, the categories of each (0 for numbers), and classes
    (None where trees predict numbers).
    """

    n_features: int
    n_categories: tuple[int, ...]
    n_classes: int | None = None


def plain_tree(tree: Tree) -> dict[str, Any]:
    """The arrays of a tree by name, one entry a node; its depths follow from its children."""
    known = {name: values for name, values in vars(tree).items() if values is not None}
    arrays = {name: plain_numbers(known[name]) for name in WRITTEN if name in known}
    if tree.surrogates is not None:
        arrays["surrogates"] = [
            [plain_numbers(np.array(one, dtype=np.float64)) for one in node if one[0] >= 0]
            for node in tree.surrogates.tolist()
        ]
    return arrays


def tree_of(part: Part, data: Data) -> Tree:
    """The tree that plain_tree wrote. Errors: ValueError with the place and the rule."""
    n = len(part["feature"].list())
    if n == 0:
        raise part["feature"].fault("a list of one node at least")
    arrays: dict[str, Any] = {name: part[name].numbers(n) for name in ("threshold", "weight")}
    arrays["feature"] = part["feature"].wholes(n, -1, data.n_features - 1)
    for name in ("children_left", "children_right"):
        arrays[name] = part[name].wholes(n, -1, n - 1)
    arrays["default_left"] = part["default_left"].wholes(n, 0, 1, np.bool_)
    arrays["depth"] = depths(part, arrays["children_left"], arrays["children_right"])
    arrays |= class_arrays(part, n, data) | routing_arrays(part, n, data)
    check_splits(part, arrays, data)
    arrays["n_features"] = data.n_features
    if not any(part.has(name) for name in ("n_samples", "G", "H", "gain", "why_leaf")):
        bare: Tree = restored(Tree, arrays)
        return bare
    return Tree(**arrays, **told_of_nodes(part, n))


def told_of_nodes(part: Part, n: int) -> dict[str, Any]:
    """What a tree tells of its nodes, beyond what predictions ask."""
    arrays: dict[str, Any] = {name: part[name].numbers(n) for name in ("G", "H", "gain")}
    arrays["n_samples"] = part["n_samples"].wholes(n, 0, MOST_ROWS)
    arrays["why_leaf"] = part["why_leaf"].wholes(n, 0, len(WHY_LEAF) - 1, np.int8)
    if part.has("impurity"):
        arrays["impurity"] = part["impurity"].numbers(n)
    if part.has("n_candidates"):
        arrays["n_candidates"] = part["n_candidates"].wholes(n, 0, LARGEST_WHOLE, np.int64)
    return arrays


def depths(part: Part, left: NDArray[np.int32], right: NDArray[np.int32]) -> NDArray[np.int32]:
    """Splits above each node. Errors: ValueError unless the children make one tree, numbered downwards."""
    depth = np.full(len(left), -1, dtype=np.int32)
    depth[0] = 0
    for node, children in enumerate(zip(left.tolist(), right.tolist(), strict=True)):
        if depth[node] < 0:
            raise ValueError(f"{part.place}: node {node} is the child of no node before it")
        if children == (-1, -1):
            continue
        for child in children:
            if child <= node:
                rule = "a node has two children with larger numbers, or -1 twice in a leaf"
                raise ValueError(f"{part.place}: node {node} has the child {child}; {rule}")
            if depth[child] >= 0:
                raise ValueError(f"{part.place}: node {child} is the child of two nodes; it must be of one")
            depth[child] = depth[node] + 1
    return depth


def class_arrays(part: Part, n: int, data: Data) -> dict[str, Any]:
    """The class weights of a class tree, none of another."""
    if data.n_classes is None:
        if part.has("class_weights"):
            raise ValueError(f"{part.place} has class_weights; trees of this model predict numbers")
        return {}
    for weight in part["weight"].entries():
        if weight.value not in range(data.n_classes):
            raise weight.fault(f"a class number below {data.n_classes}")
    weights = [row.numbers(data.n_classes, finite=True) for row in part["class_weights"].entries(n)]
    found = np.array(weights)
    if (found < 0).any():
        node = int(np.flatnonzero((found < 0).any(axis=1))[0])
        raise part["class_weights"].at(node).fault("a list of sums of weights, none below 0")
    return {"class_weights": found}


def routing_arrays(part: Part, n: int, data: Data) -> dict[str, Any]:
    """The sides of categories and the surrogates, where the tree has any."""
    most, arrays = max(data.n_categories), {}
    if part.has("category_sides"):
        sides = [row.wholes(most, -1, 1, np.int8) for row in part["category_sides"].entries(n)]
        arrays["category_sides"] = np.array(sides, dtype=np.int8).reshape(n, most)
    if part.has("surrogates"):
        kept = [node.entries() for node in part["surrogates"].entries(n)]
        nothing = no_surrogate(surrogate_type(most))
        found = np.full((n, max(1, *map(len, kept))), nothing)
        for node, entries in enumerate(kept):
            for rank, entry in enumerate(entries):
                found[node, rank] = surrogate_of(entry, data)
        arrays["surrogates"] = found
    return arrays


def surrogate_of(part: Part, data: Data) -> tuple[Any, ...]:
    """One surrogate: feature, threshold, below_left, agreement, adjusted, and the side of each category."""
    most = max(data.n_categories)
    given = part.numbers(5 + most)
    feature, threshold, below_left, agreement, adjusted, *sides = given.tolist()
    is_whole = feature in range(data.n_features) and below_left in (0, 1) and {*sides} <= {-1, 0, 1}
    if not is_whole or np.isnan(threshold) != bool(data.n_categories[int(feature)]):
        raise part.fault("a cut of a number, or the sides of the categories of a feature that has some")
    return int(feature), threshold, bool(below_left), agreement, adjusted, *map(int, sides)


def check_splits(part: Part, arrays: dict[str, Any], data: Data) -> None:
    """Errors: ValueError for a split without a question, or a leaf without an answer, naming the node."""
    leaf = arrays["children_left"] < 0
    has_categories = np.array(data.n_categories)[arrays["feature"]] > 0
    by_category = np.zeros(len(leaf), dtype=bool)
    if "category_sides" in arrays:
        by_category = (arrays["category_sides"] != NO_SIDE).any(axis=1)
    threshold = arrays["threshold"]
    asks = (threshold > -np.inf) & ~(has_categories & np.isfinite(threshold))
    faults = (
        (leaf != (arrays["feature"] < 0), "feature", "-1 in a leaf, and the number of a feature in a split"),
        (leaf & ~np.isfinite(arrays["weight"]), "weight", "finite in a leaf"),
        (~leaf & ~by_category & ~asks, "threshold", "a number in a split of numbers"),
        (by_category & (leaf | ~has_categories), "category_sides", "-1 but where a split asks categories"),
    )
    for wrong, name, rule in faults:
        if wrong.any():
            raise part[name].at(int(np.flatnonzero(wrong)[0])).fault(rule)
