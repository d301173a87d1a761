"""One leaf: the parabola whose lowest point is its weight, over the loss that it stands for."""

import streamlit as st

from workbench.lessons.one_leaf.shown_leaf_widgets import (
    code_topics,
    copy_leaf,
    current_leaf,
    its_kin,
    its_weight,
    rows_of_leaf,
    what_to_guess,
)
from workbench.lessons.one_leaf.widgets import ask_weight, leaf_picture, settle_weight, zoom_switch
from workbench.shell.code_lens import code_lens
from workbench.shell.page import presenting, show_page


def page() -> None:
    """The lesson."""
    challenge = st.container()
    shown = current_leaf()
    with challenge:
        question = ask_weight(shown.leaf, *shown.ident)
    settle_weight(question, shown.leaf)
    if question.hiding:
        what_to_guess(shown.leaf)
    leaf_picture(shown.leaf, question, shown.before)
    if presenting():
        zoom_switch()  # the row of the stepper has no room for it
    if not question.hiding:
        its_weight(shown)
        its_kin(shown)
    rows_of_leaf(shown.leaf, hiding=question.hiding)
    code_lens(code_topics(shown.leaf))
    if not question.hiding:
        copy_leaf(shown)


show_page("one_leaf.py", page)
