"""What the stage of the lesson draws: both models in all rounds, row by row and cell by cell. Pure.

State r is what the first r rounds make. Arrays over states and rows (or cells) are flat, state by state.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from workbench.charts.axes import spread
from workbench.lessons.one_tree_or_many.comparison import (
    Comparison,
    GrownTree,
    ModelCourse,
    leads_from,
)
from workbench.lessons.one_tree_or_many.forest import ForestCourse
from workbench.lessons.one_tree_or_many.panels import round_ends, values_of
from workbench.lessons.one_tree_or_many.record_pieces import (
    cell_places,
    leaf_boxes,
    pieces,
    splits,
    thresholds,
)
from workbench.lessons.one_tree_or_many.stage_words import stage_words
from workbench.models.predictions import Floats

MOST_ROWS, MOST_ROW_STATES = 300, 60_000  # drawn; and times the rounds
MOST_EDGES, MOST_CELL_STATES = 400, 1_000_000  # along an axis; and cells times the rounds
TRUTH_POINTS = 300
LEVELS = 254  # of a cell's colour: bytes 0 to 254, so that 127 is the middle

Record = dict[str, Any]
Rows = NDArray[np.intp]


def record_of(shown: Comparison) -> Record:
    """All that the stage shows, wherever the cursor is.

    kind: how rows are drawn: over the only feature ("curve"), in the "plane" of two, else by prediction and
    truth ("answers"). scale: ends of the predictions that are drawn. rows: drawn ones, trained on and unseen.
    sides: what is compared with, and the ensemble. leads: from which round on the ensemble errs
    less on the rows that both are judged by; None for never. stamps: the
    trees of the ensemble's shown class, see leaf_boxes.
    """
    a, b, fit = shown.a, shown.b, shown.b.fit
    data = fit.dataset
    is_class, is_unseen = data.task == "classification", fit.n_unseen > 0
    kind = kind_of(shown)
    rows = drawn_rows(shown)
    return {
        "kind": kind,
        "n_rounds": b.n_rounds,
        "is_class": is_class,
        "has_unseen": is_unseen,
        "n_judged": fit.n_unseen or len(fit.train),
        "scale": scale_of(shown),
        "extents": [[float(x.min()), float(x.max())] for x in data.X.T] if kind != "answers" else [],
        "truth": truth_of(shown),
        "rows": rows_record(shown, rows),
        "sides": [side_record(shown, each, rows) for each in (a, b)],
        "leads": leads_from(a, b),
        "rate": float(fit.model.learning_rate),
        "stamps": leaf_boxes(trees_of(b, shown.k), kind),
        **stage_words(shown),
    }


def kind_of(shown: Comparison) -> str:
    """How rows are drawn."""
    return {1: "curve", 2: "plane"}.get(shown.b.fit.n_axes, "answers")


def tree_for(course: ModelCourse, k: int) -> int:
    """Which of a round's trees speaks for a class."""
    return k if course.fit.n_classes > 1 else 0


