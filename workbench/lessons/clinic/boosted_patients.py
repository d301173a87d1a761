"""The patients that are boosters: what each is trained on, and the sheets that help. Pure, no streamlit."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from gbtlib import BoostingParams
from workbench.data.held_out import split_rows
from workbench.lessons.clinic import boosting_faults as faults
from workbench.lessons.clinic.findings import (
    Findings,
    Sheet,
    asked,
    costs_of,
    courses_of,
    cuts_sheet,
    gradient_sheet,
    ledger_sheet,
    question_sheet,
    root_cuts,
    sheet,
    size_sheet,
    weight_sheet,
    worst_row,
)
from workbench.models.booster import BoostedCourse, Booster, Cohort, boosted, cohort_of
from workbench.models.published_booster import ColumnGuard, RateInside, Replaced
from workbench.text.numbers import number

Said = tuple[str, float, float]


def findings(
    patient: BoostedCourse,
    healthy: BoostedCourse,
    said: Said,
    sheets: Mapping[str, Sheet],
    how: str = "",
    row: int | None = None,
) -> Findings:
    """What is found at two boosters on one cohort. said: of what, by the wrong and by the right line."""
    p = patient.cohort.params
    on = f"{patient.cohort.title}{how}; depth {p.max_depth}, rate {number(p.learning_rate)}"
    on += f", λ {number(p.reg_lambda)}"
    on += f", γ {number(p.gamma)}" if p.gamma else ""
    costs = costs_of(patient, healthy)
    return Findings(on, (patient, healthy), courses_of(patient, healthy), sheets, *said, costs, row)


def usual(patient: BoostedCourse, healthy: BoostedCourse, round_: int = 1) -> dict[str, Sheet]:
    """Gradients, leaf weights and one row of both, in a round."""
    return {
        "gradients": gradient_sheet(patient, healthy, round_),
        "weights": weight_sheet(patient, healthy, round_),
        "ledger": ledger_sheet(patient, healthy),
    }


def both(
    cohort: Cohort, fault: Booster, healthy: Booster | None = None
) -> tuple[BoostedCourse, BoostedCourse]:
    """A booster with a fault and its healthy twin, trained."""
    return boosted(cohort, fault), boosted(cohort, healthy or Booster())


def replaced() -> Findings:
    """Sonar: from the second round on the gradients know the last tree alone."""
    sick, well = both(
        cohort_of("sonar", BoostingParams(n_estimators=30, max_depth=3, learning_rate=0.3)), Replaced()
    )
    place = worst_row(sick, well)
    row = int(sick.rows[place])
    said = f"F of row {row} after round 3, as training sees it"
    numbers = float(sick.F[3][place]), float(well.F[3][place])
    return findings(sick, well, (said, *numbers), usual(sick, well, 4), row=row)


def rate_inside() -> Findings:
    """Sonar at rate 0.1: the first tree is worth several."""
    params = BoostingParams(n_estimators=20, max_depth=10, learning_rate=0.1)
    sick, well = both(cohort_of("sonar", params), RateInside())
    at = int(np.abs(sick.weight[0] * sick.trees[0].is_leaf).argmax())
    n = int(sick.trees[0].n_samples[at])
    said = f"a leaf of {n} rows of one class, in round 1"
    right = 0.1 * 0.5 * n / (0.25 * n + 1)
    return findings(sick, well, (said, abs(float(sick.weight[0][at])), right), usual(sick, well))


def column_guard() -> Findings:
    """Sonar: cuts at a node's own largest value, chosen by rounding."""
    params = BoostingParams(n_estimators=20, max_depth=6, learning_rate=0.3)
    sick, well = both(cohort_of("sonar", params), ColumnGuard(), faults.NaiveBooster())
    empty = [int((tree.n_samples == 0).sum()) for tree in sick.trees]
    sheets = {
        "questions": empty_sides_sheet(sick, well),
        "rows": size_sheet(sick, well, np.array([len(sick.rows)] * 2)),
        "weights": weight_sheet(sick, well, 2),
        "ledger": ledger_sheet(sick, well),
    }
    return findings(sick, well, ("empty right children in 20 trees", float(sum(empty)), 0.0), sheets)


