"""What is found at a patient and its healthy twin: curves, sheets of numbers, what the fault costs. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gbtlib import Candidates, SecondOrder, Tree, sort_columns
from gbtlib.pictures.tree_layout import leaves_in_order
from workbench.charts.axes import spread
from workbench.models.booster import BoostedCourse, Floats
from workbench.text.numbers import number

MOST_ROWS = 7
INSTRUMENTS = {
    "gradients": "Gradients",
    "weights": "Leaf weights",
    "ledger": "One row",
    "cuts": "Root cuts",
    "questions": "Thresholds",
    "gains": "Gains",
    "rows": "Rows used",
    "sizes": "Sizes",
    "scores": "Scores",
    "areas": "Areas",
    "risks": "Risks",
    "strengths": "Strengths",
    "steps": "Steps",
    "votes": "Votes",
}
"""What a sheet of numbers is called, by its name in the link."""


@dataclass(frozen=True)
class Sheet:
    """Numbers of the patient beside those of its healthy twin, as text. heads: of the columns."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


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
    number and its twin's. row: the training row that said is about, which the pictures then follow.
    """

    on: str
    shown: tuple[BoostedCourse, BoostedCourse] | Stepwise
    courses: TwoCourses
    sheets: Mapping[str, Sheet]
    said: str
    wrong: float
    right: float
    costs: tuple[tuple[str, float, float], ...]
    row: int | None = None


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


def terms_here(found: Findings, name: str) -> dict[str, str]:
    """Terms of the screen, each with its numbers at the end of both courses."""
    courses = found.courses
    if courses.patient_unseen is None or courses.healthy_unseen is None:
        return {}
    ends = {
        "training": (courses.patient[-1], courses.healthy[-1]),
        "unseen": (courses.patient_unseen[-1], courses.healthy_unseen[-1]),
    }
    return {
        word: f"{courses.measure} in the end: {name} {shown(float(sick))}, its twin {shown(float(well))}"
        for word, (sick, well) in ends.items()
    }


def shown(value: float) -> str:
    """A number of a sheet; what is none says so."""
    return "NaN" if np.isnan(value) else "∞" if value == np.inf else number(value)


def sheet(heads: Sequence[str], rows: Sequence[Sequence[str | float]], note: str = "") -> Sheet:
    """A sheet from texts and numbers."""
    texts = tuple(
        tuple(cell if isinstance(cell, str) else shown(float(cell)) for cell in row) for row in rows
    )
    return Sheet(tuple(heads), texts, note)


def gradient_sheet(patient: BoostedCourse, healthy: BoostedCourse, round_: int) -> Sheet:
    """g and h of the rows whose gradients differ most in a round; of some rows where none do."""
    shared, mine, other = np.intersect1d(patient.rows, healthy.rows, return_indices=True)
    at = round_ - 1
    gap = np.abs(patient.g[at][mine] - healthy.g[at][other])
    some = np.sort(np.argsort(-gap, kind="stable")[:MOST_ROWS])
    if gap.max() == 0 or np.ptp(gap) == 0:
        some = spread(len(gap), MOST_ROWS)
    rows = [
        (
            *(str(shared[i]), patient.cohort.y[shared[i]]),
            *(patient.g[at][mine[i]], healthy.g[at][other[i]]),
            *(patient.h[at][mine[i]], healthy.h[at][other[i]]),
        )
        for i in some
    ]
    return sheet(("row", "y", "g", "healthy g", "h", "healthy h"), rows, f"Round {round_}.")


def weight_sheet(patient: BoostedCourse, healthy: BoostedCourse, round_: int) -> Sheet:
    """The leaves of both trees of a round, from left to right."""
    columns = []
    for each in (patient, healthy):
        tree, weight = each.trees[round_ - 1], each.weight[round_ - 1]
        leaves = leaves_in_order(tree)
        columns.append([(str(tree.n_samples[i]), tree.G[i], weight[i]) for i in leaves])
    both = list(zip(*columns, strict=False))[:MOST_ROWS]
    rows = [(str(k + 1), *a, *b) for k, (a, b) in enumerate(both)]
    heads = ("leaf", "rows", "G", "weight", "healthy rows", "healthy G", "healthy weight")
    return sheet(heads, rows, f"Round {round_}, before the learning rate.")


def worst_row(patient: BoostedCourse, healthy: BoostedCourse) -> int:
    """The training row, by its place among those learned from, on which the patient disagrees most.

    With itself, between what it trained on and gives away; where it never does, with its twin.
    """
    own = np.abs(patient.F[-1] - patient.seen[-1][patient.rows])
    other = np.abs(patient.seen[-1] - healthy.seen[-1])[patient.rows]
    return int(np.argmax(own if own.max() > 1e-9 else other))


def ledger_sheet(patient: BoostedCourse, healthy: BoostedCourse) -> Sheet:
    """One training row, round by round: the tree's step, F in training and F given away."""
    place = worst_row(patient, healthy)
    row = int(patient.rows[place])
    last = len(patient.trees)
    rows = []
    for t in [*range(1, min(last, MOST_ROWS)), last]:
        steps = (patient.seen[t] - patient.seen[t - 1])[row], (healthy.seen[t] - healthy.seen[t - 1])[row]
        rows.append(
            (str(t), steps[0], patient.F[t][place], patient.seen[t][row], steps[1], healthy.seen[t][row])
        )
    heads = ("round", "step", "F in training", "F given", "healthy step", "healthy F")
    return sheet(heads, rows, f"Row {row}, y = {shown(patient.cohort.y[row])}.")


