"""The parts of the page on boosting, round by round: picture, gain curves, formula, question."""

from __future__ import annotations

from functools import partial
from math import floor, log10
from typing import Any

import numpy as np
import streamlit as st

from workbench import session
from workbench.challenge import Question, Slider, ask, propose, said_so_far, settle
from workbench.components.ahead import send_ahead
from workbench.components.formula import formula, show_formula
from workbench.components.frames_store import lesson_frames
from workbench.components.gains import show_gains
from workbench.components.scrubber import marks_data, scrubber
from workbench.components.tree import show_tree
from workbench.compute import Lesson
from workbench.frames import Frames
from workbench.gainplaces import ranking
from workbench.marks import Marks, marks
from workbench.moments import Moment, context_of, moment, place_of_cursor
from workbench.roundnode import Node, Tried, formula_of, node_at
from workbench.scoring import share_of_best, verdict_on_number
from workbench.shell import presenting
from workbench.state import (
    CUT,
    FEATURE,
    GUESS_FIRST,
    OVER,
    WHAT_IF_GAMMA,
    WHAT_IF_LAMBDA,
)
from workbench.stepper import TREE, current_cut, go_to_round, take_growth, take_node

AGAINST_TRUTH = -1
SCRUBBER, GAINS, FORMULA = "scrubber", "gains", "formula"


def node_at_cursor(lesson: Lesson, number: int, k: int, index: int) -> Node:
    """The node with its candidates, and the cursor's cut: the one that the tree took until one moves it."""
    feature = session.clip(FEATURE, lesson.X.shape[1] - 1, None)
    cut = current_cut(CUT, lesson.candidates(number, index, k), feature)
    return node_at(lesson, number, k, index, feature=feature, cut=cut, values=tried_values())


def tried_values() -> Tried:
    """The lambda and gamma that the reader tries."""
    return session.value(WHAT_IF_LAMBDA), session.value(WHAT_IF_GAMMA)


def round_picture(lesson: Lesson, number: int, k: int, question: Question | None, now: Moment | None) -> None:
    """The rounds in the browser, with the node's rows and the cursor's cut marked.

    now: what else the round shows; None while its tree is guessed.
    """
    tree = lesson.trace[number - 1].trees[k]
    hiding = question is not None and question.hiding
    over = int(tree.feature[0]) if is_asked(question) else current_over(lesson)
    frames = round_frames(lesson, k, over)
    guess = None
    if question is not None:
        guess = said_so_far(question) if hiding else question.answer
    scrubber(
        frames,
        round_marks(lesson, frames, number, k, now, guess),
        round_=number,
        key=SCRUBBER,
        height=300 if presenting() else 380,
        on_round=go_to_round,
        on_guess=None if question is None else partial(propose, question),
        context=context_of(lesson, place_of_cursor(k)),
    )


def is_asked(question: Question | None) -> bool:
    """Whether a cut is guessed or was guessed: then the rows are drawn over the feature that is cut."""
    return question is not None and (question.hiding or question.revealed)


def round_frames(lesson: Lesson, k: int, over: int) -> Frames:
    """The picture of all rounds. over: the feature over which rows of many features are drawn, if any."""
    return lesson_frames(lesson, k, over if 0 <= over < lesson.X.shape[1] > 2 else None)


def round_marks(
    lesson: Lesson, frames: Frames, number: int, k: int, now: Moment | None, guess: float | None = None
) -> Marks:
    """What is marked in the picture; now: as in round_picture."""
    round_ = lesson.trace[number - 1]
    node, cut = (0, {}) if now is None else (now.index, now.cut)
    return marks(
        frames,
        lesson.dataset,
        lesson.train,
        round_,
        k=k,
        node=node,
        guess=guess,
        ask=now is None,
        asked=int(round_.trees[k].feature[0]),
        **cut,
    )


def look_ahead(lesson: Lesson, number: int, k: int) -> None:
    """Send the rounds next to a round, so that a step is drawn at once; none while they are guessed first."""
    place, rounds = place_of_cursor(k), {}
    frames = round_frames(lesson, k, place.over)
    for near in (number - 1, number + 1):
        if 1 <= near <= len(lesson.trace) and not session.value(GUESS_FIRST):
            now = moment(lesson, near, place)
            marked = marks_data(round_marks(lesson, frames, near, k, now))
            rounds[near] = {**now.parts, "scrubber": {"marks": marked}}
    send_ahead(rounds, context=context_of(lesson, place), key="ahead")


