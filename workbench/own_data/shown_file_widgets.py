"""The file on the page Your data: that of the link, or one that makes no table as it is read."""

from dataclasses import replace

import streamlit as st

from workbench.data.own_columns import columns_of
from workbench.data.own_table import OwnTableError, usual_choices
from workbench.data.table_file import AS_IT_LOOKS, TableFileError
from workbench.own_data.words import IS_ANOTHER, OF_MODEL, WAITS
from workbench.shell import own_tables, session
from workbench.shell.own_tables import TABLE, OwnFile

_REFUSED, _TURN = "own_file_refused", "own_file_turn"  # the last that makes no table; counts what was done


def turn() -> str:
    """What is shown, and how often something was done to it: its widgets are others each time."""
    return f"{session.value(TABLE)}_{st.session_state.setdefault(_TURN, 0)}"


def is_refused(file: OwnFile) -> bool:
    """Whether it makes no table."""
    return file is st.session_state.get(_REFUSED)


def on_page() -> OwnFile | None:
    """The file that the page shows: that of its link, once it is open; without one the last refused."""
    refused: OwnFile | None = st.session_state.setdefault(_REFUSED, None)
    name = session.value(TABLE)
    file = own_tables.opened()[name][1] if name in own_tables.opened() else None
    return file if file is not None else refused if not name else None


def found_again() -> None:
    """Take what the browser has kept; of a link that it keeps no table of, say what it wants."""
    again = own_tables.take_wanted()
    if again is not None:
        show(again)
    wanted = own_tables.asked()
    if wanted is not None and not wanted.is_kept:
        st.info(OF_MODEL if wanted.id.startswith("fit") else IS_ANOTHER if on_page() else WAITS)


def show(file: OwnFile | None) -> None:
    """Show another file; one that makes no table is said to be none, on the page without a table."""
    st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1
    if file is None:
        st.session_state[_REFUSED] = None
        session.put(**{TABLE: ""})
        return
    try:
        name = opened(file)
    except (TableFileError, OwnTableError):  # said by the page
        st.session_state[_REFUSED] = file
        name = ""
    session.put(**{TABLE: name})


def change(file: OwnFile) -> None:
    """Take other choices for the file on the page; where they make no table, an open one stays as it was."""
    if session.value(TABLE):
        try:
            opened(file)
        except (TableFileError, OwnTableError) as error:
            st.session_state[_TURN] += 1
            session.say(f"{error} It stays as it was.")
            return
    show(file)


def opened(file: OwnFile) -> str:
    """The name of the table in a file, which is open now. Errors: TableFileError, OwnTableError."""
    if file.choices is None and file.reading == AS_IT_LOOKS:
        file = own_tables.as_asked(file.name, file.content) or file
    columns = columns_of(own_tables.table_of(file.content, file.reading))
    choices = file.choices or usual_choices(columns)
    return own_tables.open_table(replace(file, choices=choices)).info.id
