"""Whether a lesson asks: each of its questions once, all of them at every step, or none.

That is what the value `guess` of its link says. Not set: a question is open, and its answer hidden, until it
is answered or shown; from then on the lesson shows its answers, and its link says guess=0; a question that is
the lesson itself is then asked at every step. 1: every step asks anew. 0: nothing is asked. What was shown is
known in this tab only.
"""

from __future__ import annotations

from typing import Literal

import streamlit as st

from workbench.link.values import GUESS_FIRST
from workbench.shell import session

_SHOWN = "answers_shown"


def how_asked(question: str, *, at_every_step: bool) -> Literal["always", "once", "told", "never"]:
    """How a question is asked; told: it was asked once, and the page shows its answers since.

    at_every_step: whether it is asked always where the link does not say.
    """
    is_on = session.value(GUESS_FIRST)
    if is_on is not None:
        return "always" if is_on else "never"
    if at_every_step:
        return "always"
    if question not in _shown():
        return "once"
    session.shows(**{GUESS_FIRST: 0})
    return "told"


def guessing() -> bool:
    """Whether the page must not tell what comes next, once its question was drawn."""
    return bool(session.store().shown.get(GUESS_FIRST, session.value(GUESS_FIRST)) != 0)


def show_answers_of(question: str) -> None:
    """From now on the answers of a question are shown, unless every step asks."""
    _shown().add(question)


@session.callback
def show(question: str) -> None:
    """The same, as the callback of a button."""
    show_answers_of(question)


def _shown() -> set[str]:
    """The questions of which one has seen an answer, by name."""
    found: set[str] = st.session_state.setdefault(_SHOWN, set())
    return found
