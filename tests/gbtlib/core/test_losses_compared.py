"""Losses against scikit-learn, XGBoost and LightGBM, and against examples worked by hand."""

import inspect
import math
from typing import Any

import lightgbm
import numpy as np
import pytest
import sklearn._loss.loss as sklearn_loss
import xgboost
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from gbtlib import Exponential, HalfSquaredError, Huber, Logistic, Loss, Softmax
from tests.gbtlib.core.every_loss import (
    TOLERANCE,
    Array,
    draw_rows,
    finite_difference,
    floating_point_errors_raise,  # noqa: F401 (it is for every test)
)

pytestmark = pytest.mark.sweep

# -- other libraries


@pytest.mark.parametrize(
    ("loss", "theirs"),
    [
        (HalfSquaredError(), sklearn_loss.HalfSquaredError()),
        (Logistic(), sklearn_loss.HalfBinomialLoss()),
        (Exponential(), sklearn_loss.ExponentialLoss()),
        (Softmax(3, hessian_scale=1.0), sklearn_loss.HalfMultinomialLoss(n_classes=3)),
        (Huber(0.7), sklearn_loss.HuberLoss(delta=0.7)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_scikit_learn_has_the_same_losses(loss: Loss, theirs: Any) -> None:
    """No factors between them: scikit-learn's "half" is half the deviance, which is the log loss."""
    rng = np.random.default_rng(1)
    y = rng.integers(0, 3 if loss.n_outputs == 3 else 2, 200).astype(np.float64)
    raw = rng.normal(scale=3.0, size=(200, 3) if loss.n_outputs == 3 else 200)
    np.testing.assert_allclose(loss.loss(y, raw), theirs.loss(y, raw), rtol=1e-12, atol=1e-15)
    gradient, hessian = theirs.gradient_hessian(y, raw)
    np.testing.assert_allclose(loss.gradient(y, raw), gradient, rtol=1e-12, atol=1e-15)
    if isinstance(loss, Huber):
        hessian = np.ones(200)  # theirs is the true one, 0 for outliers
    hessian = np.broadcast_to(hessian, raw.shape)  # theirs is one number where it is constant
    np.testing.assert_allclose(loss.hessian(y, raw), hessian, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize(
    ("loss", "objective"), [(Logistic(), "binary:logistic"), (Softmax(3), "multi:softprob")], ids=repr
)
def test_xgboost_has_the_same_hessian(loss: Loss, objective: str) -> None:
    """The cover of a root is the sum of its hessians; raw predictions come in as the base margin."""
    rng = np.random.default_rng(2)
    n, K = 60, loss.n_outputs
    y = np.arange(n) % max(K, 2)
    raw = rng.normal(size=(n, K)) if K > 1 else rng.normal(size=n)
    matrix = xgboost.DMatrix(np.arange(n, dtype=np.float64)[:, np.newaxis], y, base_margin=raw)
    parameters = {"objective": objective, "max_depth": 1, "tree_method": "exact"}
    if K > 1:
        parameters["num_class"] = K
    frame = xgboost.train(parameters, matrix, num_boost_round=1).trees_to_dataframe()
    cover = frame[frame["Node"] == 0].sort_values("Tree")["Cover"]
    np.testing.assert_allclose(cover, loss.hessian(y, raw).reshape(n, -1).sum(axis=0), rtol=1e-6)  # float32


def test_lightgbm_has_the_same_huber_hessian() -> None:
    """Three of the twenty rows are outliers, and the root still weighs twenty."""
    y = np.append(np.zeros(17), [50.0, 60.0, 70.0])
    X = np.arange(20, dtype=np.float64)[:, np.newaxis]
    one_tree = {"boost_from_average": False, "learning_rate": 1.0, "num_leaves": 2, "verbosity": -1}
    small = {"min_data_in_leaf": 1, "min_data_in_bin": 1}
    parameters = {"objective": "huber", "alpha": 1.0, **one_tree, **small}
    model = lightgbm.train(parameters, lightgbm.Dataset(X, y), num_boost_round=1)
    root = model.dump_model()["tree_info"][0]["tree_structure"]
    loss, raw = Huber(1.0), np.zeros(20)
    assert root["internal_weight"] == loss.hessian(y, raw).sum()
    outliers = slice(17, 20)
    step = -loss.gradient(y, raw)[outliers].sum() / loss.hessian(y, raw)[outliers].sum()
    assert model.predict(X)[-1] == step == 1.0


# -- worked examples


class SquaredError(Loss):
    """The example in the docstring of Loss."""

    name = "full_squared_error"

    def loss(self, y: NDArray[Any], raw_prediction: Array) -> Array:
        return (raw_prediction - y) ** 2

    def gradient(self, y: NDArray[Any], raw_prediction: Array) -> Array:
        return 2 * (raw_prediction - y)

    def hessian(self, y: NDArray[Any], raw_prediction: Array) -> Array:
        return np.full(raw_prediction.shape, 2.0)

    def initial_raw_prediction(self, y: NDArray[Any], sample_weight: Array | None = None) -> float:
        return float(np.average(y, weights=sample_weight))


def leaf_weight(loss: Loss, y: list[float], raw: float, reg_lambda: float) -> float:
    targets, F = np.array(y), np.full(len(y), raw)
    return float(-loss.gradient(targets, F).sum() / (loss.hessian(targets, F).sum() + reg_lambda))


@given(data=st.data())
def test_a_loss_of_ones_own(data: st.DataObject) -> None:
    mine, half = SquaredError(), HalfSquaredError()
    assert mine.n_outputs == 1
    assert mine.task == "regression"
    y, raw = draw_rows(data, mine)
    np.testing.assert_array_equal(mine.gradient(y, raw), 2 * half.gradient(y, raw))
    np.testing.assert_array_equal(mine.hessian(y, raw), 2 * half.hessian(y, raw))
    np.testing.assert_array_equal(mine.inverse_link(raw), raw)
    np.testing.assert_array_equal(mine.link(raw), raw)
    assert mine.initial_raw_prediction(y) == half.initial_raw_prediction(y)
    difference = finite_difference(lambda F: mine.loss(y, F), raw, 0)
    np.testing.assert_allclose(difference, mine.gradient(y, raw), atol=TOLERANCE * 65)  # loss at most 64


def test_the_docstring_shows_a_loss_that_works() -> None:
    source = inspect.cleandoc(Loss.__doc__ or "").partition("    class SquaredError")
    body = "class SquaredError" + source[2].partition("\n\nIn every method")[0]
    scope: dict[str, Any] = {"Loss": Loss, "np": np}
    exec(body.replace("\n    ", "\n"), scope)
    y, raw = np.array([1.0, 2.0]), np.array([0.0, 4.0])
    shown, written = scope["SquaredError"](), SquaredError()
    for method in ("loss", "gradient", "hessian"):
        np.testing.assert_array_equal(getattr(shown, method)(y, raw), getattr(written, method)(y, raw))
    assert shown.initial_raw_prediction(y) == 1.5


def test_half_and_full_squared_error_need_another_lambda() -> None:
    half, full = HalfSquaredError(), SquaredError()

    def leaves(loss: Loss, raw: float, reg_lambda: float) -> list[float]:
        return [leaf_weight(loss, rows, raw, reg_lambda) for rows in ([1.0, 2.0], [6.0, 7.0])]

    assert leaves(half, 0.0, 1.0) == pytest.approx([1, 13 / 3], rel=1e-12)
    assert leaves(full, 0.0, 2.0) == pytest.approx([1, 13 / 3], rel=1e-12)
    assert leaves(full, 0.0, 1.0) == pytest.approx([6 / 5, 26 / 5], rel=1e-12)
    assert leaves(half, 4.0, 1.0) == pytest.approx([-5 / 3, 5 / 3], rel=1e-12)


def test_logistic_leaves_by_hand() -> None:
    assert leaf_weight(Logistic(), [0, 0], 0.0, 1.0) == pytest.approx(-2 / 3, rel=1e-12)
    assert leaf_weight(Logistic(), [1, 1, 1], 0.0, 1.0) == pytest.approx(6 / 7, rel=1e-12)


def test_rounds_accumulate_to_the_log_odds() -> None:
    """One leaf, lambda 0: Newton's method. A prediction that replaces the last one runs away instead."""
    y = [1.0, 1.0, 1.0, 0.0]
    accumulated, F = [], 0.0
    for _ in range(6):
        F += leaf_weight(Logistic(), y, F, 0.0)
        accumulated.append(F)
    assert accumulated[:3] == pytest.approx([1, 1.096339, 1.098611], abs=5e-7)
    assert F == pytest.approx(math.log(3), rel=1e-15)
    assert Logistic().initial_raw_prediction(np.array(y)) == pytest.approx(F, rel=1e-15)
    replaced, total, F = [], 0.0, 0.0
    for _ in range(5):
        F = leaf_weight(Logistic(), y, F, 0.0)
        total += F
        replaced.append(total)
    assert replaced == pytest.approx([1, 1.096339, 2.002173, 2.186828, 3.009670], abs=5e-7)
