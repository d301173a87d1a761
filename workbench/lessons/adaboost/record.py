"""What the stage of the lesson draws: rows and their weights, votes cell by cell, and every tree. Pure.

State r is what the first r rounds make, 0 to R. Arrays over states and rows (or cells) are flat, state by
state; those over rounds begin with the first.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from gbtlib import Tree
from gbtlib.adaboost.samme import PERFECT, USELESS, add_vote
from workbench.charts.axes import padded, spread
from workbench.data.catalogue import feature_label
from workbench.lessons.adaboost.adaboost_run import AdaBoostRun, AdaSettings, safest_row
from workbench.lessons.adaboost.row_places import axes_of, bands, side_by_side
from workbench.link.values import ROW
from workbench.models.predictions import Bytes, Floats, placed
from workbench.text.grammar import how_many
from workbench.trees.box_text import question

ASKED_ROUND = 5  # the weights after it are asked for, or after the last, where that comes earlier
MOST_EDGES, MOST_CELL_STATES = 200, 400_000  # along an axis; cells times the rounds
LEVELS, MIDDLE = 254, 127  # of a cell's colour between two classes
STRENGTHS = 84  # of a cell's colour with three: how far the first is ahead, 0 to so many
ENDED = {
    PERFECT: (
        "Stopped: this tree makes no mistake",
        "e is 0, so α has no bound: the tree votes with 1, and no row is left to be raised.",
    ),
    USELESS: (
        "Stopped: this tree is no better than guessing",
        "e is not below 1 − 1/K, so α would not be above 0: the tree has no vote.",
    ),
}
"""Why a tree is the last one, in short and in full."""
AT_THE_END = ", missing at the end"  # of the axis over a feature that rows miss

Record = dict[str, Any]


def record_of(fit: AdaBoostRun) -> Record:
    """All that the stage shows, wherever the cursor is.

    asked: after which round the heaviest row is asked for; None where all weigh the same then.
    is_band: whether rows lie in a band for each class, over one feature. number: of each row in the data set.
    weight: (R+1, n), an average row being 1; exponential, bounded: (R+1, n) |g| of both boostings, beside
    what it is at first; exponential is None for more than two classes. raised: what a round multiplies wrong
    rows by, 1 where it ends the boosting. ended: see ENDED, None where it went on to the last round. cuts:
    see cut_of. wrong: shares of wrong rows in the vote, see wrong_shares.
    suspect: the row, by its place, whose label can be wrong; is_wrong: whether it is.
    """
    features = axes_of(fit)
    drawn = rows_drawn(fit, features)
    edges, cells, trees = cells_of(fit, features, drawn["ends"])
    two = fit.n_classes == 2
    trace = fit.trace
    return {
        **drawn,
        "n_rounds": len(trace),
        "asked": asked_round(fit),
        "classes": fit.dataset.class_names,
        "codes": fit.codes.astype(np.uint8),
        "number": fit.train.astype(np.int32),
        "edges": edges,
        "cells": cells,
        "trees": trees,
        "weight": fit.shares.ravel().astype(np.float32),
        "exponential": (fit.twin_slopes / fit.twin_slopes[0]).ravel().astype(np.float32) if two else None,
        "bounded": (fit.bounded_slopes / fit.bounded_slopes[0]).ravel().astype(np.float32),
        "predicted": np.concatenate([each.predicted for each in trace]).astype(np.uint8),
        "error": np.array([each.error for each in trace]),
        "tree_weight": np.array([each.tree_weight for each in trace]),
        "normaliser": np.array([each.normaliser for each in trace]),
        "raised": np.array([1.0 if each.ended else np.exp(each.tree_weight) for each in trace]),
        "ended": ENDED.get(trace[-1].ended),
        "asks": [tree_name(each.tree, fit) for each in trace],
        "cuts": [cut_of(each.tree, features, fit) for each in trace],
        "wrong": wrong_shares(fit),
        "suspect": fit.place(suspect_of(fit)),
        "is_wrong": fit.settings.flipped is not None,
    }


def asked_round(fit: AdaBoostRun) -> int | None:
    """The round whose heaviest row is asked for."""
    number = min(ASKED_ROUND, len(fit.trace))
    weights = fit.shares[number]
    return number if float(np.ptp(weights)) > 0 else None


def suspect_of(fit: AdaBoostRun) -> int:
    """The row whose label is wrong, or may be: what weighs most after the round that is asked about, or the
    surest one where all weigh the same. By its number.
    """
    if fit.settings.flipped is not None:
        return fit.settings.flipped
    number = asked_round(fit)
    return safest_row(fit) if number is None else int(fit.train[fit.shares[number].argmax()])


def rows_drawn(fit: AdaBoostRun, features: tuple[int, ...]) -> Record:
    """Where rows stand, from where to where the axes go, and what these are called."""
    data, X = fit.dataset, fit.X[:, list(features)]
    names = [feature_label(data, feature) for feature in features]
    placed_at = [placed(x) for x in X.T]
    for axis, (_, gone) in enumerate(placed_at):
        names[axis] += AT_THE_END if gone is not None else ""
    across = placed_at[0][0]
    if len(features) == 1:
        up = bands(fit.codes)
        ends = (-0.55, fit.n_classes - 0.45)
    else:
        across, up = side_by_side(across, placed_at[1][0])
        ends = padded(float(up.min()), float(up.max()), 0.05)
    return {
        "is_band": len(features) == 1,
        "names": names,
        "x": across.astype(np.float32),
        "y": up.astype(np.float32),
        "ends": [list(padded(float(across.min()), float(across.max()), 0.05)), list(ends)],
    }


def cells_of(
    fit: AdaBoostRun, features: tuple[int, ...], ends: list[list[float]]
) -> tuple[list[Floats], Bytes, Bytes]:
    """Where cells end along both axes; what the vote says in each in every state, and every tree, by rounds.

    The first axis runs fastest. Other features are at their median.
    """
    edges = [edges_along(fit, feature, ends[axis]) for axis, feature in enumerate(features)]
    middles = [middles_of(each, end) for each, end in zip(edges, ends, strict=False)]
    plane = np.stack(np.meshgrid(*middles), axis=-1).reshape(-1, len(features))
    X = np.tile(np.nanmedian(fit.X, axis=0), (len(plane), 1))
    for axis, feature in enumerate(features):
        _, gone = placed(fit.X[:, feature])
        known = np.nanmax(fit.X[:, feature])
        X[:, feature] = plane[:, axis] if gone is None else missing_beyond(plane[:, axis], known, gone)
    votes = np.zeros((len(plane), fit.n_classes))
    states, trees = [colours_of(votes)], []
    for round_ in fit.trace:
        add_vote(votes, round_, X)
        states.append(colours_of(votes))
        trees.append(round_.tree.predict(X).astype(np.uint8))
    if len(features) == 1:
        edges.append(np.empty(0))
    return edges, np.concatenate(states), np.concatenate(trees)


def missing_beyond(values: Floats, known: float, gone: float) -> Floats:
    """Places of an axis as values: missing from halfway to where rows without a value stand."""
    return np.where(values > 0.5 * (known + gone), np.nan, values)


def edges_along(fit: AdaBoostRun, feature: int, end: list[float]) -> Floats:
    """Where trees part a feature: their thresholds, between all categories, and before what is missing."""
    found = {
        float(at)
        for round_ in fit.trace
        for at in round_.tree.threshold[~round_.tree.is_leaf & (round_.tree.feature == feature)]
        if np.isfinite(at)
    }
    values = fit.X[:, feature]
    if feature in (fit.dataset.categorical or ()):
        found |= {float(each) + 0.5 for each in np.unique(values[np.isfinite(values)])}
    _, gone = placed(values)
    if gone is not None:
        found.add(0.5 * (float(np.nanmax(values)) + gone))
    edges = np.array(sorted(each for each in found if end[0] < each < end[1]))
    most = min(MOST_EDGES, int((MOST_CELL_STATES / (len(fit.trace) + 1)) ** 0.5))
    return edges[spread(len(edges), most)]


def middles_of(edges: Floats, end: list[float]) -> Floats:
    """A place in each cell between the ends of an axis."""
    whole = np.concatenate(([end[0]], edges, [end[1]]))
    return np.asarray(0.5 * (whole[:-1] + whole[1:]))


def colours_of(votes: Floats) -> Bytes:
    """What votes look like; votes: (n, K). (n,)

    Of two classes the second one's share of LEVELS, MIDDLE for a tie, and for nobody; else the class that is
    ahead times STRENGTHS + 1, and how far ahead it is, as a share of all votes, of STRENGTHS.
    """
    total = votes.sum(axis=1)
    known = np.where(total > 0, total, 1.0)
    if votes.shape[1] == 2:
        ahead = (votes[:, 1] - votes[:, 0]) / known
        level = MIDDLE + np.sign(ahead) * np.maximum(np.rint(np.abs(ahead) * MIDDLE), ahead != 0)
        return np.asarray(level, dtype=np.uint8)
    ordered = np.sort(votes, axis=1)
    lead = (ordered[:, -1] - ordered[:, -2]) / known
    strength = np.maximum(np.rint(lead * STRENGTHS), lead > 0)
    return np.asarray(votes.argmax(axis=1) * (STRENGTHS + 1) + strength, dtype=np.uint8)


def tree_name(tree: Tree, fit: AdaBoostRun) -> str:
    """What a tree asks first, and how many leaves it has, where these are more than two."""
    if tree.is_leaf[0]:
        return f"one leaf: all are {fit.dataset.class_names[int(tree.predict(fit.X[:1])[0])]}"
    first = question(tree, 0, fit.dataset.feature_names)
    return first if tree.n_leaves == 2 else f"{how_many(tree.n_leaves, 'leaf')}, first {first}"


def cut_of(tree: Tree, features: tuple[int, ...], fit: AdaBoostRun) -> Record | None:
    """The cut of a stump along an axis: at a threshold, and the classes before and after it; else None."""
    feature, at = int(tree.feature[0]), float(tree.threshold[0])
    is_line = tree.n_leaves == 2 and feature in features and feature not in (fit.dataset.categorical or ())
    if not is_line or not np.isfinite(at):
        return None
    before_and_after = np.repeat(fit.X[:1], 2, axis=0)
    before_and_after[:, feature] = (at, np.nextafter(at, np.inf))
    return {
        "axis": features.index(feature),
        "at": at,
        "sides": tree.predict(before_and_after).astype(int).tolist(),
    }


def wrong_shares(fit: AdaBoostRun) -> list[Floats]:
    """The share of wrong training and held-out rows in every state, NaN before the first vote."""
    seen = [each.train_error for each in fit.trace]
    return [np.concatenate(([np.nan], each)) for each in (seen, fit.held_out_errors)]


def moment_of(
    fit: AdaBoostRun, run: Callable[[AdaSettings], AdaBoostRun], cursor: Mapping[str, Any]
) -> Record:
    """What the stage shows of a row: what it would weigh with its other label, where that is known.

    run: boosts under other settings. cursor: see Stage. place: of the row, or the nearest one.
    """
    row = suspect_of(fit) if cursor[ROW] is None else cursor[ROW]
    place = fit.place(int(row))
    number = int(fit.train[place])
    flipped = fit.settings.flipped
    if flipped not in (None, number):
        return {"place": place, "other": None}
    other = run(replace(fit.settings, flipped=None if flipped == number else number))
    return {"place": place, "other": other.shares[:, place].astype(np.float32)}
