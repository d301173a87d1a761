"""Prune it: which branch is not worth its leaves, at every price of a leaf."""

from workbench.lessons.prune_it.below_widgets import cost_complexity, gamma_of_boosting
from workbench.lessons.prune_it.choice_widgets import by_gamma, own_head
from workbench.shell.page import show_page


def page() -> None:
    """The lesson: one half of it or the other."""
    if by_gamma():
        gamma_of_boosting()
    else:
        cost_complexity()


show_page("prune_it.py", page, own_head)
