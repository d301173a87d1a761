"""The page of sources: one write-up at a time, as lists of links and a table of numbers."""

from collections.abc import Sequence
from dataclasses import astuple

import streamlit as st

from workbench.paths import page_path
from workbench.shell.choice import choice
from workbench.shell.registry import page_named
from workbench.sources.names_widgets import names
from workbench.sources.records import Reference, WriteUp
from workbench.sources.values import NAMES, SOURCE
from workbench.sources.write_ups import WRITE_UPS
from workbench.text.tables import markdown_table

_TITLES = {name: each.short for name, each in WRITE_UPS.items()} | {NAMES: "One thing, many names"}


def section_chooser() -> str:
    """Which write-up, or what they call the same things: gives its name."""
    with st.container(key="source_chooser"):
        return choice("Which source", _TITLES, SOURCE, label_visibility="collapsed")


def write_up(found: WriteUp) -> None:
    """All that is said of a write-up."""
    st.subheader(found.title, anchor=False)
    st.caption(found.origin)
    st.markdown(found.about)
    with st.container(key="source_links"):
        links("What is wrong in it", found.faults)
        for heading, moments in found.moments.items():
            links(heading, moments)
        links("As it was run", found.as_run)
    st.markdown("**Its numbers beside ours**")
    with st.container(key="source_numbers"):
        heads = ("", "published", "ours", "difference", "why")
        st.markdown(markdown_table(heads, map(astuple, found.figures), "lrrrl"))


def links(heading: str, moments: Sequence[Reference]) -> None:
    """A list of links, each with what is seen there and the title of its page."""
    with st.container(key=f"links_{heading}", gap=None):
        st.markdown(f"**{heading}**")
        for moment in moments:
            entry = page_named(f"{moment.page}.py")
            st.page_link(
                page_path(entry.path), label=f"{moment.words} *{entry.title}*", query_params=moment.query
            )


def shown_section(name: str) -> None:
    """A section by its name."""
    if name == NAMES:
        names()
    else:
        write_up(WRITE_UPS[name])
