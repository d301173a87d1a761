"""Follow one row: how its prediction comes about, round by round, down to the leaf of every tree."""

import streamlit as st

from workbench.lessons.follow_one_row.row_story import row_story
from workbench.lessons.follow_one_row.widgets import (
    ask_next,
    code_topics,
    current_row,
    ledger_chooser,
    ledger_numbers,
    opened_node,
    round_and_class,
    row_in_words,
    row_path,
    task,
)
from workbench.shell.code_lens import code_lens, copy_as_python
from workbench.shell.current_fit import current_lesson
from workbench.shell.page import presenting, show_page


def page() -> None:
    """The lesson."""
    lesson = current_lesson()
    challenge = st.container()
    cursor, k = round_and_class(lesson)
    story = row_story(lesson, current_row(lesson))
    with challenge:
        last, guess = ask_next(lesson, story, cursor, k)
    picture, words = st.columns([7, 3], gap="medium")
    with words:
        row_in_words(lesson, story, cursor, k)
    with picture:
        ledger_chooser(lesson, story, cursor, k, last, guess)

    node = row_path(lesson, story, cursor, k)
    if not presenting():
        opened_node(lesson, cursor, k, node)
        task()
        ledger_numbers(story, k, last)
    code_lens(code_topics(lesson))
    copy_as_python(lesson, cursor, k, node)


show_page("follow_one_row.py", page)
