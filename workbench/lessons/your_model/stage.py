"""The stage of the lesson: a model's file, its witnesses, and its rounds. Pure."""

from functools import partial

from workbench.lessons.your_model.parts import steps_of
from workbench.lessons.your_model.record import record_of
from workbench.lessons.your_model.values import HEARD, LOOKED_AT
from workbench.lessons.your_model.witnesses import witnesses_of
from workbench.link.values import GUESS_FIRST
from workbench.models.boosted import digest
from workbench.models.own_model import OwnModel
from workbench.stage.record import Stage

HELD = (HEARD, LOOKED_AT, GUESS_FIRST)


def hearing_steps(given: OwnModel) -> int:
    """After how many steps all splits are heard; 0 where none says anything that the file does not."""
    return len(witnesses_of(given.opened, given.solved).counts)


def stage_of_model(given: OwnModel, output: int) -> Stage:
    """The stage of a model, of one of its outputs."""
    n_rounds = len(steps_of(given.opened, output).rounds) - 1
    return Stage(
        digest(("your_model", given.id, given.name, output)),
        "your_model",
        hearing_steps(given) + n_rounds,
        HELD,
        partial(record_of, given, output),
        step=HEARD,
        low=0,
        first=0,
        resets=(LOOKED_AT,),
        on=f"{given.name}, {given.library}",
    )
