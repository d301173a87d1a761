"""The stage of the lesson: rows are dealt out again and again, two models on each deal. Pure."""

from functools import partial

from workbench.lessons.sonar_laboratory.findings import Areas
from workbench.lessons.sonar_laboratory.record import record_of
from workbench.lessons.sonar_laboratory.splits import N_SPLITS, sonar
from workbench.lessons.sonar_laboratory.values import FIRST, FIRST_SHOWN, ONE_SPLIT, SECOND, TOLD, VIEW
from workbench.link.values import GUESS_FIRST
from workbench.models.boosted import digest
from workbench.stage.record import Stage

HELD = (ONE_SPLIT, FIRST, SECOND, VIEW, TOLD, GUESS_FIRST)


def stage_of_deals(areas: Areas) -> Stage:
    """The stage of all deals: another pair is the same stage."""
    return Stage(
        digest(("sonar_laboratory", areas.splits, areas.level)),
        "sonar_laboratory",
        N_SPLITS,
        HELD,
        record=partial(record_of, areas),
        step=ONE_SPLIT,
        low=0,
        first=FIRST_SHOWN,
        on=sonar().title,
    )
