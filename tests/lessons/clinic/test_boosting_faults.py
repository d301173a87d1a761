"""Boosters with a fault: each does what the published code or formula does, by hand values and invariants."""

from dataclasses import replace

import numpy as np
import pytest

from gbtlib import BoostingParams, GradientBoostingClassifier
from workbench.lessons.clinic import boosting_faults as faults
from workbench.models.booster import Booster, Cohort, boosted, cohort_of
from workbench.models.naive_tree import naive_tree
from workbench.models.published_booster import ColumnGuard, RateInside, Replaced


def by_hand(y: list[float], **params: object) -> Cohort:
    """Rows x = 1, 2, ... with these targets, seen and unseen alike."""
    X, targets = np.arange(1.0, len(y) + 1)[:, np.newaxis], np.array(y)
    return Cohort("by hand", X, targets, X, targets, ("x",), BoostingParams(**params))  # type: ignore[arg-type]


def test_a_healthy_booster_is_gbtlibs() -> None:
    params = BoostingParams(n_estimators=5, max_depth=3, learning_rate=0.3, base_score=0.5)
    cohort = cohort_of("sonar", params)
    model = GradientBoostingClassifier(n_estimators=5, max_depth=3, learning_rate=0.3, base_score=0.5)
    model.fit(cohort.X, cohort.y.astype(int))
    course = boosted(cohort, Booster())
    probability = course.booster.probability(course.unseen[-1])
    assert probability == pytest.approx(model.predict_proba(cohort.X_unseen)[:, 1], abs=1e-12)


def test_replacing_forgets_all_trees_but_the_last() -> None:
    # One leaf for y = 1, 1, 1, 0 at lambda 0: accumulated it goes to ln 3, replaced it never settles.
    cohort = by_hand(
        [1, 1, 1, 0], n_estimators=4, max_depth=1, min_samples_leaf=3, reg_lambda=0.0, learning_rate=1
    )
    healthy, sick = boosted(cohort, Booster()), boosted(cohort, Replaced())
    given = [each[0] for each in sick.seen]
    assert [each[0] for each in healthy.seen[:4]] == pytest.approx([0, 1, 1.096339, 1.098611], abs=1e-6)
    assert [sick.F[1][0], sick.F[2][0]] == pytest.approx([1, 0.096339], abs=1e-6)
    assert given == pytest.approx([0, 1, 1.096339, 2.002173, 2.186828], abs=1e-6)


PRINTED = (
    *("-0.0009999995", "0.0049999875", "-0.0014999989", "-0.0034999939", "0.0004999999", "-0.0189998195"),
    *("0.0004999999", "-0.0004999999", "0.0014999989", "-0.0014999989", "-0.0009999995", "-0.0009999995"),
    *("0.0004999999", "-0.0004999999", "-0.0004999999", "0.0339994220", "-0.0004999999"),
)
"""The leaf scores of the published tree of 33 nodes, at rate 0.001 and lambda 1, as they are printed."""


def test_the_published_leaves_are_those_of_a_rate_inside_g_and_h() -> None:
    rate, total = 0.001, 0
    for text in PRINTED:
        n = round(2 * abs(float(text)) / rate)
        assert abs(float(text)) == pytest.approx(rate * n / 2 / (1 + rate**2 * n / 4), abs=6e-11)
        total += n
    assert len(PRINTED) == 17
    assert total == 145


def test_a_rate_inside_is_another_lambda() -> None:
    cohort = cohort_of("sonar", BoostingParams(n_estimators=3, max_depth=10, learning_rate=0.1))
    sick = boosted(cohort, RateInside())
    leaf = sick.trees[0].leaves
    n = sick.trees[0].n_samples[leaf]
    assert n.sum() == 145
    # One leaf at the full depth has rows of both classes: the others are pure.
    net = np.round(np.abs(sick.trees[0].G[leaf]) / 0.05)
    assert np.abs(sick.weight[0][leaf]) == pytest.approx(0.1 * net / 2 / (1 + 0.01 * n / 4), abs=1e-12)
    assert (net == n).sum() == len(n) - 1
    # lambda / rate^2 with leaves 1 / rate times as large
    other = boosted(
        replace(cohort, params=replace(cohort.params, reg_lambda=100.0, learning_rate=1.0)), TenTimes()
    )
    assert sick.seen[-1] == pytest.approx(other.seen[-1], abs=1e-9)


class TenTimes(Booster):
    """Leaves ten times as large."""

    def weight(self, tree):  # type: ignore[no-untyped-def]
        return 10 * tree.weight


