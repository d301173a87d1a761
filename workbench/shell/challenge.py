"""Challenge: a page asks first, takes the answer and how sure one is, and then reveals.

A page asks at its top, hides what would give the answer away, and settles once it is revealed:

    question = ask("first_cut", ident=(lesson.settings, cursor, k), prompt="Where will the first cut fall?",
                   form=Slider(0.0, 5.0, step=0.01, label="Your cut"))
    ...                                  # the picture, without the cut while question.hiding
    if question.revealed:
        credit = share_of_best(gain_of_the_guess, best_gain)
        settle(question, credit, verdict_on_number(question.answer, best, credit))

`ident` is everything that the right answer depends on, the settings included: another one is asked anew, an
earlier one keeps its answer. Answers and score live in the session, in this tab only: not in the link (which
carries only whether answers are shown), not on disk. When it asks: workbench.shell.asked_once. How guesses
are scored: workbench.shell.scoring.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.components import told
from workbench.components.verdict import Offer, Stage, say_verdict
from workbench.link.values import GUESS_FIRST
from workbench.shell import session
from workbench.shell.asked_once import how_asked, show, show_answers_of
from workbench.shell.scoring import SURENESS, Answer, scoreboard, scoring_words

_ANSWERS, _TICKETS, _DRAFTS = "challenge_answers", "challenge_tickets", "challenge_drafts"
_N_PUT = "challenge_n_put"
_USUAL_SURENESS = "fairly sure"

QuestionKey = tuple[str, Hashable]


@dataclass(frozen=True)
class Slider:
    """Answer by a slider, from low to high; it starts in the middle, or at `start`."""

    low: float
    high: float
    step: float
    label: str = "Your answer"
    start: float | None = None

    def first(self) -> Any:
        """Where the widget stands before one moves it."""
        middle = self.low + self.step * round((self.high - self.low) / self.step / 2)
        return middle if self.start is None else self.start

    def taken(self, value: Any) -> Any:
        """A proposed value as the widget can take it."""
        return min(self.high, max(self.low, type(self.low)(value)))

    def draw(self, key: str) -> None:
        """The widget."""
        _draw(st.slider, self.label, self.low, self.high, step=self.step, key=key)


@dataclass(frozen=True)
class Number(Slider):
    """Answer by a number in a field, from low to high."""

    def draw(self, key: str) -> None:
        """The widget."""
        _draw(st.number_input, self.label, self.low, self.high, step=self.step, key=key)


@dataclass(frozen=True)
class OptionAnswer:
    """Answer by one of a few options, shown by `words`; nothing is chosen at first."""

    options: Sequence[Any]
    words: Callable[[Any], str] = str
    label: str = "Your answer"

    def first(self) -> Any:
        """Nothing."""
        return None

    def taken(self, value: Any) -> Any:
        """A proposed value if it is one of the options."""
        return value if value in self.options else None

    def draw(self, key: str) -> None:
        """The widget."""
        _draw(st.radio, self.label, self.options, format_func=self.words, horizontal=True, key=key)


Form = Slider | Number | OptionAnswer


@dataclass(frozen=True)
class Question:
    """A question as it stands in this run.

    answer: what was answered; None until it is revealed, and when it was only shown.
    sureness: how sure one was, as a key of SURENESS; None as answer.
    hiding: whether the page must not show the right answer yet.
    revealed: whether it was answered, so that the page settles it and keeps both on the picture.
    """

    name: str
    ident: Hashable
    form: Form
    widget: str
    place: DeltaGenerator
    told: DeltaGenerator
    answer: Any = None
    sureness: str | None = None
    hiding: bool = False
    revealed: bool = False


def ask(
    name: str,
    *,
    ident: Hashable,
    prompt: str,
    form: Form,
    at_every_step: bool = False,
    skips: Hashable = None,
) -> Question:
    """Draw the bar of a question, in one line while it is not in use, and tell how it stands.

    name: of the question, unlike any other's. ident: what the right answer depends on. prompt: one sentence.
    at_every_step: whether it is asked at every step, not once, unless the link says otherwise.
    skips: what goes with it when it is skipped, where that is more than itself: all that have the same.
    """
    key, widget = (name, ident), f"challenge_{name}_{_ticket((name, ident))}"
    skipped = key if skips is None else (name, ("all", skips))
    asked, is_known = how_asked(name, at_every_step=at_every_step), key in _answers() or skipped in _answers()
    with st.container(border=True, gap="small", key=f"challenge_{name}"):
        place_told = st.container(key=f"told_{name}")  # always there: only then is heard what comes
        if asked == "once" or (asked == "always" and not is_known):
            _draw_open(key, None if asked == "once" else skipped, widget, prompt, form)
            question = Question(name, ident, form, widget, st.empty(), place_told, hiding=True)
            _aloud(question, prompt, "open")
            return question
        label, then = ("Stop guessing", 0) if asked == "always" else ("Guess first", 1)
        place = _one_line(name, label, {GUESS_FIRST: then})
        question = Question(name, ident, form, widget, place, place_told)
        answer = _answers().get(key)
        if answer is not None and asked != "never":
            question = replace(question, answer=answer.said, sureness=answer.sureness, revealed=True)
        elif asked == "always":
            _say(question, _joined(f"**{prompt}** Shown.", _score()), "told")
        else:
            place.markdown(f"**{prompt}**")
            _aloud(question, "", "off")
    return question


def settle(question: Question, credit: float, verdict: str) -> None:
    """Show the verdict on a revealed question; its credit, 0 to 1, counts the first time only."""
    answer = _answers().get((question.name, question.ident))
    if not question.revealed or answer is None:
        return
    if answer.credit is None:
        answer = replace(answer, credit=min(1.0, max(0.0, credit)), verdict=verdict)
        _answers()[question.name, question.ident] = answer
    _say(question, _joined(f"**{answer.verdict}** You were {answer.sureness}.", _score()), "told")


@session.callback
def propose(question: Question, value: Any) -> None:
    """Put a value into the answer's widget, in a callback: such as the cut that was clicked in a picture."""
    taken = question.form.taken(value)
    if question.hiding and taken is not None:
        keep_draft(question.widget, taken)
        _n_put()[question.widget] = _n_put().get(question.widget, 0) + 1


