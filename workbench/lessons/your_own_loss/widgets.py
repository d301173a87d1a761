"""Above the stage of the lesson: which loss, its parameter or its formula, how it is boosted. Widgets."""

from __future__ import annotations

import streamlit as st

from gbtlib.losses.formula import LONGEST
from workbench.data.catalogue import DATASETS
from workbench.lessons.your_own_loss import values as names
from workbench.lessons.your_own_loss import words
from workbench.lessons.your_own_loss.asked import LOSS_NAMES, OWN, AskedLoss
from workbench.lessons.your_own_loss.current_loss import Shown, asked_now
from workbench.lessons.your_own_loss.rows import SOURCES
from workbench.shell import session
from workbench.shell.choice import choice
from workbench.shell.parameter_line import DEPTHS, RATES, on_track, parameter_line
from workbench.shell.setting_controls import SPLIT_WORDS, field, search_fields
from workbench.shell.stage import control_line, strip

_ELSEWHERE = {names.AT_F: None}  # F on the curves is of one row in one round
_ANOTHER_ROW = {names.AT_Y: None, **_ELSEWHERE}


def controls(shown: Shown) -> None:
    """Which loss, with its parameter or its formula, how it is boosted, and why it is not."""
    with control_line():
        session.bound(
            st.selectbox,
            "Loss",
            LOSS_NAMES,
            format_func=lambda name: words.capital(AskedLoss(name).title),
            name=names.LOSS,
            also=_ELSEWHERE,
        )
        of_loss(asked_now())
        # Drawn when open only: what a closed one once said, the browser would say again after a preset.
        panel = st.popover("Data and booster", key="own_booster", on_change="rerun", width="content")
        if panel.open:
            with panel:
                booster()
    if shown.fault:
        with strip():
            st.markdown(shown.fault)


def of_loss(asked: AskedLoss) -> None:
    """What only this loss has: delta, tau, or a formula and what y is in it."""
    if asked.name == "huber":
        of_one(names.DELTA, "δ", "The largest pull: residuals beyond it count as if they were δ.")
    elif asked.name == "quantile":
        of_one(names.TAU, "τ", "The share of rows that shall lie below the prediction.")
    elif asked.name == OWN:
        session.bound(
            st.text_input,
            "A loss of y and F",
            name=names.FORMULA,
            max_chars=LONGEST,
            label_visibility="collapsed",
            also=_ELSEWHERE,
        )
        targets = {"numbers": "y a number", "classes": "y 0 or 1"}
        choice("y is", targets, names.TARGET, label_visibility="collapsed", also=_ANOTHER_ROW)


def booster() -> None:
    """The rows, and how they are boosted."""
    session.bound(
        st.selectbox,
        "Rows",
        list(SOURCES),
        format_func=lambda name: DATASETS[name].title,
        name=names.DATA,
        also={names.AT_ROW: None, **_ANOTHER_ROW},
    )
    parameters = (
        on_track(
            names.ROUNDS,
            label="Rounds",
            words="Boosting ends earlier where the loss has no number any more.",
        ),
        on_track(
            names.RATE, RATES, label="Learning rate", words="The share of each leaf weight that is added."
        ),
        on_track(names.DEPTH, DEPTHS, label="Depth", words="Questions on the longest way to a leaf."),
        on_track(
            names.LAMBDA,
            label="λ",
            words="Added to H in every leaf: the smaller it is, the bolder are leaves of few rows.",
        ),
    )
    for each in parameters:
        parameter_line(st.container(), [each], _ELSEWHERE, of=each.name)
    choice("Start", {0: "at the best constant", 1: "at F = 0"}, names.FROM_ZERO, also=_ELSEWHERE)
    place = st.container()
    field(place, "min_samples_split", SPLIT_WORDS, also=_ELSEWHERE)
    search_fields(place, also=_ELSEWHERE)


def of_one(name: str, label: str, words_: str) -> None:
    """A number of the loss on a track."""
    parameter_line(st.container(), [on_track(name, label=label, words=words_)], _ELSEWHERE)
