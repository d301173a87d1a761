"""DART beside XGBoost's: the same drops give the same weights and the same predictions, round after round."""

import json
from typing import Any

import numpy as np
import pytest
import xgboost

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.core import boosting
from gbtlib.core.boosting import step_sizes
from tests.gbtlib.models import table, target

X = table(150, ties=False)
Y = target(X)
WEIGHT = np.random.default_rng(4).integers(64, 2**10, len(Y)) / 256  # few cuts that gain the same
N_ROUNDS, ETA = 12, 0.3


class Stages(xgboost.callback.TrainingCallback):
    """The weights of the trees and the raw predictions after each round."""

    def __init__(self, rows: xgboost.DMatrix) -> None:
        self.rows = rows
        self.weights: list[list[float]] = []
        self.raw: list[np.ndarray] = []

    def after_iteration(self, model: Any, epoch: int, evals_log: Any) -> bool:
        told = json.loads(model.save_raw("json"))["learner"]["gradient_booster"]
        self.weights.append(told["weight_drop"] if "weight_drop" in told else told["model"]["weight_drop"])
        self.raw.append(model.predict(self.rows, output_margin=True))
        return False


def their_stages(objective: str, y: np.ndarray, given: dict[str, Any]) -> Stages:
    settings = {"booster": "dart", "objective": objective, "tree_method": "exact", "eta": ETA, "seed": 3}
    settings |= {"max_depth": 3, "base_score": 0.5, "min_child_weight": 0.0, **given}
    rows = xgboost.DMatrix(X, y, weight=WEIGHT)
    stages = Stages(rows)
    xgboost.train(settings, rows, num_boost_round=N_ROUNDS, callbacks=[stages])
    return stages


def dropped(weights: list[list[float]]) -> list[tuple[int, ...]]:
    """The rounds that each round has dropped, by the weights that it has changed."""
    pairs = zip([[], *weights], weights, strict=False)
    return [tuple(i + 1 for i, old in enumerate(before) if after[i] != old) for before, after in pairs]


@pytest.mark.parametrize("objective", ["reg:squarederror", "binary:logistic"])
@pytest.mark.parametrize(
    "given",
    [
        {"rate_drop": 1.0},
        {"rate_drop": 1.0, "normalize_type": "forest"},
        {"rate_drop": 0.4},
        {"rate_drop": 0.4, "normalize_type": "forest", "skip_drop": 0.3},
        {"rate_drop": 0.0, "one_drop": True},
        {"rate_drop": 1.0, "skip_drop": 1.0},
    ],
    ids=str,
)
def test_the_same_drops_give_the_same_model(
    objective: str, given: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where all rounds are dropped, or none, ours are drawn; else XGBoost's drops are handed in."""
    is_regression = objective == "reg:squarederror"
    y = Y if is_regression else (Y > 0).astype(float)
    theirs = their_stages(objective, y, given)
    drops = dropped(theirs.weights)
    if given["rate_drop"] < 1.0:
        monkeypatch.setattr(boosting, "draw_dropped", lambda params, number: drops[number - 1])
    kind: Any = GradientBoostingRegressor if is_regression else GradientBoostingClassifier
    model = kind(
        booster="dart", n_estimators=N_ROUNDS, learning_rate=ETA, max_depth=3, base_score=0.5, **given
    ).fit(X, y, WEIGHT)
    assert [each.drop.rounds for each in model.trace_] == drops
    assert any(drops) == (given.get("skip_drop") != 1.0)
    for number, raw in enumerate(model.staged_raw_prediction(X), start=1):
        weights = np.array(step_sizes(model.trace_[:number])) / ETA
        np.testing.assert_allclose(weights, theirs.weights[number - 1], rtol=1e-6)
        np.testing.assert_allclose(raw, theirs.raw[number - 1], rtol=1e-4, atol=1e-5)  # theirs are float32
