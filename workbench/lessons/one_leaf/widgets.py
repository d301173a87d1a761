"""The widgets of the page on one leaf: which leaf, and what is dragged in its picture."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from workbench.components import told
from workbench.lessons.one_leaf.leaf import Frame, LeafRows, fit_leaf, reached_share
from workbench.lessons.one_leaf.parabola import parabola_picture
from workbench.lessons.one_leaf.parabola_data import clamped, guess_range, hidden_data, leaf_data, shrink_data
from workbench.lessons.one_leaf.shared_axes import (
    first_leaf,
    leaf_of_row,
    lesson_frame,
    row_of_leaf,
)
from workbench.lessons.one_leaf.shrink import shrink_picture
from workbench.lessons.one_leaf.values import LEAF, LEAF_LAMBDA, LEAF_RATE, LEAF_STEPS, LEAF_W, LEAF_ZOOM
from workbench.lessons.one_leaf.words import PROMPT, picture_words, verdict
from workbench.lessons.one_leaf.worked_leaves import LESSON, MOST_STEPS, PRESETS, preset_leaf
from workbench.link.values import ENTRIES, NODE, ROW
from workbench.models.boosted import BoostedModel
from workbench.models.settings import Settings
from workbench.shell import session
from workbench.shell.challenge import Question, Slider, ask, propose, said_so_far, settle
from workbench.shell.cursor import current_class, current_node, current_round, take_node
from workbench.shell.step_buttons import clicker_steps

PARABOLA, _FOLLOWED = "parabola", "leaf_followed"
_DRAGGED = {"w": LEAF_W, "lambda": LEAF_LAMBDA, "rate": LEAF_RATE}
_START_ANEW = {**dict.fromkeys(_DRAGGED.values()), LEAF_STEPS: 0}  # w, lambda and rate are the leaf's own


def leaf_chooser() -> str:
    """Which leaf: one of the lesson's tree, or one worked by hand; gives its name."""
    session.bound(
        st.selectbox,
        "Leaf",
        [LESSON, *PRESETS],
        format_func=leaf_title,
        name=LEAF,
        also=_START_ANEW,
        width=260,
    )
    return str(session.value(LEAF))


def leaf_title(name: str) -> str:
    """The name of a leaf as the reader sees it."""
    return "A leaf of the lesson's tree" if name == LESSON else PRESETS[name].title


def step_chooser() -> int:
    """How many Newton steps the leaf by hand has behind it."""
    session.bound(
        st.segmented_control,
        "Steps taken before",
        range(MOST_STEPS + 1),
        name=LEAF_STEPS,
        also={LEAF_W: None},
        required=True,
    )
    clicker_steps(LEAF, list(PRESETS), session.value(LEAF), **_START_ANEW)
    return int(session.value(LEAF_STEPS))


def zoom_switch() -> None:
    """Whether the axes are the leaf's own; else they stay while one steps."""
    session.bound(
        st.toggle,
        "Zoom to this leaf",
        name=LEAF_ZOOM,
        shown=bool(session.value(LEAF_ZOOM)),
        help="Axes that suit this leaf. Without it, all steps share their axes and can be compared.",
    )


def on_axes(leaf: LeafRows, frame: Frame | None) -> LeafRows:
    """The leaf on the axes that all steps share, or zoomed in on its own."""
    return replace(leaf, frame=None if session.value(LEAF_ZOOM) else frame)


def hand_leaf(name: str, n_steps: int) -> LeafRows:
    """The leaf by hand after some steps with the lambda and learning_rate of the screen."""
    leaf = preset_leaf(name, n_steps, session.value(LEAF_LAMBDA), session.value(LEAF_RATE))
    return on_axes(leaf, leaf.frame)


def hand_before(name: str, n_steps: int) -> tuple[str, LeafRows] | None:
    """The leaf by hand one step earlier, and what it is called."""
    return ("the step before", hand_leaf(name, n_steps - 1)) if n_steps else None


def leaf_of_fit(fit: BoostedModel, node: int) -> LeafRows:
    """A leaf of the cursor's tree."""
    leaf = fit_leaf(fit, current_round(fit), node, current_class(fit))
    return on_axes(leaf, frame_of(fit.settings, fit))


@st.cache_resource(max_entries=32, show_spinner=False)
def frame_of(settings: Settings, _lesson: BoostedModel) -> Frame:
    """The axes of a lesson, shared by everybody."""
    return lesson_frame(_lesson)


def leaf_before(fit: BoostedModel, row: int) -> tuple[str, LeafRows] | None:
    """The leaf of the round before that the row falls into, and what it is called."""
    number, k = current_round(fit) - 1, current_class(fit)
    if number == 0:
        return None
    return f"round {number}", fit_leaf(fit, number, leaf_of_row(fit, number, k, row), k)


