"""Lists of candidates as tables: scores and gains in the unit of the loss, for every search and criterion."""

from functools import partial
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
    from_dense,
)
from tests.gbtlib.models import table, target

HOLES = table(60, 3, seed=6, missing=0.2)
Y = target(HOLES)
CODES = np.column_stack((np.random.default_rng(1).integers(0, 4, 60), HOLES[:, 1:]))
BOOSTED = {"n_estimators": 1, "max_depth": 1, "reg_lambda": 0.5, "gamma": 0.25, "trace": "full"}
REGRESSION = {
    "numbers": GradientBoostingRegressor(**BOOSTED).fit(HOLES, Y),
    "tiny numbers": GradientBoostingRegressor(**BOOSTED).fit(HOLES, Y * 1e-20),
    "huge numbers": GradientBoostingRegressor(**BOOSTED).fit(HOLES, Y * 1e20),
    "classes": GradientBoostingClassifier(**BOOSTED).fit(HOLES, Y > 0),
    "categories": GradientBoostingRegressor(**BOOSTED, categorical_features=[0]).fit(CODES, Y),
    "triplets": GradientBoostingRegressor(**BOOSTED).fit(from_dense(HOLES, absent="missing"), Y),
}
WEIGHT = np.random.default_rng(2).uniform(0.5, 2.0, 60)


def table_of(model: Any) -> pd.DataFrame:
    """The root's candidates as a table, and never in units of the search."""
    boosted = hasattr(model, "trace_")
    frame: pd.DataFrame = (model.candidates(1) if boosted else model.candidates()).to_frame()
    assert len(frame) > 20
    assert "compared" not in frame
    return frame


@pytest.mark.parametrize("name", REGRESSION)
def test_scores_of_gradients_follow_from_the_sums_beside_them(name: str) -> None:
    """1/2 GL^2 / (HL + lambda) + 1/2 GR^2 / (HR + lambda); less the parent's and gamma it is the gain."""
    frame, tree = table_of(REGRESSION[name]), REGRESSION[name].trace_[0].trees[0]
    score = 0.5 * (frame["GL"] ** 2 / (frame["HL"] + 0.5) + frame["GR"] ** 2 / (frame["HR"] + 0.5))
    np.testing.assert_allclose(frame["score"], score, rtol=1e-9)
    parent = 0.5 * tree.G[0] ** 2 / (tree.H[0] + 0.5)
    np.testing.assert_allclose(frame["gain"], score - parent - 0.25, rtol=1e-9, atol=1e-9 * score.max())


@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["plain", "weighted"])
@pytest.mark.parametrize("kind", [DecisionTreeClassifier, partial(AdaBoostClassifier, trace="full")])
def test_scores_of_gini_follow_from_the_class_weights_beside_them(kind: Any, weight: Any) -> None:
    frame = table_of(kind(max_depth=1).fit(HOLES, np.digitize(Y, [-0.5, 0.5]), weight))
    score = 0.0
    for side, total in (("left", frame["HL"]), ("right", frame["HR"])):
        score += sum(frame[f"class_weights_{side}_{k}"] ** 2 for k in range(3)) / total
    np.testing.assert_allclose(frame["score"], score, rtol=1e-9)


@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["plain", "weighted"])
def test_scores_of_entropy_are_bits(weight: Any) -> None:
    """Between any two cuts the scores differ by what the sums of weight times entropy differ by."""
    frame = table_of(DecisionTreeClassifier(max_depth=1, criterion="entropy").fit(HOLES, Y > 0, weight))
    bits = 0.0
    for side, total in (("left", frame["HL"]), ("right", frame["HR"])):
        for k in range(2):
            of_class = frame[f"class_weights_{side}_{k}"]
            bits -= of_class * np.log2(np.where(of_class > 0, of_class / total, 1.0))
    np.testing.assert_allclose(frame["score"] - frame["score"][0], bits[0] - bits, atol=1e-9)


@pytest.mark.parametrize("surrogates", [0, 2])
def test_scores_of_squared_error_are_gains_over_the_mean(surrogates: int) -> None:
    """The mean of all rows has score 0, so a cut of the root scores what it gains."""
    frame = table_of(DecisionTreeRegressor(max_depth=1, surrogates=surrogates).fit(HOLES, Y))
    np.testing.assert_allclose(frame["score"], frame["gain"], rtol=1e-9, atol=1e-12)
    assert 0 < frame["score"].max() < 0.5 * ((Y - Y.mean()) ** 2).sum()
