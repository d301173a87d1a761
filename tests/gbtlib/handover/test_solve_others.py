"""The sums of LightGBM's and scikit-learn's models: those that are shown are true, the others are said."""

from dataclasses import replace
from typing import Any

import lightgbm as lgb
import numpy as np
import pytest
from sklearn import ensemble

from gbtlib.handover.lightgbm_models import from_lightgbm
from gbtlib.handover.sklearn_models import from_sklearn
from gbtlib.handover.solve_kept import solve_sklearn
from gbtlib.handover.solve_lightgbm import solve_lightgbm
from gbtlib.handover.solved import UNTOLD
from tests.gbtlib.handover.edge_rows import table
from tests.gbtlib.handover.node_truth import assert_sums_are_true, gradients_of, true_sums

pytestmark = pytest.mark.sweep

REGRESSION, BINARY = {"objective": "regression"}, {"objective": "binary"}
TOLD: dict[str, dict[str, Any]] = {
    "regression": REGRESSION,
    "regression, lambda": REGRESSION | {"lambda_l2": 1.3},
    "regression, alpha": REGRESSION | {"lambda_l1": 0.6, "lambda_l2": 2.0, "learning_rate": 0.3},
    "binary": BINARY,
    "binary, lambda": BINARY | {"lambda_l2": 1.3},
    "binary, gaps": BINARY | {"lambda_l2": 1.0, "missing": 0.2},
    "categories": REGRESSION | {"lambda_l2": 1.0, "n_categorical": 2},
    "categories one by one": REGRESSION | {"n_categorical": 2, "max_cat_to_onehot": 100},
    "extra trees": REGRESSION | {"extra_trees": True},
    "no average": REGRESSION | {"boost_from_average": False},
    "smallest gain": REGRESSION | {"min_gain_to_split": 1.0},
}
HIDDEN = {
    "boosting=rf": {"boosting": "rf", "bagging_freq": 1, "bagging_fraction": 0.5},
    "percentiles": {"objective": "quantile"},
    "path_smooth": {"path_smooth": 5.0},
    "max_delta_step": {"max_delta_step": 0.5},
    "monotone_constraints": {"monotone_constraints": [1, 0, 0, 0, 0, 0]},
    "use_quantized_grad": {"use_quantized_grad": True},
    "no tree has a split": {"min_gain_to_split": 1e12},
}


def trained(given: dict[str, Any], **of_data: Any) -> tuple[lgb.Booster, np.ndarray, np.ndarray]:
    given = dict(given)
    n_categorical = given.pop("n_categorical", 0)
    X, score = table(missing=given.pop("missing", 0.0), n_categorical=n_categorical)
    score = np.nan_to_num(score) + np.random.default_rng(1).normal(size=len(score))
    y = (
        (score > 0).astype(float)
        if given.get("objective") == "binary"
        else score.astype(np.float32).astype(float)
    )
    categorical = list(range(6 - n_categorical, 6)) or "auto"
    data = lgb.Dataset(X, label=y, categorical_feature=categorical, **of_data)
    settings = {"verbose": -1, "num_leaves": 10, "min_data_in_leaf": 5, "num_threads": 1} | given
    return lgb.train(settings, data, 10), X, y


@pytest.mark.parametrize("case", TOLD)
def test_sums_of_lightgbm_are_told_and_true(case: str) -> None:
    booster, X, y = trained(TOLD[case])
    model = from_lightgbm(booster.model_to_string())
    solved = solve_lightgbm(model)
    assert solved.verdict == ("holds in part" if "alpha" in case else "holds")  # leaves of 0 hide sums
    average = solved.settings["average of output 0"]
    start = (
        0.0 if case == "no average" else np.log(y.mean() / (1 - y.mean())) if "binary" in case else y.mean()
    )
    assert average.value == pytest.approx(start, rel=1e-5, abs=1e-6)
    first = replace(model.trees[0], leaf_value=model.trees[0].leaf_value - average.value)
    bare = replace(model, trees=(first, *model.trees[1:]), base=np.array([average.value]))
    loss = "logistic" if "binary" in case else "squared"
    truth = true_sums(bare, X, gradients_of(loss, y, np.ones(len(y))))
    n_told = assert_sums_are_true(solved, truth, tolerance=1e-3)
    assert n_told > 0.9 * sum(len(tree.feature) for tree in model.trees if len(tree.splits))


