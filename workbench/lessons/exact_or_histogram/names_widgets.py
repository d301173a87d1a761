"""One algorithm, many names: terms as one system says them, and the trees of two that mean the same."""

import streamlit as st

from workbench.lessons.exact_or_histogram import same_trees
from workbench.lessons.exact_or_histogram.same_trees import SaidTree, said_tree
from workbench.lessons.exact_or_histogram.values import (
    BESIDE,
    SAID_IN,
    TERM_GAMMA,
    TERM_LAMBDA,
    TERM_LOSS,
    TERM_RATE,
)
from workbench.models.systems import SYSTEMS, Terms, translated
from workbench.paths import page_path
from workbench.shell import session
from workbench.shell.choice import choice
from workbench.shell.pictures import tree_picture
from workbench.trees.view import tree_view


def many_names() -> None:
    """The terms of one system, its tree beside that of another, and where the factors come from."""
    term_fields()
    two_trees()
    st.markdown(same_trees.WHERE_FROM)
    st.latex(same_trees.FORMULA)
    st.page_link(
        page_path("sources.py"),
        label="All parameters of nine systems, each in the words of the others: Sources",
        query_params={"source": "names"},
    )


def term_fields() -> None:
    """The terms, as one system says them, the loss, and which system stands beside."""
    with st.container(key="controls_of_terms", horizontal=True, vertical_alignment="center"):
        choice("Loss", same_trees.LOSSES, TERM_LOSS, label_visibility="collapsed")
        a_system("Said in", SAID_IN)
        session.bound(st.number_input, "λ", 0.0, 1e9, step=0.5, format="%g", name=TERM_LAMBDA)
        if SYSTEMS[session.value(SAID_IN)].names[1]:
            session.bound(st.number_input, "γ", 0.0, 1e9, step=0.5, format="%g", name=TERM_GAMMA)
        session.bound(st.number_input, "rate", 0.0001, 1e4, step=0.05, format="%g", name=TERM_RATE)
        a_system("Beside it", BESIDE)


def a_system(label: str, name: str) -> None:
    """One of the systems."""
    session.bound(st.selectbox, label, list(SYSTEMS), format_func=lambda each: SYSTEMS[each].title, name=name)


def two_trees() -> None:
    """The trees of both systems side by side, and whether they are the same."""
    system, other, loss = (session.value(name) for name in (SAID_IN, BESIDE, TERM_LOSS))
    if loss not in SYSTEMS[system].scale:
        st.info(same_trees.cannot_say(system, loss))
        return
    gamma = session.value(TERM_GAMMA) if SYSTEMS[system].names[1] else None
    said = Terms(session.value(TERM_LAMBDA), gamma, session.value(TERM_RATE))
    there = translated(system, other, loss, said)
    first = said_tree(system, loss, said)
    left, right = st.columns(2, gap="medium")
    with left:
        one_tree(first, same_trees.tree_words(system, loss, said, first))
    with right:
        if there is None:
            st.info(same_trees.cannot_say(other, loss))
            return
        second = said_tree(other, loss, there)
        same = same_trees.likeness_words(first, second)
        one_tree(second, f"{same_trees.tree_words(other, loss, there, second)} {same}")


def one_tree(found: SaidTree, words: str) -> None:
    """A tree, and what is said of it."""
    tree_picture(tree_view(found.tree, ["x"], room=same_trees.DEPTH), is_chosen=False)
    st.markdown(words)
