"""Your data: open a table, and every lesson works on it."""

from workbench.own_data.widgets import your_data
from workbench.shell.own_tables import keep_in_browser
from workbench.shell.page import show_page


def page() -> None:
    """The table, and the ways to the lessons."""
    your_data()
    keep_in_browser(lists=True)  # here, for what opens a table and what forgets them run the body alone


show_page("your_data.py", page)
