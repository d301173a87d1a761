"""Two models in the same axes, as panels that the browser draws: step functions, surfaces, errors, ROC."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.charts.axes import padded, spread
from workbench.charts.colours import ABOVE, BELOW, CLASSES, MODEL, OTHER, TRUTH, class_ends
from workbench.charts.panels import (
    DASHED,
    FAINT,
    INK,
    SOLID,
    Dots,
    Floats,
    Label,
    Line,
    Panel,
    floats,
    ground,
)
from workbench.lessons.one_tree_or_many.comparison import ModelCourse, Roc
from workbench.models.predictions import GRID_STEPS, places
from workbench.text.numbers import number

MOST_DOTS = 400


# What is compared with is a broad line, the settings on the screen a thin one on top of it.
MODELS = ((OTHER, 4.0), (MODEL, 2.0))


class Names(NamedTuple):
    """How the two sides are called."""

    a: str
    b: str


def steps(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """The corners of a step function through points, x ascending: it jumps half-way between two of them."""
    jump = np.flatnonzero(np.diff(y))
    middle = (x[jump] + x[jump + 1]) / 2
    ends = np.concatenate(([x[0]], np.repeat(middle, 2), [x[-1]]))
    return ends, np.concatenate((np.repeat(y[jump], 2), [y[-1], y[-1]]))


def step_panel(a: ModelCourse, b: ModelCourse, names: Names, cursor: int, k: int) -> Panel:
    """One feature: the rows, the truth, and both models."""
    data, x = b.fit.dataset, places(b.fit.dataset)[:, 0]
    is_class = data.task == "classification"
    target = (data.y == k).astype(float) if is_class else data.y.astype(float)
    every = np.concatenate([values_of(each, k) for course in (a, b) for each in course.drawn])
    low, high = min(target.min(), every.min()), max(target.max(), every.max())
    dots = []
    for rows, name, shape in (
        (b.fit.train, "training rows", "circle"),
        (b.fit.held_out, "unseen rows", "ring"),
    ):
        if len(rows):
            some = rows[spread(len(rows), MOST_DOTS // (2 if len(b.fit.held_out) else 1))]
            name = name if len(some) == len(rows) else f"{len(some)} of {len(rows):,} {name}"
            dots.append(
                Dots(
                    floats(data.X[some, 0]),
                    floats(target[some]),
                    FAINT,
                    name,
                    shape,
                    2.5 if len(x) > 60 else 5,
                )
            )
    lines = []
    if data.truth is not None:
        truth = data.truth(x[:, np.newaxis])
        lines.append(Line(floats(x), floats(truth), TRUTH, "truth", DASHED, 2))
    for course, name, (colour, width) in zip((a, b), names, MODELS, strict=True):
        corners = steps(x, values_of(course.drawn[course.upto(cursor)], k))
        lines.append(Line(floats(corners[0]), floats(corners[1]), colour, name, SOLID, width))
    label = f"P({data.class_names[k]})" if is_class else data.target_name
    extent = (*padded(x[0], x[-1], 0.01), *padded(float(low), float(high)))
    return Panel("", extent, data.feature_names[0], label, 1.9, tuple(lines), tuple(dots))


def values_of(predicted: NDArray[np.floating], k: int) -> Floats:
    """The values that are drawn: predictions, or the probability of class k."""
    return np.asarray(predicted if predicted.ndim == 1 else predicted[:, k], dtype=np.float64)


def surface_panels(a: ModelCourse, b: ModelCourse, names: Names, cursor: int, k: int) -> list[Panel]:
    """Two features: the surface of each model, the truth where there is one, and the colours' scale."""
    data = b.fit.dataset
    is_class = data.task == "classification"
    at = places(data)
    surfaces = [
        (name, values_of(course.drawn[course.upto(cursor)], k))
        for course, name in zip((a, b), names, strict=True)
    ]
    if data.truth is not None:
        surfaces.append(("truth", data.truth(at)))
    low, high = (0.0, 1.0) if is_class else round_ends(float(data.y.min()), float(data.y.max()))
    ends = class_ends(k, len(data.class_names)) if is_class else (BELOW, ABOVE)
    extent = (at[0, 0], at[-1, 0], at[0, 1], at[-1, 1])
    dots = class_dots(b) if is_class else ()
    first, second = data.feature_names
    panels = [
        Panel(
            title,
            extent,
            first,
            second,
            image=ground(z, low, high, ends),
            image_size=(GRID_STEPS, GRID_STEPS),
            dots=dots,
        )
        for title, z in surfaces
    ]
    title = f"P({data.class_names[k]})" if is_class else data.target_name
    scale = ground(np.linspace(low, high, 64), low, high, ends)
    return [
        *panels,
        Panel(title, (0.2, 0.8, low, high), "", "", 0.0, image=scale, image_size=(1, 64), is_bar=True),
    ]


def round_ends(low: float, high: float) -> tuple[float, float]:
    """Ends of a scale that holds both values, rounded outwards to a twentieth of its length at most."""
    unit = 10.0 ** (np.floor(np.log10(high - low)) - 1) if high > low else 1.0
    return float(np.floor(low / unit) * unit), float(np.ceil(high / unit) * unit)


