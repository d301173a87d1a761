"""The models that come with the lesson. Pure."""

from dataclasses import replace
from functools import lru_cache

from workbench.models.own_model import OwnModel, own_model
from workbench.paths import DATASETS_DIR

SHIPPED = {"cancer": "cancer.ubj", "stump": "stump.ubj", "capped": "capped.ubj", "diabetes": "diabetes.txt"}
"""Their files, by what a link calls them."""


@lru_cache(maxsize=len(SHIPPED))
def shipped(name: str) -> OwnModel:
    """One of SHIPPED, opened."""
    content = (DATASETS_DIR / "models" / SHIPPED[name]).read_bytes()
    return replace(own_model(SHIPPED[name], content), id=name)
