"""What stands around every lesson: title and question, the link, presenter mode, the controls."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import streamlit as st

from workbench.components.link import copy_button, keep_address
from workbench.link.values import PRESENT, SETTINGS, TREE_SETTINGS
from workbench.shell import session
from workbench.shell.current_fit import _TOP, PageEndError, current_fit, forget_awaited
from workbench.shell.page_entry import PageEntry
from workbench.shell.registry import HOME, page_named
from workbench.shell.setting_controls import main_controls, tree_controls

_LOG = logging.getLogger("workbench")

# The room that Streamlit leaves around a page is a fifth of a projector's screen. A formula that is two
# pixels too high for its box would be a scrolling region that no key reaches. Streamlit's own Stop leaves
# half a page behind; long fits have one of ours. Its notices would lie over the list of pages that drops
# down: they stand below, and a click goes through them to what they cover.
_STYLE = """
[data-testid='stMainBlockContainer'] {padding: 4rem 2.2rem 3rem}
h1 {font-size: 1.75rem !important; padding: 0 !important}
[data-testid='stPageLink'] p {white-space: normal}
.katex-display {overflow: visible !important}
[data-testid='stStatusWidget'] {display: none}
[data-testid='stToastContainer'] {top: auto !important; bottom: 1rem !important; pointer-events: none}
[data-testid='stToastContainer'] * {pointer-events: none}
[data-testid='stToastContainer'] button {pointer-events: auto}
[data-testid='stBaseButton-primary']:not(:disabled) {color: light-dark(#fff, #111) !important}
.stVerticalBlock[class*='st-key-challenge_'] {padding: 0.45rem 0.9rem !important}
:has(> [class*='st-key-told_']) {position: absolute !important}
[class*='st-key-challenge_'] p:focus-visible {outline-offset: 4px; border-radius: 2px}
@media (max-width: 1000px) {
  :is([class*='st-key-controls'], [class*='st-key-challenge_']) .stHorizontalBlock {flex-wrap: wrap}
  [class*='st-key-challenge_'] [data-testid='stColumn'] {min-width: 42%}
  [class*='st-key-controls'] [data-testid='stColumn'] {min-width: 30%}
}
"""
_PRESENTER_STYLE = """
[data-testid='stHeader'] {display: none}
[data-testid='stMainBlockContainer'] {padding: 0.6rem 1.2rem 2rem; zoom: 1.2}
.st-key-more_settings {display: none}
"""


def presenting() -> bool:
    """Whether the page shows the lesson alone, in larger type."""
    return bool(session.value(PRESENT))


@contextmanager
def folded(label: str) -> Iterator[bool]:
    """An expander whose content is made only while it is open, which is what it gives."""
    place = st.expander(label, key=f"folded_{label}", on_change="rerun")
    with place:
        yield bool(place.open)


def top(entry: PageEntry) -> None:
    """The head of a page: its title and question, the link, presenter mode, and the controls it shares."""
    st.html(f"<style>{_STYLE}{_PRESENTER_STYLE if presenting() else ''}</style>")
    words, link, present = st.columns([8, 1.3, 1.3], gap="small", vertical_alignment="center")
    words.title(entry.title if entry is not HOME else "Gradient boosted trees, step by step", anchor=False)
    with link:
        copy_button()
    present.button(
        "Leave" if presenting() else "Present",
        key="present_button",
        help="Back to all parts of the page" if presenting() else "Larger type, and nothing but the lesson",
        on_click=session.take,
        kwargs={PRESENT: 0 if presenting() else 1},
        width="stretch",
    )
    if entry is not HOME:
        words.markdown(f"**{entry.question}**")
    if entry.controls == "tree":
        tree_controls(st.container(key="controls"), entry.idle(session.values()))
    elif entry.controls == "boosting":
        main_controls(st.container(key="controls"))
        current_fit()  # here, since a button inside the body could not interrupt its first run
    st.session_state[_TOP] = what_top_shows(entry)


def what_top_shows(entry: PageEntry) -> tuple[Any, ...]:
    """The values on which the head of a page depends."""
    idle = tuple(entry.idle(session.values()))
    return (presenting(), idle, *(session.value(name) for name in (*SETTINGS, *TREE_SETTINGS)))


def show_page(filename: str, lesson: Callable[[], None]) -> None:
    """The whole of a page: what stands around every lesson, and within it the lesson itself.

    filename: of the page, as in the registry.
    """
    entry = page_named(filename)
    forget_awaited()
    session.say_misfits()
    if guarded(lambda: top(entry), f"{filename}_top"):
        body(entry, lesson)


@st.fragment
def body(entry: PageEntry, lesson: Callable[[], None]) -> None:
    """A lesson. Moving the cursor runs this alone: all above it stays as it is."""
    if st.session_state[_TOP] != what_top_shows(entry):
        st.rerun()  # a callback of the page has changed the settings
    session.open_run()
    if guarded(lesson, entry.path):
        session.remember_good()
    session.show_notes()
    keep_address(
        entry.path,
        session.link_values(),
        session.other_values(),
        moment=session.store().moment,
        visits=session.store().visits,
        is_new=session.is_new(),
        on_others=session.take_others,
    )
    forget_awaited()


def guarded(draw: Callable[[], None], name: str) -> bool:
    """Draw a part of a page; what goes wrong in it is said in its place, with a way back.

    Returns whether nothing did.
    """
    part = f"part_{name.removesuffix('.py')}"
    # Above the part, and empty while all is well: a place that is cleared first would mount the page anew.
    fault = st.container()
    try:
        with st.container(key=part):
            draw()
    except PageEndError:
        return False
    except Exception as error:
        _LOG.exception("%s could not be drawn", name)
        with fault:
            st.html(f"<style>.st-key-{part} {{display: none}}</style>")
            st.error(f"This page could not be drawn ({type(error).__name__}). What you have set is not lost.")
            st.button("Back to the last view that worked", key=f"back_{name}", on_click=session.go_back)
        return False
    return True
