"""Losses against their own derivatives, exact arithmetic, scikit-learn, XGBoost and LightGBM."""

from __future__ import annotations

import decimal
import math
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import lightgbm
import numpy as np
import pytest
import scipy.optimize
import sklearn._loss.loss as sklearn_loss
import xgboost
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor

from gbtlib import LOSSES, Exponential, HalfSquaredError, Huber, Logistic, Loss, Softmax
from gbtlib.core.losses import EPSILON

pytestmark = pytest.mark.sweep

Array = NDArray[np.float64]

REGRESSION: list[Loss] = [HalfSquaredError(), Huber(), Huber(delta=0.3), Huber(delta=25.0)]
BINARY: list[Loss] = [Logistic(), Exponential()]
MULTICLASS = [Softmax(2), Softmax(3), Softmax(5, hessian_scale=1.0), Softmax(4, hessian_scale=0.5)]
EVERY_LOSS: list[Loss] = [*REGRESSION, *BINARY, *MULTICLASS]

# A central difference with this step errs by STEP^2 / 6 times the third derivative and by a few roundings of
# f and F over STEP, and 2^-52 / STEP is STEP^2 / 2. For every loss here the third derivative of loss and of
# gradient is at most 1 + |f|, and |F| is at most 4: TOLERANCE (1 + |f|) covers both.
STEP = 2.0**-17
TOLERANCE = 8 * STEP**2

raw_values = st.floats(-4, 4)
weights = st.floats(0.01, 100)


@pytest.fixture(autouse=True)
def _floating_point_errors_raise() -> Iterator[None]:
    """Only underflow is harmless: exp(-1000) is 0."""
    with np.errstate(all="raise", under="ignore"):
        yield


def label_strategy(loss: Loss) -> st.SearchStrategy[float]:
    if loss.task == "regression":
        return st.floats(-4, 4)
    return st.integers(0, max(loss.n_outputs, 2) - 1).map(float)


def draw_rows(data: st.DataObject, loss: Loss, max_size: int = 12) -> tuple[Array, Array]:
    """Targets (n,) and raw predictions (n,) or (n, K)."""
    n = data.draw(st.integers(1, max_size))
    y = np.array(data.draw(st.lists(label_strategy(loss), min_size=n, max_size=n)))
    size = n * loss.n_outputs
    raw = np.array(data.draw(st.lists(raw_values, min_size=size, max_size=size)))
    return y, raw.reshape(n, -1) if loss.n_outputs > 1 else raw


def finite_difference(f: Callable[[Array], Array], raw: Array, output: int) -> Array:
    """Central difference of f by one output of every row; output 0 is the only one of raw (n,)."""
    shift = np.zeros_like(raw)
    shift.reshape(len(raw), -1)[:, output] = STEP
    return (f(raw + shift) - f(raw - shift)) / (2 * STEP)


def column(values: Array, k: int) -> Array:
    return values.reshape(len(values), -1)[:, k]


def away_from_kink(loss: Loss, y: Array, raw: Array) -> bool:
    """A difference across |r| = delta mixes two pieces of the Huber loss."""
    return not isinstance(loss, Huber) or bool((np.abs(np.abs(raw - y) - loss.delta) > 2 * STEP).all())


# -- derivatives


@pytest.mark.parametrize("loss", EVERY_LOSS, ids=repr)
@given(data=st.data())
def test_gradient_is_the_derivative_of_the_loss(loss: Loss, data: st.DataObject) -> None:
    y, raw = draw_rows(data, loss)
    assume(away_from_kink(loss, y, raw))
    gradient = loss.gradient(y, raw)
    assert gradient.shape == raw.shape
    for k in range(loss.n_outputs):
        difference = finite_difference(lambda F: loss.loss(y, F), raw, k)
        assert (np.abs(difference - column(gradient, k)) <= TOLERANCE * (1 + loss.loss(y, raw))).all()


@pytest.mark.parametrize("loss", EVERY_LOSS, ids=repr)
@given(data=st.data())
def test_hessian_is_the_derivative_of_the_gradient(loss: Loss, data: st.DataObject) -> None:
    y, raw = draw_rows(data, loss)
    assume(away_from_kink(loss, y, raw))
    gradient, hessian = loss.gradient(y, raw), loss.hessian(y, raw)
    assert hessian.shape == raw.shape
    for k in range(loss.n_outputs):
        difference = finite_difference(lambda F, k=k: column(loss.gradient(y, F), k), raw, k)
        allowed = TOLERANCE * (1 + np.abs(column(gradient, k)))
        if isinstance(loss, Huber):
            inside = np.abs(raw - y) < loss.delta
            assert (np.abs(difference - inside) <= allowed).all()  # the true second derivative: 1 or 0
            np.testing.assert_array_equal(hessian, 1.0)
        else:
            scale = loss.hessian_scale if isinstance(loss, Softmax) else 1.0
            assert (np.abs(difference - column(hessian, k) / scale) <= allowed).all()


