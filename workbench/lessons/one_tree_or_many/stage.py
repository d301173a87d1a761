"""The stage of the lesson: one tree and many, round by round, and when the many err less. Pure."""

from functools import partial

from workbench.lessons.one_tree_or_many.comparison import Comparison
from workbench.lessons.one_tree_or_many.record import record_of
from workbench.lessons.one_tree_or_many.row_sums import sums_of
from workbench.lessons.one_tree_or_many.values import TRAINED_ROWS
from workbench.link.values import GUESS_FIRST, ROUND, ROW
from workbench.models.boosted import digest
from workbench.stage.record import Stage


def stage_of_comparison(shown: Comparison) -> Stage:
    """The stage of both models."""
    return Stage(
        digest(("one_tree_or_many", shown.a.given, shown.b.given, shown.names, shown.k)),
        "one_tree_or_many",
        shown.b.n_rounds,
        (ROUND, ROW, GUESS_FIRST, TRAINED_ROWS),
        partial(record_of, shown),
        lambda cursor: sums_of(shown, cursor[ROUND], cursor[ROW]),
        low=0,
        on=f"{shown.b.fit.dataset.title}, {shown.names.a} and {shown.names.b}",
        settings=shown.b.fit.settings,
    )
