"""The parts of the page on boosting, round by round: picture, gain curves, formula, question."""

from __future__ import annotations

from functools import partial
from math import floor, log10
from typing import Any

import numpy as np
import streamlit as st

from workbench.components.ahead import send_ahead
from workbench.components.formula import show_formula
from workbench.components.gains import show_gains
from workbench.components.tree import show_tree
from workbench.data.catalogue import DATASETS
from workbench.gains.named_candidates import ranking
from workbench.gains.node_at_cut import NodeAtCut
from workbench.lessons.boosting_rounds import first_cut, words
from workbench.lessons.boosting_rounds.current_round import (
    Moment,
    context_of,
    lesson_frames,
    moment,
    place_of_cursor,
)
from workbench.lessons.boosting_rounds.frames import Frames
from workbench.lessons.boosting_rounds.marks import CutGuess, Marks, marks
from workbench.lessons.boosting_rounds.scrubber import marks_data, scrubber, scrubber_data
from workbench.lessons.boosting_rounds.values import OVER
from workbench.models.boosted import BoostedModel
from workbench.shell import session
from workbench.shell.ahead import likely_next
from workbench.shell.asked_once import guessing
from workbench.shell.challenge import Question, Slider, ask, propose, said_so_far, settle
from workbench.shell.cursor import ANOTHER_TREE, TREE, go_to_round, take_growth, take_node
from workbench.shell.gain_explorer import FORMULA, GAINS, SCRUBBER, take_move, take_what_if
from workbench.shell.page import presenting

AGAINST_TRUTH = -1
NOISE = 0.3  # enough for the loss of unseen rows to turn within the rounds of the defaults


def round_picture(
    fit: BoostedModel, number: int, k: int, question: Question | None, now: Moment | None
) -> None:
    """The rounds in the browser, with the node's rows and the cursor's cut marked.

    now: what else the round shows; None while its tree is guessed.
    """
    tree = fit.trace[number - 1].trees[k]
    hiding = question is not None and question.hiding
    over = int(tree.feature[0]) if is_asked(question) else current_over(fit)
    frames = round_frames(fit, k, over)
    guess = None
    if question is not None:
        guess = said_so_far(question) if hiding else question.answer
    data = scrubber_data(
        frames,
        round_marks(fit, frames, number, k, now, guess),
        number,
        context=context_of(fit, place_of_cursor(k)),
    )
    on_guess = None if question is None else partial(propose, question)
    scrubber(frames, data, key=SCRUBBER, on_round=go_to_round, on_guess=on_guess)


def is_asked(question: Question | None) -> bool:
    """Whether a cut is guessed or was guessed: then the rows are drawn over the feature that is cut."""
    return question is not None and (question.hiding or question.revealed)


def round_frames(fit: BoostedModel, k: int, over: int) -> Frames:
    """The picture of all rounds. over: the feature over which rows of many features are drawn, if any."""
    return lesson_frames(fit, k, over if 0 <= over < fit.X.shape[1] > 2 else None)


def round_marks(
    fit: BoostedModel, frames: Frames, number: int, k: int, now: Moment | None, guess: float | None = None
) -> Marks:
    """What is marked in the picture; now: as in round_picture."""
    feature = int(fit.trace[number - 1].trees[k].feature[0])
    said = CutGuess(feature, guess, is_open=now is None)
    if now is None:
        return marks(frames, fit, number, k=k, guess=said)
    return marks(frames, fit, number, k=k, node=now.index, cut=now.cut, guess=said)


def look_ahead(fit: BoostedModel, number: int, k: int) -> None:
    """Send the rounds next to a round, so that a step is drawn at once; none while they are guessed first."""
    place, rounds = place_of_cursor(k), {}
    frames = round_frames(fit, k, place.over)
    for near in likely_next(SCRUBBER, number, (1, len(fit.trace))):
        if not guessing():
            now = moment(fit, near, place)
            marked = marks_data(round_marks(fit, frames, near, k, now))
            rounds[near] = {**now.parts, "scrubber": {"marks": marked}}
    send_ahead(rounds, context=context_of(fit, place), key="ahead")


