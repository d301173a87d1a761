"""The models that the lesson shows: files that come with it, opened, and what they do not say. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from gbtlib.handover import (
    OpenedModel,
    from_lightgbm,
    from_xgboost,
    solve_lightgbm,
    solve_sklearn,
    solve_xgboost,
)
from gbtlib.handover.solved import Solved
from workbench.paths import DATASETS_DIR

LIBRARIES = {"xgboost": "XGBoost", "lightgbm": "LightGBM", "scikit-learn": "scikit-learn"}
_SOLVERS = {"xgboost": solve_xgboost, "lightgbm": solve_lightgbm, "scikit-learn": solve_sklearn}


@dataclass(frozen=True, eq=False)
class GivenModel:
    """A model file, opened.

    name: in links. title: of the file. size: in bytes. model: what its reader read. data: the id of the data
    set whose rows it was trained on, all of them; "" where no rows are here.
    """

    name: str
    title: str
    size: int
    model: OpenedModel
    data: str = ""

    @cached_property
    def solved(self) -> Solved:
        """What the file does not say, solved for once."""
        return _SOLVERS[self.model.library](self.model)

    @property
    def library(self) -> str:
        """Its name as its makers write it."""
        return LIBRARIES[self.model.library]

    @property
    def n_rounds(self) -> int:
        """How many rounds made it."""
        return len(self.model.round_starts) - 1

    def feature_name(self, feature: int) -> str:
        """What the file calls a feature; by its number, counted from 0, where it calls it nothing."""
        names = self.model.feature_names
        return names[feature].replace("_", " ") if feature < len(names) else f"feature {feature}"


SHIPPED = {
    "cancer": ("cancer.ubj", "breast_cancer"),
    "stump": ("stump.ubj", "breast_cancer"),
    "capped": ("capped.ubj", "breast_cancer"),
    "diabetes": ("diabetes.txt", "diabetes"),
}
"""The files that come with the lesson, and the rows that they were trained on."""


@lru_cache(maxsize=len(SHIPPED))
def shipped(name: str) -> GivenModel:
    """One of SHIPPED, opened."""
    title, data = SHIPPED[name]
    content = (DATASETS_DIR / "models" / title).read_bytes()
    model = from_lightgbm(content) if title.endswith(".txt") else from_xgboost(content)
    return GivenModel(name, title, len(content), model, data)
