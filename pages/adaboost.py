"""AdaBoost: rows weighted anew for every tree, the vote of all trees, and gradient boosting beside it."""

import streamlit as st

from workbench.components.tree import tree_downloads
from workbench.lessons.adaboost import mistakes, words
from workbench.lessons.adaboost.adaboost_run import TEN
from workbench.lessons.adaboost.choice_widgets import preset_buttons, row_controls
from workbench.lessons.adaboost.widgets import (
    ask_weight,
    axes_chooser,
    copy_round_as_python,
    current_round,
    gain_picture,
    label_picture,
    round_tree,
    rounds_picture,
)
from workbench.shell import session
from workbench.shell.code_lens import code_lens
from workbench.shell.page import folded, presenting, show_page


def page() -> None:
    """The lesson."""
    with st.container(key="controls_row"):
        right, wrong, place = row_controls()
    lesson = wrong if session.value("ada_flip") else right
    cursor = current_round(lesson)
    question = ask_weight(lesson, cursor, place)
    rounds_picture(lesson, cursor, place, hiding=question.hiding)
    if question.hiding:
        st.markdown("The black line is where this round's tree cuts; the weights are those it was grown on.")
        return

    st.markdown(words.round_words(lesson, cursor, place))
    st.latex(words.round_formula(lesson, cursor))
    if lesson.settings.data == TEN and cursor == 1 and lesson is right:
        st.markdown(words.hand_words(lesson))
    st.markdown(words.vote_words(lesson, cursor, place))
    if not presenting():
        preset_buttons()
        axes_chooser(lesson)
    st.subheader(f"If row {right.train[place]} were mislabelled", anchor=False)
    label_picture(right, wrong, place, cursor)
    st.markdown(words.label_words(right, wrong, place))
    st.subheader("AdaBoost is boosting under exponential loss", anchor=False)
    st.markdown(words.relation_words(lesson, cursor))
    st.subheader(f"The tree of round {cursor}", anchor=False)
    view = round_tree(lesson, cursor)
    if presenting():
        return
    gain_picture(lesson, cursor)
    st.subheader("Where the write-up's code goes wrong", anchor=False)
    st.markdown(mistakes.blind_words(lesson))
    st.markdown(mistakes.blind_table(lesson))
    st.markdown(mistakes.bound_words(lesson))
    st.markdown(words.try_words(lesson.settings))
    with folded("Tree weights for two and three classes") as is_open:
        if is_open:
            st.dataframe(mistakes.weight_table(), width="stretch")
    with folded("Every row of this round of AdaBoost") as is_open:
        if is_open:
            st.dataframe(words.row_table(lesson, cursor), width="stretch", height=320)
    names = lesson.dataset.feature_names
    tree_downloads(lesson.trace[cursor - 1].tree, names, view, f"{lesson.dataset.id}_adaboost_{cursor}")
    code_lens(
        ["AdaBoost round", "AdaBoost loop", "votes", "gradient of exponential", "hessian of exponential"]
    )
    copy_round_as_python(lesson, cursor)


show_page("adaboost.py", page)
