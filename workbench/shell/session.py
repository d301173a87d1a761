"""The values of one reader's session, in one store that no widget owns.

Widgets are drawn from the store and write to it in their callbacks, so what a closed panel, a fragment or
another page does not show cannot be forgotten. The link has the values of the page on the screen, and is read
in a new session, and when the reader goes back or forward in the browser.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import Any, ParamSpec

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from workbench.link.values import ENTRIES, SETTINGS, checked, read_all, written
from workbench.models.settings import Settings, misfits, settings_from
from workbench.shell.first_value import first_value

_STORE, _VISITED = "store", "visited"
_LOG = logging.getLogger("workbench")
_NOTHING = object()
OF_LINK, OF_SESSION = "Not everything in the link could be used:", "Please note:"

P = ParamSpec("P")


@dataclass
class Store:
    """What a session holds.

    values: every value of a link by its name. names: those that the page on the screen has in its link.
    shown: what this run shows instead of a value that leads beyond the end. asked: names that a link has set,
    until a page has shown them. notes: what is to be said to the reader, by heading; said: what was said
    already. moment: counts the changes that are worth an entry in the browser's history; visits: where that
    history has led back or forward. is_new: until a page was drawn. drawn: what each widget was drawn with.
    unheard: what a widget may still show in the browser since it was given another value; n_acts: callbacks
    since the last run, doubted: those among them that may be such an old value. good: the values of the last
    page that was drawn without a fault. visited: the pages that were seen, the last one at the end.
    """

    values: dict[str, Any]
    names: Collection[str] = ()
    shown: dict[str, Any] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    notes: dict[str, list[str]] = field(default_factory=dict)
    said: set[str] = field(default_factory=set)
    moment: int = 0
    visits: int = 0
    is_new: bool = True
    drawn: dict[str, str] = field(default_factory=dict)
    unheard: dict[str, list[Any]] = field(default_factory=dict)
    n_acts: int = 0
    doubted: list[Callable[[], None]] = field(default_factory=list)
    good: dict[str, Any] | None = None
    visited: list[str] = field(default_factory=list)


def store() -> Store:
    """The store of whoever looks at the page."""
    found: Store = st.session_state[_STORE]
    return found


def open_session(names: Collection[str] = ()) -> None:
    """At the top of a full run: a new session reads the link, and so does one that goes back or forward.

    names: the values that the page's link has; going back leaves all others as they are.
    """
    link = st.query_params.to_dict()
    if _STORE not in st.session_state:
        values, notes = read_all(link)
        st.session_state[_STORE] = Store(values, names, asked=set(link) & set(values))
        say(*notes, heading=OF_LINK)
    elif getattr(get_script_run_ctx(), "is_history_navigation", False):
        # At no other time: after a step back, the browser goes on sending that old address.
        store().visits += 1
        go_to_link(store(), link, names)
    elif store().names != names:
        # A way from another page may lead to a certain place on this one.
        found, _ = read_all(link)
        store().values |= {name: found[name] for name in names if name in link}
    if store().names != names:
        store().drawn.clear()  # the widgets of another page are others, whatever their keys
    store().names = names


def go_to_link(kept: Store, link: Mapping[str, str], names: Collection[str]) -> None:
    """Take the values of a link in a session that has been there before."""
    values, notes = read_all(link)
    say(*notes, heading=OF_LINK)
    # A link leaves out what its data set does not take: that is kept until it fits again.
    aside = misfits(kept.values | {"data": values["data"]}) if "data" in names else {}
    kept.values |= {name: values[name] for name in names if name in link or name not in aside}
    kept.asked = set(link) & set(values)


# -- callbacks


def callback(function: Callable[P, None]) -> Callable[P, None]:
    """A callback that, where it fails, leaves the values as they were and says so: no page ends by it."""

    @wraps(function)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        before = dict(store().values)
        store().n_acts += 1
        try:
            function(*args, **kwargs)
        except Exception:
            _LOG.exception("a callback failed")
            store().values = before
            say("That could not be done; everything stands as it was.")

    return guarded


# -- reading


def value(name: str) -> Any:
    """A value of the session by its name in the link."""
    return store().values[name]


def values() -> dict[str, Any]:
    """Every value of the link, as the session has it."""
    return dict(store().values)


def visited() -> tuple[str, ...]:
    """The pages that the reader has seen so far, by name, the last one at the end."""
    return tuple(store().visited)


def visit(name: str) -> None:
    """The reader sees a page."""
    seen = store().visited
    seen[:] = [*(each for each in seen if each != name), name]


def settings() -> Settings:
    """The settings of boosting, as the session has them; those that the data set does not take, at rest."""
    return settings_from({name: value(name) for name in SETTINGS})


def is_new() -> bool:
    """Whether this is the first time that one asks."""
    first, store().is_new = store().is_new, False
    return first


def other_values() -> dict[str, str]:
    """What the browser keeps over a reload beside the link: values of other lessons, and the pages seen."""
    kept = store()
    others = written({name: each for name, each in kept.values.items() if name not in kept.names})
    return others | {_VISITED: " ".join(kept.visited)}


@callback
def take_others(others: Mapping[str, str]) -> None:
    """Take up the values of other lessons and the pages seen, as they were before a reload."""
    kept = store()
    before = others.get(_VISITED, "").split()
    kept.visited[:0] = [name for name in before if name not in kept.visited]
    found, _ = read_all(others)
    kept.values |= {name: found[name] for name in others if name in found and name not in kept.names}


def link_values() -> dict[str, str]:
    """What the link to this very moment says: the values of this page, as they are shown."""
    found = store().values | misfits(store().values) | store().shown
    return written({name: found[name] for name in store().names})


# -- writing


def put(**new: Any) -> None:
    """Set values, in a callback. Errors: ValueError for one that breaks its rule; then none is set."""
    kept = store()
    new = {name: checked(name, each) for name, each in new.items()}
    if any(ENTRIES[name].settled and kept.values[name] != each for name, each in new.items()):
        kept.moment += 1
    kept.values |= new


take = callback(put)
"""Set values, as the callback of a button."""


def bound(
    widget: Callable[..., Any],
    label: str,
    *args: Any,
    name: str,
    shown: Any = _NOTHING,
    also: Mapping[str, Any] | None = None,
    **options: Any,
) -> None:
    """Draw a widget that shows a value of the store, and writes to it.

    shown: what it shows where that is not the value itself. also: values that are set with it.
    """
    shown = value(name) if shown is _NOTHING else shown
    take_it = partial(take_widget, f"widget_{name}", name, also or {})
    draw(widget, label, *args, key=f"widget_{name}", shown=shown, on_change=take_it, **options)


def draw(widget: Callable[..., Any], label: str, *args: Any, key: str, shown: Any, **options: Any) -> None:
    """Draw a widget that shows something of the store."""
    # Only where it shows something else: what one assigns is sent back over what the reader does meanwhile. A
    # widget with other limits is another widget for Streamlit, which would begin with its own first value.
    limits = repr(
        (args, {each: options[each] for each in ("options", "step", "max_value") if each in options})
    )
    before, kept = st.session_state.get(key, _NOTHING), store()
    if before != shown or kept.drawn.get(key) != limits:
        kept.unheard.setdefault(key, []).extend([before, shown])
        st.session_state[key] = shown
        kept.drawn[key] = limits
    else:
        kept.unheard.pop(key, None)
    widget(label, *args, key=key, **first_value(widget, args[0] if args else (), shown) | options)


@callback
def take_widget(key: str, name: str, also: Mapping[str, Any]) -> None:
    """Write what a widget says into the store.

    With every act the browser says what all widgets show: one that has been given another value still shows
    the old if the act was sooner than the answer. Only by itself is such a value what the reader has chosen.
    """
    said = st.session_state[key]
    take_it = partial(take_said, said, name, also)
    if said in store().unheard.get(key, ()):
        store().doubted.append(take_it)
    else:
        take_it()


def settle_acts() -> None:
    """At the top of every run, after the callbacks: what came together with another act was an old value."""
    kept = store()
    if kept.n_acts == 1:
        for take_it in kept.doubted:
            callback(take_it)()
    kept.doubted, kept.n_acts = [], 0


def take_said(said: Any, name: str, also: Mapping[str, Any]) -> None:
    """Write what a widget said into the store; a switch says 0 or 1 there."""
    # A bar of choices that is clicked off says None, which stands for nothing where a value must be.
    if said is not None or ENTRIES[name].rule.broken_by(None) is None:
        put(**{name: int(said) if isinstance(said, bool) else said, **also})


# -- what is shown in place of a value


def open_run() -> None:
    """At the top of every run of a page: nothing is shown in place of anything yet."""
    store().shown.clear()


def clip(name: str, last: int, instead: Any = _NOTHING) -> Any:
    """A number of the cursor, which may lead beyond the last there is: then that is shown, and in the link.

    instead: what is shown then, if not the last. The value itself stays, and is back where it fits; only what
    a link has asked for is answered by a note.
    """
    asked, beyond = value(name), last if instead is _NOTHING else instead
    if asked is None or asked <= last:
        return asked
    if name in store().asked:
        say(f"{name}={asked} is beyond the end, {last}; shown is {_text(beyond)}.", heading=OF_LINK)
        put(**{name: beyond})
    else:
        shows(**{name: beyond})
    return beyond


def _text(beyond: Any) -> str:
    return "the default" if beyond is None else str(beyond)


def shows(**instead: Any) -> None:
    """What stands on the screen for some values, where that is not what the store has: the link says it."""
    store().shown |= instead


# -- saying


def say(*notes: str, heading: str = OF_SESSION) -> None:
    """Say something to the reader when the page is drawn."""
    store().notes.setdefault(heading, []).extend(notes)


def say_once(note: str, heading: str = OF_SESSION) -> None:
    """The same, unless it was said before."""
    if note not in store().said:
        store().said.add(note)
        say(note, heading=heading)


def say_misfits() -> None:
    """Say once what the data set does not take; it is kept, and back with a data set that takes it."""
    kept = store()
    for name in misfits(kept.values):
        if name in kept.names:
            say_once(
                f"{name}={kept.values[name]} does not go with {kept.values['data']}; it waits for a data set "
                "that takes it.",
                heading=OF_LINK if name in kept.asked else OF_SESSION,
            )


def show_notes() -> None:
    """Show what is to be said, at the end of a page."""
    said, store().notes = store().notes, {}
    store().asked.clear()
    for heading, notes in said.items():
        if notes:
            # As code, so that nothing in a link is taken for markdown.
            lines = "\n".join(f"- `{note.replace('`', '')}`" for note in notes)
            st.toast(f"{heading}\n\n{lines}", duration="long")


# -- faults


def remember_good() -> None:
    """The page was drawn with these values: that is where a fault leads back to."""
    store().good = dict(store().values)


@callback
def go_back() -> None:
    """Go back to the values of the last page that was drawn; to the defaults if these are the same."""
    kept = store()
    good = kept.good if kept.good != kept.values else None
    kept.values = dict(good) if good else {name: entry.default for name, entry in ENTRIES.items()}
    kept.moment += 1
