"""The parts of the page on boosting, round by round: picture, gain curves, formula, question."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import floor, log10
from typing import Any

import numpy as np
import streamlit as st

from gbtlib import Candidates
from workbench import session
from workbench.challenge import Question, Slider, ask, propose, settle
from workbench.components.formula import formula
from workbench.components.frames_store import lesson_frames
from workbench.components.gains import gain_curves
from workbench.components.scrubber import scrubber
from workbench.compute import Lesson
from workbench.formula import formula_at
from workbench.gainplaces import Places
from workbench.gainview import gain_view, what_if
from workbench.marks import marks
from workbench.scoring import share_of_best, verdict_on_number
from workbench.shell import presenting
from workbench.state import CUT, FEATURE, OVER, ROUND, WHAT_IF_GAMMA, WHAT_IF_LAMBDA
from workbench.viewmodel import number

AGAINST_TRUTH = -1
SCRUBBER, GAINS, FORMULA = "scrubber", "gains", "formula"


@dataclass(frozen=True)
class Node:
    """A node of a round's tree as the cursor sees it.

    fitted: its candidates as the model searched them. tried: the same under the lambda and gamma that the
    reader tries. position: the cursor's candidate among them; None where a leaf is looked at as a leaf.
    """

    lesson: Lesson
    number: int
    k: int
    index: int
    fitted: Candidates
    tried: Candidates
    position: int | None

    @property
    def is_leaf(self) -> bool:
        """Whether the tree did not split it."""
        return bool(self.lesson.trace[self.number - 1].trees[self.k].is_leaf[self.index])

    @property
    def cut(self) -> dict[str, Any]:
        """The cursor's cut as the marks of the picture take it."""
        if self.position is None:
            return {}
        i, found = self.position, self.fitted
        return {
            "feature": int(found.feature[i]),
            "threshold": float(found.threshold[i]),
            "default_left": bool(found.default_left[i]),
        }


def node_at_cursor(lesson: Lesson, number: int, k: int, index: int) -> Node:
    """The node with its candidates, and the cursor's cut: the one that the tree took until one moves it."""
    fitted = lesson.candidates(number, index, k)
    tried = fitted
    values = session.value(WHAT_IF_LAMBDA), session.value(WHAT_IF_GAMMA)
    if values != (None, None):
        tried = what_if(lesson.model, number, index, k, reg_lambda=values[0], gamma=values[1])
    feature, candidate = session.value(FEATURE), session.value(CUT)
    if feature is not None and feature < lesson.X.shape[1]:
        position = Places(fitted, lesson.dataset.feature_names).position(feature, candidate)
    else:
        leaf = lesson.trace[number - 1].trees[k].is_leaf[index]
        position = None if leaf else fitted.best
    return Node(lesson, number, k, index, fitted, tried, position)


def round_picture(node: Node, question: Question | None) -> None:
    """The rounds in the browser, with the node's rows and the cursor's cut marked."""
    lesson, round_ = node.lesson, node.lesson.trace[node.number - 1]
    hiding = question is not None and question.hiding
    asked = int(round_.trees[node.k].feature[0]) if question is not None else None
    over = session.value(OVER)
    if hiding:
        over = asked  # so that there is an axis to point at
    if lesson.X.shape[1] <= 2 or not 0 <= over < lesson.X.shape[1]:
        over = None
    frames = lesson_frames(lesson, node.k, over)
    guess = None
    if question is not None:
        guess = st.session_state.get(question.widget) if hiding else question.answer
    marked = marks(
        frames,
        lesson.dataset,
        lesson.train,
        round_,
        k=node.k,
        node=0 if hiding else node.index,
        guess=guess,
        ask=hiding,
        asked=asked,
        **({} if hiding else node.cut),
    )
    scrubber(
        frames,
        marked,
        round_=node.number,
        key=SCRUBBER,
        height=300 if presenting() else 380,
        on_round=take_round,
        on_guess=None if question is None else partial(propose, question),
    )


