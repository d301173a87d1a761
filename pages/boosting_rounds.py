"""Boosting, round by round: what each new tree adds to the prediction."""

import streamlit as st

from workbench.lessons.boosting_rounds import shown_round_widgets as shown
from workbench.lessons.boosting_rounds.widgets import ask_cut, look_ahead, over_chooser
from workbench.lessons.boosting_rounds.words import code_topics
from workbench.shell.code_lens import code_lens, copy_as_python
from workbench.shell.current_fit import current_lesson
from workbench.shell.cursor import class_chooser, current_round
from workbench.shell.page import show_page


def page() -> None:
    """The lesson."""
    lesson = current_lesson()
    number = current_round(lesson)
    k = class_chooser(lesson)
    question = ask_cut(lesson, number, k)
    over_chooser(lesson, question)
    picture = st.container()
    if question is not None and question.hiding:
        shown.hidden_round(picture, lesson, number, k, question)
        return
    now = shown.shown_round(picture, lesson, number, k, question)
    shown.shown_node(lesson, number, k, now)
    shown.every_number(lesson, number, k, now)
    code_lens(code_topics(lesson))
    copy_as_python(lesson, number, k, now.index)
    look_ahead(lesson, number, k)


show_page("boosting_rounds.py", page)
