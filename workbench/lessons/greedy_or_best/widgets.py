"""Rows and settings above the stage of the lesson, and where its cursor is. Widgets."""

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.lessons.greedy_or_best import values as names
from workbench.lessons.greedy_or_best.among_all import AmongAll, among_all
from workbench.lessons.greedy_or_best.rows import ROW_SETS, Task
from workbench.link.values import GUESS_FIRST
from workbench.shell import session
from workbench.shell.choice import chooser
from workbench.shell.head import Head
from workbench.shell.parameter_line import on_track, parameter_line
from workbench.shell.setting_controls import setting

_ANEW = {names.TREE: None, names.TREE_NODE: 0}


def current_task() -> Task:
    """What the screen asks about."""
    rows = session.value(names.ROWS)
    flipped = session.value(names.FLIPPED) & (2 ** len(ROW_SETS[rows].y) - 1)
    found = (session.value(each) for each in (names.LOSS, names.LAMBDA, names.GAMMA))
    return Task(rows, flipped, *found)


def all_trees_now() -> AmongAll:
    """All trees of the task on the screen, and a cursor that leads to one of them."""
    shown = among_all(current_task(), str(session.value(names.PRUNING)))
    tree = session.clip(names.TREE, len(shown.every) - 1, None)
    session.clip(names.FIRST_CUT, len(shown.every.cuts))
    if tree is not None:
        session.put(**{names.FIRST_CUT: shown.place_of(tree)})  # an old link knows the tree alone
    return shown


def is_told() -> bool:
    """Whether the answer was told; where nothing is asked, it always is."""
    return bool(session.value(names.TOLD) or session.value(GUESS_FIRST) == 0)


def own_head() -> Head:
    """The controls of the lesson."""
    own = (names.ROWS, names.LOSS, names.LAMBDA, names.GAMMA, names.PRUNING)
    return Head((rows_chooser,), {}, settings, parameters, own)


def rows_chooser(bar: DeltaGenerator) -> None:
    """Which rows."""
    chooser(bar, "Rows", {name: each.title for name, each in ROW_SETS.items()}, names.ROWS, also=with_rows)


def parameters(line: DeltaGenerator) -> None:
    """What a tree is worth."""
    found = (on_track(names.LAMBDA, label="penalty λ"), on_track(names.GAMMA, label="price of a leaf γ"))
    parameter_line(line, found, _ANEW)


def settings() -> None:
    """By which loss, and when greed gives up a cut."""
    setting(st.container(), names.LOSS, "Whose gradients are those of the rows.", "loss", also=_ANEW)
    words = "When greedy gives up a cut that loses."
    setting(st.container(), names.PRUNING, words, "pruning", also=_ANEW)


def with_rows(rows: str) -> dict[str, Any]:
    """The settings that tell most about rows, which are asked about anew."""
    first = {f"greedy_{name}": each for name, each in ROW_SETS[rows].first.items()}
    return _ANEW | {names.FLIPPED: 0, names.FIRST_CUT: None, names.TOLD: 0} | first
