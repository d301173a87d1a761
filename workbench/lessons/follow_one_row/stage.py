"""The stage of the lesson: a row falls through tree after tree, and each of its leaves lays a brick. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from workbench.lessons.follow_one_row import LESSON
from workbench.lessons.follow_one_row.record import Record, bricks_of, record_of, story_of
from workbench.lessons.follow_one_row.values import BRICKS, BY_ROUNDS
from workbench.link.values import GUESS_FIRST, PATH_NODE, ROUND, ROW
from workbench.models.boosted import BoostedModel, digest
from workbench.stage.record import Cursor, Stage
from workbench.stage.saved import saved_stage

HELD = (ROUND, ROW, PATH_NODE, BRICKS, GUESS_FIRST)


def stage_of_row(fit: BoostedModel, k: int = 0) -> Stage:
    """The stage of a fit, for the trees of class k."""
    k = k if fit.n_classes > 1 else 0
    return Stage(
        digest((fit.name, k, "follow_one_row")),
        "follow_one_row",
        len(fit.trace),
        HELD,
        partial(record_of, fit, k),
        partial(moment_of, fit, k),
        aside=(ROUND, PATH_NODE, GUESS_FIRST),
        low=0,
        resets=(PATH_NODE,),
    )


def moment_of(fit: BoostedModel, k: int, cursor: Cursor) -> Record:
    """The row that is followed, and its bricks by features where these are looked at."""
    story = story_of(fit, k, cursor[ROW])
    return story if cursor[BRICKS] == BY_ROUNDS else story | {"bricks": bricks_of(fit, k, cursor[ROW])}


def saved_row(fit: BoostedModel, k: int, cursor: Mapping[str, Any], link: Mapping[str, str]) -> bytes:
    """The lesson in one file of HTML, with the row of the cursor. link: the values of the link."""
    k, row = k if fit.n_classes > 1 else 0, cursor[ROW]
    story = story_of(fit, k, row) | {"bricks": bricks_of(fit, k, row)}
    stage = Stage(
        stage_of_row(fit, k).name,
        "follow_one_row",
        len(fit.trace),
        HELD,
        lambda: record_of(fit, k) | {"story": story},
        low=0,
        resets=(PATH_NODE,),
    )
    of_class = f", trees for {fit.dataset.class_names[k]}" if fit.n_classes > 1 else ""
    on = f"{fit.dataset.title}, row {story['row']}{of_class}"
    return saved_stage(LESSON.origin(on, link, fit.settings), stage, cursor)
