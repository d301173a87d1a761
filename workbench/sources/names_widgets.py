"""One thing, many names: the table of all, and a calculator from one system's words into all others'."""

from __future__ import annotations

from typing import Any

import streamlit as st

from workbench.paths import page_path
from workbench.shell import session
from workbench.shell.setting_controls import rule_of
from workbench.sources import names_table
from workbench.sources.spoken import (
    LABELS,
    choices_of,
    loss_of,
    lost_words,
    numbers_of,
    rate_words,
    spoken,
    translated,
)
from workbench.sources.translation import name_of
from workbench.sources.values import OF_ROW, SPOKEN, SPOKEN_GAMMA, SPOKEN_LAMBDA, SPOKEN_LOSS, SPOKEN_RATE
from workbench.sources.vocabulary import CLASSES, LOSSES, OPTIONS, VOICES, losses_of

_WIDTH = 190
_OF_TERMS = {"λ": SPOKEN_LAMBDA, "γ": SPOKEN_GAMMA, "rate": SPOKEN_RATE}
_EMPTY = {"depth": "no limit", "bins": "every cut", "folds": "no pruning", "purity": "one class only"}


def names() -> None:
    """The table, and the calculator."""
    st.subheader("How the five name one thing", anchor=False)
    st.markdown(names_table.WORDS)
    with st.container(key="names_of_all"):
        st.markdown(names_table.table())
    st.subheader("Type it in one, read it in all", anchor=False)
    fields()
    said = spoken(session.values())
    with st.container(key="translated"):
        st.markdown(translated(said))
    st.markdown(" ".join(part for part in (lost_words(said), rate_words(said), names_table.AFTER) if part))
    st.page_link(
        page_path("exact_or_histogram.py"),
        label="λ, γ and rate with the trees of two systems side by side · *Exact or histogram*",
        query_params={"bins_part": "names"},
    )


def fields() -> None:
    """What the system can say, each under its own name."""
    with st.container(key="spoken", horizontal=True):
        session.bound(
            st.selectbox,
            "said in",
            list(VOICES),
            format_func=lambda name: VOICES[name].title,
            name=SPOKEN,
            width=_WIDTH,
        )
        system, loss = session.value(SPOKEN), loss_of(session.values())
        session.bound(
            st.selectbox,
            "loss",
            losses_of(system),
            format_func=LOSSES.__getitem__,
            name=SPOKEN_LOSS,
            shown=loss,
            width=_WIDTH,
        )
        if loss != CLASSES:
            term_fields(system)
        for row in numbers_of(system, loss):
            field(str(name_of(system, loss, row)), row)
        for row, known in choices_of(session.values()).items():
            if len(known) > 1:
                option(row, known)


def term_fields(system: str) -> None:
    """Lambda, gamma and rate, where the system has them."""
    for (term, name), own in zip(_OF_TERMS.items(), VOICES[system].names, strict=True):
        if own:
            low, high, step = (0.0001, 1e4, 0.05) if term == "rate" else (0.0, 1e9, 0.5)
            session.bound(
                st.number_input,
                own,
                low,
                high,
                step=step,
                format="%g",
                name=name,
                help=LABELS[term],
                width=_WIDTH,
            )


def field(own: str, row: str) -> None:
    """A number under its name in the system."""
    rule = rule_of(OF_ROW[row])
    empty: dict[str, Any] = {"value": None, "placeholder": _EMPTY[row]} if row in _EMPTY else {}
    is_whole = rule.whole
    low, high = (int(rule.low), int(rule.high)) if is_whole else (float(rule.low), float(rule.high))
    session.bound(
        st.number_input,
        own,
        min_value=low,
        max_value=high,
        step=1 if is_whole else 0.05,
        name=OF_ROW[row],
        help=LABELS[row],
        width=_WIDTH,
        **empty,
    )


def option(row: str, known: tuple[str, ...]) -> None:
    """One of the options that the system has."""
    asked = session.value(OF_ROW[row])
    session.bound(
        st.selectbox,
        LABELS[row],
        known,
        format_func=OPTIONS[row].__getitem__,
        name=OF_ROW[row],
        shown=asked if asked in known else known[0],
        width=_WIDTH,
    )
