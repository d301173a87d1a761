"""All rounds of AdaBoost as numbers that a browser can draw by itself. Pure, without streamlit."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.adaboost.samme import add_vote, chance
from workbench.charts.axes import padded
from workbench.charts.colours import CLASSES
from workbench.charts.packing import Packed
from workbench.data.catalogue import feature_label
from workbench.lessons.adaboost.adaboost_run import AdaBoostRun, own_exponential
from workbench.models.predictions import Bytes, Extent, Floats, cells_of, placed, staged

NOBODY = 3  # in two bits of a cell: no vote yet
GOLDEN = 0.6180339887498949  # steps of this size spread over a band without a pattern

Floats32 = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class AdaFrames(Packed):
    """Every round of AdaBoost over one or two features, with gradient boosting beside it; n rows, R rounds.

    features: on the axes; one only where the rows lie in a band for each class.
    x, y: where a row stands. codes: its class as labelled.
    weight, gradient: (R+1, n) before every round and after the last, an average row being 1: AdaBoost's
        weight, and |g| of the gradient boosting beside it.
    own: (R+1, n) |g| of exponential loss at AdaBoost's own vote: the weights once more, by another way.
    predicted: (R, n) the class that each round's tree gives each row.
    cells: (R, cells) of the plane, from the top left: class of the vote after the round, 4 times that of the
        round's tree, 16 times that of gradient boosting after the round; NOBODY for none.
    curves: (4, R) weighted error, tree weight, share of wrong training and held-out rows after the round.
    shared: rows that have the same values on both axes as another, drawn side by side.
    hidden: whether what the last round does is left out, for a guess.
    """

    ARRAYS = ("x", "y", "codes", "weight", "gradient", "own", "predicted", "cells", "curves")

    features: tuple[int, ...]
    x: Floats32
    y: Floats32
    codes: Bytes
    weight: Floats32
    gradient: Floats32
    own: Floats32
    predicted: Bytes
    cells: Bytes
    curves: Floats32
    extent: Extent
    labels: tuple[str, str]
    classes: tuple[str, ...]
    twin: str
    note: str
    shared: int = 0
    hidden: bool = False

    @property
    def n_rounds(self) -> int:
        """Rounds that can be looked at."""
        return int(self.curves.shape[1])

    @property
    def facts(self) -> dict[str, Any]:
        """What is not an array, by its name in the browser."""
        return {
            "rounds": self.n_rounds,
            "features": self.features,
            "extent": self.extent,
            "labels": self.labels,
            "classes": self.classes,
            "colours": CLASSES[: len(self.classes)],
            "bound": chance(len(self.classes)),
            "twin": self.twin,
            "note": self.note,
            "shared": self.shared,
            "hidden": self.hidden,
        }


AT_THE_END = ", missing at the end"  # of the axis over a feature that rows miss


def ada_frames(fit: AdaBoostRun, x: int | None = None, y: int | None = None) -> AdaFrames:
    """Every round of the picture; x, y: the features on its axes, None for the most asked for."""
    features = axes_of(fit, x, y)
    data, X = fit.dataset, fit.X[:, list(features)]
    across, gone = placed(X[:, 0])
    x_label = f"{feature_label(data, features[0])}{AT_THE_END if gone is not None else ''}"
    shared = 0
    if len(features) == 1:
        height = bands(fit.codes)
        labels = (x_label, data.target_name)
        ends = (-0.55, fit.n_classes - 0.45)
    else:
        height, gone = placed(X[:, 1])
        across, height, shared = side_by_side(across, height)
        labels = (x_label, f"{feature_label(data, features[1])}{AT_THE_END if gone is not None else ''}")
        ends = padded(float(height.min()), float(height.max()), 0.05)
    extent = (*padded(float(across.min()), float(across.max()), 0.05), *ends)
    slopes = fit.twin_slopes
    mean = slopes.mean(axis=1, keepdims=True)
    errors = fit.held_out_errors
    curves = [(round_.error, round_.tree_weight, round_.train_error) for round_ in fit.trace]
    others = len(data.feature_names) > len(features)
    return AdaFrames(
        features=features,
        x=across.astype(np.float32),
        y=height.astype(np.float32),
        codes=fit.codes.astype(np.uint8),
        weight=fit.shares.astype(np.float32),
        gradient=np.divide(slopes, mean, out=np.zeros_like(slopes), where=mean > 0).astype(np.float32),
        own=np.stack([own_exponential(fit, r) for r in range(1, len(fit.trace) + 2)]).astype(np.float32),
        predicted=np.stack([round_.predicted for round_ in fit.trace]).astype(np.uint8),
        cells=cells(fit, features, extent),
        curves=np.vstack([np.array(curves).T, errors]).astype(np.float32),
        extent=extent,
        labels=labels,
        classes=fit.names,
        twin=fit.twin.loss_.name,
        note="other features at their median" if others else "",
        shared=shared,
    )


def side_by_side(x: Floats, y: Floats) -> tuple[Floats, Floats, int]:
    """Rows at one place set on a spiral around it; all others stay. Gives x, y and how many rows moved.

    No row goes more than 0.4 of the way to the next value of a feature, so it stays on its side of every cut.
    """
    _, place, counts = np.unique(np.column_stack((x, y)), axis=0, return_inverse=True, return_counts=True)
    place = place.ravel()
    shares = counts[place] > 1
    order = np.argsort(place, kind="stable")
    rank = np.empty(len(x))
    rank[order] = np.arange(len(x)) - np.repeat(np.cumsum(counts) - counts, counts)
    angle, length = 2 * np.pi * GOLDEN * rank, np.sqrt(rank + 0.5) * shares
    reach = 0.02 * np.sqrt(counts.max()) / max(float(length.max()), 1.0)
    moved = []
    for values, way in ((x, np.cos(angle)), (y, np.sin(angle))):
        known, at = np.unique(values, return_inverse=True)
        gaps = np.concatenate(([np.inf], np.diff(known), [np.inf]))
        room = np.minimum(gaps[:-1], gaps[1:])[at.ravel()]
        span = float(known[-1] - known[0]) or 1.0
        room = np.where(np.isfinite(room), room, span)
        most = np.minimum(reach * span, 0.4 * room / max(float(length.max()), 1.0))
        moved.append(values + most * length * way)
    return moved[0], moved[1], int(shares.sum())


def axes_of(fit: AdaBoostRun, x: int | None, y: int | None) -> tuple[int, ...]:
    """The features on the axes: the given ones, else those whose roots have most tree weight; one of one."""
    n_features = fit.X.shape[1]
    if n_features == 1:
        return (0,)
    asked: dict[int, float] = defaultdict(float)
    for round_ in fit.trace:
        if not round_.tree.is_leaf[0]:
            asked[int(round_.tree.feature[0])] += round_.tree_weight
    order = sorted(asked, key=lambda feature: -asked[feature])
    order += [feature for feature in range(n_features) if feature not in asked]
    if n_features == 2 and x is None and y is None:
        return (0, 1)
    first = x if x is not None and x < n_features else next(each for each in order if each != y)
    second = y if y is not None and y < n_features and y != first else None
    return (first, next(each for each in order if each != first) if second is None else second)


def bands(codes: NDArray[np.int64]) -> Floats:
    """Heights of rows in a band for each class, spread so that they do not lie on one another."""
    rank = np.arange(len(codes)) * GOLDEN % 1 - 0.5
    return codes + (0.6 * rank if len(codes) > 12 else 0.0)


def cells(fit: AdaBoostRun, features: tuple[int, ...], extent: Extent) -> Bytes:
    """What each cell of the plane gets in each round, see AdaFrames; (R, cells)."""
    if fit.n_classes > NOBODY:
        raise ValueError(f"{fit.n_classes} classes do not fit into two bits: at most {NOBODY}")
    plane = cells_of(extent)
    X = np.tile(np.nanmedian(fit.X, axis=0), (len(plane), 1))
    X[:, list(features)] = plane[:, : len(features)]
    votes, found = np.zeros((len(plane), fit.n_classes)), []
    after = list(staged(fit.twin, fit.twin.trace_, X))[1:]
    for round_, raw in zip(fit.trace, after, strict=True):
        add_vote(votes, round_, X)
        vote = np.where(votes.any(axis=1), votes.argmax(axis=1), NOBODY)
        twin = (raw > 0).astype(np.intp) if raw.ndim == 1 else raw.argmax(axis=1)
        found.append(vote + 4 * round_.tree.predict(X).astype(np.intp) + 16 * twin)
    return np.stack(found).astype(np.uint8)


def up_to(frames: AdaFrames, number: int) -> AdaFrames:
    """The same up to a round whose outcome is hidden: only what stood before it, and where its tree cuts."""
    tree = frames.cells[number - 1] & 12
    before = frames.cells[number - 2] & 51 if number > 1 else np.full_like(tree, NOBODY + 16 * NOBODY)
    curves = frames.curves[:, :number].copy()
    curves[:, -1] = np.nan
    return replace(
        frames,
        weight=np.vstack([frames.weight[:number], frames.weight[number - 1]]),
        gradient=np.vstack([frames.gradient[:number], frames.gradient[number - 1]]),
        own=np.vstack([frames.own[:number], frames.own[number - 1]]),
        predicted=np.vstack([frames.predicted[: number - 1], frames.codes]),
        cells=np.vstack([frames.cells[: number - 1], before + tree]),
        curves=curves,
        hidden=True,
    )
