"""Sources: the five write-ups, and what they call the same things."""

from workbench.shell.page import show_page
from workbench.sources.widgets import section_chooser, shown_section


def page() -> None:
    """One section at a time."""
    shown_section(section_chooser())


show_page("sources.py", page)
