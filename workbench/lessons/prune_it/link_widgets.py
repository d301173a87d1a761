"""The node of the cursor in a sequence: how weak its branch is, what to try, the tree in boxes. Widgets."""

from __future__ import annotations

import streamlit as st

from gbtlib import CrossValidation
from workbench.components.prose import prose
from workbench.lessons.prune_it.alpha_words import (
    TIES,
    choice_words,
    node_title,
    room_words,
    strength_formula,
    task_words,
    terms_here,
    why_no_folds,
)
from workbench.lessons.prune_it.link_boxes import boxes
from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.shell.cursor import node_chooser


def link_and_choice(found: PruningSequence, result: CrossValidation | None, step: int, node: int) -> None:
    """How weak the branch of a node is, and which step cross-validation chooses."""
    prose(f"**{node_title(found, node)}**", terms_here(found, step), key="link_words")
    st.latex(strength_formula(found, found.branches(step), node))
    if result is not None:
        st.markdown(choice_words(found, result))


def task(found: PruningSequence, result: CrossValidation | None, step: int) -> None:
    """What to try at a step, and why nothing is cross-validated where that is so."""
    st.markdown(f"**Try:** {task_words(found, step)}")
    if result is None:
        st.caption(why_no_folds(found))


def tree_in_boxes(found: PruningSequence, step: int, node: int) -> None:
    """The same tree in boxes, and what falls together in it."""
    if room_words(found):
        st.caption(room_words(found))
    node_chooser(boxes(found, step, node), node)
    st.caption(TIES)