def over_chooser(lesson: Lesson) -> None:
    """For more than two features: prediction against truth, or over a feature of one's choice."""
    names = lesson.dataset.feature_names
    if len(names) <= 2:
        return
    session.bound(
        st.selectbox,
        "Rows are drawn",
        [AGAINST_TRUTH, *range(len(names))],
        format_func=lambda i: "prediction against truth" if i == AGAINST_TRUTH else f"over {names[i]}",
        name=OVER,
        shown=current_over(lesson),
        label_visibility="collapsed",
        width=330,
    )


def current_over(lesson: Lesson) -> int:
    """The feature over which rows are drawn, or AGAINST_TRUTH."""
    return int(session.clip(OVER, len(lesson.dataset.feature_names) - 1, AGAINST_TRUTH))


def round_tree(now: Moment) -> None:
    """The round's tree; the node that the reader chooses becomes the cursor's."""
    show_tree(now.parts["tree"], key=TREE, on_select=take_node, on_grow=take_growth)


def round_gains(now: Moment) -> None:
    """The gain curves of the node, at the cursor's cut."""
    show_gains(now.parts["gains"], key=GAINS, on_move=take_move)


def round_formula(now: Moment) -> None:
    """The formula at the cursor, with lambda and gamma to be tried."""
    show_formula(now.parts["formula"], key=FORMULA, on_what_if=take_what_if)


def ranked_candidates(node: Node) -> None:
    """The table of a node's best candidates: the chosen one, then those that it was preferred to."""
    table = ranking(node.tried, node.lesson.dataset.feature_names).drop(columns=["feature", "candidate"])
    config: dict[str, Any] = {
        str(name): st.column_config.NumberColumn(format="%.4g")
        for name, column in table.items()
        if column.dtype.kind == "f"
    }
    st.dataframe(table, hide_index=True, width="stretch", column_config=config)


def tried_or(name: str, fitted: float) -> float:
    """The value that the reader tries, or the fitted one."""
    tried = session.value(name)
    return fitted if tried is None else float(tried)


@session.callback
def take_move() -> None:
    """Move the cursor to the candidate that was chosen in the gain curves."""
    move = st.session_state[GAINS].get("move")
    if move:
        session.put(**{FEATURE: move["feature"], CUT: move["candidate"]})


def node_formula(node: Node) -> None:
    """The formula of a node, with lambda and gamma to be tried."""
    formula(formula_of(node), key=FORMULA, on_what_if=take_what_if)


@session.callback
def take_what_if() -> None:
    """Keep the lambda and gamma that the reader tries."""
    tried = st.session_state[FORMULA].get("what_if")
    if tried:
        session.put(**{WHAT_IF_LAMBDA: tried["lambda"], WHAT_IF_GAMMA: tried["gamma"]})


def ask_cut(lesson: Lesson, number: int, k: int) -> Question | None:
    """Ask where the first cut of a round's tree falls; None where the tree is a single leaf."""
    tree = lesson.trace[number - 1].trees[k]
    if tree.is_leaf[0]:
        return None
    feature = int(tree.feature[0])
    values = lesson.X[:, feature]
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    step = 10.0 ** floor(log10((high - low) / 100))
    name = lesson.dataset.feature_names[feature]
    return ask(
        "first_cut",
        ident=(lesson.settings, number, k),
        prompt=f"Round {number}: where on {name} will the first cut fall?",
        form=Slider(floor(low / step) * step, -floor(-high / step) * step, step, label=f"Cut on {name}"),
    )


def settle_cut(question: Question | None, lesson: Lesson, number: int, k: int) -> None:
    """Say how good the guessed cut is: its gain as a share of the best."""
    if question is None or not question.revealed:
        return
    root = lesson.candidates(number, 0, k)
    best = root.best
    assert best is not None
    feature = int(root.feature[best])
    mine = np.flatnonzero((root.feature == feature) & np.isfinite(root.threshold))
    nearest = mine[np.abs(root.threshold[mine] - question.answer).argmin()]
    credit = share_of_best(float(root.gain[nearest]), float(root.gain[best]))
    settle(question, credit, verdict_on_number(question.answer, float(root.threshold[best]), credit))