def test_the_guard_of_the_column_lets_right_children_be_empty() -> None:
    cohort = cohort_of("sonar", BoostingParams(n_estimators=4, max_depth=6, learning_rate=0.3))
    sick, healthy = boosted(cohort, ColumnGuard()), boosted(cohort, faults.NaiveBooster())
    empty = [int((tree.n_samples == 0).sum()) for tree in sick.trees]
    assert empty[0] == 0  # all g are 1/2: nothing is rounded
    assert min(empty[1:]) > 0
    assert all((tree.n_samples > 0).all() for tree in healthy.trees)
    for tree in sick.trees:
        gain = tree.gain[tree.parent[tree.n_samples == 0]]
        assert (gain < 1e-12).all()


def test_naive_trees_are_gbtlibs_but_for_rounding() -> None:
    cohort = cohort_of(
        "circles",
        BoostingParams(n_estimators=3, max_depth=3, learning_rate=0.3, threshold="observed"),
        noise=0.1,
    )
    naive, exact = boosted(cohort, faults.NaiveBooster()), boosted(cohort, Booster())
    assert naive.seen[-1] == pytest.approx(exact.seen[-1], abs=1e-9)


def test_an_empty_leaf_without_lambda_is_no_number() -> None:
    X, g, h = np.array([[1.0], [1.0], [2.0]]), np.array([0.1, 0.2, -0.3]), np.array([0.2, 0.2, 0.1])
    params = BoostingParams(max_depth=3, reg_lambda=0.0)
    with np.errstate(all="ignore"), pytest.raises(ZeroDivisionError):
        naive_tree(X, g, h, params, inside_ties=True)


def test_rows_with_a_gap_change_sides_in_prediction_alone() -> None:
    params = BoostingParams(n_estimators=5, max_depth=3, learning_rate=0.3, missing="left")
    cohort = cohort_of("circles", params, noise=0.1, blank=0.25)
    sick, healthy = boosted(cohort, faults.ReadAsZero()), boosted(cohort, Booster())
    whole = ~np.isnan(cohort.X).any(axis=1)
    assert np.array_equal(sick.F[-1], healthy.F[-1])
    assert np.array_equal(sick.seen[-1][whole], sick.F[-1][whole])
    assert not np.array_equal(sick.seen[-1][~whole], sick.F[-1][~whole])


def test_a_gap_is_left_in_training_and_zero_in_prediction() -> None:
    # Eight rows: trained with two gaps on the left of x <= -1.5 (mean 2); 0 is on its right (mean 6).
    x = np.array([-3, np.nan, -2, np.nan, -1, 0, 1, 2])[:, np.newaxis]
    y = np.array([2.0, 2, 2, 2, 6, 6, 6, 6])
    params = BoostingParams(n_estimators=1, max_depth=1, learning_rate=1.0, reg_lambda=0.0, missing="left")
    sick = boosted(Cohort("gaps", x, y, x, y, ("x",), params), faults.ReadAsZero())
    assert sick.F[1].tolist() == y.tolist()
    assert sick.seen[1].tolist() == [2, 6, 2, 6, 6, 6, 6, 6]


def test_rows_without_an_entry_are_not_learned_from() -> None:
    X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 2.0], [0.0, 0.0]])
    y = np.array([1.0, 0.0, 0.0, 1.0])
    cohort = Cohort("four rows", X, y, X, y, ("a", "b"), BoostingParams(n_estimators=1, max_depth=1))
    sick = boosted(cohort, faults.Vanished())
    assert sick.rows.tolist() == [1, 2]
    assert (sick.seen[-1] < 0).all()  # it knows no row of class 1


@pytest.mark.parametrize(("gamma", "leaves"), [(0.1, (1, 4)), (0.01, (4, 4))])
def test_a_search_from_the_smallest_positive_number_sees_no_loss_now_for_a_gain_later(
    gamma: float, leaves: tuple[int, int]
) -> None:
    # XOR of five rows: the root gains 1/63, its children 38/105 and 1/5.
    X = np.array([[0, 0], [0, 0], [0, 1], [1, 0], [1, 1]], dtype=float)
    y = np.array([0, 0, 1, 1, 0], dtype=float)
    params = BoostingParams(n_estimators=1, max_depth=2, gamma=gamma, pruning="full")
    cohort = Cohort("XOR", X, y, X, y, ("a", "b"), params)
    pair = boosted(cohort, faults.SmallestPositive()), boosted(cohort, Booster())
    assert tuple(each.trees[0].n_leaves for each in pair) == leaves


