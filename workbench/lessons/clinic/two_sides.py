"""A patient and its healthy twin moment by moment, and the first one at which they part. Pure.

A round of boosting has four moments: the gradients, the leaf weights, F in training, and the losses that are
reported. What is no booster has one moment a step.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.lessons.clinic.findings import Stepwise
from workbench.models.booster import BoostedCourse, Floats

MOMENTS = ("gradients", "leaf weights", "F", "loss")
ANSWERS = {"F": "F", "given": "F given", "p": "p", "loss": "loss"}
NOISE = 1e-9  # of a number, or of 1: rounding
Booleans = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class BoostedSide:
    """All training rows of a booster, NaN where it has not learned from one.

    g, w: gradients, and weights of the leaves that rows are in, (n_rounds, n). F in training, given (away), p
    and loss: before the first round and after each, (n_rounds + 1, n). leaves: of each tree, (n_rounds,).
    """

    g: Floats
    w: Floats
    F: Floats
    given: Floats
    p: Floats
    loss: Floats
    leaves: NDArray[np.int32]


def boosted_side(course: BoostedCourse) -> BoostedSide:
    """The rows of a booster."""
    n, X = len(course.cohort.y), course.cohort.X[course.rows]
    weights = [each[tree.apply(X)] for each, tree in zip(course.weight, course.trees, strict=True)]

    def of_all(values: list[Floats]) -> Floats:
        found = np.full((len(values), n), np.nan)
        found[:, course.rows] = values
        return found

    with np.errstate(all="ignore"):
        loss = [course.booster.losses(course.cohort, course.cohort.y, F) for F in course.seen]
        chances = [course.booster.probability(F) for F in course.seen]
    leaves = np.array([tree.n_leaves for tree in course.trees], dtype=np.int32)
    learned = of_all(course.g), of_all(weights), of_all(course.F)
    return BoostedSide(*learned, np.array(course.seen), np.array(chances), np.array(loss), leaves)


def apart(a: Floats, b: Floats) -> Booleans:
    """Where numbers differ by more than rounding: where one of two is none, too."""
    with np.errstate(invalid="ignore"):
        differs: Booleans = np.abs(a - b) > NOISE * np.maximum(1.0, np.abs(b))
    found: Booleans = (differs & (a != b)) | (np.isnan(a) != np.isnan(b))
    return found


def at_moments(sick: BoostedSide, well: BoostedSide) -> tuple[tuple[Floats, Floats], ...]:
    """What both show at the moments of all rounds, each (n_rounds, n)."""
    return (sick.g, well.g), (sick.w, well.w), (sick.F[1:], well.F[1:]), (sick.loss[1:], well.loss[1:])


def moments_of(sick: BoostedSide, well: BoostedSide) -> Booleans:
    """Which rows differ at which moment: (4 n_rounds, n)."""
    found = np.stack([apart(*pair) for pair in at_moments(sick, well)], axis=1)
    return found.reshape(-1, found.shape[2])


def parting_of(sick: BoostedSide, well: BoostedSide) -> int:
    """The first moment with a difference, from 1 on, where trees have other numbers of leaves, too."""
    found: Booleans = np.asarray(moments_of(sick, well).any(axis=1))
    found[MOMENTS.index("leaf weights") :: len(MOMENTS)] |= sick.leaves != well.leaves
    return int(found.argmax()) + 1


def parting_of_steps(steps: Stepwise) -> int:
    """The first step after which something differs, from 1 on."""
    return int(apart(steps.patient[1:], steps.healthy[1:]).any(axis=1).argmax()) + 1


def telling_row(sick: BoostedSide, well: BoostedSide, moment: int) -> int:
    """The row that differs most at a moment: one that is no number before all others."""
    at, kind = divmod(moment - 1, len(MOMENTS))
    mine, other = (each[at] for each in at_moments(sick, well)[kind])
    gap = np.where(np.isnan(mine) != np.isnan(other), np.inf, np.nan_to_num(np.abs(mine - other)))
    return int(gap.argmax())


def answer_of(sick: BoostedSide, well: BoostedSide, moment: int) -> str:
    """Which course of a row shows the fault: F in training, or what is made of it where that is right."""
    at, kind = divmod(moment - 1, len(MOMENTS))
    if kind < MOMENTS.index("loss"):
        return "F"
    fields = ("given", "p", "loss")
    return next(f for f in fields if apart(getattr(sick, f)[at + 1], getattr(well, f)[at + 1]).any())
