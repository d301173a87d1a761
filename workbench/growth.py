"""Stepping through the growth of a tree: one split after another, and back."""

from __future__ import annotations

import streamlit as st

from gbtlib import Tree
from workbench import session
from workbench.state import CUT, FEATURE, NODE, SPLITS
from workbench.treelayout import growth_order
from workbench.viewmodel import number


def current_splits(tree: Tree) -> int | None:
    """How many splits of the tree are shown; None for the whole tree."""
    splits = session.value(SPLITS)
    return None if splits is None else min(int(splits), tree.n_leaves - 1)


def growth_stepper(tree: Tree) -> int | None:
    """Buttons that make one split after another; gives how many are shown, None for the whole tree.

    The cursor goes to the node that was split last. Buttons set the split they lead to.
    """
    n_splits, now = tree.n_leaves - 1, current_splits(tree)
    if n_splits == 0:
        st.caption("This tree is a single leaf: nothing was split.")
        return None
    at = n_splits if now is None else now
    columns = st.columns([1.2, 1.2, 1.6, 1.6, 6], gap="small", vertical_alignment="center")
    for place, label, target, words in (
        (columns[0], "First", 0, "Back to the root alone"),
        (columns[1], "Back", max(0, at - 1), "Undo one split"),
        (columns[2], "Next split", min(n_splits, at + 1), "Make the next split"),
        (columns[3], "Whole tree", None, "The tree as it was grown"),
    ):
        place.button(
            label,
            key=f"grow_{label}",
            help=words,
            on_click=go_to,
            args=(tree, target),
            disabled=target == at or (target is None and now is None),
            width="stretch",
        )
    columns[4].markdown(growth_words(tree, now))
    return now


def go_to(tree: Tree, splits: int | None) -> None:
    """Show the tree after so many splits, with the cursor on the last of them."""
    values: dict[str, int | None] = {SPLITS: splits, FEATURE: None, CUT: None}
    if splits is not None:
        values[NODE] = int(growth_order(tree)[splits - 1]) if splits else 0
    session.put(**values)


def growth_words(tree: Tree, splits: int | None) -> str:
    """How far the tree has grown, and what the next split gains."""
    order = growth_order(tree)
    if splits is None:
        return f"Whole tree: **{len(order)} split{'s' if len(order) != 1 else ''}**"
    words = f"**{splits} of {len(order)} splits**"
    if splits < len(order):
        return f"{words}; the next one gains {number(tree.gain[order[splits]])}"
    return words
