"""Boosting, round by round: what each new tree adds to the prediction."""

import streamlit as st

from workbench.codelens import code_lens, copy_as_python
from workbench.components.tree import tree_downloads
from workbench.gainplaces import ranking
from workbench.growth import growth_stepper
from workbench.lesson import round_words, row_table
from workbench.round_controls import (
    ask_cut,
    gain_picture,
    node_at_cursor,
    node_formula,
    over_chooser,
    round_picture,
    settle_cut,
)
from workbench.roundnode import best_words
from workbench.shell import current_lesson, folded, presenting
from workbench.stepper import class_chooser, current_node, current_round, node_chooser
from workbench.treeview import node_title, tree_view

lesson = current_lesson()
cursor = current_round(lesson)
k = class_chooser(lesson)
tree, names = lesson.trace[cursor - 1].trees[k], lesson.dataset.feature_names
question = ask_cut(lesson, cursor, k)
hiding = question is not None and question.hiding

if not hiding:
    over_chooser(lesson)
picture = st.container()
if hiding:
    with picture:
        round_picture(node_at_cursor(lesson, cursor, k, 0), question)
    st.markdown("Look at the orange stems: the tree is grown to follow them. It appears when you reveal.")
else:
    st.markdown(round_words(lesson, cursor))
    st.subheader(f"The tree of round {cursor}", anchor=False)
    splits = growth_stepper(tree)
    index = current_node(tree, splits)
    node = node_at_cursor(lesson, cursor, k, index)
    with picture:
        round_picture(node, question)
    settle_cut(question, node)
    view = tree_view(tree, names, index, splits=splits, room=lesson.settings.max_depth)
    node_chooser(view)
    st.subheader(node_title(tree, index, names), anchor=False)
    st.markdown(best_words(node))
    gain_picture(node)
    node_formula(node)
    if not presenting():
        st.markdown(
            "**Try:** click a node, then drag along its gain curve. Move λ: which cut wins, and what "
            "does the leaf lose?"
        )
        with folded("The best candidates of this node, ranked") as is_open:
            if is_open:
                st.dataframe(ranking(node.tried, names), width="stretch")
        with folded("Every row of this round") as is_open:
            if is_open:
                st.dataframe(row_table(lesson, cursor, k), width="stretch", height=320)
        tree_downloads(tree, names, view, f"{lesson.dataset.id}_round_{cursor}")
    code_lens(["boosting loop", f"gradient of {lesson.model.loss_.name}", "scan", "gain", "leaf weight"])
    copy_as_python(lesson, cursor, k, index)
