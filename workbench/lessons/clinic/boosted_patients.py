"""The patients that are boosters: what each is trained on, and its fault in numbers. Pure, no streamlit."""

from collections.abc import Callable
from typing import Any

import numpy as np

from gbtlib import BoostingParams
from workbench.data.held_out import split_rows
from workbench.lessons.clinic import boosting_faults as faults
from workbench.lessons.clinic.findings import Findings, costs_of, courses_of, root_cuts
from workbench.lessons.clinic.two_sides import (
    ANSWERS,
    MOMENTS,
    answer_of,
    boosted_side,
    parting_of,
    telling_row,
)
from workbench.models.booster import BoostedCourse, Booster, Cohort, boosted, cohort_of
from workbench.models.published_booster import ColumnGuard, RateInside, Replaced
from workbench.text.numbers import number

Pair = tuple[BoostedCourse, BoostedCourse]
Said = tuple[str, float, float]
"""Of what, by the wrong and by the right line."""


def limits(max_depth: int, n_estimators: int, **others: Any) -> BoostingParams:
    """Settings of a booster, at a rate of 0.3 unless another is given."""
    kept = {"max_depth": max_depth, "n_estimators": n_estimators, "learning_rate": 0.3}
    return BoostingParams(**(kept | others))


def both(cohort: Cohort, fault: Booster, healthy: Booster | None = None) -> Pair:
    """A booster with a fault and its healthy twin, trained."""
    return boosted(cohort, fault), boosted(cohort, healthy or Booster())


def findings(pair: Pair, said: Said, how: str = "") -> Findings:
    """What is found at two boosters on one cohort."""
    cohort, p = pair[0].cohort, pair[0].cohort.params
    on = f"{cohort.title}{how}; depth {p.max_depth}, rate {number(p.learning_rate)}, λ {number(p.reg_lambda)}"
    on += f", γ {number(p.gamma)}" if p.gamma else ""
    return Findings(on, pair, courses_of(*pair), *said, costs_of(*pair))


def of_telling_row(pair: Pair) -> Said:
    """What shows the fault in the round in which both part, of the row that differs most there."""
    sick, well = (boosted_side(each) for each in pair)
    parts = parting_of(sick, well)
    row, answer = telling_row(sick, well, parts), answer_of(sick, well, parts)
    round_ = (parts - 1) // len(MOMENTS) + 1
    wrong, right = (float(getattr(side, answer)[round_][row]) for side in (sick, well))
    at = "" if answer == "F" else f", F {number(float(well.F[round_][row]))}"
    return f"row {row} after round {round_}{at}: {ANSWERS[answer]}", wrong, right


def largest_leaf(course: BoostedCourse) -> int:
    """The leaf of round 1 with the largest weight."""
    return int(np.abs(course.weight[0] * course.trees[0].is_leaf).argmax())


def replaced() -> Findings:
    """Sonar: from the second round on the gradients know the last tree alone."""
    pair = both(cohort_of("sonar", limits(3, 30)), Replaced())
    return findings(pair, of_telling_row(pair))


def rate_inside() -> Findings:
    """Sonar at rate 0.1: the first tree is worth several."""
    pair = both(cohort_of("sonar", limits(10, 20, learning_rate=0.1)), RateInside())
    sick = pair[0]
    at = largest_leaf(sick)
    n = int(sick.trees[0].n_samples[at])
    said = f"a leaf of {n} rows of one class, in round 1"
    return findings(pair, (said, abs(float(sick.weight[0][at])), 0.1 * 0.5 * n / (0.25 * n + 1)))


def column_guard() -> Findings:
    """Sonar: cuts at a node's own largest value, chosen by rounding."""
    pair = both(cohort_of("sonar", limits(6, 20)), ColumnGuard(), faults.NaiveBooster())
    empty = sum(int((tree.n_samples == 0).sum()) for tree in pair[0].trees)
    return findings(pair, ("empty right children in 20 trees", float(empty), 0.0))


def read_as_zero() -> Findings:
    """Moons with blank cells, whose coordinates lie on both sides of 0."""
    params = limits(3, 30, missing="left")
    pair = both(cohort_of("circles", params, noise=0.1, blank=0.25), faults.ReadAsZero())
    return findings(pair, of_telling_row(pair), ", a quarter of the cells blank")


def counts_cohort(params: BoostingParams) -> Cohort:
    """600 short notes, four words counted; class 1 where none of them is in it, mostly."""
    rng = np.random.default_rng(5)
    X = rng.poisson((0.5, 0.4, 0.3, 0.3), (600, 4)).astype(np.float64)
    y = ((X.sum(axis=1) == 0) ^ (rng.random(600) < 0.1)).astype(np.float64)
    seen, unseen = split_rows(600, test_fraction=0.5)
    names = ("tea", "oven", "rain", "sea")
    return Cohort("600 notes, four words counted", X[seen], y[seen], X[unseen], y[unseen], names, params)


