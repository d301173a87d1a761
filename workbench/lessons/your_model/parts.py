"""The whole ensemble as curves and pairs, round by round, and what its trees ask. Pure.

All from gbtlib's collapse: a curve a feature and a grid a pair. Bins weigh alike, as no row is here.
Many rounds are drawn some at a time, and wide grids at some of their bins.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.handover import OpenedModel, collapse
from gbtlib.handover.collapsed import Axis, Collapsed
from workbench.charts.axes import spread

Floats = NDArray[np.float64]
Record = dict[str, Any]
Part = tuple[int, ...]  # one feature, or a pair
MOST_STEPS = 60  # of the strip, after the confession
MOST_CURVES, MOST_PAIRS, MOST_FEATURES = 6, 3, 8
MOST_BINS, MOST_SIDE = 200, 30  # that are drawn of a curve, and along a side of a pair
LEVELS = 30_000  # from 0 to the farthest value that is drawn
N_DRAWN = 4000  # rows drawn evenly over the bins, by which is told what is left out
PAD = 0.12  # beyond the first and the last cut, as a share of what lies between
DEPTHS = 3  # 0, 1, and all others


@dataclass(frozen=True)
class Steps:
    """The steps of the strip: rounds up to each, n + 1 from 0 on, and the trees of one output in each."""

    rounds: list[int]
    trees: list[list[int]]


def steps_of(model: OpenedModel, output: int) -> Steps:
    """One round a step, or some where there are more than MOST_STEPS."""
    n_rounds = model.n_rounds
    n_steps = min(MOST_STEPS, n_rounds)
    rounds = [round(at * n_rounds / n_steps) for at in range(n_steps + 1)] if n_steps else [0]
    mine = (model.tree_output == output) | (model.tree_output < 0)
    starts = model.round_starts
    trees = [[k for k in range(int(starts[a]), int(starts[b])) if mine[k]] for a, b in pairwise(rounds)]
    return Steps(rounds, trees)


def parts_record(model: OpenedModel, names: list[str], output: int, steps: Steps) -> Record:
    """What curves and pairs there are, and their values after every step.

    curves, pairs: see drawn_parts, the largest first; n_curves, n_pairs: of how many, None
    for pairs that are too many to be looked at all. limit: of the values of curves and of pairs. left: the
    share of the variance that is in none of them, 0 where trees ask two features at most, None where not all
    pairs were looked at. why: why there are none, or "".
    """
    try:
        whole, has_all = whole_picture(model, output)
    except ValueError as error:
        none = {"curves": [], "pairs": [], "n_curves": 0, "n_pairs": 0, "limit": [1, 1], "left": None}
        return none | {"why": str(error)}
    left, total = share_left(model, whole, output, has_all)
    ends = model.round_starts[steps.rounds].tolist()
    of_each: list[Part] = [(f,) for f in whole.curves]
    curves = drawn_parts(whole, of_each, MOST_CURVES, MOST_BINS, ends)
    pairs = drawn_parts(whole, list(whole.grids), MOST_PAIRS, MOST_SIDE, ends)
    for record in (*curves[0], *pairs[0]):
        record["names"] = [names[f] for f in record["features"]]
        record["share"] /= total
    return {
        "curves": curves[0],
        "pairs": pairs[0],
        "n_curves": len(whole.curves),
        "n_pairs": len(whole.grids) if has_all else None,
        "limit": [curves[1], pairs[1]],
        "left": left,
        "why": "",
    }


def drawn_parts(
    whole: Collapsed, parts: Sequence[Part], most: int, most_bins: int, ends: Sequence[int]
) -> tuple[list[Record], float]:
    """The largest of some curves or pairs, and the largest size of their values.

    axes: of each feature, see drawn_axis. values: (steps + 1, bins) or (steps + 1, bins across, bins up), as
    shares of the largest, of LEVELS. share: the variance, which the caller makes a share.
    """
    shown = sorted(parts, key=lambda part: -variance(whole, part))[:most]
    bins = [[spread(len(whole.axes[f].values) - 1, most_bins) for f in part] for part in shown]
    values = [np.array(whole.stages(part, ends, some)) for part, some in zip(shown, bins, strict=True)]
    limit = max((float(np.abs(each).max()) for each in values), default=0.0) or 1.0
    found = [
        {
            "features": list(part),
            "share": variance(whole, part),
            "axes": [drawn_axis(whole.axes[f], of_axis) for f, of_axis in zip(part, some, strict=True)],
            "values": np.rint(each / limit * LEVELS).astype(np.int16).ravel(),
        }
        for part, some, each in zip(shown, bins, values, strict=True)
    ]
    return found, limit


def whole_picture(model: OpenedModel, output: int) -> tuple[Collapsed, bool]:
    """All curves, and all pairs, or those of the features that gain most where all would be too many cells.

    Errors: ValueError for a model that cannot be collapsed.
    """
    try:
        return collapse(model, output), True
    except ValueError:
        gain = np.zeros(model.n_features)
        for tree in model.trees:
            np.add.at(gain, tree.feature[tree.splits], np.nan_to_num(tree.gain[tree.splits]))
        some = sorted(np.argsort(-gain, kind="stable")[:MOST_FEATURES].tolist())
        return collapse(model, output, pairs=list(combinations(some, 2))), False


def variance(whole: Collapsed, part: Part) -> float:
    """Of a curve or a pair over its bins."""
    found = (whole.curves[part[0]] if len(part) == 1 else whole.grids[part[0], part[-1]]) ** 2
    for f in reversed(part):
        found = found @ whole.axes[f].share
    return float(found)


def share_left(
    model: OpenedModel, whole: Collapsed, output: int, has_all: bool
) -> tuple[float | None, float]:
    """The share of the variance that no curve and no pair has, see parts_record, and all of the variance.

    That of curves and pairs is exact; what is left is that of rows drawn evenly over the bins.
    """
    draw, rows = np.random.default_rng(0), np.zeros((N_DRAWN, model.n_features))
    for f, axis in whole.axes.items():
        rows[:, f] = draw.choice(axis.values[:-1], N_DRAWN)
    if not has_all:
        return None, float(np.var(model.raw_prediction(rows)[:, output].astype(np.float64)))
    total = sum(variance(whole, part) for part in (*((f,) for f in whole.curves), *whole.grids))
    left = whole.share_left(rows, output) if whole.order > 2 else 0.0
    return left, max(total / max(1 - left, 1e-9), 1e-300)


def drawn_axis(axis: Axis, some: NDArray[np.intp]) -> Record:
    """edges: where the bins that are drawn end, 0 to 1. ends: the first and the last cut.

    Categories stand side by side; then no number is at the ends.
    """
    if axis.cuts is None or not len(axis.cuts):
        return {"edges": np.linspace(0, 1, len(some) + 1), "ends": None}
    low, high = float(axis.cuts[0]), float(axis.cuts[-1])
    pad = PAD * (high - low or abs(low) or 1.0)
    at = (axis.cuts[some[1:] - 1] - low + pad) / (high - low + 2 * pad)
    return {"edges": np.concatenate(([0.0], at, [1.0])), "ends": [low, high]}


def asks_record(model: OpenedModel, names: list[str], steps: Steps) -> Record:
    """What the trees ask: the gain of splits by feature, step and depth, (features, steps, DEPTHS)."""
    gain = np.zeros((model.n_features, len(steps.trees), DEPTHS))
    for at, trees in enumerate(steps.trees):
        for k in trees:
            tree = model.trees[k]
            depth = np.minimum(tree.depth[tree.splits], DEPTHS - 1)
            np.add.at(gain[:, at], (tree.feature[tree.splits], depth), np.nan_to_num(tree.gain[tree.splits]))
    by_feature = gain.sum(axis=(1, 2))
    shown = [int(f) for f in np.argsort(-by_feature, kind="stable")[:MOST_FEATURES] if by_feature[f] > 0]
    return {
        "names": [names[f] for f in shown],
        "gain": gain[shown].astype(np.float32).ravel(),
        "share": (by_feature[shown] / max(float(by_feature.sum()), 1e-300)).tolist(),
    }
