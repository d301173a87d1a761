"""Prune it: which branch is not worth its leaves, at every price of a leaf."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.lessons.prune_it.alpha_widgets import (
    ask_next,
    by_gamma,
    choosers,
    copy_pruned,
    current_link,
    current_step,
    sequence_picture,
    step_buttons,
)
from workbench.lessons.prune_it.current_sequence import current_sequence
from workbench.lessons.prune_it.gamma_widgets import (
    ask_leaves,
    copy_charged,
    current_case,
    current_gamma,
    gamma_picture,
    rules,
    what_it_charges,
)
from workbench.lessons.prune_it.link_widgets import link_and_choice, task, tree_in_boxes
from workbench.lessons.prune_it.table_widgets import tables
from workbench.shell.code_lens import code_lens
from workbench.shell.page import presenting, show_page


def page() -> None:
    """The lesson: one half of it or the other."""
    challenge = st.container()
    choosers()
    if by_gamma():
        gamma_of_boosting(challenge)
    else:
        cost_complexity(challenge)


def cost_complexity(challenge: DeltaGenerator) -> None:
    """A sequence of ever smaller trees, as alpha rises."""
    found, result = current_sequence()
    step = current_step(found)
    node = current_link(found, step)
    with challenge:
        question = ask_next(found, step)
    hiding = question is not None and question.hiding
    step_buttons(found, result, step, hidden=hiding)
    sequence_picture(found, result, step, node, question)
    if not hiding:
        link_and_choice(found, result, step, node)
    if not presenting():
        task(found, result, step)
    if not (hiding or presenting()):
        tree_in_boxes(found, step, node)
        tables(found, result, step)
    if not hiding:
        copy_pruned(found, result, step, node)
    code_lens(["risk of nodes", "weakest links", "geometric means", "fold by fold"])


def gamma_of_boosting(challenge: DeltaGenerator) -> None:
    """A tree of boosting, charged gamma for every leaf in three ways."""
    case = current_case()
    gamma = current_gamma(case.charged)
    with challenge:
        question = ask_leaves(case, gamma)
    gamma_picture(case.charged, gamma, question)
    if question is not None and question.hiding:
        rules()
    else:
        what_it_charges(case.charged, gamma)
        copy_charged(case, gamma)
        code_lens(["pruning", "why a leaf", "gain"])


show_page("prune_it.py", page)
