"""What the stage of the clinic draws: a patient and its twin moment by moment, and what may ail it. Pure."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.charts.axes import spread
from workbench.lessons.clinic.findings import Findings, Stepwise, TwoCourses
from workbench.lessons.clinic.patients import examined
from workbench.lessons.clinic.records import PATIENTS, SYSTEMS, Patient, plausible
from workbench.lessons.clinic.two_sides import (
    ANSWERS,
    MOMENTS,
    BoostedSide,
    answer_of,
    apart,
    boosted_side,
    moments_of,
    parting_of,
    parting_of_steps,
    telling_row,
)
from workbench.models.booster import BoostedCourse, Floats
from workbench.text.mathml import mathml

MOST_ROWS = 400  # of a curve
FEW_ROWS = 15  # of two classes: each one can be followed by eye
COSTLY = 2  # of them, whose losses differ most in the end: few rows may bear all of it
BEFORE = "–"  # the first step
Rows = NDArray[np.intp]


@cache
def record_of(patient: Patient) -> dict[str, Any]:
    """All that the stage shows, wherever the cursor is."""
    found = examined(patient.fault)
    both = found.shown
    shown = steps_record(found, both) if isinstance(both, Stepwise) else boosted_record(*both)
    same, per = shown["parts"] - 1, len(shown["moments"])
    return {
        "patients": [
            [name, each.title, each.complaint, SYSTEMS[each.system]] for name, each in PATIENTS.items()
        ],
        "name": patient.name,
        "title": patient.title,
        "complaint": patient.complaint,
        "on": found.on,
        "cards": [[each.fault, each.diagnosis, each.look] for each in plausible(patient)],
        "fault": patient.fault,
        "diagnosis": patient.diagnosis,
        "lines": [mathml(patient.wrong), mathml(patient.right)],
        "said": found.said[0].upper() + found.said[1:],
        "gives": np.array([found.wrong, found.right]),
        "costs": [{"name": name, "values": np.array(both)} for name, *both in found.costs],
        "why": patient.why,
        "courses": course_record(found.courses, is_boosted=not isinstance(both, Stepwise)),
        **shown,
        "opens": min(same, same // per * per + 1),  # the first moment of that round, or just before they part
    }


def course_record(courses: TwoCourses, *, is_boosted: bool) -> dict[str, Any]:
    """What is measured before the first step, where a booster says something, and after each."""

    def of_all(values: Floats | None) -> Floats | None:
        if values is None:
            return None
        return values if is_boosted else np.concatenate(([np.nan], values))

    sides = (courses.patient, courses.healthy), (courses.patient_unseen, courses.healthy_unseen)
    return {
        "measure": courses.measure,
        "names": courses.names,
        "seen": [of_all(each) for each in sides[0]],
        "unseen": [of_all(each) for each in sides[1]],
    }


def drawn_rows(order: Rows, always: list[int], at_most: int) -> Rows:
    """Of rows in their order at most so many and one, evenly spread, with those that are always there."""
    places = spread(len(order), at_most + 1 - len(always))
    return order[np.union1d(places, np.flatnonzero(np.isin(order, always)))]


def boosted_record(patient: BoostedCourse, healthy: BoostedCourse) -> dict[str, Any]:
    """Two boosters: rows of two classes by class and the twin's answer, others over the feature."""
    cohort, n_rounds = patient.cohort, len(patient.trees)
    sick, well = boosted_side(patient), boosted_side(healthy)
    differ, parts = moments_of(sick, well), parting_of(sick, well)
    row, answer = telling_row(sick, well, parts), answer_of(sick, well, parts)
    by_answer = (well.given[-1], cohort.y)
    order = np.lexsort(by_answer) if cohort.is_class else np.argsort(cohort.X[:, 0], kind="stable")
    gap = np.nan_to_num(np.abs(sick.loss[-1] - well.loss[-1]), nan=np.inf)
    costly = np.argsort(-gap, kind="stable")[:COSTLY].tolist() if cohort.is_class else []
    rows = drawn_rows(order, [row, *costly], FEW_ROWS if cohort.is_class else MOST_ROWS)
    return {
        "kind": "classes" if cohort.is_class else "line",
        "moments": MOMENTS,
        "step": "Round",
        "labels": [str(number) for number in range(n_rounds + 1)],
        "n_steps": n_rounds * len(MOMENTS),
        "parts": parts,
        "differ": differ.sum(axis=1, dtype=np.int32),
        "ids": rows.astype(np.int32),
        "row": int(np.flatnonzero(rows == row)[0]),
        "x": None if cohort.is_class else cohort.X[rows, 0].astype(np.float32),
        "y": cohort.y[rows].astype(np.float32),
        "classes": cohort.classes if cohort.is_class else None,
        "answer": ANSWERS[answer],
        "sides": [
            booster_record(course, side, rows, answer) for course, side in ((patient, sick), (healthy, well))
        ],
        "n_rows": len(cohort.y),
    }


def booster_record(course: BoostedCourse, side: BoostedSide, rows: Rows, answer: str) -> dict[str, Any]:
    """One booster: of each round, or before the first and after each, all drawn rows."""

    def drawn(values: Floats) -> NDArray[np.float32]:
        return values[:, rows].astype(np.float32)

    trained = course.booster.trained(np.ones(1), np.zeros(1))
    return {
        "g": drawn(side.g),
        "w": drawn(side.w),
        "F": drawn(side.F),
        "loss": drawn(side.loss),
        "answer": None if answer == "F" else drawn(getattr(side, answer)),
        "leaves": side.leaves,
        "rate": course.booster.rate(course.cohort.params),
        "forgets": float(trained[0]) == 0.0,
    }


def steps_record(found: Findings, steps: Stepwise) -> dict[str, Any]:
    """What is no booster: rows over their feature, rows of two classes, or bars side by side."""
    n_steps, n = len(steps.patient) - 1, steps.patient.shape[1]
    rows = np.arange(n)
    kind = "bars"
    parts = parting_of_steps(steps)
    gap = np.abs(steps.patient[parts] - steps.healthy[parts])
    if steps.y is not None:
        kind = "classes" if steps.x is None else "line"
        order = np.lexsort((steps.healthy[-1], steps.y)) if steps.x is None else np.argsort(steps.x)
        rows = drawn_rows(order, [int(gap.argmax())], FEW_ROWS if steps.x is None else MOST_ROWS)
    elif not steps.names:
        rows = drawn_rows(rows, [int(gap.argmax())], 2 * FEW_ROWS)
    x = found.courses.x
    return {
        "kind": kind,
        "moments": [steps.what],
        "step": steps.step,
        "labels": ["0" if x[0] else BEFORE, *(f"{each:g}" for each in x)],
        "n_steps": n_steps,
        "parts": parts,
        "differ": apart(steps.patient[1:], steps.healthy[1:]).sum(axis=1, dtype=np.int32),
        "what": steps.what,
        "ids": rows.astype(np.int32),
        "row": None,
        "x": None if steps.x is None else steps.x[rows].astype(np.float32),
        "y": None if steps.y is None else steps.y[rows].astype(np.float32),
        "names": steps.names,
        "classes": ("class 0", "class 1") if kind == "classes" else None,
        "sides": [{"F": each[:, rows].astype(np.float32)} for each in (steps.patient, steps.healthy)],
        "n_rows": n,
    }
