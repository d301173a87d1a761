"""Your data: open a table, and every lesson works on it."""

from workbench.own_data.widgets import your_data
from workbench.shell.page import show_page


def page() -> None:
    """The table, and the ways to the lessons."""
    your_data()


show_page("your_data.py", page)
