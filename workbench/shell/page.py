"""What stands around every lesson: title and question, the link, presenter mode, the controls."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.components.clicker import clicker
from workbench.components.link import copy_button, keep_address
from workbench.link.values import PRESENT
from workbench.paths import page_path
from workbench.shell import hearing, kept_in_browser, own_models, own_tables, session
from workbench.shell.current_fit import _TOP, PageEndError, current_fit, forget_awaited
from workbench.shell.head import Head, presets_button, settings_button, shared_head
from workbench.shell.lesson_card import lesson_end
from workbench.shell.page_entry import PageEntry
from workbench.shell.registry import HOME, OPEN_A_MODEL, OWN_DATA, PAGES, all_pages, page_named

_LOG = logging.getLogger("workbench")

_LEAVE = "Back to all parts of the page, as P or Escape does"
_PRESENT = (
    "The lesson alone, larger, for a clicker: PageDown steps and goes on to the next lesson, Enter answers, "
    "B blacks the screen (then PageDown skips the rest of the lesson), F fills it; P begins "
    "and ends it"
)


def presenting() -> bool:
    """Whether the page shows the lesson alone, in larger type."""
    return bool(session.value(PRESENT))


@contextmanager
def folded(label: str) -> Iterator[bool]:
    """An expander whose content is made only while it is open, which is what it gives; a link may open it."""
    key, kept = f"folded_{label}", session.store()
    if kept.fold == label:
        kept.fold, kept.leads_to = "", label
        st.session_state[key] = True
    place = st.expander(label, key=key, on_change="rerun")
    with place:
        yield bool(place.open)


def top(entry: PageEntry, head: Head) -> None:
    """The head of a page: the way to the others, its question, its controls, and the link."""
    bar = st.container(key="bar", horizontal=True, vertical_alignment="center")
    way(bar, entry)
    bar.title(entry.question, anchor=False, width="stretch")
    for choose in head.choosers:
        choose(bar)
    presets_button(bar, head.presets)
    settings_button(bar, head.settings)
    with bar:
        copy_button()
        clicker(present=presenting())
    bar.button(
        "Leave" if presenting() else "Present",
        key="present_button",
        help=_LEAVE if presenting() else _PRESENT,
        on_click=session.take,
        kwargs={PRESENT: 0 if presenting() else 1},
    )
    if head.line is not None:
        head.line(st.container(key="controls", horizontal=True, vertical_alignment="center"))
    hearing.hear(session.store().given)
    if entry.controls == "boosting" and not entry.is_by_hand(session.values()):
        current_fit()  # here, since a button inside the body could not interrupt its first run
    st.session_state[_TOP] = what_top_shows(entry, head)


def way(bar: DeltaGenerator, entry: PageEntry) -> None:
    """The list of all lessons, and the way to the one before and the one after."""
    with bar.popover("Lessons", key=f"lessons_of_{entry.name}"):
        for number, other in enumerate(all_pages()):
            title = f"{number}. {other.title}" if other in PAGES else other.title
            st.page_link(page_path(other.path), label=title)
    if entry not in (HOME, *PAGES):
        return  # no lesson comes before it, and none after
    at = PAGES.index(entry) if entry in PAGES else -1
    for key, near in (("before", at - 1), ("after", at + 1)):
        if 0 <= near < len(PAGES):
            with bar.container(key=key, width="content"):
                title = PAGES[near].title
                st.page_link(page_path(PAGES[near].path), label=f"The lesson {key}: {title}", help=title)


def what_top_shows(entry: PageEntry, head: Head) -> tuple[Any, ...]:
    """The values on which the head of a page depends."""
    values = session.values()
    of_page = (entry.is_by_hand(values), entry.has_bins(values))
    return (presenting(), *of_page, *(values[name] for name in head.names))


def show_page(filename: str, lesson: Callable[[], None], own_head: Callable[[], Head] | None = None) -> None:
    """The whole of a page: what stands around every lesson, and within it the lesson itself.

    filename: of the page, as in the registry. own_head: the controls of a lesson that has not those that
    lessons share.
    """
    entry = page_named(filename)
    head_now = own_head or partial(shared_head, entry)
    forget_awaited()
    session.say_misfits()
    session.visit(entry.name)
    session.store().given.heard_in = hearing.TOP
    if guarded(lambda: top(entry, head_now()), f"{filename}_top"):
        say_asked_table(entry)
        body(entry, lesson, head_now)
    if entry not in (OWN_DATA, OPEN_A_MODEL):
        own_tables.keep_in_browser()


def say_asked_table(entry: PageEntry) -> None:
    """Of a link about a file that is not open here: which one it wants, and where that is opened.

    Once the page has a link of its own, none is waited for.
    """
    wanted = None if session.link_values() else own_tables.asked()
    if wanted is None or wanted.page != entry.name or entry in (OWN_DATA, OPEN_A_MODEL):
        return
    kind, opens = ("table", OWN_DATA) if wanted.id.startswith("own") else ("model", OPEN_A_MODEL)
    with st.container(key="asked_table", horizontal=True, vertical_alignment="center"):
        st.info(f"The link is about a {kind} of its sender's: open the same file, and the link goes on here.")
        st.page_link(page_path(opens.path), label="Open the file", width="content")


@st.fragment
def body(entry: PageEntry, lesson: Callable[[], None], head_now: Callable[[], Head]) -> None:
    """A lesson. Moving the cursor runs this alone: all above it stays as it is."""
    session.open_run()
    if st.session_state[_TOP] != what_top_shows(entry, head_now()):
        st.rerun()  # a callback of the page, or a file that has come, has changed the settings
    session.store().given.heard_in = hearing.BODY
    if guarded(lesson, entry.path):
        session.remember_good()
        say_given(entry)
    session.show_notes()
    if entry in PAGES and not presenting():
        lesson_end()
    hearing.hear(session.store().given)
    keep_address(
        entry.path,
        kept_in_browser.told_link(),
        kept_in_browser.other_values(),
        kept_in_browser.counts(),
        session.store().page.held.names,
        on_others=kept_in_browser.take_others,
    )
    forget_awaited()


def say_given(entry: PageEntry) -> None:
    """Of a data set that comes with a model: what of it the page shows."""
    given = own_models.given() if entry in PAGES else None
    if given is None:
        return
    if session.store().shows_model:
        own_models.say_model(current_fit())
    else:
        st.text(f"Grown here on the rows of {given.name}; that model itself is shown on Boosting.")


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
