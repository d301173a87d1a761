"""A model on rows: its library's raw predictions after every round, and G, H and gains as by hand."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
import pytest
import xgboost
from numpy.typing import NDArray
from scipy.special import expit, softmax
from sklearn.ensemble import (
    GradientBoostingClassifier,
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
)

from gbtlib.core.boosting import column
from gbtlib.handover import (
    OpenedModel,
    from_catboost,
    from_lightgbm,
    from_sklearn,
    from_xgboost,
    replay,
    solve_catboost,
    solve_lightgbm,
    solve_sklearn,
    solve_xgboost,
)
from gbtlib.handover.replayed import Replayed, loss_of
from tests.gbtlib.handover.golden.make_catboost import table as catboost_table

GOLDEN = Path(__file__).with_name("golden")

ROUNDS = 8
RNG = np.random.default_rng(7)
X = RNG.normal(size=(400, 5)).astype(np.float32).astype(np.float64)
X[:, 4] = RNG.integers(0, 6, 400)  # categories
GAPS = np.where(RNG.random(X.shape) < 0.1, np.nan, X)
F = X[:, 0] * X[:, 1] + np.isin(X[:, 4], (1, 4)) + RNG.normal(0, 0.3, 400)
TARGETS = {"numbers": F, "two": (F > 0.4).astype(float), "three": np.digitize(F, (0.0, 0.8)).astype(float)}
CODES = {4: np.arange(6)}

Margins = Any  # of the library: rounds to (n,) or (n, K)


def of_xgboost(task: str, **params: Any) -> tuple[OpenedModel, Any, Margins]:
    objective = {"numbers": "reg:squarederror", "two": "binary:logistic", "three": "multi:softprob"}[task]
    given = {"objective": objective, "max_depth": 4, "eta": 0.3, "lambda": 1.5, "nthread": 1} | params
    given |= {"num_class": 3} if task == "three" else {}
    kinds = ["q"] * 4 + ["c"]
    matrix = xgboost.DMatrix(GAPS, label=TARGETS[task], feature_types=kinds, enable_categorical=True)
    booster = xgboost.train(given, matrix, ROUNDS)
    model = from_xgboost(bytes(booster.save_raw("ubj")))
    return (
        model,
        solve_xgboost(model),
        lambda n: booster.predict(matrix, output_margin=True, iteration_range=(0, n)),
    )


def of_lightgbm(task: str, **params: Any) -> tuple[OpenedModel, Any, Margins]:
    objective = {"numbers": "regression", "two": "binary", "three": "multiclass"}[task]
    given = {"objective": objective, "num_leaves": 9, "lambda_l2": 1.5, "cat_l2": 0, "verbosity": -1}
    given |= (
        {"num_threads": 1, "min_data_per_group": 5} | ({"num_class": 3} if task == "three" else {}) | params
    )
    rows = lightgbm.Dataset(GAPS, label=TARGETS[task], categorical_feature=[4])
    booster = lightgbm.train(given, rows, ROUNDS)
    model = from_lightgbm(booster.model_to_string())
    return model, solve_lightgbm(model), lambda n: booster.predict(GAPS, raw_score=True, num_iteration=n)


def derivatives(task: str, y: NDArray[Any], raw: NDArray[Any], scale: float) -> tuple[Any, Any]:
    """g and h by hand: (n,), or (n, K)."""
    if task == "numbers":
        return raw - y, np.ones(len(y))
    if task == "two":
        p = expit(raw)
        return p - y, p * (1 - p)
    p = softmax(raw, axis=1)
    return p - np.eye(3)[y.astype(int)], scale * p * (1 - p)


def check_by_hand(found: Replayed, task: str, margins: Margins, scale: float, base: Any) -> None:
    """Raw predictions are the library's bits; sums over the rows and gains are those by hand."""
    for round_ in found.model.trace_:
        before = base if round_.number == 1 else margins(round_.number - 1).astype(np.float64)
        assert np.array_equal(round_.raw_after, margins(round_.number))
        g, h = derivatives(task, TARGETS[task], before, scale)
        for k, tree in enumerate(round_.trees):
            inside = np.zeros((tree.n_nodes, len(X)))
            for row, leaf in enumerate(column(round_.leaf, k)):
                inside[tree.path_to(int(leaf)), row] = 1
            G, H = inside @ column(g, k), inside @ column(h, k)
            assert tree.G == pytest.approx(G, abs=1e-5)
            assert pytest.approx(H, abs=1e-5) == tree.H
            split, score = ~tree.is_leaf, 0.5 * G**2 / (H + 1.5)
            gain = score[tree.children_left] + score[tree.children_right] - score
            assert tree.gain[split] == pytest.approx(gain[split], rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("task", TARGETS)
@pytest.mark.parametrize("library", ["xgboost", "lightgbm"])
def test_rounds_are_the_librarys_and_sums_those_by_hand(library: str, task: str) -> None:
    model, solved, margins = (of_xgboost if library == "xgboost" else of_lightgbm)(task)
    found = replay(model, solved, GAPS, TARGETS[task], codes=CODES)
    scale = 2.0 if library == "xgboost" else 1.5
    start = found.model.initial_raw_prediction_
    base = np.broadcast_to(start, (len(X), *np.shape(start)))
    check_by_hand(found, task, margins, scale, base)
    assert found.met > 0.99
    assert found.notes == ()
    assert found.model.params_.reg_lambda == 1.5
    for which, tree in enumerate(model.trees):
        ours = found.model.trace_[which // model.n_outputs].trees[which % model.n_outputs]
        split = ~tree.is_leaf
        assert ours.gain[split] == pytest.approx(tree.gain[split] / 2, rel=2e-3, abs=1e-4)
    k = model.n_outputs - 1
    assert len(found.model.candidates(2, 0, k=k)) > 0


@pytest.mark.parametrize("library", ["xgboost", "lightgbm"])
def test_a_rate_above_1_is_followed_as_it_is(library: str) -> None:
    model, solved, margins = (
        of_xgboost("numbers", eta=1.4) if library == "xgboost" else of_lightgbm("numbers", learning_rate=1.4)
    )
    found = replay(model, solved, GAPS, TARGETS["numbers"], codes=CODES)
    assert (found.met, found.notes, found.model.params_.learning_rate) == (1.0, (), 1.4)
    assert np.array_equal(found.model.trace_[-1].raw_after, margins(ROUNDS))
    assert found.model.trace_[0].trees[0].weight[-1] == pytest.approx(
        (model.trees[0].leaf_value[-1] - (model.library == "lightgbm") * F.mean()) / 1.4, rel=1e-6
    )
    assert len(found.model.candidates(2, 0)) > 0


def test_scikit_learns_models_are_followed() -> None:
    rows, y = X[:, :4], TARGETS["three"].astype(int)
    boosted = GradientBoostingClassifier(n_estimators=5, max_depth=2, random_state=0).fit(rows, y)
    model = from_sklearn(boosted)
    values = model.rows(rows).astype(np.float64)
    found = replay(model, solve_sklearn(model), values, y)
    assert np.array_equal(found.model.trace_[-1].raw_after, boosted.decision_function(rows))
    assert found.met == 1

    binned = HistGradientBoostingRegressor(max_iter=5, l2_regularization=1.5).fit(GAPS[:, :4], F)
    model = from_sklearn(binned)
    found = replay(model, solve_sklearn(model), GAPS[:, :4], F)
    assert found.model.trace_[-1].raw_after == pytest.approx(binned.predict(GAPS[:, :4]), rel=1e-15)
    assert found.met > 0.99

    two = HistGradientBoostingClassifier(max_iter=5, l2_regularization=1.5, learning_rate=1.2)
    model = from_sklearn(two.fit(GAPS[:, :4], TARGETS["two"]))
    found = replay(model, solve_sklearn(model), GAPS[:, :4], TARGETS["two"])
    assert found.met > 0.99  # its settings are known where its sums are not


def test_rows_of_another_model_are_told_from_those_of_training() -> None:
    model, solved, _ = of_xgboost("two")
    assert replay(model, solved, GAPS[::-1], TARGETS["two"], codes=CODES).met < 0.2
    few = replay(model, solved, GAPS[:4], TARGETS["two"][[0, 1, 2, 3]] * 0 + [0, 1, 0, 1], codes=CODES)
    for number in (1, ROUNDS):
        tree = few.model.trace_[number - 1].trees[0]
        assert all(len(few.model.candidates(number, node)) >= 0 for node in range(tree.n_nodes))
        assert (tree.weight[tree.is_leaf] != 0).any()


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"objective": "count:poisson"}, "count:poisson"),
        ({"booster": "dart", "rate_drop": 0.5}, "DART"),
        ({"num_parallel_tree": 2}, "several trees"),
    ],
)
def test_what_cannot_be_followed_is_refused_by_name(params: dict[str, Any], said: str) -> None:
    model, solved, _ = of_xgboost("two", **params)
    with pytest.raises(ValueError, match=said):
        replay(model, solved, GAPS, TARGETS["two"], codes=CODES)


