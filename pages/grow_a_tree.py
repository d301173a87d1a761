"""Grow a tree: in which order does a tree grow, and why does it stop?"""

from workbench.lessons.grow_a_tree import widgets
from workbench.lessons.grow_a_tree.below_widgets import below_the_stage
from workbench.lessons.grow_a_tree.stage import stage_of_growth
from workbench.shell.page import show_page
from workbench.shell.show_stage import show_stage


def page() -> None:
    """The lesson."""
    growing = widgets.growing_now()
    show_stage(stage_of_growth(growing))
    below_the_stage(growing)


show_page("grow_a_tree.py", page)
