"""What the ensemble is compared with: one tree, or the same data with one or two parameters changed."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from gbtlib.checks.rules import Choice
from workbench.lessons.one_tree_or_many.comparison import ModelCourse, one_tree_settings
from workbench.lessons.one_tree_or_many.first_difference import (
    CUT,
    MAY_DIFFER,
    MOST_CHANGES,
    Difference,
    change_words,
    difference_words,
    gain_rows,
    plain,
    read_changes,
    write_changes,
)
from workbench.lessons.one_tree_or_many.values import COMPARE, OTHER
from workbench.link.values import CLASS, ENTRIES, NODE, ROUND, TREE_DEPTH, TREE_POINTS, TREE_SPLIT
from workbench.models.settings import USUAL, Settings, losses_for
from workbench.shell import session
from workbench.shell.choice import choice
from workbench.shell.setting_controls import setting, within_rule
from workbench.text.tables import markdown_table

NOTHING = "–"
_BESIDE = {"tree": "one tree", "forest": "a forest", "settings": "other settings"}
_FIRST_VALUES = {"max_depth": 3, "max_leaves": 8, "base_score": 0.5, "early_stopping_rounds": 5}


def comparing_settings() -> bool:
    """Whether two settings are compared, not one tree with the ensemble."""
    return bool(session.value(COMPARE) == "settings")


def comparing_forest() -> bool:
    """Whether a random forest is compared with the ensemble."""
    return bool(session.value(COMPARE) == "forest")


def other_settings(settings: Settings) -> tuple[Settings, str]:
    """What the settings on the screen are compared with, and its name; of a forest how its trees grow."""
    if comparing_settings():
        changes = current_changes(settings)
        return replace(settings, **changes), change_words(changes)
    limits = (session.value(name) for name in (TREE_DEPTH, TREE_POINTS, TREE_SPLIT))
    return one_tree_settings(settings, *limits), "one tree"


def other_chooser(settings: Settings) -> None:
    """The choice of what the settings on the screen are compared with, and how far that may grow."""
    changes = current_changes(settings) if comparing_settings() else {}
    named = f"Compare: {change_words(changes) if changes else _BESIDE[session.value(COMPARE)]}"
    with st.popover(named, key="beside", width="content"):
        choice("Compare the ensemble with", _BESIDE, COMPARE)
        if comparing_settings():
            changes_chooser(settings, changes)
        else:
            limits_chooser()


def limits_chooser() -> None:
    """How large the one tree, or each of a forest, may become."""
    place = st.container()
    setting(place, TREE_DEPTH, label="Tree depth", width=200)
    setting(place, TREE_POINTS, label="Rows a leaf", width=200)
    setting(place, TREE_SPLIT, label="Rows a split", width=200)


def current_changes(settings: Settings) -> dict[str, Any]:
    """One or two parameters that differ, with their other values."""
    changes, notes = read_changes(session.value(OTHER), settings.data)
    for note in notes:
        session.say_once(note, heading=session.OF_LINK)
        session.shows(**{OTHER: write_changes(changes)})
    return changes


def changes_chooser(settings: Settings, changes: Mapping[str, Any]) -> None:
    """The fields of the parameters that differ."""
    names = [*changes, *[NOTHING] * MOST_CHANGES][:MOST_CHANGES]
    for i, name in enumerate(names):
        left, right = st.columns(2, gap="small", vertical_alignment="bottom")
        taken = names[:i] if name == NOTHING else [each for each in names if each != name]
        options = [NOTHING, *(each for each in MAY_DIFFER if each not in taken)]
        session.draw(
            left.selectbox,
            "Other parameter" if i == 0 else "And a second one",
            options,
            key=name_key(i),
            shown=name,
            on_change=take_changes,
            args=(settings,),
        )
        if name != NOTHING:
            with right:
                value_field(i, name, changes[name], settings)
    st.caption("All else is as above. The link keeps both settings.")


def value_field(i: int, name: str, shown: Any, settings: Settings) -> None:
    """The other value of a parameter."""
    choice, key = ENTRIES[name].rule, value_key(i, name)
    label = f"{name}, here {plain(getattr(settings, name))}"
    common: dict[str, Any] = {"key": key, "shown": shown, "on_change": take_changes, "args": (settings,)}
    if isinstance(choice, Choice):
        options = choice.names if name != "loss" else (USUAL, *losses_for(settings.data))
        session.draw(st.selectbox, label, options, **common)
        return
    session.draw(st.number_input, label, **within_rule(name) | {"placeholder": "none"}, **common)


@session.callback
def take_changes(settings: Settings) -> None:
    """Write what the widgets say into the session, in a callback."""
    changes = {}
    for i in range(MOST_CHANGES):
        name = st.session_state[name_key(i)]
        if name != NOTHING and name not in changes:
            key = value_key(i, name)
            changes[name] = st.session_state[key] if key in st.session_state else another(name, settings)
    session.put(**{OTHER: write_changes(changes)})


def another(name: str, settings: Settings) -> Any:
    """A value to begin with that is not the one on the screen."""
    now, choice = getattr(settings, name), ENTRIES[name].rule
    if name == "loss":
        options: tuple[str, ...] = losses_for(settings.data)
        return next((each for each in options[1:] if each != now), USUAL)
    if isinstance(choice, Choice):
        return next(each for each in choice.names if each != now)
    if now is None:
        return _FIRST_VALUES[name]
    limits = within_rule(name)
    higher, lower = now + limits["step"], now - limits["step"]
    return round(higher if higher <= limits["max_value"] else lower, 9)


def name_key(i: int) -> str:
    """The widget of the i-th parameter's name."""
    return f"other_name_{i}"


def value_key(i: int, name: str) -> str:
    """The widget of its value; another parameter has another widget."""
    return f"other_value_{i}_{name}"


def difference_panel(found: Difference | None, a: ModelCourse, b: ModelCourse) -> None:
    """The first difference in words, the way to it, and both cuts with their gains."""
    button, words = st.columns([3, 7], gap="medium", vertical_alignment="center")
    target = {} if found is None else {ROUND: found.number, CLASS: found.k, NODE: found.node_b}
    there = found is not None and all(session.value(name) == value for name, value in target.items())
    button.button(
        "Jump to the first difference",
        key="jump",
        disabled=found is None or there,
        help="Its round, class and node",
        on_click=session.take,
        kwargs=target,
        width="stretch",
    )
    words.markdown(difference_words(found, a.fit, b.fit))
    if found is None or found.kind != CUT:
        return
    st.markdown(markdown_table(("", "cut", "gain"), gain_rows(found, a.fit, b.fit), "llr"))
