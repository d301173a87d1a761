"""The models that lessons open with, as far as the thumbnails of the home page draw them. Pure."""

from dataclasses import replace
from functools import lru_cache

from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings
from workbench.models.single_tree import SingleTree, TreeSettings, grow_single_tree

FEW_ROUNDS = 20
_USUAL = Settings()


@lru_cache(maxsize=4)
def opening_model(settings: Settings = _USUAL) -> BoostedModel:
    """The first rounds of boosting with the settings of a lesson, by default those of a new session."""
    return fit_boosted_model(replace(settings, n_estimators=FEW_ROUNDS))


@lru_cache(maxsize=2)
def opening_tree(max_depth: int) -> SingleTree:
    """The tree by itself on the usual data set, so many levels of it."""
    return grow_single_tree(TreeSettings(max_depth=max_depth))
