"""Home page: what the workbench is, and the way to each lesson."""

from collections.abc import Sequence

import streamlit as st

from workbench.paths import page_path
from workbench.shell.page import show_page
from workbench.shell.page_entry import PageEntry
from workbench.shell.registry import PAGES

IN_A_ROW = 3


def page() -> None:
    """The lesson."""
    st.markdown(
        "Watch a model of many small trees grow, and open every number on the screen down to the sums behind "
        "it. Pick a question; with *Guess first* each lesson asks before it answers."
    )
    for start in range(0, len(PAGES), IN_A_ROW):
        links(PAGES[start : start + IN_A_ROW])
    st.caption(
        "Every lesson: step with the buttons, or with the arrow keys in a picture or slider; *Copy link* "
        "sends somebody this very moment, *Present* is for the projector. Nothing leaves this computer."
    )


def links(entries: Sequence[PageEntry]) -> None:
    """A row of lessons, each with its question."""
    for place, entry in zip(st.columns(IN_A_ROW, gap="small"), entries, strict=False):
        with place.container(border=True, height="stretch"):
            st.page_link(page_path(entry.path), label=f"**{entry.question}**")
            st.markdown(f"{entry.title}. {entry.learned}")


show_page("home.py", page)
