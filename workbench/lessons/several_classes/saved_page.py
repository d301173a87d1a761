"""Several classes at a moment as one file: the picture of all rounds, and their words. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workbench.components.page_question import PageQuestion
from workbench.components.plain_page import STACKED, Origin, Part, Steps, plain_page
from workbench.lessons.several_classes import LESSON
from workbench.lessons.several_classes.class_picture import ClassMarks, picture_data
from workbench.lessons.several_classes.frames import ClassFrames
from workbench.lessons.several_classes.model import raised_most
from workbench.lessons.several_classes.words import raised_prompt, raised_verdict, why_words
from workbench.models.boosted import BoostedModel
from workbench.models.row_story import RowStory


@dataclass(frozen=True)
class SavedClasses:
    """What the file shows. frames: the picture of all rounds; story: of the chosen row; marks: the cursor.

    link: the values of the link to this moment, by name.
    """

    fit: BoostedModel
    frames: ClassFrames
    story: RowStory
    marks: ClassMarks
    link: Mapping[str, str]


def saved_page(saved: SavedClasses) -> bytes:
    """The file, in UTF-8."""
    fit, story = saved.fit, saved.story
    data_set = f"{fit.dataset.title}, row {story.row}"
    origin = Origin(LESSON.question, LESSON.title, LESSON.name, data_set, fit.settings, saved.link)
    rounds = range(1, saved.frames.n_rounds + 1)
    asked = {r: page_question(saved, r) for r in rounds[:-1]}
    steps = Steps(saved.marks.round, {r: round_of(saved, r) for r in rounds}, asked)
    parts = {
        "frames": Part("frames_store", saved.frames.packed),
        "picture": Part("class_picture", picture_data(saved.frames, story, saved.marks)),
    }
    return plain_page(origin, STACKED, parts, steps)


def round_of(saved: SavedClasses, number: int) -> dict[str, Any]:
    """What is said of a round."""
    return {"texts": {"words": why_words(saved.fit, saved.story, number)}}


def page_question(saved: SavedClasses, number: int) -> PageQuestion:
    """Which tree of the round after this one raises the row most; the row's course ends where it is known."""
    story, names = saved.story, saved.fit.dataset.class_names
    return PageQuestion(
        raised_prompt(story, number + 1),
        names,
        [f"Round {number + 1}. {raised_verdict(story, number + 1, name, names)[1]}" for name in names],
        raised_most(story.contribution[number]).tolist(),
        {"picture": {"known": number}},
        reveals=[{"picture": {"known": number + 1}}] * len(names),
    )