def followed_leaf(fit: BoostedModel) -> tuple[int, int]:
    """The leaf that is shown, and the row that is followed: whoever steps stays with the row's leaf.

    A node of another round is another leaf. So as long as nobody chooses another node or row, the row that is
    followed says which leaf is shown.
    """
    number, k = current_round(fit), current_class(fit)
    said = (fit.settings.data, session.value(NODE), session.value(ROW))
    before, followed = st.session_state.get(_FOLLOWED, (None, 0))
    node, row = current_node(fit.trace[number - 1].trees[k]), current_row(fit)
    leaf = first_leaf(fit, number, k, node, row)
    row = row_of_leaf(fit, number, k, leaf, row)
    if before == said:
        if row != followed:
            leaf, row = leaf_of_row(fit, number, k, followed), followed
            session.shows(**{NODE: leaf, ROW: row})
        return leaf, row
    said = (fit.settings.data, session.value(NODE), session.value(ROW))
    st.session_state[_FOLLOWED] = (said, row)
    return leaf, row


def current_row(fit: BoostedModel) -> int | None:
    """The row of the cursor, if there is one."""
    row: int | None = session.clip(ROW, len(fit.dataset.y) - 1, None)
    return row


@session.callback
def take_leaf() -> None:
    """Move the cursor to the node that was chosen in the tree; its leaf starts anew."""
    take_node()
    st.session_state.pop(_FOLLOWED, None)
    session.put(**{LEAF_W: None})


def dragged(leaf: LeafRows, guess: float | None = None) -> tuple[float, float, float]:
    """w, lambda and learning_rate of the screen: what the reader dragged or guessed, else the leaf's own."""
    reg_lambda, rate = session.value(LEAF_LAMBDA), session.value(LEAF_RATE)
    w = session.value(LEAF_W)
    return (
        clamped(leaf, guess if w is None else w),
        leaf.reg_lambda if reg_lambda is None else float(reg_lambda),
        leaf.learning_rate if rate is None else float(rate),
    )


def ask_weight(leaf: LeafRows, *where: Hashable) -> Question:
    """The question of the page: choose w first."""
    _, reg_lambda, _ = dragged(leaf)
    end = guess_range(leaf)
    return ask(
        "leaf_weight",
        ident=(*where, reg_lambda),
        prompt=PROMPT,
        form=Slider(-end, end, step=end / 200, label="Your w", start=0.0),
    )


def settle_weight(question: Question, leaf: LeafRows) -> None:
    """Judge the w that was chosen: by the share of the possible decrease that it reaches."""
    if question.revealed:
        _, reg_lambda, _ = dragged(leaf)
        credit = reached_share(leaf, question.answer, reg_lambda)
        settle(question, credit, verdict(leaf, question.answer, reg_lambda, credit))


def leaf_picture(
    leaf: LeafRows, question: Question, before: tuple[str, LeafRows] | None, step: dict[str, Any]
) -> None:
    """The parabola over the true loss, to be dragged; while one guesses, only the axis and w.

    before: the leaf of the step before, drawn as a ghost, and what it is called. step: how far one has come.
    """
    w, reg_lambda, rate = dragged(leaf, question.answer)
    if question.hiding:
        words = "An axis for w; the curves are hidden until you reveal them"
        data = hidden_data(leaf, said_so_far(question), reg_lambda, rate, words)
    else:
        words = picture_words(leaf, reg_lambda, rate)
        data = leaf_data(leaf, w, reg_lambda, rate, words, before=before, guess=question.answer)
    parabola_picture(
        data | {"step": step},
        key=PARABOLA,
        on_choose=partial(take_dragged, leaf, question),
        hidden=question.hiding,
    )


def shrink_of(leaf: LeafRows) -> None:
    """The weight over lambda, with the lambda of the screen."""
    _, reg_lambda, _ = dragged(leaf)
    shrink_picture(shrink_data(leaf, reg_lambda), key="shrink")


@session.callback
def take_dragged(leaf: LeafRows, question: Question) -> None:
    """Keep what the reader dragged; a value that breaks its rule is left out, the leaf's own is None."""
    chosen: dict[str, Any] = told(PARABOLA, "chosen") or {}
    if question.hiding:
        propose(question, chosen.get("w", 0.0))
        return
    for name, entry in _DRAGGED.items():
        if name in chosen and ENTRIES[entry].rule.broken_by(chosen[name]) is None:
            own = {LEAF_LAMBDA: leaf.reg_lambda, LEAF_RATE: leaf.learning_rate}.get(entry)
            session.put(**{entry: None if chosen[name] == own else chosen[name]})