def empty_sides_sheet(sick: BoostedCourse, well: BoostedCourse) -> Sheet:
    """The splits of round 2 with the fewest rows on the right."""
    columns = []
    for course in (sick, well):
        tree = course.trees[1]
        inner = np.flatnonzero(~tree.is_leaf)
        right = tree.n_samples[tree.children_right[inner]]
        few = inner[np.argsort(right, kind="stable")][:6]
        n_right = tree.n_samples[tree.children_right[few]]
        columns.append(
            [
                (asked(course.cohort.names, tree, int(i)), str(n), float(tree.gain[i]))
                for i, n in zip(few, n_right, strict=True)
            ]
        )
    rows = [(*a, *b) for a, b in zip(*columns, strict=False)]
    heads = ("asks", "rows right", "gain", "healthy asks", "rows right", "gain")
    return sheet(heads, rows, "Round 2, fewest rows on the right first.")


def read_as_zero() -> Findings:
    """Moons with blank cells, whose coordinates lie on both sides of 0."""
    params = BoostingParams(n_estimators=30, max_depth=3, learning_rate=0.3, missing="left")
    sick, well = both(cohort_of("circles", params, noise=0.1, blank=0.25), faults.ReadAsZero())
    row = int(sick.rows[worst_row(sick, well)])
    said = f"F of row {row} after round {len(sick.trees)}, as it is given away; y = {sick.cohort.y[row]:g}"
    numbers = float(sick.seen[-1][row]), float(well.seen[-1][row])
    sheets = {
        "ledger": ledger_sheet(sick, well),
        "weights": weight_sheet(sick, well, 1),
        "questions": question_sheet(sick.cohort.names, sick.trees[0], well.trees[0], "Round 1."),
        "gradients": gradient_sheet(sick, well, 1),
    }
    return findings(sick, well, (said, *numbers), sheets, ", a quarter of the cells blank", row)


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
    params = BoostingParams(n_estimators=20, max_depth=3, learning_rate=0.3)
    sick, well = both(counts_cohort(params), faults.Vanished())
    sheets = {
        "rows": size_sheet(sick, well, np.array([len(sick.rows), len(well.rows)])),
        "weights": weight_sheet(sick, well, 1),
        "cuts": cuts_sheet(sick, well, 1),
        "ledger": ledger_sheet(sick, well),
    }
    return findings(sick, well, ("training rows", float(len(sick.rows)), float(len(well.rows))), sheets)


def smallest_positive() -> Findings:
    """XOR at a price of a leaf: no gain at the root is positive, though those below it are."""
    params = BoostingParams(n_estimators=20, max_depth=3, learning_rate=0.3, gamma=2.0, pruning="full")
    sick, well = both(cohort_of("xor", params, noise=0.1), faults.SmallestPositive())
    gains = cuts_sheet(sick, well, 1)
    best = float(max(root_gain(well), -np.inf))
    sheets = {
        "cuts": gains,
        "questions": question_sheet(sick.cohort.names, sick.trees[0], well.trees[0], "Round 1."),
        "weights": weight_sheet(sick, well, 1),
        "rows": size_sheet(sick, well, np.array([len(sick.rows)] * 2)),
    }
    return findings(sick, well, ("the largest gain at the root", faults.SmallestPositive.start, best), sheets)


def root_gain(course: BoostedCourse) -> float:
    """The gain of the first root's best cut, gamma subtracted."""
    return float(root_cuts(course, 1).gain.max())


