"""The lesson at a moment as one file: picture, trees and gains of all rounds, without Streamlit. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import urlencode

from workbench.components.gains import gains_data
from workbench.components.plain_page import Part, plain_page
from workbench.components.tree import tree_data
from workbench.gains.node_at_cut import gains_of, node_at
from workbench.lessons.boosting_rounds import LESSON
from workbench.lessons.boosting_rounds.frames import Frames
from workbench.lessons.boosting_rounds.marks import marks
from workbench.lessons.boosting_rounds.scrubber import marks_data, scrubber_data
from workbench.lessons.boosting_rounds.words import round_words
from workbench.models.boosted import BoostedModel
from workbench.trees.view import tree_view

MOST_BYTES = 2_000_000
TOO_LARGE = "The gain curves are left out: with them the file would be larger than 2 MB."
_BODY = Path(__file__).with_suffix(".html")


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
    """The file, in UTF-8; without the gain curves where it would be larger than MOST_BYTES."""
    rounds = {r: round_of(saved, r) for r in range(1, len(saved.fit.trace) + 1)}
    page = _page(saved, rounds)
    if len(page) > MOST_BYTES:
        for round_ in rounds.values():
            del round_["gains"]
        page = _page(saved, rounds)
    return page


def _page(saved: SavedRounds, rounds: Mapping[int, Mapping[str, Any]]) -> bytes:
    """The file from what the components draw at each round."""
    fit, frames, number, k = saved.fit, saved.frames, saved.number, saved.k
    context, now = frames.signature, rounds[number]
    scrubber = scrubber_data(frames, marks(frames, fit, number, k=k), number, context=context)
    parts = {
        "frames": Part("frames_store", frames.packed),
        "scrubber": Part("scrubber", scrubber),
        "tree": Part("tree", now["tree"]),
    }
    if "gains" in now:
        parts["gains"] = Part("gains", now["gains"])
    words = {
        "gains": "",  # where it has no place
        "title": LESSON.title,
        "question": LESSON.question,
        "data_set": fit.dataset.title,
        "of_class": f", trees for {fit.dataset.class_names[k]}" if fit.n_classes > 1 else "",
        "settings": settings_words(fit),
        "query": f"?{urlencode(saved.link)}" if saved.link else "",
        "note": "" if "gains" in now else TOO_LARGE,
        **now["texts"],
    }
    body = Template(_BODY.read_text(encoding="utf-8"))
    return plain_page(LESSON.title, body, words, parts, {"context": context, "rounds": rounds}).encode()


def round_of(saved: SavedRounds, number: int) -> dict[str, Any]:
    """What the components draw at a round, the root being looked at; and the texts beside them."""
    fit, k = saved.fit, saved.k
    view = tree_view(fit.trace[number - 1].trees[k], fit.dataset.feature_names, room=fit.settings.max_depth)
    gains = replace(gains_of(node_at(fit, number, k, 0)), thumbnails=())
    drawn = {"tree": tree_data(view), "gains": gains_data(gains)}
    of_round = {"round": number, "context": saved.frames.signature}
    return {
        **{name: data | of_round for name, data in drawn.items()},
        "scrubber": {"marks": marks_data(marks(saved.frames, fit, number, k=k))},
        "texts": {"heading": f"The tree of round {number}", "words": round_words(fit, number)},
    }


def settings_words(fit: BoostedModel) -> str:
    """Every setting with its value."""
    return f"Settings: {', '.join(_settings(fit))}."


def _settings(fit: BoostedModel) -> Iterator[str]:
    for field in fields(fit.settings):
        value = getattr(fit.settings, field.name)
        yield f"{field.name} = {f'{value:g}' if isinstance(value, float) else value}"
