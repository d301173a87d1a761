"""Follow one row: how its prediction comes about, round by round, down to the leaf of every tree."""

import streamlit as st

from workbench.lessons.follow_one_row.formulas import step_formula
from workbench.lessons.follow_one_row.row_story import deepest, ledger_table, row_story
from workbench.lessons.follow_one_row.widgets import (
    ask_next,
    current_path_node,
    current_row,
    ledger_chooser,
    path_chooser,
    row_chooser,
)
from workbench.lessons.follow_one_row.words import (
    path_words,
    result_words,
    row_words,
    sum_words,
    unused_words,
)
from workbench.shell.code_lens import code_lens, copy_as_python
from workbench.shell.current_fit import current_lesson
from workbench.shell.cursor import class_chooser, current_class, round_stepper
from workbench.shell.page import presenting, show_page
from workbench.trees.view import node_formula, node_title, node_words, tree_view


def page() -> None:
    """The lesson."""
    lesson = current_lesson()
    challenge = st.container()
    which = st.container(horizontal=True, vertical_alignment="bottom")
    several = lesson.n_classes > 1
    with which.container(width=(680 if presenting() else 760) if several else "stretch"):
        cursor = round_stepper(lesson)
    if several:
        with which.container(width=330 if presenting() else 390):
            class_chooser(lesson)
    k = current_class(lesson)
    story = row_story(lesson, current_row(lesson))
    with challenge:
        last, guess = ask_next(lesson, story, cursor, k)
    picture, words = st.columns([7, 3], gap="medium")
    with words:
        row_chooser(lesson, cursor)
        st.markdown(row_words(lesson, story))
        st.markdown(f"After round {cursor} the ledger adds up to {sum_words(lesson, story, cursor, k)}.")
        st.markdown(f"{result_words(lesson, story, cursor, k)} {unused_words(lesson, cursor)}")
    with picture:
        ledger_chooser(lesson, story, cursor, k, last, guess)

    tree = lesson.trace[cursor - 1].trees[k]
    names = lesson.dataset.feature_names
    leaf = int(story.leaf[cursor - 1, k])
    node = current_path_node(tree, leaf)
    st.latex(step_formula(lesson, story, cursor, k))
    st.subheader(f"Its path through the tree of round {cursor}", anchor=False)
    st.markdown(path_words(lesson, story, cursor, k))
    path_chooser(tree_view(tree, names, node, room=deepest(lesson, k), badges={leaf: f"row {story.row}"}))
    if not presenting():
        st.markdown(f"**{node_title(tree, node, names)}**")
        st.latex(node_formula(tree, node, lesson.model.reg_lambda, lesson.model.gamma))
        st.caption(node_words(tree, node))
        st.markdown(
            "**Try:** step through the rounds and watch g shrink as the sum approaches the truth. Then "
            "choose a small learning_rate, or a held-out row: do the trees that never saw it serve it as "
            "well?"
        )
        with st.expander("Every number of the ledger"):
            st.dataframe(ledger_table(story, k, last), width="stretch", height=320)
    loss = lesson.model.loss_.name
    code_lens(["ledger", f"gradient of {loss}", f"hessian of {loss}", "boosting loop", "path of a row"])
    copy_as_python(lesson, cursor, k, node)


show_page("follow_one_row.py", page)
