"""Find the split: place the cut yourself, then see how good it is."""

import streamlit as st

from workbench.lessons.find_the_split import words
from workbench.lessons.find_the_split.below_widgets import below_the_stage
from workbench.lessons.find_the_split.choice_widgets import (
    choosers,
    current_hidden_splits,
    current_kind,
    misfit_note,
)
from workbench.lessons.find_the_split.stage import stage_of_hunt
from workbench.lessons.find_the_split.values import FIND_FEATURE
from workbench.shell import session
from workbench.shell.page import presenting, show_page
from workbench.shell.show_stage import show_stage


def page() -> None:
    """The lesson."""
    kind = current_kind()
    if not presenting():
        choosers(kind)
    hunt = current_hidden_splits(kind)
    if not hunt.order:
        st.markdown(words.why_nothing(hunt))
        return
    session.clip(FIND_FEATURE, len(hunt.names) - 1, None)
    show_stage(stage_of_hunt(hunt))
    if not presenting():
        misfit_note(kind)
    below_the_stage(hunt)


show_page("find_the_split.py", page)
