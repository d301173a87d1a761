"""AdaBoost: rows weighted anew for every tree, the vote of all trees, and gradient boosting beside it."""

import streamlit as st

from workbench.lessons.adaboost import choice_widgets, widgets
from workbench.shell.code_lens import code_lens
from workbench.shell.page import presenting, show_page

TOPICS = ["AdaBoost round", "AdaBoost loop", "votes", "gradient of exponential", "hessian of exponential"]


def page() -> None:
    """The lesson."""
    with st.container(key="controls_row"):
        found = choice_widgets.row_controls()
    lesson = found.shown
    cursor = widgets.current_round(lesson)
    question = widgets.ask_weight(lesson, cursor, found.place)
    widgets.rounds_picture(lesson, cursor, found.place, hiding=question.hiding)
    if question.hiding:
        widgets.what_to_guess()
        return

    widgets.the_round(found, cursor)
    if not presenting():
        choice_widgets.preset_buttons()
        widgets.axes_chooser(lesson)
    widgets.wrong_label(found, cursor)
    widgets.exponential_loss(lesson, cursor)
    view = widgets.round_tree(lesson, cursor)
    if presenting():
        return

    widgets.gain_picture(lesson, cursor)
    widgets.wrong_code(lesson)
    widgets.task(lesson)
    widgets.tree_weights()
    widgets.every_row(lesson, cursor)
    widgets.download_tree(lesson, cursor, view)
    code_lens(TOPICS)
    widgets.copy_round_as_python(lesson, cursor)


show_page("adaboost.py", page)