def drawn_rows(shown: Comparison) -> tuple[Rows, Rows]:
    """Which of the training rows are drawn, and which of the unseen ones: evenly chosen."""
    fit = shown.b.fit
    most = min(MOST_ROWS, max(60, MOST_ROW_STATES // (shown.b.n_rounds + 1)))
    return spread(len(fit.train), most), spread(fit.n_unseen, most)


def target_of(shown: Comparison, y: NDArray[Any]) -> Floats:
    """The target; of classes 1 for the one shown."""
    is_class = shown.b.fit.dataset.task == "classification"
    return np.asarray(y == shown.k if is_class else y, dtype=np.float64)


def scale_of(shown: Comparison) -> list[float]:
    """From where to where predictions and targets go; of probabilities 0 and 1."""
    if shown.b.fit.dataset.task == "classification":
        return [0.0, 1.0]
    y = shown.b.fit.dataset.y
    if kind_of(shown) == "plane":
        return [*round_ends(float(y.min()), float(y.max()))]
    said = [np.concatenate([*each.seen, *each.unseen]) for each in (shown.a, shown.b)]
    every = np.concatenate([y, *said])
    return [float(every.min()), float(every.max())]


def truth_of(shown: Comparison) -> Floats | None:
    """The function behind the data at evenly chosen places of its only feature, from end to end."""
    data = shown.b.fit.dataset
    if data.truth is None or data.X.shape[1] != 1:
        return None
    x = np.linspace(data.X.min(), data.X.max(), TRUTH_POINTS)
    return np.asarray(data.truth(x[:, np.newaxis]), dtype=np.float64)


def rows_record(shown: Comparison, rows: tuple[Rows, Rows]) -> list[Record]:
    """The drawn rows, trained on and unseen. x: along each axis; number: in the data set, of a formula's
    unseen rows on from its last, see row_sums.
    """
    fit = shown.b.fit
    X_unseen, y_unseen = fit.unseen
    of_formula = len(fit.dataset.y) + np.arange(fit.n_unseen)
    held_out = fit.held_out if len(fit.held_out) else of_formula
    both = ((fit.X, fit.y, fit.train), (X_unseen, y_unseen, held_out))
    return [
        {
            "x": [] if kind_of(shown) == "answers" else [np.ascontiguousarray(x) for x in X[drawn].T],
            "y": target_of(shown, y[drawn]),
            "number": numbers[drawn].astype(np.int32),
        }
        for drawn, (X, y, numbers) in zip(rows, both, strict=True)
    ]


def side_record(shown: Comparison, course: ModelCourse, rows: tuple[Rows, Rows]) -> Record:
    """One model. said: the value that it says of every drawn row, seen and unseen; wrong: whether that is
    another class than the row's. cells: the same of cells, see cells_of. cuts: see splits.
    """
    fit, states = shown.b.fit, [course.upto(r) for r in range(shown.b.n_rounds + 1)]
    is_class = fit.dataset.task == "classification"
    stages = [course.seen[r] for r in states], [course.unseen[r] for r in states]
    y = fit.y, fit.unseen[1]
    kind, tree, trees = kind_of(shown), tree_for(course, shown.k), trees_of(course, shown.k)
    edges, cells = cells_of(shown, course, states)
    return {
        "said": [said(each, shown.k, drawn) for each, drawn in zip(stages, rows, strict=True)],
        "wrong": [wrong(each, of, drawn) for each, of, drawn in zip(stages, y, rows, strict=True)]
        if is_class
        else None,
        "is_tree": isinstance(course, GrownTree),
        "edges": edges,
        "cells": cells,
        "cuts": splits(course, trees, tree, len(states), kind),
        "trees": np.array([course.trees(r) for r in states], dtype=np.int32),
        "leaves": np.array([course.leaves(r) for r in states], dtype=np.int32),
        "pieces": pieces(course, trees, tree, len(states), kind),
        "seen": np.asarray(course.seen_error)[states],
        "judged": np.asarray(course.judged_error)[states],
    }


def trees_of(course: ModelCourse, k: int) -> list[Tree]:
    """The trees that speak for a class, in the order of their rounds."""
    if isinstance(course, ForestCourse):
        return [each.tree for each in course.forest.model.trace_]
    return [round_.trees[tree_for(course, k)] for round_ in course.fit.trace]


def said(stages: list[Floats], k: int, drawn: Rows) -> NDArray[np.float32]:
    """The value shown of every drawn row in every state."""
    return np.concatenate([values_of(each, k)[drawn] for each in stages]).astype(np.float32)


def wrong(stages: list[Floats], y: NDArray[Any], drawn: Rows) -> NDArray[np.uint8]:
    """Whether the most probable class of a drawn row is another than its own, in every state."""
    return np.concatenate([each[drawn].argmax(axis=1) != y[drawn] for each in stages]).astype(np.uint8)


def cells_of(
    shown: Comparison, course: ModelCourse, states: list[int]
) -> tuple[list[Floats], NDArray[Any] | None]:
    """Where cells end along each axis, the last of each is open; what the model says in each, in every state.

    Over one feature numbers, (R+1 * cells); over two bytes, a share of LEVELS of the scale, in which what is
    above the middle is above 127, however little. The first axis runs fastest.
    """
    kind = kind_of(shown)
    if kind == "answers":
        return [], None
    n_axes = 1 if kind == "curve" else 2
    edges = [cell_edges(course, len(states), axis, n_axes) for axis in range(n_axes)]
    places = cell_places(edges)
    stages = course.staged(places)
    values = np.concatenate([values_of(stages[r], shown.k) for r in states])
    if kind == "curve":
        return edges, values.astype(np.float32)
    low, high = scale_of(shown)
    share = np.clip((values - low) / ((high - low) or 1.0), 0.0, 1.0)
    level = np.rint(share * LEVELS)
    middle = LEVELS // 2
    level = np.where(share > 0.5, np.maximum(level, middle + 1), np.minimum(level, middle))
    return edges, level.astype(np.uint8)


def cell_edges(course: ModelCourse, n_states: int, axis: int, n_axes: int) -> Floats:
    """The thresholds along an axis of the trees of all classes, on which each prediction depends.

    All that there are, or evenly chosen ones.
    """
    classes = range(1 if isinstance(course, ForestCourse) else course.fit.n_classes)
    found = [thresholds(course, trees_of(course, k), k, n_states, axis) for k in classes]
    edges = np.unique(np.concatenate(found))
    most = min(MOST_EDGES, int((MOST_CELL_STATES / n_states) ** (1 / n_axes)))
    return edges[spread(len(edges), most)]
