"""The way to other lessons with the same model, or tree: values pass by such links alone."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import streamlit as st

from workbench.link.values import DATA, OF_A_TREE, SETTINGS, defaults, written
from workbench.models.settings import as_in_file, misfits
from workbench.paths import page_path
from workbench.shell import session
from workbench.shell.page import presenting
from workbench.shell.page_entry import Kind, PageEntry
from workbench.shell.registry import PAGES

WORDS: dict[Kind, str] = {"model": "The same model in", "tree": "The same tree in"}
_MADE_BY: dict[Kind, tuple[str, ...]] = {"model": tuple(SETTINGS), "tree": OF_A_TREE}


class Way(NamedTuple):
    """A way to another page that shows the same: what that is, the page, and the link to it."""

    kind: Kind
    page: PageEntry
    link: dict[str, str]


def same_model() -> None:
    """A line with the lessons that show this very model, or tree; nothing in presenter mode."""
    kept = session.store()
    found = ways(kept.page.entry, kept.values | kept.shown, PAGES)
    if presenting() or not found:
        return
    with st.container(key="same_model", horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{WORDS[found[0].kind]}**", width="content")
        for _, page, link in found:
            st.page_link(page_path(page.path), label=page.title, query_params=link, width="content")


def ways(entry: PageEntry, values: Mapping[str, Any], pages: Sequence[PageEntry]) -> list[Way]:
    """The pages that can show what a page shows under some values, with the links that say all of it."""
    found = []
    for kind, mine in entry.shows.items():
        shown = mine.of(values)
        if shown is None:
            continue
        made_by = defaults() | {name: shown[name] for name in _MADE_BY[kind]}
        made_by |= misfits(made_by)
        if kind == "model":  # of a model that was opened the file says them, not the link
            made_by |= {name: defaults()[name] for name in as_in_file(made_by[DATA])}
        for other in pages:
            its = other.shows.get(kind)
            if other is entry or its is None or not can_show(other, kind, made_by):
                continue
            said = {name: made_by[name] for name in _MADE_BY[kind] if name in other.link_names}
            cursor = {name: values[name] for name in mine.cursor if name in its.cursor}
            link = written(said | cursor | dict(its.also))
            found.append(Way(kind, other, {DATA: made_by[DATA]} | link))
    return found


def can_show(page: PageEntry, kind: Kind, made_by: Mapping[str, Any]) -> bool:
    """Whether a page can show a model or a tree of some values."""
    takes, usual = page.shows[kind].takes, defaults()
    if takes is not None:
        return takes(made_by)
    return all(name in page.link_names or made_by[name] == usual[name] for name in _MADE_BY[kind])
