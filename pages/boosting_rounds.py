"""Boosting, round by round: what each new tree adds to the prediction."""

import streamlit as st

from workbench.compute import boosted
from workbench.controls import boosting_settings
from workbench.figures.losses import loss_curve
from workbench.lesson import figure_words, prediction_figure, round_words, row_table
from workbench.stepper import node_chooser, round_stepper
from workbench.treeview import node_formula, node_title, node_words, tree_view

st.header("Boosting, round by round")
st.markdown(
    "**What does each new tree add to the prediction?** Look at the orange lines before you step: "
    "where will the next tree push the prediction up, and where down?"
)

settings = boosting_settings()
lesson = boosted(settings)
cursor = round_stepper(settings.n_estimators)
round_ = lesson.trace[cursor - 1]
tree = round_.trees[0]
names = lesson.dataset.feature_names

picture, curve = st.columns([3, 2], gap="medium")
picture.plotly_chart(
    prediction_figure(lesson, cursor), key="prediction", alt=figure_words(lesson, cursor), width="stretch"
)
curve.plotly_chart(
    loss_curve(lesson.trace, lesson.start_loss, cursor),
    key="loss",
    alt=f"Loss over the rounds. {round_words(lesson, cursor)}",
    width="stretch",
)
st.markdown(round_words(lesson, cursor))

st.subheader(f"The tree of round {cursor}")
node = node_chooser(tree_view(tree, names))
st.caption(
    "A box asks a question; *yes* goes left. A leaf gives its weight *w* to every row that ends in it, "
    "orange above 0 and blue below; the learning rate is not in it yet. Click a node, or use the arrow keys."
)

st.subheader(node_title(tree, node, names))
st.latex(node_formula(tree, node, lesson.model.reg_lambda, lesson.model.gamma))
st.caption(node_words(tree, node))

with st.expander("Every row of this round"):
    st.dataframe(row_table(lesson, cursor), width="stretch", height=320)
    st.caption("A gradient is the slope of the row's loss; the tree is fit to its negative.")
