"""What is found at a patient and its healthy twin: both step by step, and what the fault costs. Pure."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gbtlib import Candidates, SecondOrder, sort_columns
from workbench.models.booster import BoostedCourse, Floats
from workbench.text.numbers import number


@dataclass(frozen=True, eq=False)
class TwoCourses:
    """What is measured along x of the patient and its twin, on training rows and on unseen ones.

    All (len(x),), NaN where there is no number; None where there are no such rows. names: of the two
    courses, where they are not those of a patient and its twin.
    """

    measure: str
    x: Floats
    patient: Floats
    healthy: Floats
    patient_unseen: Floats | None = None
    healthy_unseen: Floats | None = None
    names: tuple[str, str] | None = None


@dataclass(frozen=True, eq=False)
class Stepwise:
    """What a patient that is no booster and its twin show, step by step.

    step: what a step is called. what: what is shown of each item. patient, healthy: (n_steps + 1, n_items),
    before the first step and after each; NaN where an item is not there. x, y: (n_items,) where the items are
    rows over a feature, or of two classes; None where they stand side by side. names: of the items, if any.
    """

    step: str
    what: str
    patient: Floats
    healthy: Floats
    x: Floats | None = None
    y: Floats | None = None
    names: tuple[str, ...] = ()


def one_by_one(values: Floats | NDArray[np.int64]) -> Floats:
    """The items of Stepwise that come one a step: (n + 1, n) of values (n,)."""
    n = len(values)
    found: Floats = np.where(np.tri(n + 1, n, -1, dtype=bool), values, np.nan)
    return found


@dataclass(frozen=True, eq=False)
class Findings:
    """What the clinic shows of a patient.

    on: what both are trained on. shown: both, step by step. said: what the wrong and the right line of
    arithmetic give. wrong, right: these two numbers. costs: what the fault costs, each with the patient's
    number and its twin's.
    """

    on: str
    shown: tuple[BoostedCourse, BoostedCourse] | Stepwise
    courses: TwoCourses
    said: str
    wrong: float
    right: float
    costs: tuple[tuple[str, float, float], ...]


def courses_of(patient: BoostedCourse, healthy: BoostedCourse) -> TwoCourses:
    """The losses of two boosters, round by round."""
    return TwoCourses(
        patient.cohort.measure,
        np.arange(len(patient.seen), dtype=np.float64),
        patient.errors(unseen=False),
        healthy.errors(unseen=False),
        patient.errors(unseen=True),
        healthy.errors(unseen=True),
    )


def costs_of(patient: BoostedCourse, healthy: BoostedCourse) -> tuple[tuple[str, float, float], ...]:
    """Loss on unseen rows, and of classes the rows wrong and the area, after the last round."""
    pair = (patient, healthy)
    cohort = patient.cohort
    last = [float(each.errors(unseen=True)[-1]) for each in pair]
    found = [(f"{cohort.measure}, unseen rows", last[0], last[1])]
    if cohort.is_class:
        n = len(cohort.y_unseen)
        found.append((f"wrong rows of {n}", float(patient.wrong()), float(healthy.wrong())))
        found.append(("AUC, unseen rows", patient.area(), healthy.area()))
    return tuple(found)


def shown(value: float) -> str:
    """A number; what is none says so."""
    return "NaN" if np.isnan(value) else "∞" if value == np.inf else number(value)


def root_cuts(course: BoostedCourse, round_: int) -> Candidates:
    """Every cut of the root of a round, by the course's own g and h and its own parameters."""
    params = course.booster.limits(course.cohort.params)
    criterion = SecondOrder(
        course.g[round_ - 1], course.h[round_ - 1], reg_lambda=params.reg_lambda, reg_alpha=params.reg_alpha
    )
    return sort_columns(course.cohort.X[course.rows]).search(criterion, params).candidates()
