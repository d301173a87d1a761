"""Boosting, round by round: what each new tree adds to the prediction."""

import streamlit as st

from workbench.lesson import round_words, row_table
from workbench.shell import current_lesson
from workbench.stepper import class_chooser, current_node, node_chooser, round_stepper
from workbench.treeview import node_formula, node_title, node_words, tree_view

lesson = current_lesson()
cursor = round_stepper(lesson)
k = class_chooser(lesson)
round_ = lesson.trace[cursor - 1]
tree = round_.trees[k]
names = lesson.dataset.feature_names
node = current_node(tree)

st.markdown(round_words(lesson, cursor))
st.subheader(f"The tree of round {cursor}")
node_chooser(tree_view(tree, names, node, room=lesson.settings.max_depth))
st.subheader(node_title(tree, node, names))
st.latex(node_formula(tree, node, lesson.model.reg_lambda, lesson.model.gamma))
st.caption(node_words(tree, node))
with st.expander("Every row of this round"):
    st.dataframe(row_table(lesson, cursor, k), width="stretch", height=320)
