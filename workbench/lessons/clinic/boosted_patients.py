"""The patients that are boosters: what each is trained on, and its fault in numbers. Pure, no streamlit."""

from collections.abc import Callable
from typing import Any

import numpy as np

from gbtlib import BoostingParams
from workbench.data.held_out import split_rows
from workbench.lessons.clinic import boosting_faults as faults
from workbench.lessons.clinic.findings import Findings, costs_of, courses_of, root_cuts, worst_row
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


def findings(pair: Pair, said: Said, how: str = "", row: int | None = None) -> Findings:
    """What is found at two boosters on one cohort."""
    cohort, p = pair[0].cohort, pair[0].cohort.params
    on = f"{cohort.title}{how}; depth {p.max_depth}, rate {number(p.learning_rate)}, λ {number(p.reg_lambda)}"
    on += f", γ {number(p.gamma)}" if p.gamma else ""
    return Findings(on, pair, courses_of(*pair), *said, costs_of(*pair), row)


def of_worst_row(pair: Pair, round_: int, how: str = "") -> tuple[Said, int]:
    """F in training of the row on which both disagree most, after a round; and that row."""
    place = worst_row(*pair)
    row = int(pair[0].rows[place])
    wrong, right = (float(each.F[round_][place]) for each in pair)
    return (f"F of row {row} after round {round_}{how}", wrong, right), row


def given_of_worst_row(pair: Pair, round_: int, how: str = "") -> tuple[Said, int]:
    """The same of F as it is given away."""
    row = int(pair[0].rows[worst_row(*pair)])
    wrong, right = (float(each.seen[round_][row]) for each in pair)
    y = f"; y = {pair[0].cohort.y[row]:g}" if how else ""
    return (f"F of row {row} after round {round_}{how}{y}", wrong, right), row


def largest_leaf(course: BoostedCourse) -> int:
    """The leaf of round 1 with the largest weight."""
    return int(np.abs(course.weight[0] * course.trees[0].is_leaf).argmax())


def replaced() -> Findings:
    """Sonar: from the second round on the gradients know the last tree alone."""
    pair = both(cohort_of("sonar", limits(3, 30)), Replaced())
    said, row = of_worst_row(pair, 3, ", as training sees it")
    return findings(pair, said, row=row)


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
    said, row = given_of_worst_row(pair, params.n_estimators, ", as it is given away")
    return findings(pair, said, ", a quarter of the cells blank", row)


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
    said, row = of_worst_row(pair, 1)
    return findings(pair, said, row=row)


def naive_log_loss() -> Findings:
    """Breast cancer at full steps without lambda: scores grow until 1 - p is 0."""
    params = limits(3, 50, learning_rate=1.0, reg_lambda=0.0)
    pair = both(cohort_of("breast_cancer", params), faults.NaiveLogLoss())
    sick = pair[0]
    y, F = sick.cohort.y, sick.seen[-1]
    row = int(np.abs(F).argmax())
    both_losses = sick.booster.losses(sick.cohort, y, F)[row], sick.cohort.loss.loss(y, F)[row]
    said = f"loss of row {row} after round {len(sick.trees)}; y = {y[row]:g}, F = {number(float(F[row]))}"
    return findings(pair, (said, float(both_losses[0]), float(both_losses[1])), row=row)


def link_twice() -> Findings:
    """Circles: every probability lies between 1/2 and 0.73, though the order is right."""
    pair = both(cohort_of("circles", limits(4, 20), noise=0.1), faults.ScoreForProbability())
    F = pair[0].unseen[-1]
    p, right = (each.booster.probability(each.unseen[-1]) for each in pair)
    low = int(F.argmin())
    said = f"probability of unseen row {low}, F = {number(float(F[low]))}"
    return findings(pair, (said, float(p[low]), float(right[low])))


def lost_in_predict() -> Findings:
    """cos(x) with noise: trees that are all right, summed by what they never meant."""
    pair = both(cohort_of("cos_x", limits(3, 15, learning_rate=0.1), noise=0.3), faults.LostInPredict())
    said, row = given_of_worst_row(pair, 1)
    return findings(pair, said, row=row)


_EXAMINATIONS = (
    *(replaced, rate_inside, column_guard, read_as_zero, vanished, smallest_positive, no_minus, whole_gain),
    *(gamma_twice, norm_not_square, without_replacement, minus_in_update, naive_log_loss, link_twice),
    lost_in_predict,
)
EXAMINED: dict[str, Callable[[], Findings]] = {each.__name__: each for each in _EXAMINATIONS}
"""How each of them is examined, by the name of its fault."""
