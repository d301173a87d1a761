"""What is marked on a picture of rounds: a node's rows, a cut and its two sides, a row, a guess. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from gbtlib.core.boosting import Round
from workbench.data.catalogue import Dataset
from workbench.lessons.boosting_rounds.frames import Frames
from workbench.models.predictions import Bytes

OUTSIDE, LEFT, RIGHT, INSIDE = range(4)
Interval = tuple[float | None, float | None]


@dataclass(frozen=True, eq=False)
class Marks:
    """What is marked, for the rows that the picture draws.

    sides: of each drawn row OUTSIDE the node, LEFT or RIGHT of the cut, or INSIDE a node that is not cut.
    colour_sides: show left and right at all times, not only while the reader points at one.
    cut: (axis, threshold), axis 0 or 1, where the cut lies along an axis of the picture.
    region: the node's interval on each axis, None where it is open.
    row: the selected row, by its position among the drawn ones; place: where it stands, if the picture can
        show that of any row.
    guess: a guessed cut on the axis `guess_axis`, 0 or 1. ask: let the reader guess one; never where the
        asked feature is on no axis, which is guess_axis None.
    """

    sides: Bytes
    colour_sides: bool
    cut: tuple[int, float] | None
    region: tuple[Interval, ...]
    row: int | None
    place: tuple[float, float] | None
    guess: float | None
    guess_axis: int | None
    ask: bool


def marks(
    frames: Frames,
    data: Dataset,
    train: NDArray[np.intp],
    round_: Round,
    *,
    k: int = 0,
    node: int = 0,
    feature: int | None = None,
    threshold: float | None = None,
    default_left: bool | None = None,
    row: int | None = None,
    guess: float | None = None,
    ask: bool = False,
    asked: int | None = None,
    colour_sides: bool = False,
) -> Marks:
    """Marks for a node of a round's tree k and a cut of it: the given one, or the split that the tree has.

    While the reader is asked for a cut, the split of the tree stays hidden.

    feature, threshold: a candidate cut; default_left: whether rows that miss the feature go left there.
    row: the selected training row, by its position among them. asked: the feature whose cut is guessed; the
    one on the horizontal axis if it is not given.
    """
    tree = round_.trees[k]
    if threshold is None and not ask and not tree.is_leaf[node]:
        feature, threshold = int(tree.feature[node]), float(tree.threshold[node])
        default_left = bool(tree.default_left[node])
    inside = np.zeros(len(train), dtype=bool)
    inside[round_.rows_in(node, k)] = True
    inside = inside[frames.drawn]
    sides = np.where(inside, INSIDE, OUTSIDE).astype(np.uint8)
    cut = None
    if feature is not None and threshold is not None:
        values = data.X[train[frames.drawn], feature]
        goes_left = (values <= threshold) | (np.isnan(values) & bool(default_left))
        sides = np.where(inside, np.where(goes_left, LEFT, RIGHT), OUTSIDE).astype(np.uint8)
        if feature in frames.features:
            cut = (frames.features.index(feature), float(threshold))
    found = np.flatnonzero(frames.drawn == row)
    if asked is None:
        guess_axis = 0 if frames.features else None
    else:
        guess_axis = frames.features.index(asked) if asked in frames.features else None
    return Marks(
        sides=sides,
        colour_sides=colour_sides,
        cut=cut,
        region=tuple(interval(tree, node, axis) for axis in frames.features),
        row=int(found[0]) if len(found) else None,
        place=None if row is None else place_of(frames, data, int(train[row])),
        guess=guess,
        guess_axis=guess_axis,
        ask=ask and guess_axis is not None,
    )


def interval(tree: Tree, node: int, feature: int) -> Interval:
    """Between which thresholds of a feature a node lies; None where no split above it bounds it."""
    low: float | None = None
    high: float | None = None
    for above, below in pairwise(tree.path_to(node)):
        if tree.feature[above] != feature:
            continue
        threshold = float(tree.threshold[above])
        if below == tree.children_left[above]:
            high = threshold
        else:
            low = threshold
    return low, high


def place_of(frames: Frames, data: Dataset, row: int) -> tuple[float, float] | None:
    """Where a row of the data set stands, drawn or not; None where its place depends on the round."""
    values = [float(data.X[row, j]) for j in frames.features]
    if frames.kind == "curve" and data.task == "regression":
        values.append(float(data.y[row]))
    if frames.kind == "rows" or len(values) != 2 or not np.isfinite(values).all():
        return None
    return values[0], values[1]
