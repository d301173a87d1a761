"""The stage of the lesson: a loss boosted round by round, and where it takes the fit at one row. Pure."""

from functools import partial

from workbench.lessons.your_own_loss.record import moment_of, record_of
from workbench.lessons.your_own_loss.run import Run
from workbench.lessons.your_own_loss.values import AT_F, AT_ROW, AT_Y, TOLD
from workbench.link.values import GUESS_FIRST, ROUND
from workbench.models.boosted import digest
from workbench.stage.record import Stage

HELD = (ROUND, AT_ROW, AT_Y, AT_F, TOLD, GUESS_FIRST)


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
        on=run.rows.title,
        too_large="Too large for the loss of every round.",
    )