def vanished() -> Findings:
    """Word counts: a note with none of the words has no entry."""
    pair = both(counts_cohort(limits(3, 20)), faults.Vanished())
    listed, all_rows = (float(len(each.rows)) for each in pair)
    return findings(pair, ("training rows", listed, all_rows))


def smallest_positive() -> Findings:
    """XOR at a price of a leaf: no gain at the root is positive, though those below it are."""
    params = limits(3, 20, gamma=2.0, pruning="full")
    pair = both(cohort_of("xor", params, noise=0.1), faults.SmallestPositive())
    said = ("the largest gain at the root", faults.SmallestPositive.start, root_gain(pair[1]))
    return findings(pair, said)


def root_gain(course: BoostedCourse) -> float:
    """The gain of the first root's best cut, gamma subtracted."""
    return float(root_cuts(course, 1).gain.max())


def no_minus() -> Findings:
    """cos(x) with noise: every step leads uphill."""
    pair = both(cohort_of("cos_x", limits(3, 10), noise=0.3), faults.NoMinus())
    tree = pair[0].trees[0]
    leaf = int(tree.breadth_first()[-1])
    G, H = float(tree.G[leaf]), float(tree.H[leaf])
    said = f"the last leaf of round 1: G = {number(G)}, H = {number(H)}"
    return findings(pair, (said, G / (H + 1), -G / (H + 1)))


def whole_gain() -> Findings:
    """Slanted stripes with noise: splits that are not worth their price stay."""
    pair = both(cohort_of("stripes", limits(4, 30, gamma=0.5), noise=0.3), faults.WholeGain())
    best = root_gain(pair[1])
    return findings(pair, ("the root's best cut", 2 * (best + 0.5) - 0.5, best))


def gamma_twice() -> Findings:
    """Slanted stripes: splits that are worth their price are given up."""
    pair = both(cohort_of("stripes", limits(4, 30, gamma=1.0), noise=0.1), faults.GammaTwice())
    return findings(pair, ("the least that a cut must gain before γ is taken off", 2.0, 1.0))


def norm_not_square() -> Findings:
    """Circles at lambda 4: small sums are set to 0, large ones hardly held."""
    pair = both(cohort_of("circles", limits(4, 30, reg_lambda=4.0), noise=0.1), faults.NormNotSquare())
    weight, tree, leaf = pair[0].weight[0], pair[0].trees[0], largest_leaf(pair[0])
    G, H = float(tree.G[leaf]), float(tree.H[leaf])
    said = f"a leaf of round 1: G = {number(G)}, H = {number(H)}"
    return findings(pair, (said, float(weight[leaf]), -G / (H + 4)))


def without_replacement() -> Findings:
    """Bagged trees on Sonar: every sample is the whole, so every tree is the same."""
    cohort = cohort_of("sonar", limits(6, 30, learning_rate=1 / 30))
    healthy, sick = faults.Bagged(), faults.WithoutReplacement()
    pair = both(cohort, sick, healthy)
    seen = [len(np.unique(each.sampled(len(pair[0].rows), 1))) for each in (sick, healthy)]
    said = ("different rows in the sample of tree 1", float(seen[0]), float(seen[1]))
    return findings(pair, said)


def minus_in_update() -> Findings:
    """Circles: the leaf weights are right, and go the wrong way."""
    pair = both(cohort_of("circles", limits(4, 10), noise=0.1), faults.MinusInUpdate())
    return findings(pair, of_telling_row(pair))


def naive_log_loss() -> Findings:
    """Breast cancer at full steps without lambda: scores grow until 1 - p is 0."""
    params = limits(3, 50, learning_rate=1.0, reg_lambda=0.0)
    pair = both(cohort_of("breast_cancer", params), faults.NaiveLogLoss())
    return findings(pair, of_telling_row(pair))


def link_twice() -> Findings:
    """Circles: every probability lies between 1/2 and 0.73, though the order is right."""
    pair = both(cohort_of("circles", limits(4, 20), noise=0.1), faults.ScoreForProbability())
    return findings(pair, of_telling_row(pair))


def lost_in_predict() -> Findings:
    """cos(x) with noise: trees that are all right, summed by what they never meant."""
    pair = both(cohort_of("cos_x", limits(3, 15, learning_rate=0.1), noise=0.3), faults.LostInPredict())
    return findings(pair, of_telling_row(pair))


_EXAMINATIONS = (
    *(replaced, rate_inside, column_guard, read_as_zero, vanished, smallest_positive, no_minus, whole_gain),
    *(gamma_twice, norm_not_square, without_replacement, minus_in_update, naive_log_loss, link_twice),
    lost_in_predict,
)
EXAMINED: dict[str, Callable[[], Findings]] = {each.__name__: each for each in _EXAMINATIONS}
"""How each of them is examined, by the name of its fault."""
