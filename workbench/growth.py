"""How far a tree has grown: one split after another, and back."""

from __future__ import annotations

from typing import Any

from gbtlib import Tree
from workbench.treelayout import growth_order
from workbench.viewmodel import number


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
    """How far the tree has grown, and what the next split gains."""
    order = growth_order(tree)
    if len(order) == 0:
        return "This tree is a single leaf: nothing was split."
    if splits is None:
        return f"Whole tree: {len(order)} split{'s' if len(order) != 1 else ''}"
    words = f"{splits} of {len(order)} splits"
    if splits < len(order):
        return f"{words}; the next one gains {number(tree.gain[order[splits]])}"
    return words
