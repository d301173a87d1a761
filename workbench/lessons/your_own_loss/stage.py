"""The stage of the lesson: a loss boosted round by round, and where it takes the fit at one row. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from workbench.lessons.your_own_loss import LESSON
from workbench.lessons.your_own_loss.record import moment_of, record_of
from workbench.lessons.your_own_loss.run import Run
from workbench.lessons.your_own_loss.values import AT_F, AT_ROW, AT_Y
from workbench.link.values import GUESS_FIRST, ROUND
from workbench.models.boosted import digest
from workbench.stage.record import Stage
from workbench.stage.saved import saved_stage

HELD = (ROUND, AT_ROW, AT_Y, AT_F, GUESS_FIRST)


def stage_of_loss(run: Run) -> Stage:
    """The stage of a boosted loss."""
    return Stage(
        digest(("your_own_loss", run.boosting)),
        "your_own_loss",
        len(run.trace),
        HELD,
        partial(record_of, run),
        partial(moment_of, run),
        aside=(ROUND, GUESS_FIRST),
        low=0,
        resets=(AT_F,),
    )


def saved_loss(run: Run, cursor: Mapping[str, Any], link: Mapping[str, str]) -> bytes:
    """The lesson in one file of HTML. cursor: the values held; link: those of the link to this moment."""
    origin = LESSON.origin(run.rows.title, link)
    return saved_stage(
        origin, stage_of_loss(run), {**cursor, AT_Y: None}, "Too large for the loss of every round."
    )