def root_cuts(course: BoostedCourse, round_: int) -> Candidates:
    """Every cut of the root of a round, by the course's own g and h and its own parameters."""
    params = course.booster.limits(course.cohort.params)
    criterion = SecondOrder(
        course.g[round_ - 1], course.h[round_ - 1], reg_lambda=params.reg_lambda, reg_alpha=params.reg_alpha
    )
    return sort_columns(course.cohort.X[course.rows]).search(criterion, params).candidates()


def cuts_sheet(patient: BoostedCourse, healthy: BoostedCourse, round_: int, factor: float = 1.0) -> Sheet:
    """The best cuts of the healthy root, with the gain that both give them; factor: on the patient's."""
    mine, other = root_cuts(patient, round_), root_cuts(healthy, round_)
    gains = {
        (int(f), float(t)): float(gain)
        for f, t, gain in zip(mine.feature, mine.threshold, mine.gain, strict=True)
    }
    best = np.argsort(-other.gain, kind="stable")[:MOST_ROWS]
    rows = []
    for i in best:
        key = int(other.feature[i]), float(other.threshold[i])
        cut = f"{healthy.cohort.names[key[0]]} ≤ {number(key[1])}"
        rows.append((cut, factor * gains.get(key, np.nan), float(other.gain[i])))
    return sheet(("cut", "gain", "healthy gain"), rows, f"Round {round_}, gamma subtracted.")


def question_sheet(names: Sequence[str], patient: Tree, healthy: Tree, note: str = "") -> Sheet:
    """The first splits of two trees, level by level, each with the rows that go left and right."""
    columns = []
    for tree in (patient, healthy):
        inner = [i for i in tree.breadth_first() if not tree.is_leaf[i]][:MOST_ROWS]
        columns.append([(asked(names, tree, i), sides(tree, i)) for i in inner])
    n = max(len(each) for each in columns)
    for each in columns:
        each += [("–", "–")] * (n - len(each))
    rows = [(str(k + 1), *a, *b) for k, (a, b) in enumerate(zip(*columns, strict=True))]
    return sheet(("split", "asks", "left, right", "healthy asks", "left, right"), rows, note)


def asked(names: Sequence[str], tree: Tree, node: int) -> str:
    """What a split asks."""
    return f"{names[tree.feature[node]]} ≤ {number(float(tree.threshold[node]))}"


def sides(tree: Tree, node: int) -> str:
    """How many rows a split sends to its two sides."""
    children = tree.children_left[node], tree.children_right[node]
    return ", ".join(str(tree.n_samples[child]) for child in children)


def size_sheet(patient: BoostedCourse, healthy: BoostedCourse, n_distinct: NDArray[np.intp]) -> Sheet:
    """How many rows each learns from, and the leaves of its trees. n_distinct: rows a tree saw, (2,)."""
    rows: list[tuple[str, float, float]] = [
        ("training rows there are", len(patient.cohort.y), len(healthy.cohort.y)),
        ("rows learned from", len(patient.rows), len(healthy.rows)),
        ("different rows in tree 1", float(n_distinct[0]), float(n_distinct[1])),
    ]
    for t in (1, 2, len(patient.trees)):
        trees = (each.trees[min(t, len(each.trees)) - 1] for each in (patient, healthy))
        rows.append((f"leaves of tree {t}", *(float(tree.n_leaves) for tree in trees)))  # type: ignore[arg-type]
    return sheet(("", "patient", "healthy"), rows)
