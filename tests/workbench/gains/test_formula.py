"""The formula: its numbers are those of the candidates, and put together they give the gain."""

import numpy as np
import pytest

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.estimators.boosting import GradientBoosting
from tests.gbtlib.models import MODELS, table, target
from tests.pages import fit
from workbench.gains.formula import (
    MOST_LAMBDA,
    RoundNode,
    addition,
    formula_at,
    knob,
    rounded_up,
    show,
)
from workbench.gains.formula_text import formula_latex, tried_words
from workbench.gains.view import what_if
from workbench.link.values import SETTINGS

NAMES = ("a", "b", "c", "d")
FOUR, FOUR_Y = np.arange(1.0, 5.0)[:, np.newaxis], np.array([1.0, 2.0, 6.0, 7.0])
FIVE, FIVE_Y = np.arange(1.0, 6.0)[:, np.newaxis], np.array([0, 0, 1, 1, 1])


def checked(line: str) -> tuple[float, float]:
    """Both sides of an exact line, the left one computed by Python."""
    _, arithmetic, result = line.split(" = ")
    return eval(arithmetic), float(result)


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("node", [0, 1])
def test_parts_are_the_candidates_and_give_their_gain(name: str, node: int) -> None:
    model = MODELS[name]
    found = model.candidates(2, node)
    for i in range(0, len(found), 7):
        if not np.isfinite(found.gain[i]) or min(found.HL[i], found.HR[i]) <= 0:
            continue
        view = formula_at(RoundNode(model, 2, node), found, i, NAMES)
        assert (view.left.G, view.left.H, view.left.n_rows) == (found.GL[i], found.HL[i], found.n_left[i])
        assert (view.right.G, view.right.H, view.right.n_rows) == (found.GR[i], found.HR[i], found.n_right[i])
        scale = 1e-12 * max(
            1.0, found.score[i] * 1e-9, abs(found.gain[i]), view.left.score + view.right.score
        )
        assert view.gain == view.fitted_gain
        assert abs(view.gain - found.gain[i]) < scale
        by_parts = (view.left.score + view.right.score - view.node.score) / 2 - view.gamma.now
        assert abs(by_parts - found.gain[i]) < scale
        equations = [checked(line) for line in view.exact if not line.startswith("T")]
        assert len(equations) == 4
        for computed, written in equations:
            assert computed == pytest.approx(written, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("name", MODELS)
def test_leaves_have_the_weight_of_the_tree(name: str) -> None:
    model = MODELS[name]
    tree = model.trace_[2].trees[0]
    for leaf in tree.leaves:
        view = formula_at(RoundNode(model, 3, int(leaf)), model.candidates(3, int(leaf)), None, NAMES)
        assert (view.left, view.right, view.gain, view.is_leaf) == (None, None, None, True)
        assert view.node.weight == pytest.approx(tree.weight[leaf], rel=1e-12, abs=1e-15)
        assert view.node.step == model.params_.learning_rate * view.node.weight
        assert (view.node.G, view.node.H, view.node.n_rows) == (
            tree.G[leaf],
            tree.H[leaf],
            tree.n_samples[leaf],
        )
        computed, written = checked(view.exact[0])
        assert computed == pytest.approx(written, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("name", MODELS)
def test_a_step_is_what_the_round_adds_to_its_rows(name: str) -> None:
    model = MODELS[name]
    round_ = model.trace_[1]
    tree = round_.trees[0]
    leaf = int(tree.leaves[0])
    view = formula_at(RoundNode(model, 2, leaf), model.candidates(2, leaf), None, NAMES)
    added = (round_.raw_after - round_.raw_before).reshape(len(round_.raw_after), -1)[:, 0]
    np.testing.assert_allclose(added[round_.rows_in(leaf)], view.node.step, atol=1e-12)


def cuts(model: GradientBoosting) -> list:
    found = model.candidates(1, 0)
    return [formula_at(RoundNode(model, 1, 0), found, i, ["x"]) for i in range(len(found))]


def test_half_squared_error_by_hand() -> None:
    model = GradientBoostingRegressor(n_estimators=1, max_depth=1, base_score=0.0, trace="full").fit(
        FOUR, FOUR_Y
    )
    views = cuts(model)
    assert [view.gain for view in views] == pytest.approx([111 / 40, 61 / 15, -129 / 40], abs=1e-12)
    assert (views[1].left.weight, views[1].right.weight) == pytest.approx((1, 13 / 3), abs=1e-12)
    model = GradientBoostingRegressor(n_estimators=1, max_depth=1, base_score=4.0, trace="full").fit(
        FOUR, FOUR_Y
    )
    views = cuts(model)
    assert [view.gain for view in views] == pytest.approx([27 / 8, 25 / 3, 27 / 8], abs=1e-12)
    assert (views[1].left.weight, views[1].right.weight) == pytest.approx((-5 / 3, 5 / 3), abs=1e-12)
    assert views[1].left.step == pytest.approx(-1 / 6, abs=1e-12)  # learning rate 0.1
    assert views[1].left.made_of["G"] == (
        "GL is the sum of the gradients g of the 2 rows with x ≤ 2.5: 3 + 2 = 5"
    )
    assert views[1].right.made_of["G"].endswith("of the 2 rows with x > 2.5: −2 − 3 = −5")
    assert views[0].right.made_of["H"].endswith("of the 3 rows with x > 1.5: 3 · 1 = 3")
    assert views[0].left.made_of["G"].endswith("of the 1 row with x ≤ 1.5: 3")
    assert views[0].node.made_of["G"].endswith("of the 4 rows in the node: 3 + 2 − 2 − 3 = 0")


def test_logistic_by_hand() -> None:
    model = GradientBoostingClassifier(n_estimators=1, max_depth=1, base_score=0.5, trace="full").fit(
        FIVE, FIVE_Y
    )
    views = cuts(model)
    assert [view.gain for view in views] == pytest.approx([53 / 180, 58 / 63, 22 / 63, 2 / 45], abs=1e-12)
    assert (views[1].left.weight, views[1].right.weight) == pytest.approx((-2 / 3, 6 / 7), abs=1e-12)


def test_another_lambda_and_gamma_by_hand() -> None:
    model = GradientBoostingRegressor(n_estimators=1, max_depth=1, base_score=4.0, trace="full").fit(
        FOUR, FOUR_Y
    )
    found = what_if(model, 1, 0, reg_lambda=3.0, gamma=2.0)
    view = formula_at(RoundNode(model, 1, 0), found, 1, ["x"], (3.0, 2.0))
    assert view.is_what_if
    assert view.gain == pytest.approx(0.5 * (25 / 5 + 25 / 5) - 2, abs=1e-12)
    assert view.gain == pytest.approx(found.gain[1], abs=1e-12)
    assert view.fitted_gain == pytest.approx(25 / 3, abs=1e-12)
    assert view.left.weight == pytest.approx(-1, abs=1e-12)
    assert not formula_at(RoundNode(model, 1, 0), found, 1, ["x"], (1.0, None)).is_what_if
    assert tried_words(view) == (
        "**What if** λ = 3, γ = 2? The tree was fitted with λ = 1, γ = 0. There this cut gains 8.333."
    )
    numbers = r"\frac{(5)^2}{2+3}+\frac{(-5)^2}{2+3}-\frac{(0)^2}{4+3}\right]-2=3"
    assert numbers in formula_latex(view)
    assert r"w_L&=-\frac{G_L}{H_L+\lambda}=-\frac{5}{2+3}=-1,\quad \eta\,w_L=-0.1" in formula_latex(view)


def test_alpha_moves_a_sum_towards_zero() -> None:
    params = {"n_estimators": 1, "max_depth": 1, "base_score": 4.0}
    model = GradientBoostingRegressor(reg_alpha=2.0, **params, trace="full").fit(FOUR, FOUR_Y)
    left = cuts(model)[1].left
    assert (left.G, left.T, left.score, left.weight) == pytest.approx((5, 3, 3, -1), abs=1e-12)
    assert left.made_of["T"] == "T(GL) is GL moved towards 0 by α = 2: 5 becomes 3"
    model = GradientBoostingRegressor(reg_alpha=20.0, **params, trace="full").fit(FOUR, FOUR_Y)
    assert (cuts(model)[1].left.T, cuts(model)[1].left.weight) == (0, 0)
    plain = MODELS["plain"]
    view = formula_at(RoundNode(plain, 1, 0), plain.candidates(1, 0), 0, NAMES)
    assert "T" not in view.left.made_of


@pytest.mark.parametrize("name", ["missing", "sampled", "softmax", "logistic"])
def test_the_rows_of_a_side_add_up_to_its_sums(name: str) -> None:
    # A part counts the rows that it was given; their sums are checked against the scan's.
    model = MODELS[name]
    round_ = model.trace_[0]
    for k in range(len(round_.trees)):
        found = model.candidates(1, 0, k=k)
        rows = round_.rows_in(0, k)
        g = round_.gradient.reshape(len(round_.gradient), -1)[rows, k]
        for i in (0, len(found) // 2, len(found) - 1):
            view = formula_at(RoundNode(model, 1, 0, k), found, i, NAMES)
            assert view.left.n_rows + view.right.n_rows == view.node.n_rows == len(rows)
            assert view.left.G + view.right.G == pytest.approx(g.sum(), abs=1e-12)


def test_where_the_rows_are_that_miss_the_feature() -> None:
    X = table(missing=0.3)
    model = GradientBoostingRegressor(n_estimators=1, max_depth=1, trace="full").fit(X, target(X))
    found = model.candidates(1, 0)
    for i in np.flatnonzero(found.feature == 1):
        view = formula_at(RoundNode(model, 1, 0), found, int(i), NAMES)
        if np.isinf(found.threshold[i]):
            assert (view.left.where, view.right.where) == ("with b is not missing", "with b is missing")
        else:
            assert view.left.where.endswith(" or missing") == found.default_left[i]
            assert view.right.where.endswith(" or missing") == (not found.default_left[i])


def test_gradients_that_cancel_are_shown_as_zero() -> None:
    y = np.array([0.1, 0.2, 0.3, 0.7])
    model = GradientBoostingRegressor(n_estimators=1, max_depth=1, trace="full").fit(FOUR, y)
    view = cuts(model)[0]
    assert view.node.G != 0
    assert view.node.read == (0, 0, 0)
    assert view.left.read[0] == view.left.G
    assert r"-\frac{(0)^2}{4+1}\right]" in formula_latex(view)


def test_sliders_reach_round_numbers_and_hold_what_is_set() -> None:
    model = GradientBoostingRegressor(n_estimators=1, max_depth=1, gamma=0.3, trace="full").fit(FOUR, FOUR_Y)
    found = model.candidates(1, 0)
    view = formula_at(RoundNode(model, 1, 0), found, 0, ["x"], (800.0, 0.0))
    assert (view.reg_lambda.now, view.reg_lambda.fitted, view.reg_lambda.high) == (800.0, 1.0, 800.0)
    assert (view.gamma.now, view.gamma.fitted, view.gamma.high) == (0.0, 0.3, 10.0)
    assert [rounded_up(value) for value in (0.003, 0.9, 1.0, 1.1, 4.0, 60.0)] == [0.005, 1, 1, 2, 5, 100]


@pytest.mark.parametrize("name", MODELS)
def test_what_can_be_tried_reaches_as_far_as_it_matters_in_the_node(name: str) -> None:
    model = MODELS[name]
    tree = model.trace_[1].trees[0]
    for index in range(tree.n_nodes):
        found = model.candidates(2, index)
        view = formula_at(RoundNode(model, 2, index), found, None, NAMES)
        saved = max(0.0, float(np.nanmax(found.gain + model.params_.gamma, initial=0.0)))
        assert 1.2 * saved <= view.gamma.high * (1 + 1e-9)
        assert view.gamma.high <= max(3 * saved, 5 * model.params_.gamma, 1e-6)
        assert view.reg_lambda.high <= max(2.5 * tree.H[index], 5 * model.params_.reg_lambda, 2.5)
        tried = what_if(model, 2, index, reg_lambda=3.0, gamma=0.5 * view.gamma.high)
        again = formula_at(RoundNode(model, 2, index), tried, None, NAMES, (3.0, 0.5 * view.gamma.high))
        assert again.gamma.high == view.gamma.high  # the range stays while one drags


def test_long_sums_show_their_ends() -> None:
    assert addition(np.array([0.5, -0.25, 1.0, 2.0, 3.0, -4.0]), 2.25) == "0.5 − 0.25 + 1 + … − 4 = 2.25"
    assert addition(np.array([-1.0, 0.5]), -0.5) == "−1 + 0.5 = −0.5"
    assert show(1234.5678) == "1235"


@pytest.mark.parametrize(("fitted", "reach"), [(1.0, 442.0), (0.3, 17.0), (7.0, 10.0), (0.0, 3e5)])
def test_a_step_of_the_slider_is_the_fitted_value(fitted: float, reach: float) -> None:
    made = knob(fitted, fitted, reach)
    assert made.high >= reach
    assert fitted / made.step == pytest.approx(round(fitted / made.step))
    assert 150 <= made.high / made.step <= 1000


def test_lambda_reaches_as_far_as_the_cut_minds() -> None:
    """Four rows of four thousand are cut off: a lambda of their number halves what that saves."""
    x = np.arange(4000.0)
    y = np.where(x < 4, 10.0, 0.0)
    model = GradientBoostingRegressor(n_estimators=1, max_depth=1, trace="full").fit(x[:, np.newaxis], y)
    found = model.candidates(1, 0)
    assert found.best is not None
    assert found.threshold[found.best] == 3.5
    node = RoundNode(model, 1, 0)
    fitted = [formula_at(node, found, found.best, ["x"], (reg_lambda, None)) for reg_lambda in (0.0, 4.0)]
    assert fitted[1].gain == pytest.approx(fitted[0].gain / 2, rel=0.01)
    assert fitted[0].reg_lambda.high <= 10
    assert formula_at(node, found, None, ["x"]).reg_lambda.high == MOST_LAMBDA  # of a leaf of 4,000 rows


def test_lambda_reaches_no_further_than_it_can_be_set() -> None:
    assert SETTINGS["reg_lambda"].rule.broken_by(MOST_LAMBDA) is None
    assert SETTINGS["reg_lambda"].rule.broken_by(MOST_LAMBDA + 1) is not None
    half = fit(data="cos_x2")  # cut in the middle, whose half takes thousands
    found = half.candidates(1, 0)
    view = formula_at(RoundNode(half.model, 1, 0), found, found.best, ["x"])
    assert view.reg_lambda.high == MOST_LAMBDA
