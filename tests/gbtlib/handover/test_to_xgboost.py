"""Models of gbtlib in XGBoost: rows reach the same leaves, exactly on thresholds too, and predict alike."""

from typing import Any

import numpy as np
import pytest
import xgboost as xgb

from gbtlib import GradientBoostingRegressor, RandomForestRegressor
from gbtlib.handover.xgboost_file import next_above, to_xgboost
from gbtlib.handover.xgboost_models import from_xgboost
from tests.gbtlib.handover.edge_rows import edge_rows, table
from tests.gbtlib.handover.outgoing_models import CASES, codes_of, fitted, many_rows

pytestmark = pytest.mark.sweep


def used(model: Any) -> list[Any]:
    """The rounds that predict."""
    rounds: list[Any] = model.trace_[: model.n_estimators_]
    return rounds


def leaves_here(model: Any, rows: np.ndarray) -> np.ndarray:
    codes = codes_of(model, rows)
    return np.column_stack([tree.apply(codes) for each in used(model) for tree in each.trees])


def loaded(model: Any) -> xgb.Booster:
    booster = xgb.Booster()
    booster.load_model(bytearray(to_xgboost(model), "utf-8"))
    return booster


def rows_at_the_edges(model: Any, X: np.ndarray) -> np.ndarray:
    """Rows on all thresholds and their float32 neighbours; of categories, those of training alone."""
    plain = from_xgboost(to_xgboost(model))
    rows = edge_rows(plain, X).astype(np.float32).astype(float)
    below = [
        (feature, np.float32(threshold))
        for each in used(model)
        for tree in each.trees
        for feature, threshold in zip(tree.feature, tree.threshold, strict=True)
        if feature >= 0 and np.isfinite(threshold)
    ]
    more = np.repeat(X[:1], 3 * len(below), axis=0)
    for number, (feature, threshold) in enumerate(below):
        near = (threshold, *(np.nextafter(threshold, np.float32(end)) for end in (-np.inf, np.inf)))
        more[3 * number : 3 * number + 3, feature] = near
    rows = np.vstack([rows, more])
    for column, known in enumerate(model.features_.categories):
        if known is not None:
            rows[:, column] = np.resize(X[:, column], len(rows))
    return rows


@pytest.mark.parametrize("case", CASES)
def test_rows_reach_the_same_leaves_and_predict_alike(case: str) -> None:
    model, X = fitted(case)
    booster, rows = loaded(model), rows_at_the_edges(model, X)
    types = ["q" if known is None else "c" for known in model.features_.categories]
    data = xgb.DMatrix(codes_of(model, rows), feature_types=types, enable_categorical=True)
    leaves = booster.predict(data, pred_leaf=True).reshape(len(rows), -1)
    np.testing.assert_array_equal(leaves, leaves_here(model, rows))
    raw = booster.predict(data, output_margin=True)
    np.testing.assert_allclose(raw, model.raw_prediction(rows), rtol=2e-6, atol=2e-6)
    if hasattr(model, "predict_proba"):
        shares = booster.predict(data).reshape(len(rows), -1)
        want = model.predict_proba(rows)[:, -shares.shape[1] :]
        np.testing.assert_allclose(shares, want, rtol=1e-5, atol=1e-6)


@pytest.mark.wide
@pytest.mark.parametrize("case", CASES)
def test_a_million_rows_predict_alike_and_reach_the_same_leaves(case: str) -> None:
    model, X = fitted(case)
    rows, booster = many_rows(X), loaded(model)
    types = ["q" if known is None else "c" for known in model.features_.categories]
    data = xgb.DMatrix(codes_of(model, rows), feature_types=types, enable_categorical=True)
    raw = booster.predict(data, output_margin=True)
    np.testing.assert_allclose(raw, model.raw_prediction(rows), rtol=2e-6, atol=2e-6)
    some = range(100_000)
    leaves = booster.predict(data.slice(list(some)), pred_leaf=True).reshape(len(some), -1)
    np.testing.assert_array_equal(leaves, leaves_here(model, rows[: len(some)]))


def test_gains_and_hessians_are_in_the_terms_of_xgboost() -> None:
    model, X = fitted("squared")
    theirs = xgb.train(
        {"max_depth": 4, "tree_method": "exact", "base_score": float(model.initial_raw_prediction_)},
        xgb.DMatrix(X, label=np.nan_to_num(table()[1])),
        1,
    ).trees_to_dataframe()
    mine = loaded(model).trees_to_dataframe()
    for name in ("Gain", "Cover"):
        ours, its = mine[name][mine.Tree == 0], theirs[name]
        np.testing.assert_allclose(ours[mine.Feature != "Leaf"][:1], its[:1], rtol=1e-5)


def test_next_above_is_the_smallest_float32_above() -> None:
    exact = np.float64(np.float32(0.1))
    thresholds = np.array([0.0, exact, 0.1, -0.1, 1e-45, 16777217.0])
    above = next_above(thresholds)
    for threshold, bound in zip(thresholds, above, strict=True):
        assert np.float32(bound) == bound > threshold >= np.nextafter(np.float32(bound), np.float32(-np.inf))


def test_what_xgboost_has_not_is_refused_by_name() -> None:
    X, score = table()
    with pytest.raises(ValueError, match="loss 'huber' is none of XGBoost's"):
        to_xgboost(GradientBoostingRegressor(n_estimators=2, loss="huber").fit(X, score))
    with pytest.raises(ValueError, match="RandomForestRegressor is no fitted model of gradient boosting"):
        to_xgboost(RandomForestRegressor(n_estimators=2).fit(X, score))
    with pytest.raises(ValueError, match="GradientBoostingRegressor is no fitted model"):
        to_xgboost(GradientBoostingRegressor())
