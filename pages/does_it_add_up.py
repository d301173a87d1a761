"""Does not add up?: which mistake leads to the number that one computed by hand."""

from workbench.add_up.widgets import add_up
from workbench.shell.page import show_page


def page() -> None:
    """The number or the message, and what is behind it."""
    add_up()


show_page("does_it_add_up.py", page)
