"""The stage of the lesson: both orders side by side, split by split. Pure."""

from functools import partial
from typing import Any

from workbench.lessons.grow_a_tree.growth_orders import Growing, made_last, opening
from workbench.lessons.grow_a_tree.record import record_of
from workbench.link.values import GUESS_FIRST, NODE, SPLITS
from workbench.models.boosted import digest
from workbench.stage.record import Stage


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
        on=growing.dataset.title,
        settings=growing.settings,
    )


def cursor_of(growing: Growing) -> dict[str, Any]:
    """Where a file of it opens."""
    return {SPLITS: growing.splits, NODE: made_last(growing), GUESS_FIRST: None}
