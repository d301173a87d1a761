"""One tree or many: what can many small trees do that one large tree cannot?"""

import streamlit as st

from workbench.lessons.one_tree_or_many.comparison_widgets import (
    ask_smaller,
    comparison_picture,
    copy_node,
    current_comparison,
    experiment,
    roc_curves,
    table,
    task,
    verdict,
)
from workbench.shell.code_lens import code_lens
from workbench.shell.page import presenting, show_page


def page() -> None:
    """The lesson."""
    challenge, step_place = st.container(), st.container()
    picture_place, choices = st.columns([7.8, 2.2], gap="medium")
    shown = current_comparison(step_place, choices)
    with challenge:
        question = ask_smaller(shown)
    with picture_place:
        comparison_picture(shown, hiding=question.hiding)
    if not question.hiding:
        verdict(shown)
    if not (question.hiding or presenting()):
        experiment()
        table(shown)
        roc_curves(shown)
        task(shown)
        code_lens(["boosting loop", "start", "leaf weight", "raw prediction"])
        copy_node(shown)


show_page("one_tree_or_many.py", page)
