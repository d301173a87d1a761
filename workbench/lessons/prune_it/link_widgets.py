"""The node of the cursor in a sequence: how weak its branch is, what to try, the tree in boxes. Widgets."""

from __future__ import annotations

import streamlit as st

from gbtlib import CrossValidation
from workbench.components.ahead import Parts
from workbench.components.prose import prose_data, show_prose
from workbench.components.tree import show_tree, tree_data
from workbench.lessons.prune_it.alpha_words import (
    TIES,
    choice_words,
    node_title,
    remaining,
    room_words,
    strength_formula,
    task_words,
    terms_here,
    why_no_folds,
)
from workbench.lessons.prune_it.current_sequence import tree_settings
from workbench.lessons.prune_it.link_boxes import boxes
from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.link.values import NODE
from workbench.shell import session
from workbench.shell.ahead import SliderSteps
from workbench.shell.cursor import TREE, take_node


def link_and_choice(found: PruningSequence, result: CrossValidation | None, step: int, node: int) -> None:
    """How weak the branch of a node is, and which step cross-validation chooses."""
    steps = steps_of(found)
    show_prose(steps.parts(step)["words"], key="link_words")
    steps.look_ahead(step)
    st.latex(strength_formula(found, found.branches(step), node))
    if result is not None:
        st.markdown(choice_words(found, result))


def steps_of(found: PruningSequence) -> SliderSteps:
    """What the components below the picture show at each step, at what is left of the cursor's node."""
    node = session.clip(NODE, found.tree.n_nodes - 1, 0)

    def make(step: int, _: object) -> Parts:
        left = remaining(found, step, node)
        return {
            "words": prose_data(f"**{node_title(found, left)}**", terms_here(found, step)),
            "tree": tree_data(boxes(found, step, left), left),
        }

    rows = found.given or tree_settings()
    return SliderSteps((rows, found.measure, node), (0, found.n_steps - 1), None, make)


def task(found: PruningSequence, result: CrossValidation | None, step: int) -> None:
    """What to try at a step, and why nothing is cross-validated where that is so."""
    st.markdown(f"**Try:** {task_words(found, step)}")
    if result is None:
        st.caption(why_no_folds(found))


def tree_in_boxes(found: PruningSequence, step: int) -> None:
    """The same tree in boxes, and what falls together in it."""
    if room_words(found):
        st.caption(room_words(found))
    show_tree(steps_of(found).parts(step)["tree"], key=TREE, on_select=take_node)
    st.caption(TIES)
