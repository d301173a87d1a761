"""One leaf: the parabola whose lowest point is its weight, over the loss that it stands for."""

import streamlit as st

from workbench.components.tree import clickable_tree
from workbench.leaf_controls import (
    dragged,
    hand_leaf,
    leaf_chooser,
    leaf_node,
    leaf_of_lesson,
    leaf_picture,
    step_chooser,
    take_leaf,
)
from workbench.leafpresets import LESSON
from workbench.leafwords import (
    hand_words,
    intro,
    leaf_rows,
    order_words,
    shrink_words,
    step_table,
    sums,
    weight_formula,
)
from workbench.shell import current_lesson, presenting
from workbench.stepper import TREE, class_chooser, round_stepper
from workbench.treeview import tree_view

of_lesson = st.session_state["leaf"] == LESSON
left, right = st.columns([3.4, 8], gap="medium", vertical_alignment="bottom")
with left:
    name = leaf_chooser()
with right:
    if of_lesson:
        lesson = current_lesson()
        cursor = round_stepper(lesson)
    else:
        n_steps = step_chooser()
if of_lesson:
    k = class_chooser(lesson)
    leaf = leaf_of_lesson(lesson)
else:
    leaf = hand_leaf(name, n_steps)
w, reg_lambda, rate = dragged(leaf)

st.markdown(intro(leaf, reg_lambda))
leaf_picture(leaf)
st.latex(weight_formula(leaf, reg_lambda))
if leaf.lesson:
    st.markdown(hand_words(leaf))
st.markdown(shrink_words(leaf, reg_lambda))
st.markdown(order_words(leaf, reg_lambda))
if not presenting():
    st.markdown(
        "**Try:** drag w to the lowest point of the green curve, then move λ until w* lies there too."
    )

if of_lesson:
    st.subheader(f"Choose a leaf of the tree of round {cursor}")
    tree = lesson.trace[cursor - 1].trees[k]
    clickable_tree(
        tree_view(tree, lesson.dataset.feature_names), leaf_node(lesson), key=TREE, on_select=take_leaf
    )
else:
    st.subheader("The same leaf, round after round")
    st.dataframe(step_table(hand_leaf(name, 0), reg_lambda, rate), width="stretch")
    if not presenting():
        st.caption(
            "Added: each round starts where the last one arrived. Replaced, then summed: each round's "
            "prediction takes the place of the last one, and all are summed at the end, which counts the "
            "same rows' needs again and again."
        )
st.subheader("The rows of the leaf")
st.markdown(sums(leaf))
if not presenting():
    st.dataframe(leaf_rows(leaf), width="stretch", height=min(38 + 35 * len(leaf.y), 250))
