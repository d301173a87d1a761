"""Greedy or best: is the greedy tree the best tree?"""

from workbench.lessons.greedy_or_best import widgets
from workbench.lessons.greedy_or_best.below_widgets import below_the_stage
from workbench.lessons.greedy_or_best.stage import stage_of_trees
from workbench.shell.page import show_page
from workbench.shell.show_stage import show_stage


def page() -> None:
    """The lesson."""
    shown = widgets.all_trees_now()
    show_stage(stage_of_trees(shown))
    below_the_stage(shown)


show_page("greedy_or_best.py", page, widgets.own_head)
