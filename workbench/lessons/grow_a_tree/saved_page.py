"""A tree while it grows as one file: pictures, trees and queues of both orders after every split. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from string import Template
from typing import Any

from workbench.components.curves import curves_data
from workbench.components.page_question import PageQuestion, asked_of
from workbench.components.page_steps import page_steps
from workbench.components.plain_page import Origin, Part, Steps, fitting, plain_page
from workbench.lessons.grow_a_tree import LESSON
from workbench.lessons.grow_a_tree.growth_orders import POLICIES, Growing, made
from workbench.lessons.grow_a_tree.next_split import page_question, why_none
from workbench.lessons.grow_a_tree.panels import picture, rows_of_stage
from workbench.lessons.grow_a_tree.tree_picture import drawn_side
from workbench.lessons.grow_a_tree.words import picture_words, queue_words, verdict_words

MOST_STEPS = (100, 50, 25)  # in a file, which takes long for more: the first with which it is small enough
Sent = tuple[dict[str, Any], PageQuestion | None]
_BODY = Template(Path(__file__).with_suffix(".html").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class SavedGrowth:
    """What the file shows: a tree in both orders, with so many splits as are shown first.

    link: the values of the link to this moment, by name.
    """

    growing: Growing
    link: Mapping[str, str]


def saved_page(saved: SavedGrowth) -> bytes:
    """The file, in UTF-8; with the splits around the one on the screen where it would be larger than 2 MB."""
    sent: dict[int, Sent] = {}  # once for all attempts
    return fitting(_page(saved, most, sent) for most in MOST_STEPS)


def _page(saved: SavedGrowth, most: int, sent: dict[int, Sent]) -> bytes:
    """The file with so many steps at most."""
    growing = saved.growing
    splits = shown_splits(growing, most)
    sent.update({s: sent_at(replace(growing, splits=s)) for s in splits if s not in sent})
    origin = Origin(
        LESSON.question, LESSON.title, LESSON.name, growing.dataset.title, growing.settings, saved.link
    )
    each = {number: sent[s][0] for number, s in enumerate(splits, start=1)}
    asked = asked_of({number: sent[s][1] for number, s in enumerate(splits[:-1], start=1)})
    steps = Steps(growing.splits - splits[0] + 1, each, asked)
    labels = [f"Split {s:,} of {growing.limit:,}" for s in splits]
    parts = {name: Part("tree", {}) for name in POLICIES}
    parts |= {"picture": Part("curves", {}), "stepper": page_steps(labels, steps.first)}
    note = "" if len(splits) > growing.limit else left_out(splits)
    return plain_page(origin, _BODY, parts, steps, note)


def sent_at(growing: Growing) -> Sent:
    """What a step shows, and what it asks."""
    shown = step_of(growing)
    return shown, None if why_none(growing) else page_question(growing, step_of(growing, hiding=True))


def shown_splits(growing: Growing, most: int) -> range:
    """How many splits are made at each step of the file: all from none on, or those around the cursor."""
    first = max(0, min(growing.splits - most // 2, growing.limit + 1 - most))
    return range(first, min(first + most, growing.limit + 1))


def left_out(splits: range) -> str:
    """What the file does not show."""
    return f"It shows {splits[0]:,} to {splits[-1]:,} splits: all would take too long or too much room."


def step_of(growing: Growing, *, hiding: bool = False) -> dict[str, Any]:
    """What is drawn and said after so many splits, the last one of the main order being looked at.

    hiding: without what tells which node is split next.
    """
    panels = picture(growing, hiding=hiding)
    name = made(growing.main, growing.splits)[-1] if growing.splits else 0
    drawn = {side.policy: drawn_side(growing, side, name, hiding=hiding)[1] for side in growing.sides}
    texts = {side.policy: queue_words(growing, side, hiding=hiding) for side in growing.sides}
    return {
        **drawn,
        "picture": curves_data(panels, picture_words(growing, hiding=hiding), rows=rows_of_stage(panels)),
        "texts": {**texts, "words": verdict_words(growing)},
    }
