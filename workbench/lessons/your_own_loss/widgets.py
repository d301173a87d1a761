"""Above the stage of the lesson: which loss, its parameter or its formula, how it is boosted. Widgets."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from gbtlib.losses.formula import LONGEST
from workbench.components.parameters import Parameter
from workbench.data.catalogue import DATASETS
from workbench.lessons.your_own_loss import values as names
from workbench.lessons.your_own_loss.asked import OWN, AskedLoss
from workbench.lessons.your_own_loss.current_loss import Shown, asked_now
from workbench.lessons.your_own_loss.presets import PRESETS
from workbench.lessons.your_own_loss.rows import SOURCES
from workbench.shell import session
from workbench.shell.choice import choice, chooser
from workbench.shell.head import Head
from workbench.shell.parameter_line import DEPTHS, RATES, on_track, parameter_line
from workbench.shell.setting_controls import search_fields, setting
from workbench.shell.stage import strip

_ANEW = {names.AT_F: None}  # F is of one row in one round
_ANOTHER_ROW = {names.AT_Y: None, names.TOLD: "", **_ANEW}


def own_head() -> Head:
    """The controls of the lesson."""
    shown = (names.LOSS, names.FORMULA, names.TARGET, names.DELTA, names.TAU, names.DATA, names.ROUNDS)
    booster = (names.RATE, names.DEPTH, names.LAMBDA, names.FROM_ZERO, *names.SEARCH)
    return Head((rows_chooser,), PRESETS, more_settings, parameters, (*shown, *booster))


def rows_chooser(bar: DeltaGenerator) -> None:
    """Which rows."""
    words = {name: DATASETS[name].title for name in SOURCES}
    chooser(bar, "Rows", words, names.DATA, also={names.AT_ROW: None, **_ANOTHER_ROW})


def parameters(line: DeltaGenerator) -> None:
    """The parameter of the loss or its formula, and how far it is boosted; the stage chooses which loss."""
    asked = asked_now()
    if asked.name == OWN:
        with line:
            parameter_line(st.container(key="own_rounds"), [rounds()], _ANEW)  # where all losses have it
            st.markdown("loss of y and F =", width="content")
            formula()
        return
    parameter_line(line, [rounds(), *of_loss(asked)], _ANEW)


def rounds() -> Parameter:
    """How many there are."""
    words = "Boosting ends earlier where the loss has no number any more."
    return on_track(names.ROUNDS, label="n_estimators", words=words)


def say_fault(shown: Shown) -> None:
    """Why what is asked for is not boosted."""
    if shown.fault:
        with strip():
            st.markdown(shown.fault)


def formula() -> None:
    """A formula, which is another loss than that which was told, and what y is in it."""
    told = session.value(names.TOLD).split(",")
    session.bound(
        st.text_input,
        "A loss of y and F",
        name=names.FORMULA,
        max_chars=LONGEST,
        label_visibility="collapsed",
        also=_ANEW | {names.TOLD: ",".join(each for each in told if each != OWN)},
    )
    targets = {"numbers": "y a number", "classes": "y 0 or 1"}
    choice("y is", targets, names.TARGET, label_visibility="collapsed", also=_ANOTHER_ROW)


def of_loss(asked: AskedLoss) -> list[Parameter]:
    """What only this loss has: delta, or tau."""
    if asked.name == "huber":
        words_ = "Residuals beyond it count as if they were δ."
        return [on_track(names.DELTA, label="δ, the largest pull", words=words_)]
    if asked.name == "quantile":
        words_ = "So many rows shall lie below the prediction."
        return [on_track(names.TAU, label="τ, the share below", words=words_)]
    return []


def more_settings() -> None:
    """How the rows are boosted, beside what stands in the line."""
    tracks = (
        on_track(names.RATE, RATES, label="learning_rate", words="The share of each leaf weight added."),
        on_track(names.DEPTH, DEPTHS, label="max_depth", words="Questions on the longest way to a leaf."),
        on_track(
            names.LAMBDA,
            label="λ",
            words="Added to H in every leaf: the smaller it is, the bolder are leaves of few rows.",
        ),
    )
    for each in tracks:
        parameter_line(st.container(), [each], _ANEW, of=each.name)
    choice("Start", {0: "at the best constant", 1: "at F = 0"}, names.FROM_ZERO, also=_ANEW)
    setting(st.container(), "min_samples_split", also=_ANEW)
    search_fields(st.container(), also=_ANEW)
