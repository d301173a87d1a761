"""The list of lessons, in reading order. A lesson is a folder in lessons/ of that name, and a page in pages/.

What a lesson declares in its folder is gathered here, with the values of its link.
"""

from collections.abc import Sequence
from importlib import import_module

from workbench.link import values
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
    "your_model",
    "clinic",
)

HOME = PageEntry("home", "Start", "Gradient boosted trees, step by step", controls="none")


def known(entry: PageEntry) -> PageEntry:
    """The same; from now on the link knows its values."""
    values.declare(entry.own)
    return entry


def gathered(names: Sequence[str]) -> tuple[PageEntry, ...]:
    """What the lessons of these names declare."""
    return tuple(known(import_module(f"workbench.lessons.{name}").LESSON) for name in names)


PAGES = gathered(LESSONS)
"""The lessons; the home page stands apart, and so do the sources."""
SOURCES = known(import_module("workbench.sources").SOURCES)
"""Where all of it is from: a page after the lessons, which is none."""
OWN_DATA = known(import_module("workbench.own_data").OWN_DATA)
"""Where a reader opens a table of one's own."""
OPEN_A_MODEL = known(import_module("workbench.own_model").OPEN_A_MODEL)
"""Where a reader opens a model."""
DOES_IT_ADD_UP = known(import_module("workbench.add_up").DOES_IT_ADD_UP)
"""Where a reader asks why a number is another than the model's."""


def all_pages() -> tuple[PageEntry, ...]:
    """Every page, in the order of the navigation."""
    return (HOME, *PAGES, SOURCES, OWN_DATA, OPEN_A_MODEL, DOES_IT_ADD_UP)


def page_named(filename: str) -> PageEntry:
    """The entry of a page. Errors: StopIteration for a file that is not registered."""
    return next(entry for entry in all_pages() if entry.path == filename)