@given(data=st.data(), n_classes=st.integers(2, 6))
def test_twice_the_diagonal_bounds_the_softmax_hessian(data: st.DataObject, n_classes: int) -> None:
    loss = Softmax(n_classes)
    y, raw = draw_rows(data, loss)
    p, bound, diagonal = loss.inverse_link(raw), loss.hessian(y, raw), Softmax(n_classes, 1.0).hessian(y, raw)
    for i in range(len(y)):
        full = np.diag(p[i]) - np.outer(p[i], p[i])
        np.testing.assert_allclose(np.diag(full), diagonal[i], rtol=0, atol=1e-15)
        eigenvalues = np.linalg.eigvalsh(np.diag(bound[i]) - full)
        assert eigenvalues.min() >= -1e-15  # 0 but for rounding: the entries are at most 1/2


def test_the_diagonal_alone_does_not_bound_the_softmax_hessian() -> None:
    """The reason for the factor 2: with two classes at p = 1/2 the bound is reached."""
    full = np.array([[0.25, -0.25], [-0.25, 0.25]])
    y, raw = np.array([0]), np.zeros((1, 2))
    assert np.linalg.eigvalsh(np.diag(Softmax(2, 1.0).hessian(y, raw)[0]) - full).min() == -0.25
    assert np.linalg.eigvalsh(np.diag(Softmax(2).hessian(y, raw)[0]) - full).min() == 0.0


@given(raw=raw_values, y=st.integers(0, 1))
def test_softmax_of_two_classes_is_logistic_in_their_difference(raw: float, y: int) -> None:
    codes, F = np.array([y]), np.array([raw])
    two = np.array([[0.0, raw]])
    np.testing.assert_allclose(Softmax(2).loss(codes, two), Logistic().loss(codes, F), rtol=1e-14)
    np.testing.assert_allclose(
        Softmax(2).gradient(codes, two)[:, 1], Logistic().gradient(codes, F), rtol=1e-14
    )
    np.testing.assert_allclose(
        Softmax(2, 1.0).hessian(codes, two)[:, 1], Logistic().hessian(codes, F), rtol=1e-14
    )


def test_huber_pieces() -> None:
    y, raw = np.zeros(5), np.array([-3.0, -2.0, 0.5, 2.0, 5.0])
    loss = Huber(delta=2.0)
    np.testing.assert_array_equal(loss.loss(y, raw), [4.0, 2.0, 0.125, 2.0, 8.0])
    np.testing.assert_array_equal(loss.gradient(y, raw), [-2.0, -2.0, 0.5, 2.0, 2.0])
    np.testing.assert_array_equal(loss.hessian(y, raw), np.ones(5))


# -- digits in the tails, against exact arithmetic


@pytest.fixture
def _many_digits() -> Iterator[None]:
    with decimal.localcontext(prec=400):  # exp(-700) is 1e-304 beside 1
        yield


@pytest.mark.usefixtures("_many_digits")
@pytest.mark.parametrize("raw", [-700.0, -100.0, -37.0, -1.0, 0.0, 1.0, 37.0, 100.0, 700.0])
@pytest.mark.parametrize("y", [0, 1])
def test_logistic_keeps_its_digits_in_both_tails(raw: float, y: int) -> None:
    p = 1 / (1 + Decimal(-raw).exp())
    exact = [-(p if y else 1 - p).ln(), p - y, p * (1 - p)]
    codes, F = np.array([y]), np.array([raw])
    computed = [method(codes, F)[0] for method in (Logistic().loss, Logistic().gradient, Logistic().hessian)]
    assert computed == pytest.approx([float(value) for value in exact], rel=2e-15, abs=0)


@pytest.mark.usefixtures("_many_digits")
@pytest.mark.parametrize("raw", [(0, 0, 0), (40, 0, 0), (0, 40, 1), (-300, 300, 10), (0, -1, -700)])
@pytest.mark.parametrize("y", [0, 1, 2])
def test_softmax_keeps_its_digits_in_the_tails(raw: tuple[int, int, int], y: int) -> None:
    powers = [Decimal(F).exp() for F in raw]
    p = [power / sum(powers) for power in powers]
    codes, F = np.array([y]), np.array([raw], dtype=np.float64)
    gradient, hessian = Softmax(3).gradient(codes, F)[0], Softmax(3).hessian(codes, F)[0]
    assert Softmax(3).loss(codes, F)[0] == pytest.approx(float(-p[y].ln()), rel=2e-15, abs=0)
    for k in range(3):
        assert gradient[k] == pytest.approx(float(p[k] - (y == k)), rel=2e-15, abs=0)
        assert hessian[k] == pytest.approx(float(2 * p[k] * (1 - p[k])), rel=2e-15, abs=0)


