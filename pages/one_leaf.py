"""One leaf: the parabola whose lowest point is its weight, over the loss that it stands for."""

from workbench.lessons.one_leaf.shown_leaf_widgets import (
    code_topics,
    copy_leaf,
    current_leaf,
    its_kin,
    its_weight,
    rows_of_leaf,
    save_leaf,
    stepper_of,
    what_to_guess,
    which_leaf,
)
from workbench.lessons.one_leaf.widgets import ask_weight, leaf_picture, settle_weight
from workbench.shell.code_lens import code_lens
from workbench.shell.page import show_page
from workbench.shell.same_model import same_model
from workbench.shell.stage import stage, strip


def page() -> None:
    """The lesson."""
    shown = current_leaf()
    with strip():
        which_leaf(shown)
        question = ask_weight(shown.leaf, *shown.ident)
    settle_weight(question, shown.leaf)
    picture, beside = stage()
    with picture:
        leaf_picture(shown.leaf, question, shown.before, shown.step)
        stepper_of(shown)
    with beside:
        if question.hiding:
            what_to_guess(shown.leaf)
        else:
            its_kin(shown)
    if not question.hiding:
        same_model()
        its_weight(shown)
    rows_of_leaf(shown.leaf, hiding=question.hiding)
    code_lens(code_topics(shown.leaf))
    if not question.hiding:
        save_leaf(shown)
        copy_leaf(shown)


show_page("one_leaf.py", page)
