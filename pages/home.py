"""Home page: what the workbench is, and the way to each lesson."""

import streamlit as st

from workbench.paths import page_path
from workbench.shell.page import show_page
from workbench.shell.registry import PAGES


def page() -> None:
    """The lesson."""
    st.markdown(
        "Watch a model of many small trees grow, and open every number on the screen down to the sums behind "
        "it. Pick a question; with *Guess first* each lesson asks before it answers."
    )
    for start in range(0, len(PAGES), 3):
        row = PAGES[start : start + 3]
        for place, entry in zip(st.columns(3, gap="small"), row, strict=False):
            with place.container(border=True, height="stretch"):
                st.page_link(page_path(entry.path), label=f"**{entry.question}**", icon=entry.icon)
                st.markdown(f"{entry.title}. {entry.learned}")
    st.caption(
        "Every lesson: step with the buttons, or with the arrow keys in a picture or slider; *Copy link* "
        "sends somebody this very moment, *Present* is for the projector. Nothing leaves this computer."
    )


show_page("home.py", page)
