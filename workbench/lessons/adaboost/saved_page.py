"""AdaBoost at a moment as one file: the picture in all rounds, their words and trees. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from workbench.components.page_question import PageQuestion
from workbench.components.plain_page import STACKED, Origin, Part, Steps, fitting, plain_page
from workbench.components.tree import tree_data
from workbench.lessons.adaboost import LESSON
from workbench.lessons.adaboost.adaboost_run import AdaBoostRun
from workbench.lessons.adaboost.frames import AdaFrames
from workbench.lessons.adaboost.round_view import round_view
from workbench.lessons.adaboost.rounds_picture import AdaMarks, ada_data
from workbench.lessons.adaboost.words import WAYS, round_words, vote_words, way_after, weight_question
from workbench.shell.scoring import verdict_on_choice

TOO_LARGE = "The trees are left out: with them the file would be larger than 2 MB."


@dataclass(frozen=True)
class SavedAdaBoost:
    """What the file shows. frames: the picture of all rounds; marks: the cursor; link: its values by name."""

    fit: AdaBoostRun
    frames: AdaFrames
    marks: AdaMarks
    link: Mapping[str, str]


def saved_page(saved: SavedAdaBoost) -> bytes:
    """The file, in UTF-8; without the trees where it would be larger than 2 MB."""
    fit, frames, marks = saved.fit, saved.frames, saved.marks
    flipped = f", {marks.row_name} mislabelled" if marks.flipped else ""
    origin = Origin(
        LESSON.question, LESSON.title, LESSON.name, fit.dataset.title + flipped, fit.settings, saved.link
    )
    rounds = range(1, len(fit.trace) + 1)
    asked = {r: page_question(fit, r + 1, marks.row) for r in rounds[:-1]}
    steps = Steps(marks.round, {r: round_of(fit, r, marks.row) for r in rounds}, asked)
    parts = {
        "frames": Part("frames_store", frames.packed),
        "picture": Part("rounds_picture", ada_data(frames, replace(marks, chooses=False))),
    }
    whole = parts | {"tree": Part("tree", {})}
    return fitting(plain_page(origin, STACKED, *page) for page in ((whole, steps), (parts, steps, TOO_LARGE)))


def round_of(fit: AdaBoostRun, number: int, place: int) -> dict[str, Any]:
    """The tree of a round, and what is said of it and of a training row."""
    texts = {
        "heading": f"The tree of round {number}",
        "words": round_words(fit, number, place),
        "more": vote_words(fit, number, place),
    }
    return {"tree": tree_data(round_view(fit, number)), "texts": texts}


def page_question(fit: AdaBoostRun, number: int, place: int) -> PageQuestion:
    """What a round will make of a training row's weight."""
    right = way_after(fit, number, place)
    return PageQuestion(
        weight_question(fit, number, place),
        [way.capitalize() for way in WAYS],
        [f"Round {number}. {verdict_on_choice(way, right)}" for way in WAYS],
        {WAYS.index(right)},
    )
