"""Initial raw predictions of losses against minimisers and scikit-learn, and links against their inverse."""

import math
from typing import Any

import numpy as np
import pytest
import scipy.optimize
from hypothesis import given
from hypothesis import strategies as st
from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor

from gbtlib import Exponential, HalfSquaredError, Huber, Logistic, Loss, Softmax
from gbtlib.core.losses import EPSILON
from tests.gbtlib.core.every_loss import (
    BINARY,
    EVERY_LOSS,
    REGRESSION,
    Array,
    floating_point_errors_raise,  # noqa: F401 (it is for every test)
    label_strategy,
    raw_values,
)

pytestmark = pytest.mark.sweep
weights = st.floats(0.01, 100)

# -- initial raw prediction


def draw_weighted_targets(data: st.DataObject, loss: Loss) -> tuple[Array, Array | None]:
    n = data.draw(st.integers(1, 12))
    y = np.array(data.draw(st.lists(label_strategy(loss), min_size=n, max_size=n)))
    if loss.task == "classification":  # every class at least once: else the minimiser is infinite
        y = np.append(y, np.arange(max(loss.n_outputs, 2)))
    weighted = data.draw(st.booleans())
    return y, np.array(data.draw(st.lists(weights, min_size=len(y), max_size=len(y)))) if weighted else None


@pytest.mark.parametrize("loss", EVERY_LOSS, ids=repr)
@given(data=st.data())
def test_initial_raw_prediction_minimises_the_loss(loss: Loss, data: st.DataObject) -> None:
    y, weight = draw_weighted_targets(data, loss)
    share = np.ones(len(y)) / len(y) if weight is None else weight / weight.sum()

    def raw(constant: float | Array) -> Array:
        return np.full((len(y), loss.n_outputs) if loss.n_outputs > 1 else len(y), constant)

    def mean_loss(constant: float | Array) -> float:
        return float(share @ loss.loss(y, raw(constant)))

    def mean_gradient(constant: float | Array) -> Array:
        return np.asarray(share @ loss.gradient(y, raw(constant)))

    start = loss.initial_raw_prediction(y, weight)
    if loss.n_outputs > 1:
        zeros, options = np.zeros(loss.n_outputs), {"gtol": 1e-9}
        found = scipy.optimize.minimize(mean_loss, zeros, jac=mean_gradient, options=options).fun
    else:
        found = scipy.optimize.minimize_scalar(mean_loss, bounds=(-12, 12), options={"xatol": 1e-9}).fun
    assert mean_loss(start) <= found + 1e-14 * (1 + found)  # the search comes from above
    assert mean_loss(start) == pytest.approx(found, rel=1e-6, abs=1e-9)  # as near as the search gets
    # The losses are convex, so that the minimum is where the mean gradient is 0.
    np.testing.assert_allclose(mean_gradient(start), 0.0, atol=1e-13)


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("weighted", [False, True])
def test_initial_raw_prediction_of_scikit_learn(n_classes: int, weighted: bool) -> None:
    rng = np.random.default_rng(7)
    y = rng.integers(0, n_classes, 50).astype(np.float64)
    target = rng.normal(size=50)
    weight = rng.uniform(0.1, 2, 50) if weighted else None

    def start_of(estimator: Any, values: Array) -> Array:
        estimator.set_params(n_estimators=1).fit(np.zeros((50, 1)), values, sample_weight=weight)
        return np.asarray(estimator._raw_predict_init(np.zeros((1, 1))))[0]

    squared = start_of(GradientBoostingRegressor(), target)
    np.testing.assert_allclose(HalfSquaredError().initial_raw_prediction(target, weight), squared, rtol=1e-13)
    log_odds = start_of(GradientBoostingClassifier(), y)
    if n_classes == 2:
        np.testing.assert_allclose(Logistic().initial_raw_prediction(y, weight), log_odds, rtol=1e-12)
        half = start_of(GradientBoostingClassifier(loss="exponential"), y)
        np.testing.assert_allclose(Exponential().initial_raw_prediction(y, weight), half, rtol=1e-12)
    else:
        # scikit-learn subtracts the mean over the classes, which changes no probability.
        ours = np.asarray(Softmax(3).initial_raw_prediction(y, weight))
        np.testing.assert_allclose(ours - ours.mean(), log_odds - log_odds.mean(), rtol=1e-12)


