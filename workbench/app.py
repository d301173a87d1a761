"""Entry point of the app: builds the navigation from the registry and runs the chosen page.

Streamlit runs this file anew for every interaction.
"""

import streamlit as st

from workbench.loading import LOADING

with LOADING:
    from workbench.paths import ICON_PATH, page_path
    from workbench.shell.garbage_collection import leave_out_what_is_there
    from workbench.shell.registry import HOME, all_pages
    from workbench.shell.session import open_session

pages = {
    entry: st.Page(page_path(entry.path), title=entry.title, default=entry is HOME) for entry in all_pages()
}
chosen = st.navigation(list(pages.values()), position="hidden")
st.set_page_config(
    page_title=f"{chosen.title} · Gradient boosted trees", page_icon=str(ICON_PATH), layout="wide"
)
entry = next(entry for entry, page in pages.items() if page == chosen)
open_session(entry)
chosen.run()
leave_out_what_is_there()
