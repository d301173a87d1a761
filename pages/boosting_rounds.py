"""Boosting, round by round: what each new tree adds to the prediction."""

import streamlit as st

from workbench.components.tree import tree_downloads
from workbench.lessons.boosting_rounds.current_round import moment_at_cursor
from workbench.lessons.boosting_rounds.widgets import (
    ask_cut,
    is_asked,
    look_ahead,
    over_chooser,
    ranked_candidates,
    round_formula,
    round_gains,
    round_picture,
    round_tree,
    settle_cut,
)
from workbench.lessons.boosting_rounds.words import round_words, row_table
from workbench.shell.code_lens import code_lens, copy_as_python
from workbench.shell.current_fit import current_lesson
from workbench.shell.cursor import class_chooser, current_round
from workbench.shell.gain_explorer import node_at_cursor
from workbench.shell.page import folded, presenting, show_page
from workbench.trees.view import node_title


def page() -> None:
    """The lesson."""
    lesson = current_lesson()
    cursor = current_round(lesson)
    k = class_chooser(lesson)
    tree, names = lesson.trace[cursor - 1].trees[k], lesson.dataset.feature_names
    question = ask_cut(lesson, cursor, k)
    hiding = question is not None and question.hiding

    if not is_asked(question):
        over_chooser(lesson)
    picture = st.container()
    if hiding:
        with picture:
            round_picture(lesson, cursor, k, question, None)
        st.markdown("Look at the orange stems: the tree is grown to follow them. It appears when you reveal.")
    else:
        st.markdown(round_words(lesson, cursor))
        st.subheader(f"The tree of round {cursor}", anchor=False)
        now = moment_at_cursor(lesson, cursor, k)
        with picture:
            round_picture(lesson, cursor, k, question, now)
        settle_cut(question, lesson, cursor, k)
        round_tree(now)
        st.subheader(node_title(tree, now.index, names), anchor=False)
        st.markdown(now.best)
        round_gains(now)
        round_formula(now)
        if not presenting():
            st.markdown(
                "**Try:** click a node, then drag along its gain curve. Move λ: which cut wins, and what "
                "does the leaf lose?"
            )
            with folded("The best candidates of this node, ranked: the first is chosen") as is_open:
                if is_open:
                    ranked_candidates(node_at_cursor(lesson, cursor, k, now.index))
            with folded("Every row of this round") as is_open:
                if is_open:
                    st.dataframe(row_table(lesson, cursor, k), width="stretch", height=320)
            tree_downloads(tree, names, now.view, f"{lesson.dataset.id}_round_{cursor}")
        code_lens(["boosting loop", f"gradient of {lesson.model.loss_.name}", "scan", "gain", "leaf weight"])
        copy_as_python(lesson, cursor, k, now.index)
        look_ahead(lesson, cursor, k)


show_page("boosting_rounds.py", page)