@pytest.mark.parametrize("loss", EVERY_LOSS, ids=repr)
@pytest.mark.parametrize("size", [1e3, 1e8])
def test_nothing_overflows_far_out(loss: Loss, size: float) -> None:
    labels = [0.0, 1.0] if loss.task == "classification" else [-5.0, 5.0]
    y = np.tile(labels, 4)
    raw = np.repeat([-size, size, 0.0, size], 2)
    if loss.n_outputs > 1:
        raw = np.stack([raw, -raw, *[np.roll(raw, 1)] * (loss.n_outputs - 2)], axis=1)
    losses, gradient, hessian = loss.loss(y, raw), loss.gradient(y, raw), loss.hessian(y, raw)
    assert np.isfinite(gradient).all()
    assert np.isfinite(np.abs(gradient).sum() ** 2)
    assert ((losses >= 0) & np.isfinite(losses)).all()
    assert ((hessian >= 0) & np.isfinite(hessian)).all()
    assert np.isfinite(loss.inverse_link(raw)).all()


def test_values_far_out() -> None:
    y, raw = np.array([0, 1, 0, 1]), np.array([-1e8, -1e8, 1e8, 1e8])
    np.testing.assert_array_equal(Logistic().loss(y, raw), [0, 1e8, 1e8, 0])
    np.testing.assert_array_equal(Logistic().gradient(y, raw), [0, -1, 1, 0])
    two = np.stack([np.zeros(4), raw], axis=1)
    np.testing.assert_array_equal(Softmax(2).loss(y, two), [0, 1e8, 1e8, 0])
    np.testing.assert_array_equal(Softmax(2).gradient(y, two), [[0, 0], [1, -1], [-1, 1], [0, 0]])
    edge = math.exp(300)
    np.testing.assert_allclose(Exponential().loss(y, raw), [1 / edge, edge, edge, 1 / edge], rtol=1e-15)
    np.testing.assert_allclose(Exponential().gradient(y, raw), [1 / edge, -edge, edge, -1 / edge], rtol=1e-15)


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
    source = (Loss.__doc__ or "").partition("class SquaredError")
    body = "class SquaredError" + source[2].partition("\n\n    In every method")[0]
    scope: dict[str, Any] = {"Loss": Loss, "np": np}
    exec(body.replace("\n    ", "\n").replace("\n    class", "\nclass"), scope)
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


# -- the interface


def test_losses_by_name() -> None:
    assert list(LOSSES) == ["squared_error", "logistic", "softmax", "exponential", "huber"]
    for name, loss in LOSSES.items():
        assert loss.name == name
    classifiers = [name for name, loss in LOSSES.items() if loss.task == "classification"]
    assert classifiers == ["logistic", "softmax", "exponential"]
    assert [loss.n_outputs for loss in (HalfSquaredError(), Logistic(), Softmax(4))] == [1, 1, 4]


@pytest.mark.parametrize("dtype", [np.int64, np.uint8, np.bool_, np.float32])
def test_class_codes_of_any_type(dtype: type) -> None:
    """Unsigned 0 has no -1, which is how the labels are coded inside."""
    y, raw = np.array([0.0, 1.0]), np.array([0.5, -0.25])
    for loss in (Logistic(), Exponential(), Softmax(2)):
        F = raw if loss.n_outputs == 1 else np.stack([-raw, raw], axis=1)
        for method in ("loss", "gradient", "hessian"):
            computed = getattr(loss, method)(y.astype(dtype), F)
            np.testing.assert_array_equal(computed, getattr(loss, method)(y, F))
            assert computed.dtype == np.float64
        np.testing.assert_array_equal(
            loss.initial_raw_prediction(y.astype(dtype)), loss.initial_raw_prediction(y)
        )


@pytest.mark.parametrize("loss", EVERY_LOSS, ids=repr)
@given(data=st.data())
def test_arguments_stay_as_they_were(loss: Loss, data: st.DataObject) -> None:
    y, raw = draw_rows(data, loss)
    y.flags.writeable = raw.flags.writeable = False  # writing into them would raise
    for method in (loss.loss, loss.gradient, loss.hessian):
        np.testing.assert_array_equal(method(y, raw), method(y, raw))
    loss.inverse_link(raw)
    loss.initial_raw_prediction(y)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Softmax(1), "n_classes=1 must be at least 2"),
        (lambda: Softmax(2.5), "n_classes=2.5 must be a whole number"),  # type: ignore[arg-type]
        (lambda: Softmax(3, hessian_scale=0), "hessian_scale=0 must be greater than 0"),
        (lambda: Softmax(3, hessian_scale=math.inf), "hessian_scale=inf must be finite"),
        (lambda: Huber(delta=0), "delta=0 must be greater than 0"),
        (lambda: Huber(delta=-1.5), "delta=-1.5 must be greater than 0"),
        (lambda: Huber(delta=math.nan), "delta=nan must be finite"),
        (lambda: Huber(delta="1"), "delta='1' must be a number"),  # type: ignore[arg-type]
    ],
)
def test_parameters_that_break_a_rule(make: Callable[[], Loss], message: str) -> None:
    with pytest.raises(ValueError) as error:
        make()
    assert str(error.value) == message


def test_losses_are_values() -> None:
    assert Softmax(3) == Softmax(3, 2.0) != Softmax(4)
    assert len({Huber(1.0), Huber(1.0), Logistic()}) == 2
    with pytest.raises(AttributeError):
        Huber().delta = 2.0  # type: ignore[misc]
    with pytest.raises(TypeError):
        Loss()  # type: ignore[abstract]