@pytest.mark.parametrize("label", [0, 1])
def test_a_single_class_has_a_finite_start(label: int) -> None:
    y = np.full(3, label)
    far = math.log((1 - EPSILON) / EPSILON) * (1 if label else -1)
    assert Logistic().initial_raw_prediction(y) == pytest.approx(far, rel=1e-15)
    assert Exponential().initial_raw_prediction(y) == pytest.approx(far / 2, rel=1e-15)
    shares = np.where(np.arange(3) == label, 1 - EPSILON, EPSILON)
    np.testing.assert_array_equal(Softmax(3).initial_raw_prediction(y), np.log(shares))


def test_initial_raw_prediction_by_hand() -> None:
    y = np.array([1, 1, 1, 0])
    assert Logistic().initial_raw_prediction(y) == pytest.approx(math.log(3), rel=1e-15)
    assert Exponential().initial_raw_prediction(y) == pytest.approx(math.log(3) / 2, rel=1e-15)
    np.testing.assert_allclose(Softmax(2).initial_raw_prediction(y), np.log([0.25, 0.75]), rtol=1e-15)
    np.testing.assert_allclose(
        Softmax(2).initial_raw_prediction(y, np.array([1.0, 0, 0, 3])), np.log([0.75, 0.25]), rtol=1e-15
    )
    assert HalfSquaredError().initial_raw_prediction(np.array([1.0, 2, 6, 7])) == 4.0


@pytest.mark.parametrize(
    ("y", "weight", "delta", "start"),
    [
        ([3.0, 3.0], None, 1.0, 3.0),
        ([0.0, 0.5, 100.0], None, 1.0, 0.75),  # F + (F - 1/2) = 1: the outlier pulls with delta
        ([0.0, 1.0, 5.0], None, 1e9, 2.0),  # nothing is an outlier: the mean
        ([0.0, 1.0, 5.0], None, 1e-9, 1.0),  # everything is: the median
        ([0.0, 10.0], None, 1.0, 5.0),  # anything from 1 to 9: the middle
        ([0.1, 10.3], None, 0.7, 5.2),
        ([0.0, 10.0], [2.0, 1.0], 1.0, 0.5),
        ([0.0, 10.0, 77.0], [2.0, 1.0, 0.0], 1.0, 0.5),
        ([0.0, 1e20], [1.0, 1.5], 1.0, 1e20),  # delta is lost in the rounding of y
        ([0.0, 1e100, 1.0], None, 1.0, 1.0),
        ([1e-12, 3e-12], None, 1.0, 2e-12),
    ],
)
def test_huber_starts_at_its_minimiser(
    y: list[float], weight: list[float] | None, delta: float, start: float
) -> None:
    sample_weight = None if weight is None else np.array(weight)
    computed = Huber(delta).initial_raw_prediction(np.array(y), sample_weight)
    assert computed == pytest.approx(start, rel=1e-9 if delta == 1e-9 else 1e-14)


# -- links


@given(raw=raw_values)
def test_inverse_link_undoes_link(raw: float) -> None:
    for loss in (*REGRESSION, *BINARY):
        # 1 - p costs up to exp(8) roundings of p.
        assert loss.link(loss.inverse_link(np.array([raw]))) == pytest.approx([raw], rel=0, abs=1e-12)
        assert np.ndim(loss.link(0.25)) == 0


@given(raw=st.lists(raw_values, min_size=3, max_size=3))
def test_softmax_links(raw: list[float]) -> None:
    p = Softmax(3).inverse_link(np.array([raw]))
    np.testing.assert_allclose(p.sum(axis=1), 1.0, rtol=1e-15)
    np.testing.assert_allclose(Softmax(3).inverse_link(Softmax(3).link(p)), p, rtol=1e-13)
    difference = Softmax(3).link(p) - np.array([raw])
    np.testing.assert_allclose(difference, difference[:, [0, 0, 0]], atol=1e-14)  # equal but for a constant
    np.testing.assert_allclose(Softmax(3).inverse_link(np.array(raw)), p[0], rtol=1e-15)  # one row alone


@given(p=st.floats(1e-12, 1 - 1e-12))
def test_link_undoes_inverse_link(p: float) -> None:
    for loss in BINARY:
        assert loss.inverse_link(loss.link(p)) == pytest.approx(p, rel=1e-13)
    assert float(np.exp(Softmax(2).link(p))) == pytest.approx(p, rel=1e-13)


def test_links_by_hand() -> None:
    assert Logistic().link(0.5) == 0.0
    assert Logistic().link(0.8) == pytest.approx(math.log(4), rel=1e-15)
    assert Exponential().link(0.8) == pytest.approx(math.log(2), rel=1e-15)
    assert HalfSquaredError().link(3) == 3.0
    for loss in BINARY:
        assert np.isfinite(loss.link([0.0, 1.0])).all()
    assert np.isfinite(Softmax(2).link([0.0, 1.0])).all()
