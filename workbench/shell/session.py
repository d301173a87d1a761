"""The values of one reader's session, in one store that no widget owns.

Every page has its own: it opens with its telling case, or with what a link says, and coming back finds what
one left there. Widgets are drawn from the store and write to it in their callbacks, so what a closed panel or
a fragment does not show cannot be forgotten. The link has the values of the page on the screen, and is read
in a new session, on a way that leads to a certain moment, and on the browser's way back or forward.
"""

import logging
from collections.abc import Callable, Collection, Mapping
from functools import wraps
from typing import Any, ParamSpec

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from workbench.link.values import DATA, ENTRIES, FOLD, PRESENT, SETTINGS, checked, read_all, written
from workbench.models.settings import Settings, misfits, settings_from
from workbench.shell import hearing, held, own_tables
from workbench.shell.first_value import first_value
from workbench.shell.page_entry import PageEntry
from workbench.shell.store import PageValues, Store

_STORE = "store"
_LOG = logging.getLogger("workbench")
_NOTHING = object()
OF_LINK, OF_SESSION = "Not everything in the link could be used:", "Please note:"

P = ParamSpec("P")
Also = Mapping[str, Any] | Callable[[Any], Mapping[str, Any]]


def store() -> Store:
    """The store of whoever looks at the page."""
    found: Store = st.session_state[_STORE]
    return found


def open_session(entry: PageEntry) -> None:
    """At the top of a full run: another page than before opens, and a link that is new is read.

    entry: of the page. While presenting one goes on presenting.
    """
    link = own_tables.without_unknown(entry.name, st.query_params.to_dict())
    is_new = _STORE not in st.session_state
    if is_new:
        st.session_state[_STORE] = Store(PageValues(entry))
    hear()
    kept = store()
    before, was_presenting = kept.page.entry.name, kept.values[PRESENT]
    is_way = before != entry.name
    if is_way:
        if not link and entry.name in kept.left:  # before a reload, which may have closed its files
            kept.left[entry.name] = own_tables.without_unknown(entry.name, dict(kept.left[entry.name]))
        kept.open(entry)
        kept.values[PRESENT] = was_presenting
    found = own_tables.take_asked(entry.name)
    if found is not None:
        take_link(kept, found)
        return
    # At no other time: after a step back, the browser goes on sending that old address.
    if getattr(get_script_run_ctx(), "is_history_navigation", False):
        kept.visits += 1
        is_back, kept.came_from = kept.came_from == entry.name, ""
        if is_back and without_held(link) in kept.page.told:
            return  # the entry that one left, which may not have heard of what one did last
        # A link leaves out what its data set does not take: that is kept until it fits again.
        values, _ = read_all(link, entry.opening)
        take_link(kept, link, but=misfits(kept.values | {"data": values["data"]}))
        return
    if is_way:
        kept.came_from = before
    if is_new or (is_way and link):
        take_link(kept, link)


def take_link(kept: Store, link: Mapping[str, str], but: Collection[str] = ()) -> None:
    """Take the values of a link to the page. but: names of those that stay if it does not say them."""
    values, notes = read_all(link, kept.page.entry.opening)
    say(*notes, heading=OF_LINK)
    kept.page.told.clear()
    kept.page.held = held.Held()
    kept.values |= {name: values[name] for name in kept.names if name in link or name not in but}
    kept.asked = set(link) & set(values)
    kept.fold = link.get(FOLD, "")


def hear() -> None:
    """Take what the stage of the page has told since, before anything asks for its values."""
    held.hear(store().page.held, store().values)


def without_held(link: Mapping[str, str]) -> dict[str, str]:
    """What a link says but for what the stage of the page holds, which the browser writes by itself."""
    return {name: text for name, text in link.items() if name not in store().page.held.names}


# -- callbacks


def callback(function: Callable[P, None]) -> Callable[P, None]:
    """A callback that, where it fails, leaves the values as they were and says so: no page ends by it."""

    @wraps(function)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        hear()
        before = dict(store().values)
        try:
            function(*args, **kwargs)
        except Exception:
            _LOG.exception("a callback failed")
            store().values = before
            say("That could not be done; everything stands as it was.")

    return guarded


# -- reading


def value(name: str) -> Any:
    """A value of the page on the screen, by its name in the link."""
    return store().values[name]


def page_name() -> str:
    """The page on the screen."""
    return store().page.entry.name


def values() -> dict[str, Any]:
    """Every value of the link, as the page on the screen has it."""
    return dict(store().values)


def visited() -> tuple[str, ...]:
    """The pages that the reader has seen so far, by name, the last one at the end."""
    return tuple(store().visited)


def visit(name: str) -> None:
    """The reader sees a page."""
    seen = store().visited
    seen[:] = [*(each for each in seen if each != name), name]


def settings() -> Settings:
    """The settings of boosting, as the page has them; those that the data set does not take, at rest."""
    return settings_from({name: value(name) for name in SETTINGS})


