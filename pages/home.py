"""Home page: a model that boosts, and the path of lessons."""

import streamlit as st

from workbench.home.widgets import hero, lesson_path, ways_beside
from workbench.shell.page import show_page


def page() -> None:
    """What the workbench is, and the way to each lesson."""
    hero()
    lesson_path()
    ways_beside()
    st.caption(
        "Every lesson: step with the buttons, or with the arrow keys in a picture or slider; *Copy link* "
        "sends somebody this very moment, *Present* is for the projector. Nothing leaves this computer."
    )


show_page("home.py", page)
