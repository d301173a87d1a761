"""How far a tree has grown: one split after another, and back."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np

from gbtlib import Tree
from gbtlib.loops.reasons import MAX_LEAVES
from gbtlib.loops.trees import NO_SIDE
from gbtlib.pictures.tree_layout import growth_order
from workbench.text.grammar import how_many


def growth_data(tree: Tree, splits: int | None) -> dict[str, Any]:
    """What the browser needs to step through the growth of a tree. splits: shown so far, None for all."""
    order = growth_order(tree).tolist()
    return {
        "at": len(order) if splits is None else splits,
        "whole": splits is None,
        "order": order,
        "words": growth_words(tree, splits),
    }


def growth_words(tree: Tree, splits: int | None) -> str:
    """How far the tree has grown. What the next split gains stands in its box."""
    n_splits = len(growth_order(tree))
    if n_splits == 0:
        return "This tree is a single leaf: nothing was split."
    return how_many(n_splits, "split") if splits is None else f"{splits} of {how_many(n_splits, 'split')}"


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
