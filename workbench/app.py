"""Entry point of the app: builds the navigation from the registry and runs the chosen page.

Streamlit runs this file anew for every interaction, so it does nothing else.
"""

import streamlit as st

from workbench.paths import page_path
from workbench.registry import HOME, PAGES

chosen = st.navigation(
    [
        st.Page(page_path(entry.path), title=entry.title, icon=entry.icon, default=entry is HOME)
        for entry in (HOME, *PAGES)
    ],
    position="top",
)
st.set_page_config(
    page_title=f"{chosen.title} · Gradient boosted trees", page_icon=chosen.icon, layout="wide"
)
# The room that Streamlit leaves above a page is a fifth of a projector's screen.
st.html("<style>[data-testid='stMainBlockContainer'] {padding-top: 4rem; padding-bottom: 3rem}</style>")
chosen.run()
