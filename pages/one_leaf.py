"""One leaf: the parabola whose lowest point is its weight, over the loss that it stands for."""

import streamlit as st

from workbench.components.tree import clickable_tree
from workbench.lessons.one_leaf import words
from workbench.lessons.one_leaf.widgets import (
    ask_weight,
    copy_hand_leaf,
    dragged,
    followed_leaf,
    hand_before,
    hand_leaf,
    leaf_before,
    leaf_chooser,
    leaf_of_lesson,
    leaf_picture,
    settle_weight,
    step_chooser,
    take_leaf,
    zoom_switch,
)
from workbench.lessons.one_leaf.worked_leaves import LESSON
from workbench.shell import session
from workbench.shell.code_lens import code_lens, copy_as_python
from workbench.shell.current_fit import current_lesson
from workbench.shell.cursor import TREE, class_chooser, round_stepper
from workbench.shell.page import presenting, show_page
from workbench.trees.view import tree_view


def page() -> None:
    """The lesson."""
    of_lesson = session.value("leaf") == LESSON
    challenge = st.container()
    which = st.container(horizontal=True, vertical_alignment="bottom")
    with which.container(width=310):
        name = leaf_chooser()
    if not presenting():
        with which.container(width=165):
            zoom_switch()
    with which.container(width=690):
        if of_lesson:
            lesson = current_lesson()
            cursor = round_stepper(lesson)
        else:
            steps = st.container(horizontal=True, vertical_alignment="bottom")
            with steps.container(width=250):
                n_steps = step_chooser()
            with steps.container(width=400):
                st.caption(words.HAND_CAPTION)
    if of_lesson:
        k = class_chooser(lesson)
        node, row = followed_leaf(lesson)
        leaf, before = leaf_of_lesson(lesson, node), leaf_before(lesson, row)
    else:
        leaf, before = hand_leaf(name, n_steps), hand_before(name, n_steps)
    with challenge:
        question = (
            ask_weight(leaf, lesson.settings, cursor, k, node)
            if of_lesson
            else ask_weight(leaf, name, n_steps)
        )
    settle_weight(question, leaf)
    _, reg_lambda, rate = dragged(leaf)

    if question.hiding:
        st.markdown(
            f"{words.leaf_words(leaf)} Drag w, or move the slider; the rows below are all there is to know."
        )
    leaf_picture(leaf, question, before)
    if presenting():
        zoom_switch()  # the row of the stepper has no room for it
    if not question.hiding:
        if of_lesson:
            st.markdown(words.follow_words(row))
        st.markdown(words.intro(leaf, reg_lambda))
        st.latex(words.weight_formula(leaf, reg_lambda))
        if leaf.lesson:
            st.markdown(words.hand_words(leaf))
        st.markdown(words.shrink_words(leaf, reg_lambda))
        st.markdown(words.order_words(leaf, reg_lambda))
        if not presenting():
            st.markdown(words.try_words(leaf, reg_lambda))
        if of_lesson:
            st.subheader(f"Choose a leaf of the tree of round {cursor}", anchor=False)
            tree, names = lesson.trace[cursor - 1].trees[k], lesson.dataset.feature_names
            view = tree_view(tree, names, node, room=lesson.settings.max_depth)
            clickable_tree(view, node, key=TREE, on_select=take_leaf)
        else:
            st.subheader("The same leaf, round after round", anchor=False)
            st.table(words.step_table(hand_leaf(name, 0), reg_lambda, rate), hide_index=False)
            if not presenting():
                st.caption(
                    "Added: each round starts where the last one arrived. Replaced, then summed: each "
                    "round's prediction takes the place of the last one, and all are summed at the end, "
                    "which counts the same rows' needs again and again."
                )
    if question.hiding or not presenting():
        st.subheader("The rows of the leaf", anchor=False)
        if not question.hiding:
            st.markdown(words.sums(leaf))
        # Not stretched: that is measured wrongly where presenter mode enlarges the page.
        st.dataframe(words.leaf_rows(leaf), width=640, height=min(38 + 35 * len(leaf.y), 250))
    loss = leaf.loss.name
    code_lens(["leaf weight", f"loss of {loss}", f"gradient of {loss}", f"hessian of {loss}"])
    if of_lesson and not question.hiding:
        copy_as_python(lesson, cursor, k, node)
    elif not question.hiding:
        copy_hand_leaf(name, n_steps, reg_lambda, rate)


show_page("one_leaf.py", page)
