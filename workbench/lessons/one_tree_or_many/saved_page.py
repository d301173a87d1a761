"""The lesson at a moment as one file: both models in all rounds, and which of them errs less. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from string import Template
from typing import Any

from workbench.components.page_question import PageQuestion
from workbench.components.page_steps import page_steps
from workbench.components.plain_page import Origin, Part, Steps, fitting, plain_page
from workbench.lessons.one_tree_or_many import LESSON, words
from workbench.lessons.one_tree_or_many.first_difference import difference_words, first_difference
from workbench.lessons.one_tree_or_many.round_parts import Comparison, at_round, stage_parts
from workbench.shell.scoring import verdict_on_choice

MOST_STEPS = (200, 100, 50, 25)  # in a file: the first with which it is small enough
Sent = tuple[dict[str, Any], PageQuestion]
_BODY = Template(Path(__file__).with_suffix(".html").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class SavedComparison:
    """What the file shows: both models, at the round that it opens with.

    with_tree: whether one of them is one tree, and not an ensemble with other settings. link: the values of
    the link to this moment, by name.
    """

    shown: Comparison
    with_tree: bool
    link: Mapping[str, str]


def saved_page(saved: SavedComparison) -> bytes:
    """The file, in UTF-8; with the rounds around the one on the screen where it would be larger than 2 MB."""
    sent: dict[int, Sent] = {}  # once for all attempts
    return fitting(_page(saved, most, sent) for most in MOST_STEPS)


def _page(saved: SavedComparison, most: int, sent: dict[int, Sent]) -> bytes:
    """The file with so many rounds at most."""
    shown, fit = saved.shown, saved.shown.b.fit
    rounds = shown_rounds(shown.cursor, len(fit.trace), most)
    sent.update({r: sent_at(at_another(saved, r)) for r in rounds if r not in sent})
    data_set = f"{fit.dataset.title}, {shown.names.a} and {shown.names.b}"
    origin = Origin(LESSON.question, LESSON.title, LESSON.name, data_set, fit.settings, saved.link)
    each = {step: sent[r] for step, r in enumerate(rounds, start=1)}
    steps = Steps(
        shown.cursor - rounds[0] + 1,
        {step: drawn for step, (drawn, _) in each.items()},
        {step: asked for step, (_, asked) in each.items()},
    )
    parts = {
        "versus": Part("curves", {}),
        "errors": Part("curves", {}),
        "stepper": page_steps([f"Round {r} of {len(fit.trace)}" for r in rounds], steps.first),
    }
    if saved.with_tree:
        parts["better"] = Part("prose", {})
    return plain_page(origin, _BODY, parts, steps, "" if len(rounds) == len(fit.trace) else left_out(rounds))


def shown_rounds(cursor: int, n_rounds: int, most: int) -> range:
    """The rounds of the file: all, or so many around the cursor."""
    first = max(1, min(cursor - most // 2, n_rounds + 1 - most))
    return range(first, min(first + most, n_rounds + 1))


def left_out(rounds: range) -> str:
    """What the file does not show."""
    return f"It shows rounds {rounds[0]} to {rounds[-1]}: with all it would be larger than 2 MB."


def at_another(saved: SavedComparison, number: int) -> SavedComparison:
    """The same at another round."""
    shown = saved.shown
    return replace(saved, shown=at_round(shown.a, shown.b, shown.names, number, shown.k))


def sent_at(saved: SavedComparison) -> Sent:
    """What a round shows, and what it asks."""
    return round_of(saved), page_question(saved)


def round_of(saved: SavedComparison) -> dict[str, Any]:
    """Both models at a round, what is said of them, and what they are."""
    a, b, names, cursor = saved.shown.a, saved.shown.b, saved.shown.names, saved.shown.cursor
    found = None if saved.with_tree else first_difference(a.fit, b.fit)
    more = words.one_tree_words(a) if saved.with_tree else difference_words(found, a.fit, b.fit)
    return {
        **stage_parts(saved.shown),
        "texts": {"words": words.verdict_words(a, b, names, cursor), "more": more},
    }


def page_question(saved: SavedComparison) -> PageQuestion:
    """Which errs less after a round: no errors are shown so long."""
    a, b, names, cursor = saved.shown.a, saved.shown.b, saved.shown.names, saved.shown.cursor
    right, hidden = words.smaller(a, b, names, cursor), stage_parts(saved.shown, hiding=True)
    hides = {
        "versus": {"words": hidden["versus"]["words"]},
        "errors": hidden.get("errors"),
        "better": None,
        "texts": {"words": words.size_words(a, b, names, cursor), "more": ""},
    }
    told = [f"Round {cursor}. {verdict_on_choice(name, right)}" for name in names]
    return PageQuestion(words.prompt(b), list(names), told, {names.index(right)}, hides)