def class_dots(course: ModelCourse) -> tuple[Dots, ...]:
    """The training rows in the plane by class, in the colours of the probabilities below them."""
    fit = course.fit
    data = fit.dataset
    found = []
    for code, name in enumerate(data.class_names):
        colour, shape = CLASSES[code], ("circle", "diamond", "ring")[code]
        mine = fit.train[data.y[fit.train] == code]
        mine = mine[spread(len(mine), MOST_DOTS // len(data.class_names))]
        found.append(
            Dots(floats(data.X[mine, 0]), floats(data.X[mine, 1]), colour, f"class {name}", shape, 3.2)
        )
    return tuple(found)


def truth_panel(a: ModelCourse, b: ModelCourse, names: Names, cursor: int) -> Panel:
    """Many features: predicted against true values of the unseen rows; the diagonal is right."""
    data, rows = b.fit.dataset, b.fit.held_out
    some = spread(len(rows), MOST_DOTS // 2)
    y = data.y[rows].astype(float)
    every = np.concatenate([y, *(each for course in (a, b) for each in course.unseen)])
    low, high = padded(float(every.min()), float(every.max()))
    dots = [
        Dots(floats(y[some]), floats(course.unseen[course.upto(cursor)][some]), colour, name, shape, 3.5)
        for course, name, (colour, _), shape in zip((a, b), names, MODELS, ("diamond", "circle"), strict=True)
    ]
    right = Line((low, high), (low, high), OTHER, "prediction = truth", DASHED, 1.5)
    return Panel(
        "",
        (low, high, low, high),
        f"true {data.target_name}, unseen rows",
        "prediction",
        1.3,
        (right,),
        tuple(dots),
    )


def error_panel(a: ModelCourse, b: ModelCourse, names: Names, cursor: int) -> Panel:
    """The error of both after every round: unseen rows solid, training rows dashed; one tree is a level."""
    n_rounds = max(course.n_rounds for course in (a, b))
    lines, labels = [], []
    for course, name, (colour, width) in zip((a, b), names, MODELS, strict=True):
        is_level = course.n_rounds == 1
        now = course.upto(cursor)
        for errors, rows, dash in (
            (course.unseen_error, "unseen", DASHED),
            (course.seen_error, "training", SOLID),
        ):
            if np.isnan(errors).any():
                continue
            x = np.array([0.0, n_rounds]) if is_level else np.arange(len(errors), dtype=np.float64)
            y = np.repeat(errors[-1], 2) if is_level else errors
            lines.append(Line(floats(x), floats(y), colour, name, dash, width))
            name = ""  # the legend has it once
            value = float(errors[now])
            words = f"{number(value)} {rows}"
            labels.append(Label(cursor if is_level else now, value, words, colour, dash, width))
    top = max(max(line.y) for line in lines)
    lines.append(Line((), (), INK, "training", SOLID, 2.0))
    if b.fit.n_unseen:
        lines.append(Line((), (), INK, "unseen", DASHED, 2.0))
    extent = (*padded(0, n_rounds, 0.02), 0.0, 1.1 * top)
    title = b.measure
    return Panel(
        "", extent, "round", title, 1.3, tuple(lines), labels=tuple(labels), cursor=cursor, whole=True
    )


def picture(
    a: ModelCourse, b: ModelCourse, names: Names, cursor: int, k: int, areas: tuple[Roc, Roc] | None
) -> list[Panel]:
    """The panels that fit the data set: a curve, surfaces, ROC curves, or predictions against the truth."""
    data = b.fit.dataset
    if len(data.feature_names) == 1:
        return [step_panel(a, b, names, cursor, k)]
    if len(data.feature_names) == 2:
        return surface_panels(a, b, names, cursor, k)
    if areas is not None:
        return [roc_panel(areas, names, data.class_names[k])]
    return [truth_panel(a, b, names, cursor)] if data.task == "regression" else []


def on_stage(panels: Sequence[Panel]) -> tuple[list[Panel], list[tuple[int, float]], list[Panel]]:
    """The panels of the picture, so many in each row, and those that have their place beside it.

    Surfaces stand above each other, each with the scale of its colours; the truth beside them.
    """
    scale = [panel for panel in panels if panel.is_bar]
    if not scale:
        return list(panels), [(1, 1.0)] * len(panels), []
    first, second, *rest = [panel for panel in panels if not panel.is_bar]
    return [first, *scale, second, *scale], [(2, 1.0), (2, 1.0)], rest


def roc_panel(found: tuple[Roc, Roc], names: Names, of_class: str) -> Panel:
    """Both ROC curves of a class, and the coin toss."""
    lines = [Line((0.0, 1.0), (0.0, 1.0), OTHER, "", DASHED, 1.2)]
    labels = []
    for i, (each, name, (colour, width)) in enumerate(zip(found, names, MODELS, strict=True)):
        lines.append(Line(floats(each.fpr), floats(each.tpr), colour, name, SOLID, width))
        words = f"AUC {area_words(each)}"
        labels.append(Label(0.98, 0.06 + 0.11 * (1 - i), words, colour, SOLID, width))
    extent = (-0.02, 1.02, -0.02, 1.02)
    return Panel(
        "",
        extent,
        "false positive rate",
        f"true positive rate, {of_class}",
        1.0,
        tuple(lines),
        labels=tuple(labels),
    )


def area_words(found: Roc) -> str:
    """An area and its standard error."""
    return f"{found.auc:.3f} ± {found.se:.3f}"
