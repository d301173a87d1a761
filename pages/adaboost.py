"""AdaBoost: rows weighted anew for every tree, the vote of all trees, and gradient boosting beside it."""

import streamlit as st

from workbench.lessons.adaboost.choice_widgets import preset_buttons, row_controls
from workbench.lessons.adaboost.widgets import (
    ask_weight,
    axes_chooser,
    copy_round_as_python,
    current_round,
    download_tree,
    every_row,
    exponential_loss,
    gain_picture,
    round_tree,
    rounds_picture,
    task,
    the_round,
    tree_weights,
    what_to_guess,
    wrong_code,
    wrong_label,
)
from workbench.shell.code_lens import code_lens
from workbench.shell.page import presenting, show_page

TOPICS = ["AdaBoost round", "AdaBoost loop", "votes", "gradient of exponential", "hessian of exponential"]


def page() -> None:
    """The lesson."""
    with st.container(key="controls_row"):
        found = row_controls()
    lesson = found.shown
    cursor = current_round(lesson)
    question = ask_weight(lesson, cursor, found.place)
    rounds_picture(lesson, cursor, found.place, hiding=question.hiding)
    if question.hiding:
        what_to_guess()
        return

    the_round(found, cursor)
    if not presenting():
        preset_buttons()
        axes_chooser(lesson)
    wrong_label(found, cursor)
    exponential_loss(lesson, cursor)
    view = round_tree(lesson, cursor)
    if presenting():
        return

    gain_picture(lesson, cursor)
    wrong_code(lesson)
    task(lesson)
    tree_weights()
    every_row(lesson, cursor)
    download_tree(lesson, cursor, view)
    code_lens(TOPICS)
    copy_round_as_python(lesson, cursor)


show_page("adaboost.py", page)