def noise_button(fit: BoostedModel, question: Question | None) -> None:
    """Noise, so that the unseen loss turns and says when to stop, and the way back."""
    if not DATASETS[fit.dataset.id].takes_noise or is_asked(question) or presenting():
        return
    if fit.settings.noise:
        st.markdown(words.noise_words(fit), width="content")
        name, what, noise = "Without noise", "No row scatters, and all are trained on.", 0.0
    else:
        name, noise = "Add noise", NOISE
        what = "The rows scatter, and 30 % of them are held out: their loss says when to stop."
    st.button(
        name, key="noise_button", help=what, on_click=session.take, kwargs={"noise": noise, **ANOTHER_TREE}
    )


def over_chooser(fit: BoostedModel, question: Question | None) -> None:
    """For more than two features: prediction against truth, or over a feature of one's choice.

    Not while a cut is guessed or was guessed: then it is over the feature that is cut.
    """
    names = fit.dataset.feature_names
    if len(names) <= 2 or is_asked(question):
        return
    session.bound(
        st.selectbox,
        "Rows are drawn",
        [AGAINST_TRUTH, *range(len(names))],
        format_func=lambda i: "prediction against truth" if i == AGAINST_TRUTH else f"over {names[i]}",
        name=OVER,
        shown=current_over(fit),
        label_visibility="collapsed",
        width=330,
    )


def current_over(fit: BoostedModel) -> int:
    """The feature over which rows are drawn, or AGAINST_TRUTH."""
    return int(session.clip(OVER, len(fit.dataset.feature_names) - 1, AGAINST_TRUTH))


def round_tree(now: Moment) -> None:
    """The round's tree; the node that the reader chooses becomes the cursor's."""
    show_tree(now.parts["tree"], key=TREE, on_select=take_node, on_grow=take_growth)


def round_gains(now: Moment) -> None:
    """The gain curves of the node, at the cursor's cut."""
    show_gains(now.parts["gains"], key=GAINS, on_move=take_move)


def round_formula(now: Moment) -> None:
    """The formula at the cursor, with lambda and gamma to be tried."""
    show_formula(now.parts["formula"], key=FORMULA, on_what_if=take_what_if)


def ranked_candidates(node: NodeAtCut) -> None:
    """The table of a node's best candidates: the chosen one, then those that it was preferred to."""
    table = ranking(node.tried, node.fit.dataset.feature_names).drop(columns=["feature", "candidate"])
    config: dict[str, Any] = {
        str(name): st.column_config.NumberColumn(format="%.4g")
        for name, column in table.items()
        if column.dtype.kind == "f"
    }
    st.dataframe(table, hide_index=True, width="stretch", column_config=config)


def ask_cut(fit: BoostedModel, number: int, k: int) -> Question | None:
    """Ask where the first cut of a round's tree falls; None where the tree is a single leaf."""
    tree = fit.trace[number - 1].trees[k]
    if tree.is_leaf[0]:
        return None
    feature = int(tree.feature[0])
    values = fit.X[:, feature]
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    step = 10.0 ** floor(log10((high - low) / 100))
    name = fit.dataset.feature_names[feature]
    return ask(
        "first_cut",
        ident=(fit.settings, number, k),
        prompt=first_cut.prompt(fit, number, k),
        form=Slider(floor(low / step) * step, -floor(-high / step) * step, step, label=f"Cut on {name}"),
    )


def settle_cut(question: Question | None, fit: BoostedModel, number: int, k: int) -> None:
    """Say how good the guessed cut is: its gain as a share of the best."""
    if question is not None and question.revealed:
        settle(question, *first_cut.verdict(fit, number, k, question.answer))
