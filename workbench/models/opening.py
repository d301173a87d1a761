"""The models that lessons open with, as far as the thumbnails of the home page draw them. Pure."""

from __future__ import annotations

from functools import lru_cache

from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings, settings_from
from workbench.models.single_tree import SingleTree, TreeSettings, grow_single_tree

FEW_ROUNDS = 20


@lru_cache(maxsize=1)
def opening_model() -> BoostedModel:
    """The first rounds of boosting with the settings that a new session has."""
    return fit_boosted_model(settings_from(vars(Settings()) | {"n_estimators": FEW_ROUNDS}))


@lru_cache(maxsize=2)
def opening_tree(max_depth: int) -> SingleTree:
    """The tree by itself on the data set that a new session has, so many levels of it."""
    return grow_single_tree(TreeSettings(max_depth=max_depth))
