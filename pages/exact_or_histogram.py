"""Exact or histogram: how many cuts are enough?"""

from workbench.lessons.exact_or_histogram.part_widgets import PARTS, part_chooser
from workbench.shell.page import show_page
from workbench.shell.stage import strip


def page() -> None:
    """The lesson: one of its three parts."""
    part = part_chooser()
    PARTS[part](strip())


show_page("exact_or_histogram.py", page)