def link_values() -> dict[str, str]:
    """What the link to this very moment says: the values of this page, as they are shown."""
    kept = store().values
    usual = {name: ENTRIES[name].default for name in store().in_file()}  # the file says them, not the link
    found = kept | misfits(kept) | usual | store().shown
    return written({name: found[name] for name in store().names}, store().page.entry.opening)


# -- writing


def put(**new: Any) -> None:
    """Set values, in a callback. Errors: ValueError for one that breaks its rule; then none is set."""
    kept = store()
    if new.get(DATA, kept.values[DATA]) != kept.values[DATA]:
        new = {name: ENTRIES[name].default for name in kept.page.entry.asks_anew} | new
    new = {name: checked(name, each) for name, each in new.items()}
    if any(ENTRIES[name].settled and kept.values[name] != each for name, each in new.items()):
        kept.moment += 1
        kept.page.is_turned = True
    kept.values |= new


take = callback(put)
"""Set values, as the callback of a button."""


def bound(
    widget: Callable[..., Any],
    label: str,
    *args: Any,
    name: str,
    shown: Any = _NOTHING,
    also: Also | None = None,
    **options: Any,
) -> None:
    """Draw a widget that shows a value of the store, and writes to it.

    shown: what it shows where that is not the value. also: values set with it, or what makes them of it.
    """
    shown = value(name) if shown is _NOTHING else shown
    key = f"widget_{name}"
    draw(
        widget,
        label,
        *args,
        key=key,
        shown=shown,
        on_change=take_widget,
        args=(key, name, also or {}),
        **options,
    )


def draw(
    widget: Callable[..., Any],
    label: str,
    *choices: Any,
    key: str,
    shown: Any,
    on_change: Callable[..., None],
    **options: Any,
) -> None:
    """Draw a widget that shows something of the store.

    on_change: its callback, called with options["args"] where the reader has changed it.
    """
    # Only where it shows something else: what one assigns is sent back over what the reader does meanwhile. A
    # widget with other limits is another widget for Streamlit, which would begin with its own first value.
    limits = repr((choices, {name: options.get(name) for name in ("options", "step", "max_value")}))
    before, kept = st.session_state.get(key, _NOTHING), store()
    if before != shown or kept.drawn.get(key) != limits or not hearing.is_heard(kept.given, key):
        hearing.give(kept.given, key, before, shown)
        st.session_state[key] = shown
        kept.drawn[key] = limits
    offered = choices[0] if choices else ()
    options["args"] = (key, offered, on_change, *options.get("args", ()))
    first = first_value(widget, offered, shown)
    widget(label, *choices, key=key, on_change=unless_old, **first | options)


@callback
def unless_old(key: str, offered: Any, on_change: Callable[..., None], *args: Any) -> None:
    """Call the callback of a widget, unless what it says is old: see hearing. offered: what a list offers."""
    if not hearing.is_old(store().given, key, st.session_state[key], offered):
        on_change(*args)


@callback
def take_widget(key: str, name: str, also: Also) -> None:
    """Write what a widget says into the store; a switch says 0 or 1 there."""
    said = st.session_state[key]
    # A bar of choices that is clicked off says None, which stands for nothing where a value must be.
    if said is not None or ENTRIES[name].rule.broken_by(None) is None:
        with_it = also(said) if callable(also) else also
        put(**{name: int(said) if isinstance(said, bool) else said, **with_it})


# -- what is shown in place of a value


def open_run() -> None:
    """At the top of every run of a page: nothing is shown in place of anything yet, and a link that waited
    for files is read, where the browser has told them to this part alone."""
    hear()
    found = own_tables.take_asked(page_name())
    if found is not None:
        take_link(store(), found)
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
        instead_of(name, beyond, f", {last}")
    else:
        shows(**{name: beyond})
    return beyond


def instead_of(name: str, shown: Any, end: str = "") -> None:
    """Take what is shown for what a link has asked for; of another value say so, and what the end is."""
    asked = value(name)
    if asked != shown:
        instead = "the default" if shown is None else shown
        say(f"{name}={asked} is beyond the end{end}; shown is {instead}.", heading=OF_LINK)
        put(**{name: shown})
        if store().page.held.known.get(name, shown) != shown:  # its stage was drawn with what was asked for
            st.rerun()


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
    """Say once what somebody asked for and the data set does not take; it is back with one that takes it."""
    kept = store()
    for name in misfits(kept.values):
        if name in kept.names and (name in kept.asked or kept.values[name] != kept.page.opening()[name]):
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
    store().page.good = dict(store().values)


@callback
def go_back() -> None:
    """Go back to the values of the page when it was last drawn; to its opening if these are the same."""
    kept = store()
    good = kept.page.good
    kept.values = dict(good) if good and good != kept.values else kept.page.opening()
    kept.page.held = held.Held()
    kept.moment += 1
