"""Fits that several tests compare."""

from functools import cache
from typing import Any

from workbench.lessons.one_tree_or_many.comparison import (
    Comparison,
    Names,
    course,
    grown_beside,
    one_tree_settings,
    shown_class,
)
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings

NAMES = Names("one tree", "the ensemble")


@cache
def fit(**values: Any) -> BoostedModel:
    return fit_boosted_model(Settings(**{"n_estimators": 12, **values}))


@cache
def one_tree(depth: int | None = 6, points: int = 1, **values: Any) -> BoostedModel:
    return fit_boosted_model(one_tree_settings(Settings(**values), depth, points))


@cache
def compared(depth: int | None = 100, cursor: int = 3, k: int = 0, **values: Any) -> Comparison:
    """An ensemble, and beside it one tree that grows as many leaves."""
    b = fit(**values)
    tree = fit_boosted_model(one_tree_settings(b.settings, depth, 1))
    return Comparison(grown_beside(tree, b), course(b), NAMES, cursor, shown_class(b, k))