def said_so_far(question: Question) -> Any:
    """The answer as it stands in the widget, not yet revealed."""
    return draft(question.widget)


def draft(widget: str) -> Any:
    """What an answer's widget says; None where it says nothing."""
    return _drafts().get(widget)


def keep_draft(widget: str, said: Any) -> None:
    """Keep what an answer's widget says: it stands when the widget is drawn again."""
    _drafts()[widget] = said


@session.callback
def commit(key: QuestionKey, widget: str, said_sure: str) -> None:
    """Keep the answer in the widgets as the one that counts, in a callback."""
    _keep_answer(key, widget, said_sure)


@session.callback
def _commit_at_pointer(key: QuestionKey, widget: str, said_sure: str, chosen_in: str) -> None:
    """The same, as sure as was chosen at the pointer, in the component `chosen_in`."""
    choice = told(chosen_in, "choice")
    if choice in SURENESS:
        keep_draft(said_sure, choice)
        _keep_answer(key, widget, said_sure)


def _keep_answer(key: QuestionKey, widget: str, said_sure: str) -> None:
    said = draft(widget)
    if said is not None:
        _answers()[key] = Answer(said, draft(said_sure))
        show_answers_of(key[0])


@session.callback
def skip(key: QuestionKey) -> None:
    """Reveal without an answer, in a callback; it does not count."""
    _answers().setdefault(key, None)
    show_answers_of(key[0])


def _answers() -> dict[QuestionKey, Answer | None]:
    """Every answer of this tab; None for a question that was skipped."""
    found: dict[QuestionKey, Answer | None] = st.session_state.setdefault(_ANSWERS, {})
    return found