def take_round(number: int) -> None:
    """Move the cursor to a round, and to the cut that its tree took."""
    session.put(**{ROUND: number, FEATURE: None, CUT: None})


def over_chooser(lesson: Lesson) -> None:
    """For more than two features: prediction against truth, or over a feature of one's choice."""
    names = lesson.dataset.feature_names
    if len(names) <= 2:
        return
    if session.value(OVER) >= len(names):
        session.put(**{OVER: AGAINST_TRUTH})
    st.selectbox(
        "Rows are drawn",
        [AGAINST_TRUTH, *range(len(names))],
        format_func=lambda i: "prediction against truth" if i == AGAINST_TRUTH else f"over {names[i]}",
        key=OVER,
        label_visibility="collapsed",
        width=330,
    )


def gain_picture(node: Node) -> None:
    """The gain curves of the node, at the cursor's cut."""
    lesson, tree = node.lesson, node.lesson.trace[node.number - 1].trees[node.k]
    names = lesson.dataset.feature_names
    feature, candidate = session.value(FEATURE), None
    if node.position is not None:
        feature = int(node.fitted.feature[node.position])
        candidate = int(node.position - np.searchsorted(node.fitted.feature, feature))
    params = lesson.model.params_
    view = gain_view(
        node.tried,
        names,
        feature=feature,
        candidate=candidate,
        fitted=None if node.tried is node.fitted else node.fitted,
        reg_lambda=tried_or(WHAT_IF_LAMBDA, params.reg_lambda),
        gamma=tried_or(WHAT_IF_GAMMA, params.gamma),
        why_leaf=tree.node(node.index).why_leaf if node.is_leaf else "",
    )
    gain_curves(view, key=GAINS, on_move=take_move)


def tried_or(name: str, fitted: float) -> float:
    """The value that the reader tries, or the fitted one."""
    tried = session.value(name)
    return fitted if tried is None else float(tried)


def take_move() -> None:
    """Move the cursor to the candidate that was chosen in the gain curves."""
    move = st.session_state[GAINS].get("move")
    if move:
        session.put(**{FEATURE: move["feature"], CUT: move["candidate"]})


def node_formula(node: Node) -> None:
    """The formula at the cursor, with lambda and gamma to be tried."""
    view = formula_at(
        node.lesson.model,
        node.number,
        node.index,
        node.k,
        node.tried,
        node.position,
        node.lesson.dataset.feature_names,
        reg_lambda=session.value(WHAT_IF_LAMBDA),
        gamma=session.value(WHAT_IF_GAMMA),
    )
    formula(view, key=FORMULA, on_what_if=take_what_if)


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


def settle_cut(question: Question | None, node: Node) -> None:
    """Say how good the guessed cut is: its gain as a share of the best."""
    if question is None or not question.revealed:
        return
    root = node.lesson.candidates(node.number, 0, node.k)
    best = root.best
    assert best is not None
    feature = int(root.feature[best])
    mine = np.flatnonzero((root.feature == feature) & np.isfinite(root.threshold))
    nearest = mine[np.abs(root.threshold[mine] - question.answer).argmin()]
    credit = share_of_best(float(root.gain[nearest]), float(root.gain[best]))
    settle(question, credit, verdict_on_number(question.answer, float(root.threshold[best]), credit))


def best_words(node: Node) -> str:
    """How many candidates there are, and how many are allowed."""
    n = len(node.fitted)
    if n == 0:
        return "There is nothing to cut in this node: all its rows have the same values."
    best = node.tried.best
    if best is None:
        return f"None of the {n:,} candidate cuts of this node is allowed."
    return (
        f"{n:,} candidate cuts, {int((node.tried.verdict == 0).sum()):,} of them allowed; the best gains "
        f"{number(node.tried.gain[best], 4)}."
    )
