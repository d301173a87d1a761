"""One thing, many names: the table of all, and a calculator from one system's words into all others'."""

from collections.abc import Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.paths import page_path
from workbench.shell import session
from workbench.shell.choice import listed
from workbench.shell.setting_controls import setting
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
    place = st.container(key="spoken", horizontal=True)
    one_of(place, "said in", {name: each.title for name, each in VOICES.items()}, SPOKEN)
    system, loss = session.value(SPOKEN), loss_of(session.values())
    one_of(place, "loss", {name: LOSSES[name] for name in losses_of(system)}, SPOKEN_LOSS)
    terms = zip(_OF_TERMS.items(), VOICES[system].names if loss != CLASSES else (), strict=False)
    own = [(name, row, called) for (row, name), called in terms if called]
    own += [(OF_ROW[row], row, str(name_of(system, loss, row))) for row in numbers_of(system, loss)]
    for name, row, called in own:
        setting(place, name, LABELS[row], called, format="%g", width=_WIDTH)
    for row, known in choices_of(session.values()).items():
        if len(known) > 1:
            one_of(place, LABELS[row], {name: OPTIONS[row][name] for name in known}, OF_ROW[row])


def one_of(place: DeltaGenerator, label: str, words: Mapping[str, str], name: str) -> None:
    """One of a few, by what they are called; the first where what is asked for is none of them."""
    asked = session.value(name)
    listed(place, label, words, name, shown=asked if asked in words else next(iter(words)), width=_WIDTH)
