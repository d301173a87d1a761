"""Fits that several tests compare."""

from functools import cache
from typing import Any

from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings


@cache
def fit(**values: Any) -> BoostedModel:
    return fit_boosted_model(Settings(**{"n_estimators": 12, **values}))