@pytest.mark.parametrize("case", ["squared", "logistic", "logistic_steps", "lossguide"])
def test_catboosts_leaves_are_newton_steps_of_the_rows_that_it_was_trained_on(case: str) -> None:
    (path,) = GOLDEN.glob(f"catboost_*.10_{case}.json")
    model = from_catboost(json.dumps(json.loads(path.read_text())["model"]))
    rows, y = catboost_table(case)
    rows = rows.astype(np.float32).astype(np.float64)
    solved = solve_catboost(model)
    found = replay(model, solved, rows, y)
    assert found.met == 1.0
    assert "one for all nodes of a depth" in found.notes[0]
    assert ("10 such steps" in str(found.notes)) == ("steps" in case)
    assert found.model.params_.reg_lambda == solved.settings["lambda"].value == 3
    raw, n_steps = np.full(len(y), model.base[0]), 10 if "steps" in case else 1
    for round_ in found.model.trace_:
        (own,) = round_.trees
        leaf, here = round_.leaf, np.unique(round_.leaf)
        weight = np.zeros(own.n_nodes)
        for step in range(n_steps):
            task = "two" if "logistic" in case else "numbers"
            g, h = derivatives(task, y, raw + weight[leaf], 1.0)
            G, H = np.bincount(leaf, g, own.n_nodes), np.bincount(leaf, h, own.n_nodes)
            assert step or pytest.approx(G[here], rel=1e-6, abs=1e-6) == own.G[here]
            weight -= G / (H + 3)
        assert own.weight[here] == pytest.approx(weight[here], rel=1e-5, abs=1e-7)
        raw = model.raw_prediction(rows, round_.number)[:, 0]
        np.testing.assert_allclose(round_.raw_after, raw, rtol=1e-13, atol=1e-14)
    others = replay(model, solved, rows[::-1], y)
    assert others.met < 0.1


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"leaf_estimation_method": "Gradient"}, "not steps by H \\(leaf_estimation_method=Gradient\\)"),
        ({"langevin": True}, "drawn by chance \\(langevin=True\\)"),
    ],
)
def test_leaves_of_catboost_that_are_no_single_step_are_refused(settings: dict[str, Any], why: str) -> None:
    (path,) = GOLDEN.glob("catboost_*.10_logistic.json")
    model = from_catboost(json.dumps(json.loads(path.read_text())["model"]))
    with pytest.raises(ValueError, match=why):
        loss_of(replace(model, params={**model.params, **settings}))
