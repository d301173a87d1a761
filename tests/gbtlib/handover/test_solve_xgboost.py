"""The hidden settings and sums of XGBoost models: told with their doubt, or said not to be; never wrong."""

from typing import Any

import numpy as np
import pytest
import xgboost as xgb

from gbtlib.handover.solve_xgboost import solve_xgboost
from gbtlib.handover.xgboost_models import from_xgboost
from tests.gbtlib.handover.edge_rows import table
from tests.gbtlib.handover.node_truth import assert_sums_are_true, gradients_of, true_sums

OBJECTIVES = {
    "squared": {"objective": "reg:squarederror"},
    "logistic": {"objective": "binary:logistic"},
    "softmax": {"objective": "multi:softprob", "num_class": 3},
    "absolute": {"objective": "reg:absoluteerror"},
}
TOLD: dict[str, tuple[str, dict[str, Any]]] = {
    f"{loss}, {method}, lambda {reg_lambda}, alpha {reg_alpha}, rate {eta}": (
        loss,
        {"tree_method": method, "reg_lambda": reg_lambda, "reg_alpha": reg_alpha, "eta": eta},
    )
    for loss in OBJECTIVES
    for method in ("hist", "exact", "approx")
    for reg_lambda, reg_alpha, eta in ((1.0, 0.0, 0.3), (2.5, 0.4, 0.07), (0.0, 0.0, 1.0), (40.0, 0.1, 0.5))
} | {
    "large numbers": ("squared", {"scale": 1e4}),
    "gaps": ("logistic", {"missing": 0.3}),
    "weights": ("logistic", {"weights": True}),
    "categories": ("squared", {"n_categorical": 2, "max_cat_to_onehot": 2}),
    "DART": ("squared", {"booster": "dart", "rate_drop": 0.3, "truth": False}),
    "bagged": ("squared", {"subsample": 0.6, "truth": False}),
    "features drawn": ("squared", {"colsample_bytree": 0.6}),
    "gamma, pruned": ("squared", {"gamma": 5.0, "tree_method": "exact"}),
    "stumps": ("squared", {"max_depth": 1}),
    "one tree": ("logistic", {"max_depth": 6, "n_rounds": 1}),
    "small rate": ("squared", {"eta": 0.001}),
    "by leaves": ("squared", {"grow_policy": "lossguide", "max_leaves": 12, "max_depth": 0}),
}
SMOOTHS = tuple(map(int, xgb.__version__.split(".")[:2])) >= (3, 4)  # the absolute error: other gradients
HIDDEN: dict[str, tuple[str, dict[str, Any], str]] = {
    "one stump": ("squared", {"max_depth": 1, "n_rounds": 1}, "too few splits for as many unknowns"),
    "one equation": ("squared", {"max_depth": 1, "n_rounds": 1, "reg_alpha": 50.0}, "too few splits"),
    "two stumps, alpha": ("squared", {"max_depth": 1, "n_rounds": 2, "reg_alpha": 0.7}, "too few splits"),
    "no split": ("squared", {"gamma": 1e9}, "no tree has a split"),
    "all monotone": ("logistic", {"monotone_constraints": "(1,1,1,1,1,1)"}, "explain the file"),
    "schedule": ("squared", {"schedule": True}, "explain the file"),
    "tiny steps": ("logistic", {"max_delta_step": 0.05}, "max_delta_step stopped"),
}
IN_PART: dict[str, tuple[str, dict[str, Any]]] = {
    f"max_delta_step {step}, {loss}": (loss, {"max_delta_step": step})
    for step in (0.3, 1.0, 3.0)
    for loss in ("squared", "logistic")
} | {f"monotone, {method}": ("squared", {"monotone_constraints": "(1,-1,0,0,0,0)", "tree_method": method})
     for method in ("hist", "exact")}  # fmt: skip


def trained(loss: str, given: dict[str, Any]) -> tuple[bytes, np.ndarray, np.ndarray, np.ndarray]:
    given = dict(given)
    n_categorical = given.pop("n_categorical", 0)
    X, score = table(missing=given.pop("missing", 0.0), n_categorical=n_categorical)
    score = np.nan_to_num(score) + np.random.default_rng(1).normal(size=len(score))
    y = (score > 0).astype(float) if loss == "logistic" else score
    y = np.digitize(score, [-1, 1]).astype(float) if loss == "softmax" else y * given.pop("scale", 1.0)
    weight = np.linspace(0.5, 2, len(y)) if given.pop("weights", False) else np.ones(len(y))
    schedule = [xgb.callback.LearningRateScheduler(lambda i: 0.5 * 0.9**i)] * given.pop("schedule", False)
    types = {"feature_types": ["q"] * (6 - n_categorical) + ["c"] * n_categorical, "enable_categorical": True}
    data = xgb.DMatrix(X.astype(np.float32), label=y, weight=weight, **types)
    given.pop("truth", None)
    n_rounds = given.pop("n_rounds", 10)
    settings = {"max_depth": 4, "nthread": 1, "eta": 0.3} | OBJECTIVES[loss] | given
    booster = xgb.train(settings, data, n_rounds, callbacks=schedule)
    return bytes(booster.save_raw("ubj")), X, y.astype(np.float32).astype(float), weight


