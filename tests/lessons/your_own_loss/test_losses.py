"""The losses of the lesson: hand values, finite differences, scikit-learn, XGBoost with the same g and h."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import xgboost
from sklearn._loss.loss import HuberLoss

from workbench.lessons.your_own_loss.asked import CLASSES, LOSS_NAMES, OWN, AskedLoss, made
from workbench.lessons.your_own_loss.compared import compared
from workbench.lessons.your_own_loss.presets import NAIVE, PRESETS
from workbench.lessons.your_own_loss.rows import FAR, lesson_rows, moved
from workbench.lessons.your_own_loss.run import Boosting, run_of

LOG_COSH = "abs(F - y) + log(1 + exp(-2 * abs(F - y)))"
BELL = "1 - exp(-(F - y) ** 2)"
HAND = [
    (AskedLoss("squared_error"), 3, 1, -2, 1),
    (AskedLoss("huber", delta=0.5), 3, 1, -0.5, 1),
    (AskedLoss("huber", delta=0.5), 0.75, 1, 0.25, 1),
    (AskedLoss("absolute"), 3, 1, -1, 1),
    (AskedLoss("quantile", tau=0.9), 3, 1, -0.9, 1),
    (AskedLoss("quantile", tau=0.9), 1, 3, 0.1, 1),
    (AskedLoss("logistic"), 1, 0, -0.5, 0.25),
    (AskedLoss("exponential"), 0, np.log(2), 2, 2),
    (AskedLoss(OWN), 3, 1, -2 / 5**0.5, 5**-1.5),
    (AskedLoss(OWN, LOG_COSH), 1, 2, np.tanh(1), 1 - np.tanh(1) ** 2),
    (AskedLoss(OWN, NAIVE, CLASSES), 0, np.log(3), 0.75, 3 / 16),
    (AskedLoss(OWN, BELL), 0, 1, 2 / np.e, 1),
]


@pytest.mark.parametrize(("asked", "y", "F", "g", "h"), HAND)
def test_gradient_and_hessian_by_hand(asked: AskedLoss, y: float, F: float, g: float, h: float) -> None:
    loss, at = made(asked).loss, (np.array([float(y)]), np.array([float(F)]))
    assert loss.gradient(*at) == pytest.approx([g], rel=1e-12)
    assert loss.hessian(*at) == pytest.approx([h], rel=1e-12)


@pytest.mark.parametrize("asked", [*map(AskedLoss, LOSS_NAMES), *(row[0] for row in HAND[-3:])], ids=str)
def test_gradient_and_hessian_are_slopes(asked: AskedLoss) -> None:
    bare = made(asked).bare
    F = np.linspace(-3, 3, 61) + 0.013  # no kink on the grid
    y = np.full(61, 1.0)
    step = 1e-5
    slope = (bare.loss(y, F + step) - bare.loss(y, F - step)) / (2 * step)
    assert bare.gradient(y, F) == pytest.approx(slope, abs=1e-8, rel=1e-7)
    if asked.name != "huber":  # whose hessian is a bound
        bend = (bare.gradient(y, F + step) - bare.gradient(y, F - step)) / (2 * step)
        assert bare.hessian(y, F) == pytest.approx(bend, abs=1e-8, rel=1e-7)


def test_hubers_gradient_is_that_of_scikit_learn() -> None:
    F, y = np.linspace(-3, 3, 50), np.zeros(50)
    theirs = HuberLoss(delta=0.5)
    ours = made(AskedLoss("huber", delta=0.5)).loss
    assert ours.gradient(y, F) == pytest.approx(theirs.gradient(y, F))
    assert ours.loss(y, F) == pytest.approx(theirs.loss(y, F))


# Not those of straight lines: their gradients are alike, and of cuts with equal gains either may be taken.
@pytest.mark.parametrize(
    "asked",
    [
        AskedLoss(OWN),
        AskedLoss(OWN, LOG_COSH),
        AskedLoss(OWN, BELL),
        AskedLoss("exponential"),
        AskedLoss(OWN, NAIVE, CLASSES),
    ],
    ids=lambda asked: asked.formula or asked.name,
)
def test_xgboost_grows_the_same_trees_from_the_same_derivatives(asked: AskedLoss) -> None:
    run = run_of(Boosting(asked, n_rounds=8))
    rows, loss = run.rows, run.made.loss
    X, y = rows.x[rows.train, np.newaxis].astype(np.float32), rows.y[rows.train]

    def objective(raw: Any, _: Any) -> tuple[Any, Any]:
        raw = np.asarray(raw, dtype=np.float64).ravel()
        return loss.gradient(y, raw), loss.hessian(y, raw)

    parameters = {
        **{
            "eta": 0.3,
            "max_depth": run.boosting.max_depth,
            "lambda": 1.0,
            "min_child_weight": 0,
            "tree_method": "exact",
        },
        **{"base_score": run.start, "nthread": 1},
    }
    booster = xgboost.train(parameters, xgboost.DMatrix(X, y), num_boost_round=8, obj=objective)
    for number in (1, 3, 8):
        theirs = booster.predict(xgboost.DMatrix(X), output_margin=True, iteration_range=(0, number))
        assert run.raw(number) == pytest.approx(theirs, abs=2e-5)
    leaves = [dump.count("leaf=") for dump in booster.get_dump()]
    assert leaves == [each.trees[0].n_leaves for each in run.trace]


def test_a_loss_that_is_not_convex_counts_each_row_as_one() -> None:
    shown = made(AskedLoss(OWN, BELL))
    assert shown.is_first_order
    assert "Not convex: for y = 0 the hessian is negative" in shown.troubles[0]
    assert shown.bare.hessian(np.zeros(1), np.ones(1) * 1.5)[0] < 0
    assert shown.loss.hessian(np.zeros(1), np.ones(1) * 1.5)[0] == 1


@pytest.mark.parametrize("name", ["absolute", "quantile"])
def test_a_loss_of_straight_lines_has_no_hessian(name: str) -> None:
    shown = made(AskedLoss(name))
    assert shown.is_first_order
    assert shown.troubles[0].startswith("No hessian")


def test_the_naive_log_loss_is_convex_and_ends_where_a_float_does() -> None:
    shown = made(AskedLoss(OWN, NAIVE, CLASSES))
    assert not shown.is_first_order
    (words,) = shown.troubles
    assert words.startswith("No number at F = 36.8 for y = 0:")
    with np.errstate(all="ignore"):
        assert not np.isfinite(shown.loss.loss(np.zeros(1), np.array([36.75])))[0]
        assert np.isfinite(shown.loss.loss(np.zeros(1), np.array([36.5])))[0]


def test_boosting_keeps_the_rounds_before_an_overflow() -> None:
    boosting = Boosting(AskedLoss(OWN, NAIVE, CLASSES), "sine", 60, 1.0, 6, 0.0)
    run = run_of(boosting)
    assert 20 < len(run.trace) < 60
    assert "must be finite" in run.ended
    assert np.isfinite(run.raw(len(run.trace))).all()
    assert np.abs(run.raw(len(run.trace))).max() < 37
    whole = run_of(replace(boosting, asked=AskedLoss("logistic")))
    assert (len(whole.trace), whole.ended) == (60, "")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("(y - F", "at character 1: this is no formula"),
        ("", "must say something"),
        ("y - x", "x is not known"),
        ("F", "same slope for every F"),
        ("F ** 3", "no starting value"),
        ("log(F)", "no starting value"),
        ("__import__('os')", "has no place in a formula"),
        ("9 ** 9 ** 9 * F", "ExpressionLoss"),
    ],
)
def test_what_cannot_be_boosted_says_why(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault.replace("(", r"\(")):
        run_of(Boosting(AskedLoss(OWN, text)))


def test_pulls_are_negative_gradients_of_the_round() -> None:
    run = run_of(Boosting(AskedLoss("huber")))
    for number in (1, 7, 19):
        assert run.pulls(number) == pytest.approx(-run.trace[number].gradient, abs=1e-15)
    assert np.abs(run.pulls(10)).max() == 0.5


def test_what_is_drawn_is_the_prediction() -> None:
    run = run_of(Boosting(AskedLoss("squared_error")))
    at = np.searchsorted(run.places, run.rows.x[run.rows.train][40])
    close = [run.drawn[10][max(0, at - 1)], run.drawn[10][at]]
    assert min(abs(run.raw(10)[40] - each) for each in close) < 1e-12
    assert run.drawn[0] == pytest.approx(run.start)


def test_huber_is_better_on_rows_without_outliers() -> None:
    squared, huber = compared(Boosting(AskedLoss("huber", delta=0.5)))
    assert huber.unseen[-1] < squared.unseen[-1] / 4
    own = compared(Boosting(AskedLoss(OWN, BELL)))
    assert [each.boosting.asked.name for each in own] == ["squared_error", "huber", OWN]


def test_rows_and_one_that_is_moved() -> None:
    rows = lesson_rows("sine", False)
    assert np.flatnonzero(rows.is_outlier).tolist() == [8, 26, 44, 62, 80, 98, 116]
    assert (np.abs(rows.y - rows.truth)[rows.is_outlier] > FAR).all()
    assert not set(rows.judged) & set(np.flatnonzero(rows.is_outlier))
    other = moved(rows, 3, -1.5)
    assert (other.y != rows.y).sum() == 1
    assert other.y[rows.train[3]] == -1.5
    assert moved(rows, 3, None) is rows
    binary = lesson_rows("sine", True)
    assert set(binary.y) == {0.0, 1.0}
    assert moved(binary, 3, 0.4).y[binary.train[3]] == 1.0
    assert len(lesson_rows("cos_x2", False).y) == 125


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_boosted(name: str) -> None:
    given = PRESETS[name].values
    asked = AskedLoss(
        given["own_loss"], given["own_formula"], given["own_target"], given["own_delta"], given["own_tau"]
    )
    run = run_of(
        Boosting(
            *(asked, given["own_data"], given["own_rounds"], given["own_rate"]),
            *(given["own_depth"], given["own_lambda"]),
        )
    )
    assert len(run.trace) >= given["round"]
