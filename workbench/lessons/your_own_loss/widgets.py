"""The stage of the lesson: which loss, the question, the curves over F, the rows. Widgets."""

from __future__ import annotations

import numpy as np
import streamlit as st

from gbtlib.losses.formula import LONGEST
from workbench.components import told
from workbench.components.curves import curves
from workbench.data.catalogue import DATASETS
from workbench.lessons.your_own_loss import values as names
from workbench.lessons.your_own_loss import words
from workbench.lessons.your_own_loss.asked import LOSS_NAMES, OWN, AskedLoss
from workbench.lessons.your_own_loss.current_loss import Shown, asked_now
from workbench.lessons.your_own_loss.ledger import pulls_of_row, usual_of
from workbench.lessons.your_own_loss.pictures import loss_panels, pulls_data, reach
from workbench.lessons.your_own_loss.row_pulls import row_pulls
from workbench.lessons.your_own_loss.rows import GRAIN, HIGHEST, LOWEST, SOURCES
from workbench.lessons.your_own_loss.run import run_of
from workbench.shell import session
from workbench.shell.challenge import Question, Slider, ask, settle
from workbench.shell.choice import choice
from workbench.shell.cursor import round_stepper
from workbench.shell.parameter_line import DEPTHS, RATES, on_track, parameter_line
from workbench.shell.stage import control_line, whole_stage
from workbench.text.numbers import number

_ELSEWHERE = {names.AT_F: None}  # F on the curves is of one row in one round
_ANOTHER_ROW = {names.AT_Y: None, **_ELSEWHERE}
_PICTURE = "row_pulls"


def controls(shown: Shown) -> None:
    """Which loss, with its parameter or its formula; which row; and how it is boosted."""
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
        last = len(shown.run.rows.train) - 1
        session.bound(
            st.slider,
            "Row",
            0,
            last,
            name=names.AT_ROW,
            shown=shown.position,
            also=_ANOTHER_ROW,
        )
        # Drawn when open only: what a closed one once said, the browser would say again after a preset.
        panel = st.popover("Data and booster", key="own_booster", on_change="rerun", width="content")
        if panel.open:
            with panel:
                booster()


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


def of_one(name: str, label: str, words_: str) -> None:
    """A number of the loss on a track."""
    parameter_line(st.container(), [on_track(name, label=label, words=words_)], _ELSEWHERE)


def ask_pull(shown: Shown) -> Question:
    """Ask how hard the loss pulls the row."""
    run, position = shown.run, shown.position
    pulls = pulls_of_row(run, shown.number, position)
    best = abs(next(each.pull for each in pulls if each.is_shown))
    known = [abs(each.pull) for each in pulls if np.isfinite(each.pull)]
    top = float(np.ceil(min(20.0, 1.2 * max(known, default=1.0)) + 0.5))
    question = ask(
        "pull_of_row",
        ident=(run.boosting, shown.number, position),
        prompt=f"How hard does {run.made.asked.title} pull this row?",
        form=Slider(0.0, top, 0.05, label="Your |g|"),
    )
    if question.revealed:
        missed = abs(question.answer - min(best, top)) / max(min(best, top), 0.25)
        verdict = f"You: {number(question.answer)}. It pulls with {number(best)}."
        settle(question, max(0.0, 1.0 - missed), verdict)
    return question


def picture(shown: Shown, question: Question) -> None:
    """Left what the loss is for the chosen row, right all rows with what it asks of them."""
    left, right = whole_stage().columns((2, 3), gap="medium")
    hiding = question.hiding
    with left:
        loss_side(shown, hiding=hiding, guess=question.answer)
    with right:
        row_side(shown, hiding=hiding)


def loss_side(shown: Shown, *, hiding: bool, guess: float | None) -> None:
    """Loss, gradient and hessian over F, and the handles of y and F."""
    run = shown.run
    with st.container(key="asks_loss"):
        said = shown.fault or words.loss_words(run.made)
        st.markdown(said if not hiding or shown.fault else words.HIDDEN)
    F = float(run.raw(shown.number)[shown.position]) if hiding else shown.F
    panels = loss_panels(run, shown.y, F, hiding=hiding, guess=guess)
    with st.container(key="loss_curves"):
        curves(
            panels, words.panel_words(run, shown.y, F, hiding=hiding), key="loss_panels", rows=[(1, 1.0)] * 3
        )
    with st.container(key="inline_row", horizontal=True, vertical_alignment="center"):
        handles(shown, F)


def handles(shown: Shown, F: float) -> None:
    """The sliders of y and F.

    Each is another widget where the row, or its F, is another: what a slider said of an earlier one, which
    the browser may send once more while a new one is on its way, is no news then.
    """
    run = shown.run
    raw = float(run.raw(shown.number)[shown.position])
    low, high, step = (0.0, 1.0, 1.0) if run.rows.is_binary else (LOWEST, HIGHEST, GRAIN)
    far = reach(run)
    for label, name, ends, by, now, of in (
        ("y", names.AT_Y, (low, high), step, shown.y, f"{run.boosting.data}_{high:g}_{shown.position}"),
        ("F", names.AT_F, (-far, far), far / 100, round(F, 3), f"{raw:.6g}"),
    ):
        key, also = f"widget_{name}_{of}", {} if name == names.AT_F else _ELSEWHERE
        session.draw(
            st.slider,
            label,
            *ends,
            step=by,
            key=key,
            shown=min(ends[1], max(ends[0], now)),
            on_change=session.take_widget,
            args=(key, name, also),
        )


def row_side(shown: Shown, *, hiding: bool) -> None:
    """The rows, the prediction, the pulls; and the rounds."""
    run, position = shown.run, shown.position
    with st.container(key="asks_row"):
        say = words.where_words if hiding else words.row_words
        st.markdown(say(run, shown.number, position) + f" {words.ended_words(run)}")
    usual = usual_of(run.boosting)
    beside = None if usual.asked.name == run.boosting.asked.name else run_of(usual)
    data = pulls_data(run, beside, shown.number, position, hiding=hiding)
    data["words"] = words.picture_words(run, shown.number)
    with st.container(key="loss_rows"):
        row_pulls(data, key=_PICTURE, on_place=take_place)
    round_stepper(run, also=_ELSEWHERE)


@session.callback
def take_place() -> None:
    """Look at the row that was clicked, or take it where it was dragged."""
    placed = told(_PICTURE, "placed")
    if placed:
        y = None if placed["y"] is None else float(placed["y"])
        session.put(**{names.AT_ROW: int(placed["position"]), names.AT_Y: y, **_ELSEWHERE})
