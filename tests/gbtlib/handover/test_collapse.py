"""A model as a constant, curves and grids: exact for trees of depth 2, and honest about what is left over."""

import json
from pathlib import Path
from typing import Any

import lightgbm as lgb
import numpy as np
import pytest
import xgboost as xgb
from sklearn.ensemble import (
    AdaBoostRegressor,
    GradientBoostingRegressor,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)

from gbtlib.handover.catboost_models import from_catboost
from gbtlib.handover.collapsed import collapse
from gbtlib.handover.lightgbm_models import from_lightgbm
from gbtlib.handover.opened import OpenedModel
from gbtlib.handover.sklearn_models import from_sklearn
from gbtlib.handover.xgboost_models import from_xgboost
from tests.gbtlib.handover.edge_rows import edge_rows, table

pytestmark = pytest.mark.sweep


def of_xgboost(n_categorical: int = 0, missing: float = 0.0, **given: Any) -> tuple[OpenedModel, np.ndarray]:
    X, score = table(missing=missing, n_categorical=n_categorical)
    y = np.nan_to_num(score)
    y = np.digitize(y, [-1, 1]) if "num_class" in given else y
    types = {"feature_types": ["q"] * (6 - n_categorical) + ["c"] * n_categorical, "enable_categorical": True}
    settings = {"max_depth": 2, "nthread": 1} | given
    booster = xgb.train(settings, xgb.DMatrix(X.astype(np.float32), label=y, **types), 10)
    return from_xgboost(booster.save_raw()), X


def of_lightgbm(n_categorical: int = 0, missing: float = 0.0, **given: Any) -> tuple[OpenedModel, np.ndarray]:
    X, score = table(missing=missing, n_categorical=n_categorical, zeros=0.2)
    categorical = list(range(6 - n_categorical, 6)) or "auto"
    data = lgb.Dataset(X, label=np.nan_to_num(score), categorical_feature=categorical)
    settings = {"max_depth": 2, "verbose": -1, "num_threads": 1, "min_data_in_leaf": 5} | given
    return from_lightgbm(lgb.train(settings, data, 10).model_to_string()), X


def of_sklearn(estimator: Any, missing: float = 0.0) -> tuple[OpenedModel, np.ndarray]:
    X, score = table(missing=missing)
    y = np.nan_to_num(score)
    return from_sklearn(
        estimator.fit(X, np.digitize(y, [-1, 1]) if hasattr(estimator, "predict_proba") else y)
    ), X


CLASSES = {"objective": "multi:softprob", "num_class": 3}
HIST = {"max_iter": 5, "max_depth": 2, "early_stopping": False}
SHALLOW: dict[str, Any] = {
    "XGBoost": lambda: of_xgboost(),
    "XGBoost, gaps": lambda: of_xgboost(missing=0.2),
    "XGBoost, classes": lambda: of_xgboost(**CLASSES),
    "XGBoost, categories": lambda: of_xgboost(n_categorical=2, missing=0.1),
    "XGBoost, DART": lambda: of_xgboost(booster="dart", rate_drop=0.4),
    "LightGBM, gaps": lambda: of_lightgbm(missing=0.2),
    "LightGBM, zeros are gaps": lambda: of_lightgbm(zero_as_missing=True, missing=0.1),
    "LightGBM, categories": lambda: of_lightgbm(n_categorical=2),
    "LightGBM, forest": lambda: of_lightgbm(boosting="rf", bagging_freq=1, bagging_fraction=0.5),
    "scikit-learn": lambda: of_sklearn(GradientBoostingRegressor(n_estimators=10, max_depth=2)),
    "scikit-learn, bins": lambda: of_sklearn(HistGradientBoostingClassifier(**HIST), missing=0.2),
    "scikit-learn, forest": lambda: of_sklearn(RandomForestClassifier(n_estimators=5, max_depth=2)),
}


@pytest.mark.parametrize("with_rows", [False, True])
@pytest.mark.parametrize("case", SHALLOW)
def test_depth_two_is_collapsed_without_rest(case: str, with_rows: bool) -> None:
    model, X = SHALLOW[case]()
    categorical = (4, 5) if "categories" in case else ()
    rows = edge_rows(model, X, categorical)
    output = model.n_outputs - 1
    found = collapse(model, output, X if with_rows else None)
    assert 0 < found.order <= 2
    assert found.grids or case == "LightGBM, zeros are gaps"  # which asks one feature alone
    raw = model.raw_prediction(rows)[:, output].astype(float)
    rounding = 1e-5 if model.library == "xgboost" else 1e-12  # which adds up in float32
    np.testing.assert_allclose(found.raw_prediction(rows), raw, rtol=rounding, atol=rounding)


