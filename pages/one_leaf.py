"""One leaf: why does it weigh -G / (H + lambda)?"""

from workbench.lessons.one_leaf.below_widgets import below_the_stage
from workbench.lessons.one_leaf.stage import stage_of_leaf
from workbench.lessons.one_leaf.widgets import current_leaf, drawn_leaf, leaf_of_model, own_head
from workbench.shell.page import presenting, show_page
from workbench.shell.show_stage import show_stage


def page() -> None:
    """The lesson."""
    shown = current_leaf()
    drawn = drawn_leaf(shown)
    if not presenting():
        leaf_of_model(shown)
    show_stage(stage_of_leaf(shown.ident, drawn))
    below_the_stage(shown, drawn)


show_page("one_leaf.py", page, own_head)
