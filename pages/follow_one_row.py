"""Follow one row: how its prediction comes about, round by round, down to the leaf of every tree."""

from workbench.lessons.follow_one_row.widgets import (
    ask_next,
    code_topics,
    current_row,
    ledger_chooser,
    ledger_numbers,
    opened_node,
    row_in_words,
    row_path,
    row_tree,
)
from workbench.models.row_story import row_story
from workbench.shell.code_lens import code_lens, copy_as_python
from workbench.shell.current_fit import current_fit
from workbench.shell.cursor import class_chooser, current_round, round_stepper
from workbench.shell.page import presenting, show_page
from workbench.shell.stage import stage, strip


def page() -> None:
    """The lesson."""
    fit = current_fit()
    story, cursor = row_story(fit, current_row(fit)), current_round(fit)
    with strip():
        k = class_chooser(fit)
        last, guess = ask_next(fit, story, cursor, k)
    picture, beside = stage()
    with picture:
        ledger_chooser(fit, story, cursor, k, last, guess)
        round_stepper(fit)
    with beside:
        node = row_tree(fit, story, cursor, k)
        row_in_words(fit, story, cursor, k)

    row_path(fit, story, cursor, k)
    if not presenting():
        opened_node(fit, cursor, k, node)
        ledger_numbers(story, k, last)
    code_lens(code_topics(fit))
    copy_as_python(fit, cursor, k, node)


show_page("follow_one_row.py", page)
