"""The patients that are single trees, each beside its healthy twin. Pure, no streamlit."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import (
    BoostingParams,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    Tree,
    tree_from_arrays,
)
from workbench.data.catalogue import load_dataset
from workbench.data.held_out import split_rows, unseen_rows
from workbench.lessons.clinic import tree_mistakes
from workbench.lessons.clinic.findings import Findings, Stepwise, TwoCourses
from workbench.models.naive_tree import naive_tree
from workbench.text.numbers import number

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Sample:
    """Rows to grow on and unseen rows: X (n, n_features), y (n,)."""

    X: Floats
    y: Floats
    X_unseen: Floats
    y_unseen: Floats


def sample_of(X: Floats, y: NDArray[Any], *, strata: bool = True) -> Sample:
    """70 % of some rows to grow on, the others unseen."""
    seen, unseen = split_rows(len(y), test_fraction=0.3, strata=y if strata else None)
    return Sample(X[seen], y[seen].astype(np.float64), X[unseen], y[unseen].astype(np.float64))


def by_size(
    sample: Sample,
    step: str,
    x: Sequence[int],
    patient: Callable[[int], Tree],
    healthy: Callable[[int], Tree],
) -> tuple[Stepwise, TwoCourses]:
    """What trees of ever larger size say of the rows they were grown on, before the first of them the mean.

    And their mean squared error, or of classes the share of wrong rows.
    """
    is_class = bool(np.isin(sample.y, (0.0, 1.0)).all())
    found, shown = np.empty((4, len(x))), np.full((2, len(x) + 1, len(sample.y)), sample.y.mean())
    for at, size in enumerate(x):
        for i, grow in enumerate((patient, healthy)):
            tree = grow(size)
            shown[i, at + 1] = tree.predict(sample.X)
            for j, (X, y) in enumerate(((sample.X, sample.y), (sample.X_unseen, sample.y_unseen))):
                said = tree.predict(X)
                found[i + 2 * j, at] = (
                    ((said > 0.5) != (y == 1)).mean() if is_class else ((said - y) ** 2).mean()
                )
    measure = "share of wrong rows" if is_class else "mean squared error"
    courses = TwoCourses(measure, np.array(x, dtype=np.float64), *found)
    places = sample.X[:, 0] if sample.X.shape[1] == 1 else None
    what = "share of class 1" if is_class else "prediction"
    return Stepwise(step, what, shown[0], shown[1], places, sample.y), courses


def last_of(courses: TwoCourses) -> tuple[tuple[str, float, float], ...]:
    """What the fault costs in the end: the measure on training rows, and on unseen ones."""
    found = [(f"{courses.measure}, training rows", float(courses.patient[-1]), float(courses.healthy[-1]))]
    if courses.patient_unseen is not None and courses.healthy_unseen is not None:
        unseen = float(courses.patient_unseen[-1]), float(courses.healthy_unseen[-1])
        found.append((f"{courses.measure}, unseen rows", *unseen))
    return tuple(found)


def inside_ties() -> Findings:
    """Moons measured to half a unit: many rows share their values."""
    data = load_dataset("moons", noise=0.2)
    sample = sample_of(np.round(2 * data.X) / 2, data.y.astype(np.float64))
    half = np.ones(len(sample.y))

    def grow(depth: int, *, ties: bool) -> Tree:
        params = BoostingParams(max_depth=depth, reg_lambda=1e-9)
        return naive_tree(sample.X, -sample.y, half, params, inside_ties=ties)

    shown, courses = by_size(
        sample,
        "Depth",
        range(1, 7),
        lambda depth: grow(depth, ties=True),
        lambda depth: grow(depth, ties=False),
    )
    sick = grow(6, ties=True)
    at = int(np.nanargmax(np.abs(sick.gain - true_gain(sick))))
    said = f"gain of {data.feature_names[sick.feature[at]]} ≤ {number(float(sick.threshold[at]))}"
    numbers = float(sick.gain[at]), float(true_gain(sick)[at])
    return Findings("Moons, measured to half a unit", shown, courses, said, *numbers, last_of(courses))


def true_gain(tree: Tree) -> Floats:
    """What each split gains by the rows that its rule sends to both sides: NaN in a leaf."""
    left, right = tree.children_left, tree.children_right
    score = np.where(tree.H > 0, tree.G**2 / np.maximum(tree.H, 1e-9), 0.0)
    found: Floats = np.where(tree.is_leaf, np.nan, 0.5 * (score[left] + score[right] - score))
    return found


def pure_enough() -> Findings:
    """100 rows of which the last five are of a class of their own: one cut would part them."""
    x, y = np.arange(100.0)[:, np.newaxis], (np.arange(100) >= 95).astype(np.int64)
    x_unseen = x + 0.25
    sample = Sample(x, y.astype(np.float64), x_unseen, (x_unseen[:, 0] >= 94.5).astype(np.float64))

    def grow(depth: int, stop: float | None) -> Tree:
        return DecisionTreeClassifier(max_depth=depth, purity_stop=stop).fit(x, y).tree_

    shown, courses = by_size(sample, "Depth", (1, 2, 3, 4), lambda d: grow(d, 0.95), lambda d: grow(d, None))
    said = "share of the best class that ends a branch"
    return Findings("100 rows, 95 of one class", shown, courses, said, 0.95, 1.0, last_of(courses))


def signed_deviations() -> Findings:
    """cos(x) with noise: the loss of every cut is 0 but for rounding."""
    data = load_dataset("cos_x", noise=0.3)
    sample = sample_of(data.X, data.y, strata=False)
    trees = {depth: signed_tree(sample.X[:, 0], sample.y, depth) for depth in range(1, 7)}

    def well(depth: int) -> Tree:
        return DecisionTreeRegressor(max_depth=depth).fit(sample.X, sample.y).tree_

    shown, courses = by_size(sample, "Depth", range(1, 7), trees.__getitem__, well)
    losses = cut_losses(sample.X[:, 0], sample.y)
    cut = int(losses[1].argmin())
    said = f"loss of the cut x ≤ {number(float(losses[2][cut]))}"
    numbers = float(losses[0][cut]), float(losses[1][cut])
    return Findings("cos(x) with noise 0.3", shown, courses, said, *numbers, last_of(courses))


def cut_losses(x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
    """For every cut of sorted rows: the loss by signed deviations, by squared ones, and the threshold."""
    n = np.arange(1, len(y))
    total, squares = np.cumsum(y), np.cumsum(y**2)
    left, right = total[:-1] / n, (total[-1] - total[:-1]) / (len(y) - n)
    signed = np.abs((total[:-1] - n * left) + (total[-1] - total[:-1] - (len(y) - n) * right))
    squared = squares[-1] - n * left**2 - (len(y) - n) * right**2
    return signed, squared, (x[:-1] + x[1:]) / 2


def signed_tree(x: Floats, y: Floats, max_depth: int) -> Tree:
    """The tree by signed deviations, whose leaves are means; the first of equal losses is cut."""
    nodes: list[list[float]] = []
    waiting = [(np.argsort(x, kind="stable"), 0)]
    for rows, depth in waiting:  # grows while it is read
        cut = depth < max_depth and len(rows) > 1
        child = len(waiting) if cut else -1
        threshold = np.nan
        if cut:
            signed, _, thresholds = cut_losses(x[rows], y[rows])
            at = int(signed.argmin())
            threshold = float(thresholds[at])
            waiting += [(rows[: at + 1], depth + 1), (rows[at + 1 :], depth + 1)]
        nodes.append([-1 if child < 0 else 0, threshold, child, child + bool(cut), y[rows].mean(), len(rows)])
    names = ("feature", "threshold", "children_left", "children_right", "weight", "n_samples")
    return tree_from_arrays(dict(zip(names, np.array(nodes).T, strict=True)), 1)


def counter_never_falls() -> Findings:
    """cos(x squared), nodes of 150 points are split: 50 levels are allowed, and 51 splits are made."""
    data, tree = load_dataset("cos_x2"), tree_mistakes.root_tree()
    sample = Sample(data.X, data.y.astype(np.float64), *unseen_rows(data, np.arange(0)))
    pair = tree_mistakes.counted, tree_mistakes.upto_depth
    sizes = range(2, tree_mistakes.LEVELS + 1, 2)
    shown, courses = by_size(sample, "Level", sizes, *(partial(found, tree) for found in pair))
    sick, well = (found(tree, tree_mistakes.LEVELS) for found in pair)
    on = f"cos(x²), nodes of {tree_mistakes.LEAST_POINTS} points are split"
    said = f"splits at {tree_mistakes.LEVELS} levels"
    numbers = float(tree_mistakes.splits_of(sick)), float(tree_mistakes.splits_of(well))
    return Findings(on, shown, courses, said, *numbers, last_of(courses))


_EXAMINATIONS = (inside_ties, pure_enough, signed_deviations, counter_never_falls)
EXAMINED: Mapping[str, Callable[[], Findings]] = {each.__name__: each for each in _EXAMINATIONS}
"""How each of them is examined, by the name of its fault."""
