"""The whole ensemble as curves and pairs, round by round, and what its trees ask. Pure.

All from gbtlib's collapse: a curve a feature and a grid a pair. Bins weigh alike, as no row is here.
Many rounds are drawn some at a time, and wide grids at some of their bins.
"""

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

    curves, pairs: see curve_record and pair_record, the largest first; n_curves, n_pairs: of how many, None
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
    curves = sorted(whole.curves, key=lambda f: -variance(whole, f))[:MOST_CURVES]
    pairs = sorted(whole.grids, key=lambda pair: -variance_of_pair(whole, pair))[:MOST_PAIRS]
    ends = model.round_starts[steps.rounds].tolist()

    def after_steps(part: tuple[int, ...], most: int) -> Floats:
        return np.array(whole.stages(part, ends, [drawn_bins(len(whole.axes[f].values), most) for f in part]))

    of_curves = [after_steps((f,), MOST_BINS) for f in curves]
    of_pairs = [after_steps(pair, MOST_SIDE) for pair in pairs]
    limits = [largest(of_curves), largest(of_pairs)]
    return {
        "curves": [
            curve_record(whole, f, names, values, limits[0], total)
            for f, values in zip(curves, of_curves, strict=True)
        ],
        "pairs": [
            pair_record(whole, pair, names, values, limits[1], total)
            for pair, values in zip(pairs, of_pairs, strict=True)
        ],
        "n_curves": len(whole.curves),
        "n_pairs": len(whole.grids) if has_all else None,
        "limit": limits,
        "left": left,
        "why": "",
    }


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


def largest(values: list[Floats]) -> float:
    """The largest size of all, 1 where there is none."""
    return max((float(np.abs(each).max()) for each in values), default=0.0) or 1.0


def drawn_bins(n: int, most: int) -> NDArray[np.intp]:
    """Of n bins, the last of which is of gaps, those that are drawn."""
    return spread(n - 1, most)


def variance(whole: Collapsed, feature: int) -> float:
    return float(whole.curves[feature] ** 2 @ whole.axes[feature].share)


def variance_of_pair(whole: Collapsed, pair: tuple[int, int]) -> float:
    f, g = (whole.axes[f].share for f in pair)
    return float(np.einsum("i,ij,ij,j", f, whole.grids[pair], whole.grids[pair], g))


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
    pairs = sum(variance_of_pair(whole, pair) for pair in whole.grids)
    total = sum(variance(whole, f) for f in whole.curves) + pairs
    left = whole.share_left(rows, output) if whole.order > 2 else 0.0
    return left, max(total / max(1 - left, 1e-9), 1e-300)


def curve_record(
    whole: Collapsed, feature: int, names: list[str], values: Floats, limit: float, total: float
) -> Record:
    """share: of the variance in all. edges: of the bins, from 0 to 1; ends: the first and the last cut.

    values: (steps + 1, bins), as shares of the limit, of LEVELS.
    """
    axis = whole.axes[feature]
    edges, ends = drawn_edges(axis, drawn_bins(len(axis.values), MOST_BINS))
    share = variance(whole, feature) / total
    drawn = {"edges": edges, "ends": ends, "values": levels(values, limit)}
    return {"name": names[feature], "feature": feature, "share": share} | drawn


def pair_record(
    whole: Collapsed, pair: tuple[int, int], names: list[str], values: Floats, limit: float, total: float
) -> Record:
    """As of a curve, edges and ends of both; values: (steps + 1, bins across, bins up)."""
    axes = [whole.axes[f] for f in pair]
    drawn = [drawn_edges(axis, drawn_bins(len(axis.values), MOST_SIDE)) for axis in axes]
    share = variance_of_pair(whole, pair) / total
    return {
        "names": [names[f] for f in pair],
        "share": share,
        "edges": [edges for edges, _ in drawn],
        "ends": [ends for _, ends in drawn],
        "values": levels(values, limit),
    }


def levels(values: Floats, limit: float) -> NDArray[np.int16]:
    return np.rint(values / limit * LEVELS).astype(np.int16).ravel()


def drawn_edges(axis: Axis, some: NDArray[np.intp]) -> tuple[Floats, list[float] | None]:
    """Where the bins that are drawn end, 0 to 1, and the places and values of the first and the last cut.

    Categories stand side by side; then no number is at the ends.
    """
    if axis.cuts is None or not len(axis.cuts):
        return np.linspace(0, 1, len(some) + 1), None
    low, high = float(axis.cuts[0]), float(axis.cuts[-1])
    pad = PAD * (high - low or abs(low) or 1.0)
    at = (axis.cuts[some[1:] - 1] - low + pad) / (high - low + 2 * pad)
    return np.concatenate(([0.0], at, [1.0])), [low, high]


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