def no_minus() -> Findings:
    """cos(x) with noise: every step leads uphill."""
    params = BoostingParams(n_estimators=10, max_depth=3, learning_rate=0.3)
    sick, well = both(cohort_of("cos_x", params, noise=0.3), faults.NoMinus())
    leaf = int(sick.trees[0].breadth_first()[-1])
    G, H = float(sick.trees[0].G[leaf]), float(sick.trees[0].H[leaf])
    said = f"the last leaf of round 1: G = {number(G)}, H = {number(H)}"
    return findings(sick, well, (said, G / (H + 1), -G / (H + 1)), usual(sick, well))


def whole_gain() -> Findings:
    """Slanted stripes with noise: splits that are not worth their price stay."""
    params = BoostingParams(n_estimators=30, max_depth=4, learning_rate=0.3, gamma=0.5)
    sick, well = both(cohort_of("stripes", params, noise=0.3), faults.WholeGain())
    sheets = {
        "cuts": cuts_sheet(sick, well, 1, factor=2.0),
        "questions": question_sheet(sick.cohort.names, sick.trees[1], well.trees[1], "Round 2."),
        "rows": size_sheet(sick, well, np.array([len(sick.rows)] * 2)),
        "weights": weight_sheet(sick, well, 1),
    }
    best = root_gain(well)
    return findings(sick, well, ("the root's best cut", 2 * (best + 0.5) - 0.5, best), sheets)


def gamma_twice() -> Findings:
    """Slanted stripes: splits that are worth their price are given up."""
    params = BoostingParams(n_estimators=30, max_depth=4, learning_rate=0.3, gamma=1.0)
    sick, well = both(cohort_of("stripes", params, noise=0.1), faults.GammaTwice())
    sheets = {
        "cuts": cuts_sheet(sick, well, 1),
        "questions": question_sheet(sick.cohort.names, sick.trees[1], well.trees[1], "Round 2."),
        "rows": size_sheet(sick, well, np.array([len(sick.rows)] * 2)),
        "weights": weight_sheet(sick, well, 1),
    }
    said = "the least that a cut must gain before γ is taken off"
    return findings(sick, well, (said, 2 * params.gamma, params.gamma), sheets)


def norm_not_square() -> Findings:
    """Circles at lambda 4: small sums are set to 0, large ones hardly held."""
    params = BoostingParams(n_estimators=30, max_depth=4, learning_rate=0.3, reg_lambda=4.0)
    sick, well = both(cohort_of("circles", params, noise=0.1), faults.NormNotSquare())
    weight, tree = sick.weight[0], sick.trees[0]
    leaf = int(np.abs(weight * tree.is_leaf).argmax())
    G, H = float(tree.G[leaf]), float(tree.H[leaf])
    said = f"a leaf of round 1: G = {number(G)}, H = {number(H)}"
    return findings(sick, well, (said, float(weight[leaf]), -G / (H + 4)), usual(sick, well))


def without_replacement() -> Findings:
    """Bagged trees on Sonar: every sample is the whole, so every tree is the same."""
    params = BoostingParams(n_estimators=30, max_depth=6, learning_rate=1 / 30)
    sick, well = both(cohort_of("sonar", params), faults.WithoutReplacement(), faults.Bagged())
    seen = [len(np.unique(c.booster.sampled(len(c.rows), 1))) for c in (sick, well)]  # type: ignore[arg-type]
    sheets = {
        "rows": size_sheet(sick, well, np.array(seen)),
        "questions": question_sheet(sick.cohort.names, sick.trees[1], well.trees[1], "Tree 2."),
        "weights": weight_sheet(sick, well, 2),
        "ledger": ledger_sheet(sick, well),
    }
    return findings(
        sick, well, ("different rows in the sample of tree 1", float(seen[0]), float(seen[1])), sheets
    )


def minus_in_update() -> Findings:
    """Circles: the leaf weights are right, and go the wrong way."""
    params = BoostingParams(n_estimators=10, max_depth=4, learning_rate=0.3)
    sick, well = both(cohort_of("circles", params, noise=0.1), faults.MinusInUpdate())
    place = worst_row(sick, well)
    row = int(sick.rows[place])
    numbers = float(sick.F[1][place]), float(well.F[1][place])
    return findings(sick, well, (f"F of row {row} after round 1", *numbers), usual(sick, well), row=row)


