"""A table with categories, models of every kind fitted to it, and errors word by word."""

import re
from typing import Any

import numpy as np
import pandas as pd
import pytest

from gbtlib import (
    AdaBoostClassifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
)


def says(message: str) -> Any:
    return pytest.raises(ValueError, match=f"^{re.escape(message)}")


def mixed(n: int = 200, seed: int = 0, missing: float = 0.15) -> tuple[pd.DataFrame, np.ndarray]:
    """A table with a number, a column of text, a pandas categorical and another number."""
    random = np.random.default_rng(seed)
    city, size = random.integers(0, 6, n), random.integers(0, 4, n)
    x, z = np.round(random.normal(size=(2, n)), 1)
    y = np.array([2.0, -1, 0.5, -2, 1, 0])[city] * np.where(size == 2, -1, 1) + 0.5 * x
    y += random.normal(scale=0.3, size=n)
    towns = np.array(["Oslo", "Bergen", "Bodø", "Narvik", "Voss", "Molde"], dtype=object)[city]
    towns[random.random(n) < missing] = None
    sizes = pd.Categorical.from_codes(size, ["S", "M", "L", "XL"])
    return pd.DataFrame({"x": x, "town": towns, "size": sizes, "z": z}), y


TABLE, TARGET = mixed()
SMALL = {"n_estimators": 4, "max_depth": 4, "learning_rate": 0.5, "trace": "full"}
MODELS = {
    "boosting": GradientBoostingRegressor(**SMALL).fit(TABLE, TARGET),
    "missing left": GradientBoostingRegressor(**SMALL, missing="left").fit(TABLE, TARGET),
    "logistic": GradientBoostingClassifier(**SMALL, subsample=0.7, colsample_bynode=0.6)
    .fit(TABLE, TARGET > 0),
    "softmax": GradientBoostingClassifier(**SMALL, partitions="exhaustive", min_samples_leaf=5)
    .fit(TABLE, np.digitize(TARGET, [-1, 1])),
    "one_vs_rest": GradientBoostingRegressor(**SMALL, partitions="one_vs_rest").fit(TABLE, TARGET),
    "tree": DecisionTreeRegressor(max_depth=5).fit(TABLE, TARGET),
    "class tree": DecisionTreeClassifier(max_depth=5).fit(TABLE, np.digitize(TARGET, [-1, 1])),
    "surrogates": DecisionTreeRegressor(max_depth=5, surrogates=2).fit(TABLE, TARGET),
    "adaboost": AdaBoostClassifier(n_estimators=3, max_depth=2, trace="full").fit(TABLE, TARGET > 0),
}  # fmt: skip
