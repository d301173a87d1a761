"""The stage of the lesson: rows as large as their weight, the trees that chase them, and the vote. Pure."""

from collections.abc import Callable
from functools import partial

from workbench.lessons.adaboost.adaboost_run import AdaBoostRun, AdaSettings
from workbench.lessons.adaboost.record import moment_of, record_of
from workbench.link.values import GUESS_FIRST, ROUND, ROW
from workbench.models.boosted import digest
from workbench.stage.record import Stage

HELD = (ROUND, ROW, GUESS_FIRST)
Run = Callable[[AdaSettings], AdaBoostRun]


def stage_of_rounds(fit: AdaBoostRun, run: Run) -> Stage:
    """The stage of all rounds. run: boosts under other settings."""
    flipped = fit.settings.flipped
    return Stage(
        digest(("adaboost", fit.settings)),
        "adaboost",
        len(fit.trace),
        HELD,
        partial(record_of, fit),
        partial(moment_of, fit, run),
        aside=(ROUND, GUESS_FIRST),
        low=0,
        on=fit.dataset.title + ("" if flipped is None else f", row {flipped} mislabelled"),
        settings=fit.settings,
    )
