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
from workbench.shell.current_fit import current_fit
from workbench.shell.page import presenting, show_page


def page() -> None:
    """The lesson."""
    fit = current_fit()
    challenge = st.container()
    cursor, k = round_and_class(fit)
    story = row_story(fit, current_row(fit))
    with challenge:
        last, guess = ask_next(fit, story, cursor, k)
    picture, words = st.columns([7, 3], gap="medium")
    with words:
        row_in_words(fit, story, cursor, k)
    with picture:
        ledger_chooser(fit, story, cursor, k, last, guess)

    node = row_path(fit, story, cursor, k)
    if not presenting():
        opened_node(fit, cursor, k, node)
        task()
        ledger_numbers(story, k, last)
    code_lens(code_topics(fit))
    copy_as_python(fit, cursor, k, node)


show_page("follow_one_row.py", page)
