"""AdaBoost: rows weighted anew for every tree, the vote of all trees, and gradient boosting beside it."""

from workbench.lessons.adaboost.below_widgets import below_the_stage
from workbench.lessons.adaboost.choice_widgets import ada_of, current_run, own_head
from workbench.lessons.adaboost.stage import stage_of_rounds
from workbench.shell.page import show_page
from workbench.shell.show_stage import show_stage


def page() -> None:
    """The lesson."""
    fit = current_run()
    show_stage(stage_of_rounds(fit, ada_of))
    below_the_stage(fit)


show_page("adaboost.py", page, own_head)
