"""Follow one row: how its prediction comes about, round by round, down to the leaf of every tree."""

from workbench.lessons.follow_one_row.below_widgets import below, clip_cursor
from workbench.lessons.follow_one_row.stage import stage_of_row
from workbench.shell.current_fit import current_fit
from workbench.shell.cursor import class_chooser
from workbench.shell.page import show_page
from workbench.shell.show_stage import show_stage
from workbench.shell.stage import beside_parameters


def page() -> None:
    """The lesson."""
    fit = current_fit()
    with beside_parameters():
        k = class_chooser(fit)
    clip_cursor(fit, k)
    show_stage(stage_of_row(fit, k))
    below(fit, k)


show_page("follow_one_row.py", page)
