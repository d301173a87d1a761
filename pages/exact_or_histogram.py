"""Exact or histogram: how many cuts are enough?"""

from workbench.lessons.exact_or_histogram.below_widgets import below_the_stage
from workbench.lessons.exact_or_histogram.stage import stage_of_cuts
from workbench.lessons.exact_or_histogram.widgets import current_place, own_head
from workbench.shell.page import show_page
from workbench.shell.show_stage import show_stage


def page() -> None:
    """The lesson."""
    place = current_place()
    show_stage(stage_of_cuts(place))
    below_the_stage(place)


show_page("exact_or_histogram.py", page, own_head)
