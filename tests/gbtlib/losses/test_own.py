"""A loss as a class: what is worked out for it, and what is said when its methods do not fit together."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gbtlib import (
    CheckedLoss,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    HalfSquaredError,
    Huber,
    Logistic,
    Loss,
    OwnLoss,
    Softmax,
    loss_report,
)
from gbtlib.losses.own import difference_step

Array = NDArray[np.float64]
SETTINGS = {"n_estimators": 10, "max_depth": 3, "learning_rate": 0.3}


class LogCosh(OwnLoss):
    """Smooth, convex, and no method more than is needed."""

    def loss(self, y: Array, raw_prediction: Array) -> Array:
        r = raw_prediction - y
        return np.logaddexp(r, -r) - np.log(2)

    def gradient(self, y: Array, raw_prediction: Array) -> Array:
        return np.tanh(raw_prediction - y)


class OwnLogistic(OwnLoss):
    task = "classification"

    def loss(self, y: Array, raw_prediction: Array) -> Array:
        return Logistic().loss(y, raw_prediction)

    def gradient(self, y: Array, raw_prediction: Array) -> Array:
        return Logistic().gradient(y, raw_prediction)

    def inverse_link(self, raw_prediction: Array) -> Array:
        return Logistic().inverse_link(raw_prediction)


class OwnSoftmax(OwnLoss):
    task = "classification"
    n_outputs = 3  # type: ignore[assignment]

    def loss(self, y: Array, raw_prediction: Array) -> Array:
        return Softmax(3).loss(y, raw_prediction)

    def gradient(self, y: Array, raw_prediction: Array) -> Array:
        return Softmax(3).gradient(y, raw_prediction)

    def inverse_link(self, raw_prediction: Array) -> Array:
        return Softmax(3).inverse_link(raw_prediction)


class StartingSoftmax(OwnSoftmax):
    def initial_raw_prediction(self, y: Array, sample_weight: Array | None = None) -> Array:
        return Softmax(3).initial_raw_prediction(y, sample_weight)


def rows(n: int = 150) -> tuple[Array, Array]:
    generator = np.random.default_rng(3)
    X = generator.normal(size=(n, 3))
    return X, 2 * X[:, 0] + X[:, 1] ** 2 + generator.normal(scale=0.3, size=n)


def with_methods(**methods: Any) -> Loss:
    """LogCosh with other methods."""
    return type("Bad", (LogCosh,), methods)()


def refusal(loss: Loss) -> str:
    """What fit says to a loss."""
    X, y = rows()
    with pytest.raises(ValueError, match=r".") as caught:
        GradientBoostingRegressor(loss=loss, **SETTINGS).fit(X, y)
    return str(caught.value)


# -- what is worked out


def test_the_hessian_is_the_difference_of_gradients() -> None:
    y, F = (each.ravel() for each in np.meshgrid(np.linspace(-2, 2, 21), np.linspace(-3, 3, 31)))
    exact = 1 / np.cosh(F - y) ** 2
    np.testing.assert_allclose(LogCosh().hessian(y, F), exact, rtol=0, atol=1e-9)
    np.testing.assert_allclose(
        OwnLogistic().hessian(1.0 * (y > 0), F), Logistic().hessian(1.0 * (y > 0), F), atol=1e-9
    )


def test_the_hessian_of_several_outputs_is_the_diagonal() -> None:
    generator = np.random.default_rng(0)
    y, F = generator.integers(0, 3, 40), generator.normal(size=(40, 3))
    np.testing.assert_allclose(OwnSoftmax().hessian(y, F), Softmax(3, 1.0).hessian(y, F), atol=1e-9)


@pytest.mark.parametrize("unit", [1e-9, 1e-3, 1.0, 1e6])
def test_differences_are_taken_in_the_unit_of_the_data(unit: float) -> None:
    """A loss in other units, log cosh((F - y) / unit), has the hessian of log cosh over unit^2."""

    class Scaled(OwnLoss):
        def loss(self, y: Array, raw_prediction: Array) -> Array:
            return LogCosh().loss(y / unit, raw_prediction / unit)

        def gradient(self, y: Array, raw_prediction: Array) -> Array:
            return LogCosh().gradient(y / unit, raw_prediction / unit) / unit

    y = np.linspace(-2, 2, 21)
    F = np.full(21, 0.3 * unit)
    np.testing.assert_allclose(Scaled().hessian(y * unit, F) * unit**2, np.cosh(y - 0.3) ** -2, rtol=1e-6)
    assert (difference_step(y * unit, F) <= unit * 2.0**-15).all()


def test_boosting_without_a_hessian_is_boosting_with_it() -> None:
    X, y = rows()

    class Exact(LogCosh):
        def hessian(self, y: Array, raw_prediction: Array) -> Array:
            return 1 / np.cosh(raw_prediction - y) ** 2

    ours, exact = (
        GradientBoostingRegressor(loss=loss, **SETTINGS).fit(X, y) for loss in (LogCosh(), Exact())
    )
    np.testing.assert_allclose(ours.predict(X), exact.predict(X), rtol=0, atol=1e-6)
    assert ours.initial_raw_prediction_ == exact.initial_raw_prediction_
    slope = np.tanh(ours.initial_raw_prediction_ - y).mean()
    assert slope == pytest.approx(0, abs=1e-14)


def test_classes_can_have_a_loss_of_ones_own() -> None:
    X, y = rows()
    ours = GradientBoostingClassifier(loss=OwnLogistic(), **SETTINGS).fit(X, y > 1)
    usual = GradientBoostingClassifier(**SETTINGS).fit(X, y > 1)
    np.testing.assert_allclose(ours.predict_proba(X), usual.predict_proba(X), atol=1e-7)


def test_several_classes_can_have_a_loss_of_ones_own() -> None:
    X, y = rows()
    classes = np.digitize(y, [0.0, 2.0])
    ours = GradientBoostingClassifier(loss=StartingSoftmax(), **SETTINGS).fit(X, classes)
    usual = GradientBoostingClassifier(loss=Softmax(3, hessian_scale=1.0), **SETTINGS).fit(X, classes)
    np.testing.assert_allclose(ours.predict_proba(X), usual.predict_proba(X), atol=1e-7)
    with pytest.raises(ValueError, match="OwnSoftmax has 3 outputs: it must define its start"):
        GradientBoostingClassifier(loss=OwnSoftmax(), **SETTINGS).fit(X, classes)


def test_weights_count_for_the_start() -> None:
    X, y = rows()
    weight = np.random.default_rng(0).integers(0, 4, len(y))
    model = GradientBoostingRegressor(loss=LogCosh(), **SETTINGS).fit(X, y, sample_weight=weight)
    repeated = GradientBoostingRegressor(loss=LogCosh(), **SETTINGS).fit(X, y.repeat(weight)[: len(y)])
    slope = np.average(np.tanh(model.initial_raw_prediction_ - y), weights=weight)
    assert slope == pytest.approx(0, abs=1e-14)
    assert model.initial_raw_prediction_ != repeated.initial_raw_prediction_


# -- what is checked


def test_every_loss_of_the_library_passes_its_checks() -> None:
    _, y = rows()
    codes = np.digitize(y, [0.0, 2.0])
    cases = [(HalfSquaredError(), y), (Huber(0.5), y), (Logistic(), codes > 1), (Softmax(3), codes)]
    for loss, target in cases:
        target = target.astype(np.float64)
        checked = CheckedLoss(loss)
        start = checked.initial_raw_prediction(target)
        raw = np.zeros((len(y), 3)) + start if loss.n_outputs > 1 else np.full(len(y), start)
        np.testing.assert_array_equal(checked.gradient(target, raw), loss.gradient(target, raw))
        np.testing.assert_array_equal(checked.hessian(target, raw), loss.hessian(target, raw))
        np.testing.assert_array_equal(checked.inverse_link(raw), loss.inverse_link(raw))


@pytest.mark.parametrize(
    ("methods", "rule"),
    [
        (
            {"gradient": lambda self, y, F: 2 * np.tanh(F - y)},
            "Bad.gradient is -2 for y=10.6044, F=1.04274 (row 0); it must be the slope of the loss",
        ),
        ({"gradient": lambda self, y, F: np.tanh(y - F)}, "it must be the slope of the loss, which is "),
        (
            {"gradient": lambda self, y, F: np.tanh(F - y)[:-1]},
            "Bad.gradient returned float64 (149,); it must return numbers (150,)",
        ),
        (
            {"gradient": lambda self, y, F: np.tanh(F - y)[:, np.newaxis]},
            "Bad.gradient returned float64 (150, 1); it must return numbers (150,)",
        ),
        (
            {"loss": lambda self, y, F: LogCosh.loss(self, y, F).mean()},
            "Bad.loss returned float64 (); it must return numbers (150,)",
        ),
        (
            {"gradient": lambda self, y, F: None},
            "Bad.gradient returned object (); it must return numbers (150,)",
        ),
        (
            {"hessian": lambda self, y, F: np.zeros(len(y), dtype=complex)},
            "Bad.hessian returned complex128 (150,); it must return numbers (150,)",
        ),
        (
            {"hessian": lambda self, y, F: np.where(y > 5, np.nan, 1.0)},
            "Bad.hessian is nan for y=10.6044, F=1.04274 (row 0); it must be finite",
        ),
        (
            {"loss": lambda self, y, F: np.where(y > 5, np.inf, 1.0)},
            "Bad has no finite mean loss for any F; it needs one to start from",
        ),
        (
            {"gradient": lambda self, y, F: np.where(y > 5, -np.inf, 1.0)},
            "Bad.gradient is -inf for y=10.6044, F=1.04274 (row 0); it must be finite",
        ),
        (
            {"hessian": lambda self, y, F: np.where(y > 5, -0.5, 1.0)},
            "it must not be negative: the loss is not convex there; give a hessian that is an upper bound",
        ),
        ({"hessian": lambda self, y, F: 0 * y}, "Bad.hessian is 0 in every row, at F = 1.04274"),
        (
            {"initial_raw_prediction": lambda self, y, w: np.nan},
            "Bad.initial_raw_prediction is nan; it must be a finite number",
        ),
        (
            {"initial_raw_prediction": lambda self, y, w: y},
            "it must be a finite number",
        ),
    ],
)
def test_a_loss_whose_methods_do_not_fit_is_refused(methods: dict[str, Any], rule: str) -> None:
    assert rule in refusal(with_methods(**methods))


def test_a_hessian_below_zero_by_rounding_is_zero() -> None:
    bent = with_methods(hessian=lambda self, y, F: np.where(y > 5, -1e-16, 1.0))
    X, y = rows()
    model = GradientBoostingRegressor(loss=bent, **SETTINGS, trace="full").fit(X, y)
    assert (y > 5).any()
    np.testing.assert_array_equal(model.trace_[0].hessian, np.where(y > 5, 0.0, 1.0))


def test_what_fails_in_a_later_round_is_said_then() -> None:
    """Finite at the start, but not from F = 1 on."""
    said = refusal(with_methods(gradient=lambda self, y, F: np.where(F > 1, np.nan, np.tanh(F - y))))
    assert said.startswith("Bad.gradient is nan for y=")
    assert said.endswith("it must be finite")


def test_a_loss_by_the_four_methods_of_its_base_is_checked_as_well() -> None:
    class DoubledError(HalfSquaredError):
        def gradient(self, y: Array, raw_prediction: Array) -> Array:
            return 2 * (raw_prediction - y)

    assert "DoubledError.gradient is " in refusal(DoubledError())


def test_a_kink_is_no_mistake() -> None:
    """At a median the absolute loss has the slopes -1 and 1; a gradient between them is right, 3 is not."""
    X, y = rows(151)
    ones = {"hessian": lambda self, y, F: np.ones(len(y))}
    absolute = {"loss": lambda self, y, F: np.abs(F - y), **ones}
    for at_kink in (-1.0, 0.0, 1.0):
        sign = lambda self, y, F, value=at_kink: np.where(F == y, value, np.sign(F - y))  # noqa: E731
        model = GradientBoostingRegressor(loss=with_methods(gradient=sign, **absolute), **SETTINGS).fit(X, y)
        assert model.initial_raw_prediction_ == np.median(y)
    wrong = with_methods(gradient=lambda self, y, F: np.where(F == y, 3.0, np.sign(F - y)), **absolute)
    with pytest.raises(ValueError, match="must be the slope of the loss, which is 0 there"):
        GradientBoostingRegressor(loss=wrong, **SETTINGS).fit(X, y)


def test_a_report_takes_rounding_for_zero() -> None:
    bent = with_methods(hessian=lambda self, y, F: np.where(F > 1, -1e-16, np.where(F < -1, -1e-3, 1.0)))
    report = loss_report(bent, [0.0], np.linspace(-3, 3, 7))
    assert [(each.what, each.low, each.high) for each in report.stretches] == [
        *(("hessian is negative", -3, -2), ("hessian is 0", 2, 3))
    ]


def test_a_report_takes_any_loss_with_one_output() -> None:
    report = loss_report(LogCosh(), [0.0], np.linspace(-3, 3, 61))
    assert report.is_finite and report.is_convex and report.has_hessian
    with pytest.raises(ValueError, match="has 3 outputs; a report takes a loss with one"):
        loss_report(Softmax(3))
