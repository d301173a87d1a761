"""Follow one row: how its prediction comes about, round by round, down to the leaf of every tree."""

from workbench.lessons.follow_one_row import widgets
from workbench.lessons.follow_one_row.by_features_widgets import every_row, row_bricks
from workbench.models.row_story import row_story
from workbench.shell.code_lens import code_lens, copy_as_python
from workbench.shell.current_fit import current_fit
from workbench.shell.cursor import class_chooser, current_round, round_stepper
from workbench.shell.page import presenting, show_page
from workbench.shell.same_model import same_model
from workbench.shell.stage import stage, strip


def page() -> None:
    """The lesson."""
    fit = current_fit()
    story, cursor = row_story(fit, widgets.current_row(fit)), current_round(fit)
    with strip():
        k = class_chooser(fit)
        last, guess = widgets.ask_next(fit, story, cursor, k)
    picture, beside = stage()
    with picture:
        widgets.ledger_chooser(fit, story, cursor, k, last, guess)
        round_stepper(fit)
    parts, node = widgets.shown_round(fit, story, cursor, k)
    with beside:
        widgets.tree_and_words(fit, story, cursor, parts)

    same_model()
    widgets.row_path(fit, story, cursor, k, parts)
    if not presenting():
        widgets.opened_node(fit, cursor, k, node)
        widgets.ledger_numbers(story, k, last)
        row_bricks(fit, story, cursor, k)
        every_row(fit, cursor, k)
        widgets.download(fit, story, cursor, k)
    code_lens(widgets.code_topics(fit))
    copy_as_python(fit, cursor, k, node)
    widgets.look_ahead(fit, story, cursor, k)


show_page("follow_one_row.py", page)
