"""The lesson at a moment as one file: picture, trees and gains of all rounds, without Streamlit. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from string import Template
from typing import Any

from workbench.components.gains import gains_data
from workbench.components.page_question import PageQuestion, asked_of
from workbench.components.plain_page import Origin, Part, Steps, fitting, plain_page
from workbench.components.tree import tree_data
from workbench.gains.node_at_cut import gains_of, node_at
from workbench.lessons.boosting_rounds import LESSON
from workbench.lessons.boosting_rounds.first_cut import page_question
from workbench.lessons.boosting_rounds.frames import Frames
from workbench.lessons.boosting_rounds.marks import CutGuess, marks
from workbench.lessons.boosting_rounds.scrubber import marks_data, scrubber_data
from workbench.lessons.boosting_rounds.words import look_words, round_words
from workbench.models.boosted import BoostedModel
from workbench.trees.view import tree_view

TOO_LARGE = "The gain curves are left out: with them the file would be larger than 2 MB."
_BODY = Template(Path(__file__).with_suffix(".html").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class SavedRounds:
    """What the file shows: all rounds of a model, and the round that it opens with.

    frames: their picture. number: the round on the screen. k: the class whose trees are shown, under softmax.
    link: the values of the link to this moment, by name.
    """

    fit: BoostedModel
    frames: Frames
    number: int
    k: int
    link: Mapping[str, str]


def saved_page(saved: SavedRounds) -> bytes:
    """The file, in UTF-8; without the gain curves where it would be larger than 2 MB."""
    fit, frames, number, k = saved.fit, saved.frames, saved.number, saved.k
    of_class = f", trees for {fit.dataset.class_names[k]}" if fit.n_classes > 1 else ""
    origin = Origin(
        LESSON.question, LESSON.title, LESSON.name, fit.dataset.title + of_class, fit.settings, saved.link
    )
    n_rounds = len(fit.trace)
    asked = asked_of({r: question_of(saved, r) for r in range(1, n_rounds + 1)})
    steps = Steps(number, {r: round_of(saved, r) for r in range(1, n_rounds + 1)}, asked)
    parts = {
        "frames": Part("frames_store", frames.packed),
        "scrubber": Part("scrubber", scrubber_data(frames, marks(frames, fit, number, k=k), number)),
        "tree": Part("tree", {}),
    }
    whole = parts | {"gains": Part("gains", {})}
    return fitting(plain_page(origin, _BODY, *page) for page in ((whole, steps), (parts, steps, TOO_LARGE)))


def round_of(saved: SavedRounds, number: int) -> dict[str, Any]:
    """What the components draw at a round, the root being looked at; and the texts beside them."""
    fit, k = saved.fit, saved.k
    view = tree_view(fit.trace[number - 1].trees[k], fit.dataset.feature_names, room=fit.settings.max_depth)
    gains = replace(gains_of(node_at(fit, number, k, 0)), thumbnails=())
    return {
        "tree": tree_data(view),
        "gains": gains_data(gains),
        "scrubber": {"marks": marks_of(saved, number)},
        "texts": {"heading": f"The tree of round {number}", "words": round_words(fit, number)},
    }


def marks_of(saved: SavedRounds, number: int, *, asking: bool = False) -> dict[str, Any]:
    """The marks of a round, with room for a guess of its first cut; asking: while it is asked for."""
    fit, k = saved.fit, saved.k
    said = CutGuess(int(fit.trace[number - 1].trees[k].feature[0]), None, is_open=asking)
    return marks_data(marks(saved.frames, fit, number, k=k, guess=said))


def question_of(saved: SavedRounds, number: int) -> PageQuestion | None:
    """Where the first cut of a round falls: its tree is out of sight so long."""
    asking = marks_of(saved, number, asking=True)
    texts = {"words": look_words(saved.fit)}
    hides = {"scrubber": {"marks": asking}, "tree": None, "gains": None, "texts": texts}
    return page_question(saved.fit, number, saved.k, hides, on_axis=asking["ask"])
