"""The stage of the lesson: rows as large as their weight, the trees that chase them, and the vote. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from workbench.lessons.adaboost import LESSON
from workbench.lessons.adaboost.adaboost_run import AdaBoostRun, AdaSettings
from workbench.lessons.adaboost.record import moment_of, record_of
from workbench.link.values import GUESS_FIRST, ROUND, ROW
from workbench.models.boosted import digest
from workbench.stage.record import Stage
from workbench.stage.saved import saved_stage

HELD = (ROUND, ROW, GUESS_FIRST)
Run = Callable[[AdaSettings], AdaBoostRun]


def stage_of_rounds(fit: AdaBoostRun, run: Run) -> Stage:
    """The stage of all rounds. run: boosts under other settings."""
    return Stage(
        digest(("adaboost", fit.settings)),
        "adaboost",
        len(fit.trace),
        HELD,
        partial(record_of, fit),
        partial(moment_of, fit, run),
        aside=(ROUND, GUESS_FIRST),
        low=0,
    )


def saved_rounds(fit: AdaBoostRun, run: Run, cursor: Mapping[str, Any], link: Mapping[str, str]) -> bytes:
    """The lesson in one file of HTML. cursor: the values that the stage holds; link: those of the link."""
    flipped = fit.settings.flipped
    on = fit.dataset.title + ("" if flipped is None else f", row {flipped} mislabelled")
    return saved_stage(LESSON.origin(on, link, fit.settings), stage_of_rounds(fit, run), cursor)