@pytest.mark.parametrize("case", ["XGBoost, gaps", "XGBoost, categories", "LightGBM, zeros are gaps"])
def test_curves_and_grids_are_centred_and_the_constant_is_the_mean(case: str) -> None:
    model, X = SHALLOW[case]()
    found = collapse(model, 0, X)
    for f, curve in found.curves.items():
        assert abs(curve @ found.axes[f].share) < 1e-9
        np.testing.assert_allclose(found.axes[f].share.sum(), 1)
    for (f, g), grid in found.grids.items():
        np.testing.assert_allclose(grid @ found.axes[g].share, 0, atol=1e-9)
        np.testing.assert_allclose(found.axes[f].share @ grid, 0, atol=1e-9)


def test_stumps_are_curves_alone() -> None:
    found = collapse(of_xgboost(max_depth=1)[0])
    assert found.order == 1
    assert not found.grids


def test_of_deeper_trees_the_share_that_is_left_is_told() -> None:
    model, X = of_xgboost(max_depth=5)
    found = collapse(model, 0, X)
    assert found.order > 2
    rest = model.raw_prediction(X)[:, 0].astype(float) - found.raw_prediction(X)
    assert 0 < found.share_left(X) == pytest.approx(np.var(rest) / np.var(model.raw_prediction(X)), rel=1e-3)
    shallow, X = of_xgboost()
    assert collapse(shallow, 0, X).share_left(X) < 1e-10


def test_a_product_by_hand() -> None:
    """One tree with the leaf 4 for x0 < 0 and x1 < 0, else 0; half the rows on either side of each cut."""
    signs = np.array([[-1.0, -1], [-1, 1], [1, -1], [1, 1]])
    estimator = GradientBoostingRegressor(n_estimators=1, max_depth=2, learning_rate=1.0, init="zero")
    model = from_sklearn(estimator.fit(signs, [4.0, 0, 0, 0]))
    found = collapse(model, 0, signs)
    assert found.constant == 1
    np.testing.assert_allclose([found.curves[f][:2] for f in (0, 1)], [[1, -1], [1, -1]])
    np.testing.assert_allclose(found.grids[0, 1][:2, :2], [[1, -1], [-1, 1]])


def test_what_is_no_sum_is_refused() -> None:
    model, _ = of_sklearn(AdaBoostRegressor(n_estimators=3))
    with pytest.raises(ValueError, match="the prediction is a weighted median, no sum of trees"):
        collapse(model)


@pytest.mark.parametrize("case", ["XGBoost, gaps", "XGBoost, categories", "LightGBM, zeros are gaps"])
def test_after_some_trees_curves_and_grids_are_those_of_these_trees(case: str) -> None:
    model, X = SHALLOW[case]()
    found, rows = collapse(model), model.rows(X)
    bins = {f: axis.bins(rows[:, f], model.arithmetic) for f, axis in found.axes.items()}
    ends = [0, 1, 4, len(model.trees)]
    parts = [*((f,) for f in found.curves), *found.grids]
    of_rows = sum(  # (ends, rows)
        np.array([values[tuple(bins[f] for f in part)] for values in found.stages(part, ends)])
        for part in parts
    )
    for end, parted in zip(ends, of_rows, strict=True):
        rest = model.raw_prediction(X, end)[:, 0].astype(float) - parted
        np.testing.assert_allclose(rest, rest[0], atol=1e-5 if model.library == "xgboost" else 1e-12)
    few = np.array([0, 2])
    for part in parts:
        some = found.stages(part, [4], [few] * len(part))[0]
        np.testing.assert_allclose(some, found.stages(part, [4])[0][np.ix_(*[few] * len(part))], atol=1e-12)


def test_a_border_below_all_numbers_is_collapsed() -> None:
    path = Path(__file__).with_name("golden") / "catboost_1.2.10_squared.json"
    case = json.loads(path.read_text(encoding="utf-8"))
    model = from_catboost(json.dumps(case["model"]))
    assert min(tree.threshold[tree.splits].min() for tree in model.trees) == np.finfo(np.float32).min
    found, rows = collapse(model), np.array(case["rows"], float)
    assert found.order == 3
    assert 0 < found.share_left(rows) < 0.2
