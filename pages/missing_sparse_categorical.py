"""Missing, sparse, categorical: where a row goes that has no number."""

from workbench.lessons.missing_sparse_categorical.part_widgets import PARTS, part_chooser
from workbench.shell.page import show_page
from workbench.shell.stage import strip


def page() -> None:
    """The lesson: one of its three parts."""
    part = part_chooser()
    PARTS[part](strip())  # the strip is always there: what follows would be drawn anew if it came and went


show_page("missing_sparse_categorical.py", page)
