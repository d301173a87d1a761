"""The button that gives a lesson, at this moment, as one file."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st


def save_as_page(make: Callable[[], bytes], stem: str) -> None:
    """Draw the button. make: makes the file, when it is asked for; stem: its name without the ending."""
    st.download_button(
        "Save as a page",
        make,
        f"{stem}.html",
        "text/html",
        key="save_as_page",
        help="One file that steps and plays by itself in any browser, also without a network.",
        on_click="ignore",
    )
