"""A lesson as a card: its small picture, and its question as the link to it."""

from collections.abc import Mapping, Sequence
from functools import cache

import streamlit as st

from workbench.paths import PACKAGE_DIR, page_path
from workbench.shell import session
from workbench.shell.page_entry import PageEntry
from workbench.shell.registry import PAGES
from workbench.shell.way_on import next_lesson

_CHECK = '<svg viewBox="0 0 20 20"><path d="M4 10.5l4 4 8-9"/></svg>'
_PLAIN = PACKAGE_DIR / "shell" / "plain_thumbnail.svg"


def lesson_end() -> None:
    """Below a lesson: how many were seen in this browser, and the one to open next."""
    names, seen = [entry.name for entry in PAGES], session.visited()
    n_seen = len(set(seen) & set(names))
    with st.container(key="lesson_end"):
        if n_seen == len(names):
            st.markdown(f"You have seen all {n_seen} lessons.")
            return
        st.markdown(f"You have seen {n_seen} of {len(names)} lessons. The next one:")
        at = next_lesson(names, seen)
        card(PAGES[at], at + 1, is_seen=False, is_next=True)


def lesson_cards(links: Sequence[tuple[PageEntry, Mapping[str, str]]], key: str) -> None:
    """Lessons with what their links say, the first of them to begin with."""
    with st.container(key=f"lesson_cards_{key}"):
        for at, (entry, link) in enumerate(links):
            card(entry, at + 1, is_seen=False, is_next=not at, link=link)


def card(
    entry: PageEntry, number: int, *, is_seen: bool, is_next: bool, link: Mapping[str, str] | None = None
) -> None:
    """A lesson: its picture, and its question as the link to it, with what that says."""
    state = "seen" if is_seen else "next" if is_next else ""
    badge = f'<span class="number">{_CHECK if is_seen else number}</span>' if link is None else ""
    with st.container(key=f"card_{entry.name}"):
        st.markdown(f'<div class="thumbnail {state}">{drawn(entry)}{badge}</div>', unsafe_allow_html=True)
        visited = " · visited" if is_seen else ""
        st.page_link(
            page_path(entry.path), label=f"**{entry.question}** {entry.title}{visited}", query_params=link
        )
        if is_next and link is None:
            st.caption(entry.learned)


@cache
def drawn(entry: PageEntry) -> str:
    """The picture of a lesson, or the plain one."""
    own = PACKAGE_DIR / "lessons" / entry.name / "thumbnail.svg"
    return (own if own.is_file() else _PLAIN).read_text("utf-8").strip()
