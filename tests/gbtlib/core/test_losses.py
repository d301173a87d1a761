"""Losses against their own derivatives and exact arithmetic, and their interface."""

import decimal
import math
from collections.abc import Callable, Iterator
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gbtlib import LOSSES, Exponential, HalfSquaredError, Huber, Logistic, Loss, Softmax
from tests.gbtlib.core.every_loss import (
    EVERY_LOSS,
    STEP,
    TOLERANCE,
    Array,
    draw_rows,
    finite_difference,
    floating_point_errors_raise,  # noqa: F401 (it is for every test)
    raw_values,
)

pytestmark = pytest.mark.sweep


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


# -- the interface


def test_losses_by_name() -> None:
    renewing = [name for name, loss in LOSSES.items() if loss.renews_leaves]
    assert renewing == ["absolute_error", "quantile"]
    assert list(LOSSES) == ["squared_error", "logistic", "softmax", "exponential", "huber", *renewing]
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
