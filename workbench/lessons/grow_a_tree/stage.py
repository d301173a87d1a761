"""The stage of the lesson: both orders side by side, split by split. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from workbench.lessons.grow_a_tree import LESSON
from workbench.lessons.grow_a_tree.growth_orders import Growing, made_last, opening
from workbench.lessons.grow_a_tree.record import record_of
from workbench.link.values import GUESS_FIRST, NODE, SPLITS
from workbench.models.boosted import digest
from workbench.stage.record import Stage
from workbench.stage.saved import saved_stage


def stage_of_growth(growing: Growing) -> Stage:
    """The stage of both orders. It opens where they part."""
    return Stage(
        digest(("grow_a_tree", growing.settings)),
        "grow_a_tree",
        growing.limit,
        (SPLITS, NODE, GUESS_FIRST),
        record=partial(record_of, growing),
        step=SPLITS,
        low=0,
        first=opening(growing.sides, growing.limit),
    )


def saved_growth(growing: Growing, link: Mapping[str, str]) -> bytes:
    """The lesson in one file of HTML. link: the values of the link to this moment, by name."""
    origin = LESSON.origin(growing.dataset.title, link, growing.settings)
    cursor = {SPLITS: growing.splits, NODE: made_last(growing), GUESS_FIRST: None}
    return saved_stage(origin, stage_of_growth(growing), cursor)
