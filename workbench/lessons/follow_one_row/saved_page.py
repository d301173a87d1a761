"""The lesson at a moment as one file: the ledger of a row, the trees of all rounds and its way. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

from workbench.components.page_question import PageQuestion
from workbench.components.page_steps import page_steps
from workbench.components.plain_page import Origin, Part, Steps, fitting, plain_page
from workbench.lessons.follow_one_row import LESSON
from workbench.lessons.follow_one_row.ledger import ledger_part
from workbench.lessons.follow_one_row.ledger_data import guess_mark, ledger_data
from workbench.lessons.follow_one_row.round_parts import round_parts, sum_and_result
from workbench.lessons.follow_one_row.words import WAYS, next_question, row_words, verdict_on_next
from workbench.models.boosted import BoostedModel
from workbench.models.row_story import RowStory

TOO_LARGE = "The trees are left out: with them the file would be larger than 2 MB."
_BODY = Template(Path(__file__).with_suffix(".html").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class SavedRow:
    """What the file shows: a row through all rounds of a model, and the round that it opens with.

    k: the class whose trees add up, under softmax. link: the values of the link to this moment, by name.
    """

    fit: BoostedModel
    story: RowStory
    number: int
    k: int
    link: Mapping[str, str]


def saved_page(saved: SavedRow) -> bytes:
    """The file, in UTF-8; without the trees where it would be larger than 2 MB."""
    fit, story, number = saved.fit, saved.story, saved.number
    of_class = f", trees for {fit.dataset.class_names[saved.k]}" if fit.n_classes > 1 else ""
    data_set = f"{fit.dataset.title}, row {story.row}{of_class}"
    origin = Origin(LESSON.question, LESSON.title, LESSON.name, data_set, fit.settings, saved.link)
    rounds = range(1, story.n_rounds + 1)
    asked = {r: page_question(saved, r) for r in rounds[:-1]}
    steps = Steps(number, {r: round_of(saved, r) for r in rounds}, asked)
    parts = {
        "ledger": ledger_part(ledger_data(fit, story, number, saved.k)),
        "stepper": page_steps([f"Round {r} of {story.n_rounds}" for r in rounds], number),
        "path": Part("prose", {}),
    }
    whole = parts | {"tree": Part("tree", {})}
    return fitting(plain_page(origin, _BODY, *page) for page in ((whole, steps), (parts, steps, TOO_LARGE)))


def round_of(saved: SavedRow, number: int) -> dict[str, Any]:
    """The tree of a round with the way of the row, and what is said of both."""
    fit, story, k = saved.fit, saved.story, saved.k
    drawn, said = round_parts(fit, story, number, k), sum_and_result(fit, story, number, k)
    return {
        "ledger": {"round": number},
        "tree": drawn["tree"],
        "path": drawn["path"],
        "texts": {
            "heading": f"Its path through the tree of round {number}",
            "row": row_words(fit, story),
            "words": said["result"],
            "sum": said["sum"],
        },
    }


def page_question(saved: SavedRow, number: int) -> PageQuestion:
    """Whether the round after this one raises or lowers the row; the ledger ends here so long."""
    fit, story, k = saved.fit, saved.story, saved.k
    verdicts = [verdict_on_next(story, number, k, way) for way in WAYS]
    best = max(credit for credit, _ in verdicts)
    return PageQuestion(
        next_question(fit, number, k),
        [way.capitalize() for way in WAYS],
        [words for _, words in verdicts],
        {i for i, (credit, _) in enumerate(verdicts) if credit == best},
        {"ledger": {"last": number}},
        reveals=[{"ledger": {"last": number + 1, "guess": guess_mark(way, number)}} for way in WAYS],
    )