def test_under_lambda_0_the_average_is_not_told_where_rows_are_drawn() -> None:
    for given in ({"bagging_freq": 1, "bagging_fraction": 0.5}, {"data_sample_strategy": "goss"}):
        solved = solve_lightgbm(from_lightgbm(trained(REGRESSION | given)[0].model_to_string()))
        assert not solved.settings["average of output 0"].is_told
        assert np.isnan(solved.sums[0].G).all()
        assert np.isfinite(solved.sums[1].G).any()


def test_what_dart_leaves_of_the_average_is_not_told() -> None:
    dart = REGRESSION | {"boosting": "dart", "drop_rate": 0.5, "skip_drop": 0.0, "lambda_l2": 1.0}
    booster, _, y = trained(dart)
    model = from_lightgbm(booster.model_to_string())
    assert model.trees[0].shrinkage not in (1, 0.1)
    assert (
        abs(model.trees[0].leaf_value[model.trees[0].is_leaf].mean() / y.mean()) > 0.3
    )  # part of it is there
    solved = solve_lightgbm(model)
    assert not solved.settings.get("average of output 0", UNTOLD).is_told
    assert np.isnan(solved.sums[0].G).all()
    assert solved.settings["lambda"].value == 1


def test_a_start_of_the_data_s_own_is_no_average() -> None:
    booster, X, y = trained(REGRESSION, init_score=np.full(300, 5.0))
    model = from_lightgbm(booster.model_to_string())
    solved = solve_lightgbm(model)
    assert solved.settings["average of output 0"].value == 0
    truth = true_sums(model, X, gradients_of("squared", y, np.ones(len(y))), np.full((len(y), 1), 5.0))
    assert assert_sums_are_true(solved, truth, tolerance=1e-3) > 100


@pytest.mark.parametrize("why", HIDDEN)
def test_what_cannot_be_told_of_lightgbm_is_said(why: str) -> None:
    model = from_lightgbm(trained(HIDDEN[why])[0].model_to_string())
    solved = solve_lightgbm(model)
    assert solved.verdict.startswith("cannot be told: ")
    assert ("random forest" if why == "boosting=rf" else why) in solved.verdict
    assert not any(each.is_told for each in solved.settings.values())
    assert all(np.isnan(sums.G).all() for sums in solved.sums)


def test_gains_that_are_not_those_of_the_parameters_hide_all() -> None:
    text = trained(REGRESSION | {"lambda_l2": 5.0})[0].model_to_string()
    solved = solve_lightgbm(from_lightgbm(text.replace("[lambda_l2: 5]", "[lambda_l2: 1]")))
    assert solved.verdict == "cannot be told: the gains in the file are not those of its parameters"


TORN: dict[str, dict[str, Any]] = TOLD | {
    "rows drawn": REGRESSION | {"bagging_freq": 1, "bagging_fraction": 0.6},
    "DART": REGRESSION | {"boosting": "dart", "lambda_l2": 10.0},
    "gradients of few levels": REGRESSION | {"use_quantized_grad": True, "lambda_l2": 1.3},
    "one leaf more": BINARY | {"num_leaves": 2, "lambda_l2": 0.5},
    "a great lambda": BINARY | {"lambda_l2": 300.0, "learning_rate": 1.0},
    "weights stopped": REGRESSION | {"max_delta_step": 0.3},
    "weights smoothed": REGRESSION | {"path_smooth": 3.0},
    "gains halved": REGRESSION | {"feature_contri": [0.5, 1, 1, 1, 1, 1]},
}
NOT_SOLVED = ("weights stopped", "weights smoothed", "gains halved", "categories one by one")


