"""The stage of the lesson: rows are dealt out again and again, two models on each deal. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from workbench.components.plain_page import Origin
from workbench.lessons.sonar_laboratory import LESSON
from workbench.lessons.sonar_laboratory.findings import Areas
from workbench.lessons.sonar_laboratory.record import record_of
from workbench.lessons.sonar_laboratory.splits import sonar
from workbench.lessons.sonar_laboratory.values import FIRST, FIRST_SHOWN, ONE_SPLIT, SECOND, TOLD, VIEW
from workbench.link.values import GUESS_FIRST
from workbench.models.boosted import digest
from workbench.stage.record import Stage
from workbench.stage.saved import saved_stage

HELD = (ONE_SPLIT, FIRST, SECOND, VIEW, TOLD, GUESS_FIRST)
AT_ONCE = 5  # deals that come together while others are computed, so that they seldom cut a motion short


def n_drawn(areas: Areas, *, is_running: bool) -> int:
    """How many deals the stage shows."""
    n = areas.n_whole
    return n - n % AT_ONCE if is_running and n > AT_ONCE else n


def stage_name(areas: Areas, n_deals: int) -> str:
    """What decides what it shows."""
    return digest(("sonar_laboratory", areas.job, areas.level, n_deals))


def stage_of_deals(areas: Areas, n_deals: int) -> Stage:
    """The stage of the first deals."""
    return Stage(
        stage_name(areas, n_deals),
        "sonar_laboratory",
        n_deals,
        HELD,
        record=partial(record_of, areas, n_deals),
        step=ONE_SPLIT,
        first=FIRST_SHOWN,
    )


def saved_deals(areas: Areas, cursor: Mapping[str, Any], link: Mapping[str, str]) -> bytes:
    """The lesson in one file of HTML. cursor: the values held; link: those of the link to this moment."""
    origin = Origin(LESSON.question, LESSON.title, LESSON.name, sonar().title, None, link)
    return saved_stage(origin, stage_of_deals(areas, areas.n_whole), cursor, "")
