"""The stage of the lesson: one tree and many, round by round, and when the many err less. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from workbench.lessons.one_tree_or_many import LESSON
from workbench.lessons.one_tree_or_many.comparison import Comparison
from workbench.lessons.one_tree_or_many.record import record_of
from workbench.lessons.one_tree_or_many.row_sums import sums_of
from workbench.link.values import GUESS_FIRST, ROUND, ROW
from workbench.models.boosted import digest
from workbench.stage.record import Stage
from workbench.stage.saved import saved_stage


def stage_of_comparison(shown: Comparison) -> Stage:
    """The stage of both models."""
    return Stage(
        digest(("one_tree_or_many", shown.a.given, shown.b.given, shown.names, shown.k)),
        "one_tree_or_many",
        shown.b.n_rounds,
        (ROUND, ROW, GUESS_FIRST),
        partial(record_of, shown),
        lambda cursor: sums_of(shown, cursor[ROUND], cursor[ROW]),
        low=0,
    )


def saved_comparison(shown: Comparison, cursor: Mapping[str, Any], link: Mapping[str, str]) -> bytes:
    """The lesson in one file of HTML. cursor: the values that the stage holds; link: those of the link."""
    data_set = f"{shown.b.fit.dataset.title}, {shown.names.a} and {shown.names.b}"
    origin = LESSON.origin(data_set, link, shown.b.fit.settings)
    return saved_stage(origin, stage_of_comparison(shown), cursor)
