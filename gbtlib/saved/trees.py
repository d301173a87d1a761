"""A tree as JSON, and back with every check that keeps a row from getting lost in it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from gbtlib.checks.given_trees import check_downwards
from gbtlib.core.tree import Tree
from gbtlib.inputs.surrogates import no_surrogate, surrogate_type
from gbtlib.loops.reasons import WHY_LEAF
from gbtlib.loops.trees import NO_SIDE
from gbtlib.saved.part import LARGEST_WHOLE, DamagedError, Part, plain_numbers
from gbtlib.saved.trace import restored

MOST_ROWS = 2**31 - 1
ROUTES = ("feature", "threshold", "children_left", "children_right", "default_left", "weight")
TOLD = ("n_samples", "G", "H", "gain", "why_leaf")  # of nodes, beyond what predictions ask: all or none
TOLD_BY_SOME = ("impurity", "n_candidates")


@dataclass(frozen=True)
class Data:
    """What the trees of a model were grown on: features, the categories of each (0 for numbers), and classes
    (None where trees predict numbers).
    """

    n_features: int
    n_categories: tuple[int, ...]
    n_classes: int | None = None

    def wholes(self, n_nodes: int) -> dict[str, tuple[int, int, Any]]:
        """The smallest and the largest number, and the type, of the arrays of whole numbers."""
        return {
            "feature": (-1, self.n_features - 1, np.int32),
            "children_left": (-1, n_nodes - 1, np.int32),
            "children_right": (-1, n_nodes - 1, np.int32),
            "default_left": (0, 1, np.bool_),
            "n_samples": (0, MOST_ROWS, np.int32),
            "why_leaf": (0, len(WHY_LEAF) - 1, np.int8),
            "n_candidates": (0, LARGEST_WHOLE, np.int64),
        }


def plain_tree(tree: Tree) -> dict[str, Any]:
    """The arrays of a tree by name, one entry a node; its depths follow from its children."""
    known = {name: values for name, values in vars(tree).items() if values is not None}
    names = (*ROUTES, *TOLD, *TOLD_BY_SOME, "class_weights", "category_sides")
    arrays = {name: plain_numbers(known[name]) for name in names if name in known}
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
    names, is_bare = list(ROUTES), not any(part.has(name) for name in TOLD)
    if not is_bare:
        names += [*TOLD, *(name for name in TOLD_BY_SOME if part.has(name))]
    whole = data.wholes(n)
    arrays: dict[str, Any] = {
        name: part[name].wholes(n, *whole[name]) if name in whole else part[name].numbers(n) for name in names
    }
    try:
        arrays["depth"] = check_downwards(arrays["children_left"], arrays["children_right"])
    except ValueError as error:
        raise DamagedError(f"{part.place}: {error}") from None
    arrays |= class_arrays(part, n, data) | routing_arrays(part, n, data)
    check_splits(part, arrays, data)
    arrays["n_features"] = data.n_features
    tree: Tree = restored(Tree, arrays) if is_bare else Tree(**arrays)
    return tree


def class_arrays(part: Part, n: int, data: Data) -> dict[str, Any]:
    """The class weights of a class tree, none of another."""
    if data.n_classes is None:
        if part.has("class_weights"):
            raise DamagedError(f"{part.place} has class_weights; trees of this model predict numbers")
        return {}
    for weight in part["weight"].entries():
        if weight.value not in range(data.n_classes):
            raise weight.fault(f"a class number below {data.n_classes}")
    rows = part["class_weights"].entries(n)
    found = np.array([row.numbers(data.n_classes, finite=True) for row in rows])
    if (found < 0).any():
        raise rows[int((found < 0).any(axis=1).argmax())].fault("a list of sums of weights, none below 0")
    return {"class_weights": found}


def routing_arrays(part: Part, n: int, data: Data) -> dict[str, Any]:
    """The sides of categories and the surrogates, where the tree has any."""
    most, arrays = max(data.n_categories), {}
    if part.has("category_sides"):
        sides = [row.wholes(most, -1, 1, np.int8) for row in part["category_sides"].entries(n)]
        arrays["category_sides"] = np.array(sides, dtype=np.int8).reshape(n, most)
    if part.has("surrogates"):
        kept = [node.entries() for node in part["surrogates"].entries(n)]
        found = np.full((n, max(1, *map(len, kept))), no_surrogate(surrogate_type(most)))
        for node, entries in enumerate(kept):
            for rank, entry in enumerate(entries):
                found[node, rank] = surrogate_of(entry, data)
        arrays["surrogates"] = found
    return arrays


def surrogate_of(part: Part, data: Data) -> tuple[Any, ...]:
    """One surrogate: feature, threshold, below_left, agreement, adjusted, and the side of each category."""
    given = part.numbers(5 + max(data.n_categories)).tolist()
    feature, threshold, below_left, agreement, adjusted, *sides = given
    is_whole = feature in range(data.n_features) and below_left in (0, 1) and {*sides} <= {-1, 0, 1}
    if not is_whole or np.isnan(threshold) != bool(data.n_categories[int(feature)]):
        raise part.fault("a cut of a number, or the sides of the categories of a feature that has some")
    return int(feature), threshold, bool(below_left), agreement, adjusted, *map(int, sides)


def check_splits(part: Part, arrays: dict[str, Any], data: Data) -> None:
    """Errors: ValueError for a split without a question, or a leaf without an answer, naming the node."""
    leaf = arrays["children_left"] < 0
    has_categories = np.array(data.n_categories)[arrays["feature"]] > 0
    by_category = (arrays.get("category_sides", np.full((len(leaf), 1), NO_SIDE)) != NO_SIDE).any(axis=1)
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
            raise part[name].at(int(wrong.argmax())).fault(rule)
