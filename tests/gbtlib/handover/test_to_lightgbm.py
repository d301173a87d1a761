"""Models of gbtlib in LightGBM: the bits of our raw prediction at every edge, and the same predictions."""

from dataclasses import replace
from typing import Any

import lightgbm as lgb
import numpy as np
import pytest

from gbtlib import DecisionTreeRegressor, GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.handover.lightgbm_file import to_lightgbm
from gbtlib.handover.lightgbm_models import from_lightgbm
from gbtlib.handover.opened import TINY
from tests.gbtlib.handover.edge_rows import table
from tests.gbtlib.handover.outgoing_models import CASES, codes_of, edges, fitted, many_rows

pytestmark = pytest.mark.sweep


def read_as_zero(rows: np.ndarray) -> np.ndarray:
    """Rows as LightGBM reads them."""
    return np.where(np.abs(rows) <= TINY, 0.0, rows)


@pytest.mark.parametrize("case", CASES)
def test_it_predicts_with_our_bits(case: str) -> None:
    model, X = fitted(case)
    text = to_lightgbm(model)
    booster, rows = lgb.Booster(model_str=text), read_as_zero(edges(model, from_lightgbm(text), X))
    codes = codes_of(model, rows)
    np.testing.assert_array_equal(booster.predict(codes, raw_score=True), model.raw_prediction(rows))
    opened = from_lightgbm(text).raw_prediction(codes)
    np.testing.assert_array_equal(
        opened.reshape(model.raw_prediction(rows).shape), model.raw_prediction(rows)
    )
    if hasattr(model, "predict_proba"):
        shares = booster.predict(codes).reshape(len(rows), -1)
        np.testing.assert_allclose(shares, model.predict_proba(rows)[:, -shares.shape[1] :], rtol=1e-12)


@pytest.mark.wide
@pytest.mark.parametrize("case", CASES)
def test_a_million_rows_have_our_bits(case: str) -> None:
    model, X = fitted(case)
    rows = many_rows(X)
    theirs = lgb.Booster(model_str=to_lightgbm(model)).predict(codes_of(model, rows), raw_score=True)
    np.testing.assert_array_equal(theirs, model.raw_prediction(rows))


def test_unknown_categories_and_gaps_go_the_default_way() -> None:
    model, X = fitted("categories, gaps, classes")
    booster, codes = lgb.Booster(model_str=to_lightgbm(model)), codes_of(model, X)
    for unknown in (np.nan, 41.0, 1e6, -3.0):
        codes[:, 5], X[:, 5] = unknown, np.nan
        np.testing.assert_array_equal(booster.predict(codes, raw_score=True), model.raw_prediction(X))


@pytest.mark.parametrize("loss", ["huber", "quantile"])
def test_other_losses_and_names_are_told(loss: str) -> None:
    X, score = table()
    model = GradientBoostingRegressor(n_estimators=3, loss=loss, alpha=0.7).fit(X, score)
    booster = lgb.Booster(model_str=to_lightgbm(model))
    np.testing.assert_array_equal(booster.predict(X), model.predict(X))
    again = booster.model_to_string()
    assert f"objective={loss}\n" in again
    assert booster.feature_name() == [f"Column_{j}" for j in range(6)]


def test_gains_counts_and_hessians_are_in_the_terms_of_lightgbm() -> None:
    X, score = table()
    model = GradientBoostingRegressor(n_estimators=1, max_depth=2, max_leaves=3).fit(X, score)
    tree, root = model.trace_[0].trees[0], lgb.Booster(model_str=to_lightgbm(model)).dump_model()
    told = root["tree_info"][1]["tree_structure"]
    assert told["split_gain"] == pytest.approx(2 * tree.gain[0], rel=1e-6)
    assert told["internal_count"] == len(X)
    assert told["internal_weight"] == pytest.approx(tree.H[0])


def changed(model: Any, **arrays: Any) -> Any:
    """The model with other arrays in its first tree."""
    first = model.trace_[0]
    model.trace_[0] = replace(first, trees=(replace(first.trees[0], **arrays),))
    return model


def test_what_lightgbm_has_not_is_refused_by_name() -> None:
    X, score = table()
    model = GradientBoostingRegressor(n_estimators=2, trace="full").fit(X, score)
    threshold = model.trace_[0].trees[0].threshold.copy()
    threshold[0] = 1e-36
    with pytest.raises(ValueError, match=r"tree 0 node 0 asks x <= 1e-36; LightGBM reads numbers up to"):
        to_lightgbm(changed(model, threshold=threshold))
    two = GradientBoostingClassifier(n_estimators=2, loss="exponential").fit(X, score > 0)
    with pytest.raises(ValueError, match="loss 'exponential' is none of LightGBM's; there are squared_error"):
        to_lightgbm(two)
    with pytest.raises(ValueError, match="DecisionTreeRegressor is no fitted model of gradient boosting"):
        to_lightgbm(DecisionTreeRegressor().fit(X, score))
