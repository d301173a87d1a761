"""The stage of the lesson: a row falls through tree after tree, and each of its leaves lays a brick. Pure."""

from dataclasses import replace
from functools import partial

from workbench.lessons.follow_one_row.record import Record, bricks_of, record_of, story_of
from workbench.lessons.follow_one_row.values import BRICKS, BY_FEATURES, BY_ROUNDS
from workbench.link.values import GUESS_FIRST, PATH_NODE, ROUND, ROW
from workbench.models.boosted import BoostedModel, digest
from workbench.stage.record import Cursor, Stage

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


def stage_of_file(fit: BoostedModel, k: int, row: int) -> Stage:
    """The same as a file has it, of one row."""
    k, live = k if fit.n_classes > 1 else 0, stage_of_row(fit, k)
    of_class = f", trees for {fit.dataset.class_names[k]}" if fit.n_classes > 1 else ""
    return replace(
        live,
        record=lambda: record_of(fit, k) | {"story": moment_of(fit, k, {ROW: row, BRICKS: BY_FEATURES})},
        moment=None,
        on=f"{fit.dataset.title}, row {row}{of_class}",
        settings=fit.settings,
    )
