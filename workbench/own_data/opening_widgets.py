"""Opening a table: a file, a text, one that is shipped or known; and forgetting them."""

import streamlit as st

from workbench.own_data.shown_file_widgets import show, turn
from workbench.own_data.words import EXAMPLES
from workbench.paths import DATASETS_DIR
from workbench.shell import own_tables, session
from workbench.shell.own_tables import OwnFile

_ALL_FILES = "Tables, models and their rows, here and in this browser."

PASTED = "pasted.csv"


def openers() -> None:
    """A file, what one pastes, or a table that is shipped."""
    key = f"own_upload_{turn()}"
    label = "A file: CSV, TSV, Parquet, Arrow or Excel"
    st.file_uploader(label, key=key, on_change=take_upload, args=(key,))
    with st.container(key="own_examples", horizontal=True, vertical_alignment="center"):
        st.markdown("Or one that is shipped:", width="content")
        for name, title in EXAMPLES.items():
            st.button(title, key=f"own_example_{name}", on_click=show_example, args=(name,))
    st.text_area("Or rows as text", key="own_pasted", height=90, placeholder="x,y\n1,2.5\n2,3.1")
    st.button("Open the text", on_click=take_pasted)


def other_tables(*, is_open: bool) -> None:
    """Another table in place of that on the page."""
    with st.expander("Another table", expanded=is_open):
        openers()
        known_tables()


@session.callback
def show_example(name: str) -> None:
    """Open a table that is shipped, as any other file."""
    show(OwnFile(name, (DATASETS_DIR / name).read_bytes()))


@session.callback
def take_upload(key: str) -> None:
    """Open the file that was chosen."""
    uploaded = st.session_state[key]
    if uploaded is not None:
        show(OwnFile(uploaded.name, uploaded.getvalue()))


@session.callback
def take_pasted() -> None:
    """Open the text that was pasted."""
    text = st.session_state["own_pasted"]
    if text.strip():
        show(OwnFile(PASTED, text.encode()))


def known_tables() -> None:
    """The tables that are open, and those that the browser keeps."""
    found, kept = own_tables.opened(), own_tables.kept_tables_not_open()
    if not found and not kept:
        return
    with st.container(key="own_known", horizontal=True, vertical_alignment="center"):
        for name, (table, file) in found.items():
            if file is not None:
                st.button(table.info.title, key=f"own_again_{name}", on_click=show_again, args=(file,))
        for name, title in kept.items():
            st.button(
                title, key=f"own_kept_{name}", on_click=open_kept, args=(name,), help="Kept by this browser."
            )


@session.callback
def open_kept(name: str) -> None:
    """Open a table that the browser keeps."""
    own_tables.want(name)


@session.callback
def show_again(file: OwnFile) -> None:
    """Show a table that is open."""
    show(file)


def forget_button() -> None:
    """Forgets every file, where there is a table."""
    if own_tables.opened() or own_tables.kept_tables_not_open():
        st.button("Forget all files", key="own_forget", on_click=forget, help=_ALL_FILES)


@session.callback
def forget() -> None:
    """Forget every file that was opened."""
    own_tables.forget_all()
    session.store().leave_files()
    show(None)
