"""The values of one reader's session: read once from the link, and kept from page to page."""

from __future__ import annotations

from typing import Any

import streamlit as st

from workbench import state

_KEPT, _NOTES = "kept_values", "link_notes"
_FORGOTTEN = object()


def open_session() -> None:
    """Give every value of the link its place in the session: from the link at first, then from the last run.

    Streamlit forgets a widget's value when a page does not show the widget; here it is kept.
    """
    kept: dict[str, Any] | None = st.session_state.get(_KEPT)
    if kept is None:
        kept, notes = from_link(st.query_params.to_dict())
        st.session_state[_KEPT] = kept
        st.session_state[_NOTES] = notes
    for name, entry in state.ENTRIES.items():
        now = st.session_state.get(name, _FORGOTTEN)
        # A bar of choices that loses its widget's state can say None, which stands for nothing there.
        if now is _FORGOTTEN or (now is None and entry.default is not None):
            st.session_state[name] = kept[name]
        else:
            kept[name] = now


def from_link(link: dict[str, str]) -> tuple[dict[str, Any], list[str]]:
    """Every value of a link, the default where it says nothing or nonsense; and a note on each nonsense."""
    values = {name: entry.default for name, entry in state.ENTRIES.items()}
    notes = []
    for name, text in link.items():
        if name.startswith("embed"):
            continue  # Streamlit's own
        if name not in values:
            notes.append(f"{name[:40]} is not a value of this workbench.")
            continue
        try:
            values[name] = state.read(name, text)
        except ValueError as error:
            notes.append(f"{error}; shown is the default.")
    for name, fitting in state.misfits(values).items():
        notes.append(f"{name}={link[name][:40]} does not go with {values['data']}; shown is the default.")
        values[name] = fitting
    return values, notes


def show_link_notes() -> None:
    """Say once what in the link could not be used."""
    notes = st.session_state.pop(_NOTES, [])
    if notes:
        # As code, so that nothing in a link is taken for markdown.
        lines = "\n".join(f"- `{note.replace('`', '')}`" for note in notes)
        st.toast(f"Not everything in the link could be used:\n\n{lines}", duration="long")


def value(name: str) -> Any:
    """A value of the session by its name in the link."""
    return st.session_state[name]


def put(**values: Any) -> None:
    """Set values of the session, in a callback."""
    for name, each in values.items():
        st.session_state[name] = each


def settings() -> state.Settings:
    """The settings of boosting, as the session has them."""
    return state.settings_from({name: st.session_state[name] for name in state.SETTINGS})


def values() -> dict[str, Any]:
    """Every value of the link, as the session has it."""
    return {name: st.session_state[name] for name in state.ENTRIES}


def link_values() -> dict[str, str]:
    """What the link to this very moment says; of settings that the data set does not take, nothing."""
    found = values()
    return state.written(found | state.misfits(found))
