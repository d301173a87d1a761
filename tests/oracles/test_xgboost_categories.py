"""Categories in bins against XGBoost's `hist`, which parts them in sorted order, too: the predictions."""

import numpy as np
import pandas as pd
import pytest
import xgboost

from gbtlib import GradientBoostingRegressor

ROUNDS = 8
# Without lambda both sort by G / H; with it XGBoost sorts by G / (H + lambda), which may miss the best cut.
SHARED = {"tree_method": "hist", "max_depth": 4, "learning_rate": 0.3, "base_score": 0.0, "reg_lambda": 0.0}
THEIRS = {
    "max_cat_to_onehot": 1, "max_cat_threshold": 64, "min_child_weight": 0, "max_bin": 1024, "nthread": 1
}  # fmt: skip


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(10))
def test_predictions_of_tables_with_categories(seed: int) -> None:
    random = np.random.default_rng(seed)
    c, d = random.integers(0, 12, 600), random.integers(0, 5, 600)
    x = np.round(random.normal(size=600) * 64) / 64
    y = random.normal(size=12)[c] * (1 + 0.5 * d) + 0.5 * x + 0.2 * random.normal(size=600)
    X = pd.DataFrame({"c": pd.Categorical(c), "d": pd.Categorical(d), "x": x})
    ours = GradientBoostingRegressor(**SHARED, n_estimators=ROUNDS, max_bin=1024).fit(X, y)
    rows = xgboost.DMatrix(X, y, enable_categorical=True)
    theirs = xgboost.train(SHARED | THEIRS, rows, ROUNDS)
    assert ours.predict(X) == pytest.approx(theirs.predict(rows), abs=2e-6)
    assert ((ours.predict(X) - y) ** 2).mean() < 0.2 * y.var()
