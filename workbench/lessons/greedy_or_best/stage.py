"""The stage of the lesson: a column of trees for each first cut. Pure."""

from functools import partial

from workbench.lessons.greedy_or_best.among_all import AmongAll
from workbench.lessons.greedy_or_best.record import record_of
from workbench.lessons.greedy_or_best.rows import ROW_SETS
from workbench.lessons.greedy_or_best.values import FIRST_CUT, TOLD, TREE, TREE_NODE
from workbench.link.values import GUESS_FIRST
from workbench.models.boosted import digest
from workbench.stage.record import Stage

HELD = (FIRST_CUT, TREE, TREE_NODE, TOLD, GUESS_FIRST)


def stage_of_trees(shown: AmongAll) -> Stage:
    """The stage of all trees of a task. It opens at greed's first cut."""
    return Stage(
        digest(("greedy_or_best", shown.every.task, shown.pruning)),
        "greedy_or_best",
        len(shown.every.cuts),
        HELD,
        record=partial(record_of, shown),
        step=FIRST_CUT,
        low=0,
        first=shown.greedy_place,
        resets=(TREE, TREE_NODE),
        on=ROW_SETS[shown.every.task.rows].title,
    )
