"""The stage of the lesson: why a leaf weighs what it does, act by act. Pure."""

from collections.abc import Hashable
from functools import partial
from typing import Any

from workbench.lessons.one_leaf.record import Drawn, record_of
from workbench.lessons.one_leaf.values import ACT, LEAF_LEFT, LEAF_W
from workbench.link.values import GUESS_FIRST
from workbench.models.boosted import digest
from workbench.stage.record import Stage

HELD = (ACT, LEAF_W, LEAF_LEFT, GUESS_FIRST)


def stage_of_leaf(ident: Hashable, drawn: Drawn, on: str = "", settings: Any = None) -> Stage:
    """The stage of a leaf. ident: all that the leaf depends on. on, settings: what a file says of it."""
    return Stage(
        digest(("one_leaf", ident, drawn.reg_lambda, drawn.gamma, drawn.rate)),
        "one_leaf",
        len(drawn.acts) - 1,
        HELD,
        partial(record_of, drawn),
        step=ACT,
        low=0,
        first=0,
        on=on,
        settings=settings,
    )
