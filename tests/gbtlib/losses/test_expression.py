"""Losses typed as formulas against the library's own and hand; their starts; what is said of bad ones."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gbtlib import (
    BinaryExpressionLoss,
    ExpressionLoss,
    FormulaError,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    HalfSquaredError,
    Huber,
    Logistic,
    Loss,
    loss_report,
)
from gbtlib.losses.report import BENDS_DOWN, IS_STRAIGHT, KINDS
from tests.gbtlib.losses.formulas import ANY, Pair

SETTINGS = {"n_estimators": 15, "max_depth": 3, "learning_rate": 0.3}
PSEUDO_HUBER = "sqrt(1 + (y - F)**2) - 1"
CAUCHY = "log(1 + (y - F)**2)"
PINBALL = "maximum(0.9 * (y - F), 0.1 * (F - y))"


def rows(n: int = 200) -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(0)
    X = generator.normal(size=(n, 3))
    return X, 2 * X[:, 0] + X[:, 1] ** 2 + generator.normal(scale=0.3, size=n)


KNOWN: list[tuple[str, Loss]] = [
    ("0.5 * (F - y)**2", HalfSquaredError()),
    ("(y - F)**2 / 2", HalfSquaredError()),
    ("log(1 + exp(F)) - y * F", Logistic()),
    ("log(1 + exp(-(2*y - 1) * F))", Logistic()),
]


@pytest.mark.parametrize(("text", "loss"), KNOWN, ids=[text for text, _ in KNOWN])
def test_derivatives_are_those_of_the_same_loss(text: str, loss: Loss) -> None:
    y, F = (each.ravel() for each in np.meshgrid([0.0, 1.0], np.linspace(-12, 12, 97)))
    own = ExpressionLoss(text)
    np.testing.assert_allclose(own.loss(y, F), loss.loss(y, F), rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(own.gradient(y, F), loss.gradient(y, F), rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(own.hessian(y, F), loss.hessian(y, F), rtol=1e-9, atol=1e-14)


def test_boosting_on_a_formula_grows_the_same_trees() -> None:
    X, y = rows()
    settings = SETTINGS | {"trace": "full"}
    ours = GradientBoostingRegressor(loss=ExpressionLoss("0.5 * (F - y)**2"), **settings).fit(X, y)
    usual = GradientBoostingRegressor(**settings).fit(X, y)
    for mine, theirs in zip(ours.trace_, usual.trace_, strict=True):
        np.testing.assert_array_equal(mine.trees[0].feature, theirs.trees[0].feature)
        np.testing.assert_allclose(mine.raw_after, theirs.raw_after, rtol=0, atol=1e-13)


@pytest.mark.parametrize("text", ["log(1 + exp(F)) - y*F", "log(1 + exp(-(2*y - 1)*F))"])
def test_boosting_two_classes_on_a_formula_grows_the_same_trees(text: str) -> None:
    X, y = rows()
    labels = np.where(y > 1, "high", "low")
    ours = GradientBoostingClassifier(loss=BinaryExpressionLoss(text), **SETTINGS).fit(X, labels)
    usual = GradientBoostingClassifier(**SETTINGS).fit(X, labels)
    assert ours.initial_raw_prediction_ == pytest.approx(usual.initial_raw_prediction_, abs=1e-12)
    np.testing.assert_allclose(ours.predict_proba(X), usual.predict_proba(X), rtol=0, atol=1e-12)
    np.testing.assert_array_equal(ours.predict(X), usual.predict(X))


def test_a_base_score_of_two_classes_is_a_probability() -> None:
    X, y = rows(40)
    loss = BinaryExpressionLoss("log(1 + exp(F)) - y*F")
    model = GradientBoostingClassifier(loss=loss, base_score=0.25, **SETTINGS).fit(X, y > 1)
    assert model.initial_raw_prediction_ == pytest.approx(-np.log(3), rel=1e-15)


def test_without_the_hessian_a_leaf_is_the_mean_gradient() -> None:
    """By hand: from the median 2, g is 1 1 0 -1 -1, and 4/2 + 4/3 the best score, first of the cut at 2.5."""
    X, y = np.arange(1.0, 6.0)[:, np.newaxis], np.array([0.0, 1.0, 2.0, 8.0, 9.0])
    loss = ExpressionLoss("abs(y - F)", second_order=False)
    model = GradientBoostingRegressor(
        loss=loss, n_estimators=1, max_depth=1, learning_rate=1.0, reg_lambda=0.0
    ).fit(X, y)
    assert model.initial_raw_prediction_ == 2.0
    np.testing.assert_allclose(model.raw_prediction(X) - 2, [-1, -1, 2 / 3, 2 / 3, 2 / 3], rtol=1e-15)


def test_poisson_regression_starts_at_the_log_of_the_mean_and_learns() -> None:
    X, _ = rows()
    y = np.random.default_rng(1).poisson(np.exp(0.5 + X[:, 0])).astype(float)
    model = GradientBoostingRegressor(loss=ExpressionLoss("exp(F) - y*F"), **SETTINGS).fit(X, y)
    assert model.initial_raw_prediction_ == pytest.approx(np.log(y.mean()), rel=1e-12)
    losses = [round_.train_loss for round_ in model.trace_]
    assert np.all(np.diff(losses) < 0)
    assert np.corrcoef(model.raw_prediction(X), X[:, 0])[0, 1] > 0.9


# -- where it starts

targets = st.lists(st.floats(-100, 100).map(lambda value: round(value, 3)), min_size=1, max_size=20)


@settings(max_examples=40)
@given(targets, st.sampled_from([1e-9, 1.0, 1e9]), st.sampled_from([0.0, 1e6]))
def test_squared_error_starts_at_the_mean_in_any_unit(values: list[float], unit: float, shift: float) -> None:
    y = np.array(values) * unit + shift
    weight = np.linspace(1, 2, len(y))
    for loss in (ExpressionLoss("(y-F)**2"), ExpressionLoss("0.5*(F-y)**2")):
        found = loss.initial_raw_prediction(y, weight)
        assert found == pytest.approx(np.average(y, weights=weight), rel=1e-12, abs=1e-12 * np.abs(y).max())


@settings(max_examples=40)
@given(targets)
def test_absolute_error_starts_at_a_median(values: list[float]) -> None:
    y = np.array(values)
    found = ExpressionLoss("abs(y - F)").initial_raw_prediction(y)
    assert np.abs(y - found).sum() <= np.abs(y - np.median(y)).sum() * (1 + 1e-12) + 1e-12


@settings(max_examples=40)
@given(targets)
def test_huber_starts_where_hubers_loss_does(values: list[float]) -> None:
    y = np.array(values)
    loss = ExpressionLoss("where(abs(y - F) <= 1, (y - F)**2 / 2, abs(y - F) - 0.5)")
    expected, found = (each.initial_raw_prediction(y) for each in (Huber(1.0), loss))
    assert Huber(1.0).loss(y, np.full(len(y), found)).mean() == pytest.approx(
        Huber(1.0).loss(y, np.full(len(y), expected)).mean(), rel=1e-12, abs=1e-12
    )


def test_a_loss_with_several_valleys_starts_in_the_deepest() -> None:
    y = np.array([-10.0, -10.1, -9.9, -10.0, 10.0, 10.1, 3.0])
    found = ExpressionLoss(CAUCHY, second_order=False).initial_raw_prediction(y)
    fine = np.linspace(-12, 12, 100_001)
    mean = np.log(1 + (y[:, np.newaxis] - fine) ** 2).mean(axis=0)
    assert found == pytest.approx(fine[mean.argmin()], abs=3e-4)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("y*F", "ExpressionLoss has no starting value: its mean loss still falls at F = "),
        ("-(y - F)**2", "ExpressionLoss has no starting value: its mean loss still falls at F = "),
        ("-exp(F)", "ExpressionLoss has no starting value: its mean loss falls without end; it must"),
        ("log(abs(F))", "ExpressionLoss has no starting value: its mean loss falls without end; it must"),
        ("exp((F - y)**2 + 1000)", "ExpressionLoss has no finite mean loss for any F"),
        ("sqrt(-1 - F**2)", "ExpressionLoss has no finite mean loss for any F"),
        ("log(-1) + F**2", "ExpressionLoss has no finite mean loss for any F"),
    ],
)
def test_a_loss_without_minimum_is_refused(text: str, rule: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        ExpressionLoss(text, second_order=False).initial_raw_prediction(np.array([1.0, 2.0]))
    assert rule in str(caught.value)


# -- what is said when a loss cannot be boosted


@pytest.mark.parametrize(
    ("text", "second_order", "rule"),
    [
        ("abs(y - F)", True, "hessian is 0 in every row"),
        (PINBALL, True, "hessian is 0 in every row"),
        (CAUCHY, True, "must not be negative: the loss is not convex there; second_order=False puts 1"),
        ("(y - F)**4", False, "must be finite"),
    ],
)
def test_a_loss_that_cannot_be_boosted_is_refused_in_words(text: str, second_order: bool, rule: str) -> None:
    X, y = rows()
    model = GradientBoostingRegressor(loss=ExpressionLoss(text, second_order), **SETTINGS)
    with pytest.raises(ValueError, match=r"^ExpressionLoss\.\w+ is ") as caught:
        model.fit(X, 2 + np.abs(y) * 3)
    assert rule in str(caught.value)


@pytest.mark.parametrize("text", ["abs(y - F)", PINBALL, CAUCHY, PSEUDO_HUBER])
def test_a_loss_without_usable_hessian_is_boosted_on_gradients(text: str) -> None:
    X, y = rows()
    model = GradientBoostingRegressor(loss=ExpressionLoss(text, second_order=False), **SETTINGS)
    model.set_params(trace="full").fit(X, y)
    losses = [round_.train_loss for round_ in model.trace_]
    assert losses[-1] < 0.8 * losses[0]
    assert all((round_.hessian == 1).all() for round_ in model.trace_)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("F", "the same slope for every F"),
        ("3*F + y", "the same slope for every F"),
        ("y**2", "the same slope for every F"),
        ("9**9**9", "the same slope for every F"),
        ("F > y", "the same slope for every F"),
        ("z - F", "z is not known"),
    ],
)
def test_what_is_no_loss_is_refused_as_it_is_made(text: str, rule: str) -> None:
    with pytest.raises(FormulaError, match=rule):
        ExpressionLoss(text)


def test_a_second_derivative_that_costs_too_much_is_refused() -> None:
    text = "+".join(["F**F**F**F**F"] * 19)
    with pytest.raises(FormulaError, match="second derivative has more than 1000 operations"):
        ExpressionLoss(text)


def test_second_order_is_a_switch() -> None:
    with pytest.raises(ValueError, match="second_order='no' must be True or False"):
        ExpressionLoss("F**2", second_order="no")  # type: ignore[arg-type]


def test_the_wrong_task_is_refused() -> None:
    X, y = rows(20)
    with pytest.raises(ValueError, match="is a loss for regression; it must be one for classification"):
        GradientBoostingClassifier(loss=ExpressionLoss("F**2")).fit(X, y > 0)


def test_derivatives_can_be_read() -> None:
    loss = ExpressionLoss(PSEUDO_HUBER)
    assert loss.gradient_text == "(F - y) / sqrt(1 + (y - F) ** 2)"
    assert loss.hessian_text is not None
    assert ExpressionLoss(PSEUDO_HUBER, second_order=False).hessian_text == "1"
    y, F = np.array([1.0, -2.0]), np.array([0.5, 3.0])
    np.testing.assert_array_equal(ExpressionLoss(loss.hessian_text).loss(y, F), loss.hessian(y, F))


def test_a_loss_is_a_value() -> None:
    loss = ExpressionLoss(CAUCHY)
    assert loss == ExpressionLoss(CAUCHY) != ExpressionLoss(CAUCHY, second_order=False)
    assert repr(loss) == f"ExpressionLoss(text='{CAUCHY}', second_order=True, link_function='identity')"
    y, F = np.array([1.0]), np.array([3.0])
    for again in (pickle.loads(pickle.dumps(loss)), copy.deepcopy(loss)):
        assert again == loss
        np.testing.assert_array_equal(again.hessian(y, F), loss.hessian(y, F))


@given(ANY, st.booleans())
def test_any_formula_is_boosted_or_refused_in_words(pair: Pair, second_order: bool) -> None:
    """Nothing but a ValueError, no warning, and where boosting works all numbers are finite."""
    X, y = rows(30)
    try:
        loss = ExpressionLoss(pair.text, second_order)
        loss_report(loss, y[:2])
        model = GradientBoostingRegressor(loss=loss, n_estimators=3, max_depth=2).fit(X, y)
    except ValueError as error:
        assert len(str(error)) < 400
        return
    assert np.isfinite(model.predict(X)).all()
    assert all(np.isfinite(round_.train_loss) for round_ in model.trace_)


# -- the report


def stretches(loss: Loss, y: float, what: str, F: np.ndarray) -> list[tuple[float, float]]:
    found = loss_report(loss, [y], F).stretches
    return [(each.low, each.high) for each in found if each.what == what]


def test_a_report_tells_where_a_loss_overflows() -> None:
    F = np.arange(-1000.0, 1001.0)
    loss = ExpressionLoss("log(1 + exp(-y * F))")
    for kind in KINDS:  # exp(709) is the last that a float holds
        assert stretches(loss, 1, kind, F) == [(-1000, -710)]
        assert stretches(loss, -1, kind, F) == [(710, 1000)]
    assert not loss_report(loss).is_finite
    assert loss_report(loss, F=F[np.abs(F) < 700]).is_finite
    assert loss_report(Logistic(), F=F).is_finite


def test_a_report_tells_where_a_loss_is_not_convex() -> None:
    """log(1 + r^2) bends down where |r| > 1."""
    F = np.arange(-100, 101) / 10
    report = loss_report(ExpressionLoss(CAUCHY), [0.0, 2.0], F)
    assert [(s.y, s.low, s.high) for s in report.stretches if s.what == BENDS_DOWN] == [
        *((0, -10, -1.1), (0, 1.1, 10)),
        *((2, -10, 0.9), (2, 3.1, 10)),
    ]
    assert not report.is_convex and report.has_hessian and report.is_finite
    assert report.loss.shape == report.hessian.shape == (2, 201)
    np.testing.assert_allclose(report.loss[1], np.log(1 + (2 - F) ** 2), rtol=1e-15)


def test_a_report_tells_a_loss_without_hessian() -> None:
    report = loss_report(ExpressionLoss("abs(y - F)"), [3.0], np.arange(-5.0, 6))
    assert not report.has_hessian
    assert [(s.what, s.low, s.high) for s in report.stretches] == [(IS_STRAIGHT, -5, 5)]
    assert loss_report(ExpressionLoss("abs(y - F)", second_order=False)).has_hessian


def test_a_report_of_a_sound_loss_is_empty() -> None:
    assert loss_report(HalfSquaredError()).stretches == ()
    assert loss_report(Huber(), [5.0], [2.0, 1.0, 1.0]).F.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"y": [np.nan]}, "y must be finite numbers, at least one"),
        ({"F": []}, "F must be finite numbers, at least one"),
        ({"F": [[1.0]]}, "F must be finite numbers, at least one"),
    ],
)
def test_a_report_needs_numbers(given: dict[str, list[float]], rule: str) -> None:
    with pytest.raises(ValueError, match=rule):
        loss_report(HalfSquaredError(), **given)
