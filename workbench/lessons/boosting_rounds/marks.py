"""What is marked on a picture of rounds: a node's rows, a cut and its two sides, a guess. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gbtlib import Tree
from workbench.data.sources import levels_of
from workbench.gains.node_at_cut import Cut
from workbench.lessons.boosting_rounds.frames import Frames
from workbench.models.boosted import BoostedModel
from workbench.models.predictions import Bytes
from workbench.text.numbers import decimals_of, threshold_text
from workbench.text.questions import split_sides

OUTSIDE, LEFT, RIGHT, INSIDE = range(4)
Interval = tuple[float | None, float | None]


@dataclass(frozen=True, eq=False)
class Marks:
    """What is marked, for the rows that the picture draws.

    sides: of each drawn row OUTSIDE the node, LEFT or RIGHT of the cut, or INSIDE a node that is not cut.
    cut: (axis, threshold, the same in words), axis 0 or 1, where the cut lies along an axis of the picture.
    region: the node's interval on each axis, None where it is open.
    guess: a guessed cut on the axis `guess_axis`, 0 or 1, shown with so many decimals.
    ask: let the reader guess one; never where the asked feature is on no axis, which is guess_axis None.
    """

    sides: Bytes
    cut: tuple[int, float, str] | None
    region: tuple[Interval, ...]
    guess: float | None
    guess_axis: int | None
    decimals: int
    ask: bool


@dataclass(frozen=True)
class CutGuess:
    """What the reader says of a cut of a feature: where it falls, and whether that is still asked for."""

    feature: int
    said: float | None
    is_open: bool


def marks(
    frames: Frames,
    fit: BoostedModel,
    number: int,
    *,
    k: int = 0,
    node: int = 0,
    cut: Cut | None = None,
    guess: CutGuess | None = None,
) -> Marks:
    """Marks for a node of a round's tree k and a cut of it: the given one, or the split that the tree has.

    While the reader is asked for a cut, the split of the tree stays hidden.
    """
    round_, names = fit.trace[number - 1], fit.dataset.feature_names
    tree, asks = round_.trees[k], guess is not None and guess.is_open
    if cut is None and not asks and not tree.is_leaf[node]:
        asked = int(tree.feature[node]), float(tree.threshold[node]), bool(tree.default_left[node])
        cut = Cut(*asked, split_sides(tree, node))
    inside = np.zeros(len(fit.train), dtype=bool)
    inside[round_.rows_in(node, k)] = True
    inside = inside[frames.drawn]
    sides = np.where(inside, INSIDE, OUTSIDE).astype(np.uint8)
    line = None
    if cut is not None:
        values = fit.dataset.X[fit.train[frames.drawn], cut.feature]
        sides = np.where(inside, np.where(cut.sends_left(values), LEFT, RIGHT), OUTSIDE).astype(np.uint8)
        axis = axis_of(frames, cut.feature) if cut.sides is None else None  # no line parts a set
        line = (
            None if axis is None else (axis, cut.threshold, threshold_text(cut.threshold, names[cut.feature]))
        )
    can_guess = guess is not None and not levels_of(names[guess.feature])
    guess_axis = axis_of(frames, guess.feature) if guess is not None and can_guess else None
    return Marks(
        sides=sides,
        cut=line,
        region=tuple(interval(tree, node, axis) for axis in frames.features),
        guess=None if guess is None else guess.said,
        guess_axis=guess_axis,
        decimals=-1 if guess is None else decimals_of(names[guess.feature])[0],
        ask=asks and guess_axis is not None,
    )


def axis_of(frames: Frames, feature: int) -> int | None:
    """The axis on which a feature lies, if it is on one."""
    return frames.features.index(feature) if feature in frames.features else None


def interval(tree: Tree, node: int, feature: int) -> Interval:
    """Between which thresholds of a feature a node lies; None where no split above it bounds it."""
    low: float | None = None
    high: float | None = None
    for above, below in pairwise(tree.path_to(node)):
        if tree.feature[above] != feature or split_sides(tree, above) is not None:
            continue
        threshold = float(tree.threshold[above])
        if below == tree.children_left[above]:
            high = threshold
        else:
            low = threshold
    return low, high