def assert_settings_are_true(solved: Any, given: dict[str, Any]) -> int:
    true = {"lambda": given.get("reg_lambda", 1.0), "alpha": given.get("reg_alpha", 0.0)}
    true["learning rate"] = given.get("eta", 0.3)
    told = {name: each for name, each in solved.settings.items() if each.is_told}
    for name, each in told.items():
        assert abs(each.value - true[name]) <= 2 * each.error + 1e-6 * true[name], name
        assert each.error <= 0.01 * max(true[name], 0.1)
    return len(told)


@pytest.mark.sweep
@pytest.mark.parametrize("case", TOLD)
def test_settings_and_sums_are_told_and_true(case: str) -> None:
    loss, given = TOLD[case]
    raw, X, y, weight = trained(loss, given)
    model = from_xgboost(raw)
    solved = solve_xgboost(model)
    assert solved.verdict == "holds"
    replaced = loss == "absolute"  # whose leaves do not have the learning rate in all methods
    assert assert_settings_are_true(solved, given) >= (2 if replaced else 3)
    if given.get("truth", True) and not (loss == "absolute" and SMOOTHS):
        n_told = assert_sums_are_true(solved, true_sums(model, X, gradients_of(loss, y, weight)))
        assert n_told > 0.5 * sum(len(tree.feature) for tree in model.trees)


@pytest.mark.sweep
@pytest.mark.parametrize("case", IN_PART)
def test_where_weights_were_clipped_what_is_shown_is_true(case: str) -> None:
    loss, given = IN_PART[case]
    raw, X, y, weight = trained(loss, given)
    model = from_xgboost(raw)
    solved = solve_xgboost(model)
    assert_settings_are_true(solved, given)
    assert_sums_are_true(solved, true_sums(model, X, gradients_of(loss, y, weight)))
    for tree, sums in zip(model.trees, solved.sums, strict=True):
        for family in np.stack(
            (tree.splits, tree.children_left[tree.splits], tree.children_right[tree.splits])
        ).T:
            missing = np.isnan(sums.G[family])
            G, error = sums.G[family][~missing], sums.G_error[family][~missing]
            assert missing.sum() != 1 or (not missing[0] and error.sum() >= 0.01 * abs(G[0] - G[1]))


@pytest.mark.parametrize("case", HIDDEN)
def test_what_cannot_be_told_is_said(case: str) -> None:
    loss, given, why = HIDDEN[case]
    model = from_xgboost(trained(loss, given)[0])
    solved = solve_xgboost(model)
    assert solved.verdict.startswith("cannot be told: ")
    assert why in solved.verdict
    assert not any(each.is_told for each in solved.settings.values())
    for tree, sums in zip(model.trees, solved.sums, strict=True):
        assert np.isnan(sums.G).all()
        np.testing.assert_array_equal(sums.H, tree.cover)


def test_rates_that_changed_are_no_rate_of_1() -> None:
    X, y = table(n_rows=60)
    data = xgb.DMatrix(X.astype(np.float32), label=y)
    given = {"tree_method": "exact", "max_depth": 3, "nthread": 1}
    booster = xgb.train(given | {"eta": 0.6, "gamma": 2.0}, data, 3)
    booster = xgb.train(given | {"eta": 0.1, "gamma": 1e9}, data, 3, xgb_model=booster)
    solved = solve_xgboost(from_xgboost(bytes(booster.save_raw("ubj"))))
    assert solved.verdict == "holds"
    assert solved.settings["lambda"].value == pytest.approx(1, abs=1e-4)
    assert not solved.settings["learning rate"].is_told


def test_text_and_binary_files_are_solved_alike() -> None:
    loss, given = TOLD["gaps"]
    raw = trained(loss, given)[0]
    booster = xgb.Booster()
    booster.load_model(bytearray(raw))
    one, other = (solve_xgboost(from_xgboost(booster.save_raw(kind))) for kind in ("ubj", "json"))
    assert one.settings == other.settings
    np.testing.assert_equal([sums.G for sums in one.sums], [sums.G for sums in other.sums])
