"""A tree as it was while it grew."""

from dataclasses import fields, replace
from typing import Any

import numpy as np

from gbtlib import Tree
from gbtlib.loops.reasons import MAX_LEAVES
from gbtlib.loops.trees import NO_SIDE


def tree_after(tree: Tree, splits: int) -> Tree:
    """The tree as it was after so many splits; nodes that were not split yet are leaves."""
    n_nodes = 2 * splits + 1
    if n_nodes >= tree.n_nodes:
        return tree
    arrays: dict[str, Any] = {}
    for field in fields(Tree):
        value = getattr(tree, field.name)
        arrays[field.name] = value[:n_nodes].copy() if isinstance(value, np.ndarray) else value
    open_ = arrays["children_left"] >= n_nodes
    for name, gone in (
        ("feature", -1),
        ("threshold", np.nan),
        ("default_left", True),
        ("children_left", -1),
        ("children_right", -1),
        ("gain", np.nan),
        ("why_leaf", MAX_LEAVES),
        ("category_sides", NO_SIDE),
    ):
        if arrays[name] is not None:
            arrays[name][open_] = gone
    return replace(tree, **arrays)
