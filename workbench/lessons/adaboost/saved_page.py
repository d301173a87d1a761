"""AdaBoost at a moment as one file: the picture in all rounds, their words and trees. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from string import Template
from typing import Any

from workbench.components.plain_page import Origin, Part, Steps, fitting, plain_page
from workbench.components.tree import tree_data
from workbench.lessons.adaboost import LESSON
from workbench.lessons.adaboost.adaboost_run import AdaBoostRun
from workbench.lessons.adaboost.frames import AdaFrames
from workbench.lessons.adaboost.round_view import round_view
from workbench.lessons.adaboost.rounds_picture import AdaMarks, ada_data
from workbench.lessons.adaboost.words import round_words, vote_words

TOO_LARGE = "The trees are left out: with them the file would be larger than 2 MB."
_BODY = Template(Path(__file__).with_suffix(".html").read_text(encoding="utf-8"))


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
    steps = Steps(marks.round, {r: round_of(fit, r, marks.row) for r in range(1, len(fit.trace) + 1)})
    parts = {
        "frames": Part("frames_store", frames.packed),
        "picture": Part("rounds_picture", ada_data(frames, replace(marks, chooses=False))),
    }
    whole = parts | {"tree": Part("tree", {})}
    return fitting(plain_page(origin, _BODY, *page) for page in ((whole, steps), (parts, steps, TOO_LARGE)))


def round_of(fit: AdaBoostRun, number: int, place: int) -> dict[str, Any]:
    """The tree of a round, and what is said of it and of a training row."""
    texts = {
        "heading": f"The tree of round {number}",
        "words": round_words(fit, number, place),
        "vote": vote_words(fit, number, place),
    }
    return {"tree": tree_data(round_view(fit, number)), "texts": texts}
