"""Boosting, round by round: what each new tree adds to the prediction."""

from workbench.lessons.boosting_rounds.stage import stage_of_rounds
from workbench.lessons.boosting_rounds.widgets import below, shown_over
from workbench.shell.current_fit import current_fit
from workbench.shell.cursor import class_chooser, current_round
from workbench.shell.page import show_page
from workbench.shell.show_stage import show_stage
from workbench.shell.stage import beside_parameters


def page() -> None:
    """The lesson."""
    fit = current_fit()
    current_round(fit)  # a link may lead beyond the last
    shown_over(fit)
    with beside_parameters():
        k = class_chooser(fit)
    show_stage(stage_of_rounds(fit, k))
    below(fit, k)


show_page("boosting_rounds.py", page)