def test_a_leaf_without_its_minus_climbs() -> None:
    # y = 1, 2, 6, 7 from F = 4: mean squared error 6.5 before, 0.944 after the right step, 17.61 else.
    cohort = replace(by_hand([1, 2, 6, 7], n_estimators=1, max_depth=1, learning_rate=1.0), start=4.0)
    healthy, sick, minus = (
        boosted(cohort, each) for each in (Booster(), faults.NoMinus(), faults.MinusInUpdate())
    )
    assert 2 * healthy.errors(unseen=False) == pytest.approx([6.5, 17 / 18])
    assert 2 * sick.errors(unseen=False) == pytest.approx([6.5, 17.6111111])
    assert minus.errors(unseen=False) == pytest.approx(sick.errors(unseen=False))
    assert minus.weight[0].tolist() == healthy.weight[0].tolist()
    assert sick.weight[0].tolist() == [-each for each in healthy.weight[0]]


def test_a_gain_without_its_half_halves_gamma() -> None:
    # y = 0, 0, 1, 1, 1: the best gain is 58/63, without the half 116/63.
    for gamma, leaves in ((0.9, (2, 2)), (1.0, (2, 1)), (1.9, (1, 1))):
        cohort = by_hand([0, 0, 1, 1, 1], n_estimators=1, max_depth=1, gamma=gamma)
        pair = boosted(cohort, faults.WholeGain()), boosted(cohort, Booster())
        assert tuple(each.trees[0].n_leaves for each in pair) == leaves


def test_a_gamma_that_is_subtracted_and_compared_counts_twice() -> None:
    # y = 0, 0, 1, 1, 1: the best gain is 58/63 = 0.92, which is more than gamma and less than twice gamma.
    for gamma, leaves in ((0.4, (2, 2)), (0.5, (1, 2)), (0.9, (1, 2)), (1.0, (1, 1))):
        cohort = by_hand([0, 0, 1, 1, 1], n_estimators=1, max_depth=1, gamma=gamma)
        pair = boosted(cohort, faults.GammaTwice()), boosted(cohort, Booster())
        assert tuple(each.trees[0].n_leaves for each in pair) == leaves


def test_a_penalty_on_the_norm() -> None:
    # One leaf with G = -3, H = 2, lambda 1: 1.25 instead of 1.
    cohort = by_hand([1, 2], n_estimators=1, max_depth=1, min_samples_leaf=2)
    pair = boosted(cohort, faults.NormNotSquare()), boosted(cohort, Booster())
    assert [float(each.weight[0][0]) for each in pair] == [1.25, 1.0]


def test_samples_without_replacement_are_the_whole() -> None:
    cohort = cohort_of("sonar", BoostingParams(n_estimators=3, max_depth=3, learning_rate=1 / 3))
    sick, healthy = boosted(cohort, faults.WithoutReplacement()), boosted(cohort, faults.Bagged())
    one = boosted(
        replace(cohort, params=replace(cohort.params, n_estimators=1, learning_rate=1.0)), Booster()
    )
    assert sick.seen[-1] == pytest.approx(one.seen[-1], abs=1e-12)  # three trees that are one
    drawn = healthy.booster.sampled(145, 1)
    assert drawn is not None
    assert 0.55 < len(np.unique(drawn)) / 145 < 0.71


@pytest.mark.parametrize(("score", "is_number"), [(36.0, True), (36.7, True), (37.5, False), (700.0, False)])
def test_the_naive_log_loss_ends_at_37(score: float, is_number: bool) -> None:
    cohort, y, F = by_hand([1.0, 0.0]), np.array([1.0, 0.0]), np.array([score, -score])
    loss = faults.NaiveLogLoss().losses(cohort, y, F)
    assert bool(np.isfinite(loss[0])) == is_number
    assert Booster().losses(cohort, y, F) == pytest.approx(np.exp(-score), rel=1e-9)


def test_a_link_taken_twice_keeps_the_order_and_loses_the_classes() -> None:
    cohort = cohort_of("circles", BoostingParams(n_estimators=10, max_depth=4, learning_rate=0.3), noise=0.1)
    sick, healthy = boosted(cohort, faults.ScoreForProbability()), boosted(cohort, Booster())
    p = sick.booster.probability(sick.unseen[-1])
    assert ((p > 0.5) & (p < 1 / (1 + np.exp(-1)))).all()
    assert sick.area() == healthy.area()
    assert sick.wrong() == int((cohort.y_unseen == 0).sum())


def test_predict_without_minus_and_hessian_is_minus_twice_the_fit() -> None:
    cohort = cohort_of("cos_x", BoostingParams(n_estimators=4, max_depth=2, learning_rate=0.3), noise=0.1)
    sick = boosted(cohort, faults.LostInPredict())
    for F, given in zip(sick.F, sick.seen, strict=True):
        assert given == pytest.approx(-2 * F, abs=1e-12)
