"""The node of the cursor in a sequence: how weak its branch is, what to try, the tree in boxes. Widgets."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from gbtlib import CrossValidation
from workbench.components.prose import prose
from workbench.lessons.prune_it.alpha_words import (
    TIES,
    box_lines,
    choice_words,
    node_title,
    room_words,
    strength_formula,
    task_words,
    terms_here,
    why_no_folds,
)
from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.shell.cursor import node_chooser
from workbench.text.grammar import how_many
from workbench.text.numbers import number
from workbench.trees.single_tree_boxes import node_fill
from workbench.trees.view import Look, TreeView, tree_view


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


def boxes(found: PruningSequence, step: int, node: int) -> TreeView:
    """A tree in boxes: g(t) at its corner, pruned branches pale, what falls next marked."""
    branches, leaf = found.branches(step), found.leaves(step)
    inner = found.inner(step)
    gone = set(range(found.tree.n_nodes)) - set(inner) - {i for i in range(len(leaf)) if leaf[i]}
    view = tree_view(
        found.tree,
        found.names,
        node,
        badges={i: f"g {number(float(branches.strength[i]))}" for i in inner},
        look=Look(lines=box_lines(found, leaf), fill=node_fill(found.tree), faded=gone),
    )
    falling = set(found.falls_next(step))
    nodes = tuple(replace(each, mark="next" if each.index in falling else "") for each in view.nodes)
    words = (
        f"A tree of {how_many(found.tree.n_nodes, 'node')}, {how_many(found.steps[step].n_leaves, 'leaf')} "
        f"left after step {step}"
    )
    return replace(view, nodes=nodes, words=words)