def torn(booster: lgb.Booster) -> Any:
    """The model of a file without its block of parameters."""
    text = booster.model_to_string()
    return from_lightgbm(text[: text.index("parameters:")])


@pytest.mark.parametrize("case", TORN)
def test_without_its_parameters_a_file_tells_them_or_that_it_cannot(case: str) -> None:
    booster, X, y = trained(TORN[case])
    model = torn(booster)
    solved = solve_lightgbm(model)
    if case in NOT_SOLVED:
        assert solved.verdict.startswith("cannot be told")
        return
    given = {"lambda_l2": 0.0, "lambda_l1": 0.0, "learning_rate": 0.1} | TORN[case]
    names = {"lambda": "lambda_l2", "alpha": "lambda_l1", "learning rate": "learning_rate"}
    for name, parameter in names.items():
        found = solved.settings[name]
        assert found.is_told == (case != "DART" or name != "learning rate")
        assert not found.is_told or abs(found.value - given[parameter]) <= found.error < 0.02 * (
            1 + found.value
        )
    loss = "logistic" if "binary" in str(TORN[case]) else "squared"
    if case == "gradients of few levels":
        assert all(np.isnan(sums.G).all() for sums in solved.sums)
    elif case not in ("rows drawn", "DART"):
        truth = true_sums(model, X, gradients_of(loss, y, np.ones(len(y))))
        assert assert_sums_are_true(solved, truth, tolerance=1e-4) > 10


def estimator_of(case: str) -> Any:
    if case == "bins":
        return ensemble.HistGradientBoostingRegressor(
            max_iter=10, l2_regularization=1.5, early_stopping=False
        )
    if case == "two classes":
        return ensemble.GradientBoostingClassifier(n_estimators=10)
    return ensemble.GradientBoostingRegressor(n_estimators=10)


@pytest.mark.parametrize("case", ["squared", "two classes", "bins"])
def test_sums_of_sklearn_are_told_and_true(case: str) -> None:
    X, score = table()
    X = X.astype(np.float32).astype(float)
    y = (score > 0).astype(float) if case == "two classes" else score
    model = from_sklearn(estimator_of(case).fit(X, y))
    solved = solve_sklearn(model)
    loss = "logistic" if case == "two classes" else "squared"
    truth = true_sums(model, X, gradients_of(loss, y, np.ones(len(y))))
    n_told = assert_sums_are_true(solved, truth, tolerance=1e-5)
    assert n_told > 0.4 * sum(len(tree.feature) for tree in model.trees)
    assert bool(solved.settings["lambda"].why) == (case != "bins")  # GradientBoosting has none
    for told, true in zip(solved.sums, truth, strict=True):
        here = np.isfinite(told.H)
        np.testing.assert_allclose(told.H[here], true["H"][here], rtol=1e-9)


def test_what_sklearn_does_not_keep_is_said() -> None:
    X, score = table()
    weighted = ensemble.HistGradientBoostingRegressor(max_iter=5, early_stopping=False)
    weighted.fit(X, score, sample_weight=np.linspace(0.5, 2, len(X)))
    cases = {
        "HistGradientBoostingClassifier keeps no hessians": ensemble.HistGradientBoostingClassifier(
            max_iter=3
        ).fit(X, score > 0),
        "rows were weighted": weighted,
        "RandomForestRegressor has no gradients": ensemble.RandomForestRegressor(n_estimators=2).fit(
            X, score
        ),
    }
    for why, estimator in cases.items():
        solved = solve_sklearn(from_sklearn(estimator))
        assert solved.verdict.startswith(f"cannot be told: {why}")
        told = {name: (each.value, each.why) for name, each in solved.settings.items() if each.is_told}
        none = f"{type(estimator).__name__} has no such penalty"
        assert told == (
            {} if "Forest" in why else {"lambda": (0, ""), "alpha": (0, none), "learning rate": (0.1, "")}
        )
        assert all(np.isnan(sums.G).all() for sums in solved.sums)
