"""The stage of the lesson: rows between the corners of their classes, and the trees that move them. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from workbench.lessons.several_classes import LESSON
from workbench.lessons.several_classes.model import Course
from workbench.lessons.several_classes.record import record_of
from workbench.lessons.several_classes.values import OF_CLASS
from workbench.link.values import GUESS_FIRST, ROUND, ROW
from workbench.models.boosted import digest
from workbench.stage.record import Stage
from workbench.stage.saved import saved_stage

HELD = (ROUND, ROW, OF_CLASS, GUESS_FIRST)


def stage_of_rounds(course: Course) -> Stage:
    """The stage of all rounds."""
    name = digest(("several_classes", course.fit.name))
    return Stage(name, "several_classes", course.n_rounds, HELD, partial(record_of, course), low=0)


def saved_rounds(course: Course, cursor: Mapping[str, Any], link: Mapping[str, str]) -> bytes:
    """The lesson in one file of HTML. cursor: the values that the stage holds; link: those of the link."""
    fit = course.fit
    return saved_stage(LESSON.origin(fit.dataset.title, link, fit.settings), stage_of_rounds(course), cursor)
