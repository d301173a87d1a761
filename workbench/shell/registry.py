"""The list of lessons, in reading order. A lesson is a folder in lessons/ of that name, and a page in pages/.

What a lesson declares in its folder is gathered here: the values of its link, and its pieces of gbtlib.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from workbench.link import values
from workbench.shell.code_topics import TOPICS
from workbench.shell.page_entry import PageEntry

LESSONS = (
    "find_the_split",
    "one_leaf",
    "boosting_rounds",
    "follow_one_row",
    "one_tree_or_many",
    "grow_a_tree",
    "greedy_or_best",
    "prune_it",
    "adaboost",
    "missing_sparse_categorical",
    "several_classes",
    "your_own_loss",
    "exact_or_histogram",
    "sonar_laboratory",
    "clinic",
)

HOME = PageEntry("home", "Start", "Gradient boosted trees, step by step", controls="none")


def gathered(names: Sequence[str]) -> tuple[PageEntry, ...]:
    """What the lessons of these names declare; from now on the link and the code lens know it."""
    found = tuple(import_module(f"workbench.lessons.{name}").LESSON for name in names)
    for lesson in found:
        values.declare(lesson.own)
        TOPICS.update(lesson.topics)
    return found


PAGES = gathered(LESSONS)
"""The lessons; the home page stands apart."""


def page_named(filename: str) -> PageEntry:
    """The entry of a page. Errors: StopIteration for a file that is not registered."""
    return next(entry for entry in (HOME, *PAGES) if entry.path == filename)
