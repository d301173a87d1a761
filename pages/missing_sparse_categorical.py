"""Missing, sparse, categorical: where a row goes that has no number."""

from workbench.lessons.missing_sparse_categorical.below_widgets import below_the_stage
from workbench.lessons.missing_sparse_categorical.choice_widgets import current_act, own_head
from workbench.lessons.missing_sparse_categorical.stage import stage_of_act
from workbench.shell.page import show_page
from workbench.shell.show_stage import show_stage


def page() -> None:
    """The lesson: one of its three acts."""
    act = current_act()
    show_stage(stage_of_act(act.record))
    below_the_stage(act)


show_page("missing_sparse_categorical.py", page, own_head)