def naive_log_loss() -> Findings:
    """Breast cancer at full steps without lambda: scores grow until 1 - p is 0."""
    params = BoostingParams(n_estimators=50, max_depth=3, learning_rate=1.0, reg_lambda=0.0)
    sick, well = both(cohort_of("breast_cancer", params), faults.NaiveLogLoss())
    F = sick.seen[-1]
    row = int(np.abs(F).argmax())
    loss = float(sick.booster.losses(sick.cohort, sick.cohort.y, F)[row])
    right = float(sick.cohort.loss.loss(sick.cohort.y, F)[row])
    sheets = {"scores": score_sheet(sick), **usual(sick, well, 40)}
    said = f"loss of row {row} after round {len(sick.trees)}"
    said += f"; y = {sick.cohort.y[row]:g}, F = {number(float(F[row]))}"
    return findings(sick, well, (said, loss, right), sheets, row=row)


def score_sheet(sick: BoostedCourse) -> Sheet:
    """Loss of class 1 by the naive formula and by the safe one, for scores from 10 to 50."""
    F = np.array([10.0, 20, 30, 36, 37, 40, 50])
    y = np.ones(len(F))
    with np.errstate(all="ignore"):
        naive = sick.booster.losses(sick.cohort, y, F)
    safe = sick.cohort.loss.loss(y, F)
    rows = [(f"{f:g}", 1 / (1 + np.exp(-f)), a, b) for f, a, b in zip(F, naive, safe, strict=True)]
    return sheet(("F", "p", "loss", "healthy loss"), rows, "A row of class 1 with ever larger scores.")


def link_twice() -> Findings:
    """Circles: every probability lies between 1/2 and 0.73, though the order is right."""
    params = BoostingParams(n_estimators=20, max_depth=4, learning_rate=0.3)
    sick, well = both(cohort_of("circles", params, noise=0.1), faults.ScoreForProbability())
    F = sick.unseen[-1]
    rows = np.argsort(F)[:: max(1, len(F) // 6)][:7]
    chances = sick.booster.probability(F), well.booster.probability(well.unseen[-1])
    table = [(str(i), sick.cohort.y_unseen[i], F[i], chances[0][i], chances[1][i]) for i in rows]
    sheets = {
        "scores": sheet(("unseen row", "y", "F", "p", "healthy p"), table, "After the last round."),
        **usual(sick, well),
    }
    low = int(F.argmin())
    said = f"probability of unseen row {low}, F = {number(float(F[low]))}"
    return findings(sick, well, (said, float(chances[0][low]), float(chances[1][low])), sheets)


def lost_in_predict() -> Findings:
    """cos(x) with noise: trees that are all right, summed by what they never meant."""
    params = BoostingParams(n_estimators=15, max_depth=3, learning_rate=0.1)
    sick, well = both(cohort_of("cos_x", params, noise=0.3), faults.LostInPredict())
    row = int(sick.rows[worst_row(sick, well)])
    said = f"F of row {row} after round 1"
    numbers = float(sick.seen[1][row]), float(well.seen[1][row])
    return findings(sick, well, (said, *numbers), usual(sick, well), row=row)


EXAMINED: dict[str, Callable[[], Findings]] = {
    "replaced": replaced,
    "rate_inside": rate_inside,
    "column_guard": column_guard,
    "read_as_zero": read_as_zero,
    "vanished": vanished,
    "smallest_positive": smallest_positive,
    "no_minus": no_minus,
    "whole_gain": whole_gain,
    "gamma_twice": gamma_twice,
    "norm_not_square": norm_not_square,
    "without_replacement": without_replacement,
    "minus_in_update": minus_in_update,
    "naive_log_loss": naive_log_loss,
    "link_twice": link_twice,
    "lost_in_predict": lost_in_predict,
}
"""How each of them is examined, by the name of its fault."""
