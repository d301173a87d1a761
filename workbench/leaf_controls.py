"""The widgets of the page on one leaf: which leaf, and what is dragged in its picture."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any

import streamlit as st

from workbench import session
from workbench.challenge import Question, Slider, ask, propose, settle
from workbench.components.parabola import parabola_picture
from workbench.compute import Lesson
from workbench.leafpresets import LESSON, MOST_STEPS, PRESETS, preset_leaf
from workbench.leafview import (
    Leaf,
    chosen_leaf,
    clamped,
    guess_range,
    hidden_data,
    leaf_data,
    lesson_leaf,
    reached_share,
)
from workbench.leafwords import picture_words, verdict
from workbench.shell import presenting
from workbench.state import ENTRIES, LEAF, LEAF_LAMBDA, LEAF_RATE, LEAF_STEPS, LEAF_W
from workbench.stepper import current_class, current_node, current_round, take_node

PARABOLA = "parabola"
_DRAGGED = {"w": LEAF_W, "lambda": LEAF_LAMBDA, "rate": LEAF_RATE}


def leaf_chooser() -> str:
    """Which leaf: one of the lesson's tree, or one worked by hand; gives its name."""
    st.selectbox("Leaf", [LESSON, *PRESETS], format_func=leaf_title, key=LEAF, on_change=start_anew)
    return str(session.value(LEAF))


def leaf_title(name: str) -> str:
    """The name of a leaf as the reader sees it."""
    return "A leaf of the lesson's tree" if name == LESSON else PRESETS[name].title


def start_anew() -> None:
    """Put w, lambda and learning_rate back to the leaf's own."""
    session.put(**dict.fromkeys(_DRAGGED.values()), **{LEAF_STEPS: 0})


def step_chooser() -> int:
    """How many Newton steps the leaf by hand has behind it."""
    st.segmented_control(
        "Steps taken before", range(MOST_STEPS + 1), key=LEAF_STEPS, required=True, on_change=forget_w
    )
    return int(session.value(LEAF_STEPS))


def forget_w() -> None:
    """Put the handle back to its start."""
    session.put(**{LEAF_W: None})


def hand_leaf(name: str, n_steps: int) -> Leaf:
    """The leaf by hand after some steps with the lambda and learning_rate of the screen."""
    return preset_leaf(name, n_steps, session.value(LEAF_LAMBDA), session.value(LEAF_RATE))


def leaf_of_lesson(lesson: Lesson) -> Leaf:
    """The cursor's leaf; where the cursor is on a split, the largest leaf below it."""
    number, k = current_round(lesson), current_class(lesson)
    return lesson_leaf(lesson, number, leaf_node(lesson), k)


def leaf_node(lesson: Lesson) -> int:
    """The node of the leaf that is shown."""
    tree = lesson.trace[current_round(lesson) - 1].trees[current_class(lesson)]
    return chosen_leaf(tree, current_node(tree))


def take_leaf() -> None:
    """Move the cursor to the node that was chosen in the tree; its leaf starts anew."""
    take_node()
    forget_w()


def dragged(leaf: Leaf, guess: float | None = None) -> tuple[float, float, float]:
    """w, lambda and learning_rate of the screen: what the reader dragged or guessed, else the leaf's own."""
    reg_lambda, rate = session.value(LEAF_LAMBDA), session.value(LEAF_RATE)
    w = session.value(LEAF_W)
    return (
        clamped(leaf, guess if w is None else w),
        leaf.reg_lambda if reg_lambda is None else float(reg_lambda),
        leaf.learning_rate if rate is None else float(rate),
    )


def ask_weight(leaf: Leaf, *where: Hashable) -> Question:
    """The question of the page: choose w first."""
    _, reg_lambda, _ = dragged(leaf)
    end = guess_range(leaf)
    return ask(
        "leaf_weight",
        ident=(*where, reg_lambda),
        prompt="Choose w first: which w lowers the loss of this leaf, penalty included, the most?",
        form=Slider(-end, end, step=end / 200, label="Your w", start=0.0),
    )


def settle_weight(question: Question, leaf: Leaf) -> None:
    """Judge the w that was chosen: by the share of the possible decrease that it reaches."""
    if question.revealed:
        _, reg_lambda, _ = dragged(leaf)
        credit = reached_share(leaf, question.answer, reg_lambda)
        settle(question, credit, verdict(leaf, question.answer, reg_lambda, credit))


def leaf_picture(leaf: Leaf, question: Question) -> None:
    """The parabola over the true loss, to be dragged; while one guesses, only the axis and w."""
    w, reg_lambda, rate = dragged(leaf, question.answer)
    if question.hiding:
        words = "An axis for w; the curves are hidden until you reveal them"
        data = hidden_data(leaf, st.session_state[question.widget], reg_lambda, rate, words)
    else:
        data = leaf_data(leaf, w, reg_lambda, rate, picture_words(leaf, reg_lambda, rate))
    parabola_picture(
        data,
        key=PARABOLA,
        on_choose=partial(take_dragged, leaf, question),
        hidden=question.hiding,
        height=285 if presenting() else 330,
    )


def take_dragged(leaf: Leaf, question: Question) -> None:
    """Keep what the reader dragged; a value that breaks its rule is left out, the leaf's own is None."""
    chosen: dict[str, Any] = st.session_state[PARABOLA]["chosen"] or {}
    if question.hiding:
        propose(question, chosen.get("w", 0.0))
        return
    for name, entry in _DRAGGED.items():
        if name in chosen and ENTRIES[entry].rule.broken_by(chosen[name]) is None:
            own = {LEAF_LAMBDA: leaf.reg_lambda, LEAF_RATE: leaf.learning_rate}.get(entry)
            session.put(**{entry: None if chosen[name] == own else chosen[name]})