def _drafts() -> dict[str, Any]:
    """What the widgets of answers say, by their keys."""
    found: dict[str, Any] = st.session_state.setdefault(_DRAFTS, {})
    return found


def _n_put() -> dict[str, int]:
    """How many answers were put into the picture, by the keys of the answers' widgets."""
    found: dict[str, int] = st.session_state.setdefault(_N_PUT, {})
    return found


def _draw(widget: Callable[..., Any], label: str, *args: Any, key: str, **options: Any) -> None:
    """A widget of an answer, drawn from what it said."""
    options = {"label_visibility": "collapsed", **options}
    session.draw(
        widget, label, *args, key=key, shown=draft(key), on_change=_keep_said, args=(key,), **options
    )


@session.callback
def _keep_said(key: str) -> None:
    """Keep what a widget says; a bar of choices that is clicked off says nothing."""
    if st.session_state[key] is not None:
        keep_draft(key, st.session_state[key])


def _ticket(key: QuestionKey) -> int:
    """A number for a question: its widgets are named by it, so that another question finds fresh ones."""
    tickets: dict[QuestionKey, int] = st.session_state.setdefault(_TICKETS, {})
    return tickets.setdefault(key, len(tickets))


def _say(question: Question, words: str, stage: Stage) -> None:
    """Show words in the bar, and have them said."""
    question.place.markdown(words)
    _aloud(question, words, stage)


def _aloud(question: Question, words: str, stage: Stage) -> None:
    """Have words said, which are markdown, as text."""
    which, shown_in = (question.name, question.ident), f"aloud_{question.name}"
    offer = None
    if stage == "open":
        commit_it = partial(_commit_at_pointer, which, question.widget, _sure(question.widget), shown_in)
        n_put, said = _n_put().get(question.widget, 0), draft(question.widget)
        offer = Offer(list(SURENESS), n_put, n_put > 0 or said != question.form.first(), commit_it)
    with question.told:
        say_verdict(words.replace("**", ""), stage, _ticket(which), key=shown_in, offer=offer)


def _sure(widget: str) -> str:
    """The key of the widget that says how sure one is of the answer in another."""
    return f"{widget}_sure"


def _score() -> str:
    return scoreboard([answer for answer in _answers().values() if answer is not None])


def _joined(words: str, score: str) -> str:
    return f"{words} {score}." if score else words


def _one_line(name: str, label: str, then: dict[str, int]) -> DeltaGenerator:
    """The bar while nothing is asked: a place for words, and the button that starts or stops guessing."""
    words, button = st.columns([8.6, 1.6], gap="small", vertical_alignment="center")
    button.button(
        label,
        key=f"challenge_{name}_mode",
        help=scoring_words() if any(then.values()) else "Show pages with their answers",
        on_click=session.take,
        kwargs=then,
        width="stretch",
    )
    return words.empty()


def _draw_open(key: QuestionKey, skipped: QuestionKey | None, widget: str, prompt: str, form: Form) -> None:
    """The bar while it asks: the answer, how sure one is, and the buttons, in one line.

    skipped: what is skipped; None where the lesson shows its answers from then on.
    """
    line = st.container(key=f"{widget}_line", horizontal=True, vertical_alignment="center", gap="small")
    said_sure = _sure(widget)
    _drafts().setdefault(widget, form.first())
    _drafts().setdefault(said_sure, _USUAL_SURENESS)
    with line.container(width="content"):
        st.markdown(f"**{prompt}**")
    with line.container():
        form.draw(widget)
    _draw(
        line.segmented_control,
        "How sure are you?",
        list(SURENESS),
        key=said_sure,
        required=True,
    )
    line.button(
        "Reveal",
        key=f"{widget}_reveal",
        type="primary",
        disabled=draft(widget) is None,
        on_click=commit,
        args=(key, widget, said_sure),
    )
    line.button(
        "Show me",
        key=f"{widget}_skip",
        on_click=show if skipped is None else skip,
        args=(key[0] if skipped is None else skipped,),
    )
