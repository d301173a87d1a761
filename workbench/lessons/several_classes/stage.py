"""The stage of the lesson: rows between the corners of their classes, and the trees that move them. Pure."""

from functools import partial

from workbench.lessons.several_classes.model import Course
from workbench.lessons.several_classes.record import record_of
from workbench.lessons.several_classes.values import OF_CLASS, ONE_TREE
from workbench.link.values import GUESS_FIRST, ROUND, ROW
from workbench.models.boosted import digest
from workbench.stage.record import Stage

HELD = (ROUND, ROW, OF_CLASS, ONE_TREE, GUESS_FIRST)


def stage_of_rounds(course: Course) -> Stage:
    """The stage of all rounds."""
    fit = course.fit
    return Stage(
        digest(("several_classes", fit.name)),
        "several_classes",
        course.n_rounds,
        HELD,
        partial(record_of, course),
        low=0,
        on=fit.dataset.title,
        settings=fit.settings,
    )
