"""Scores of leaves whose weights are bounded, and the cuts that monotone constraints forbid.

A node's weight minimises G w + 1/2 (H + lambda) w^2 + alpha |w| between its bounds: it is the free minimum,
or the bound beside it. Its score is what this takes off the loss, twice: -(2 G w + (H + lambda) w^2 + 2 alpha
|w|), and where no bound holds T(G)^2 / (H + lambda) as ever. Below 0 it is worse than no leaf at all.

A cut by a feature with a direction must leave the sides' weights in that order. All further leaves of both
sides are kept apart by the middle between these weights: it bounds the weights below, on either side. A cut
between the rows that have the feature and those that miss it may have its weights in either order, but its
sides are kept apart as well.

Source: XGBoost's documentation, "Monotonic Constraints", whose scores leave 2 alpha |w| out.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.loops.compiling import compiled
from gbtlib.loops.records import Floats, Integers, Nodes

Bounds = tuple[Any, Any]


@compiled
def weight_within(formula, G, H):
    """The best weight of a leaf between the bounds, in fixed-point units."""
    size = max(abs(np.float64(G)) - formula.reg_alpha, 0.0)
    size /= max(np.float64(H) + formula.reg_lambda, formula.least)
    return min(max(-size if G > 0 else size, formula.lowest), formula.highest)


@compiled
def score_within(formula, G, H):
    """What the best weight between the bounds takes off the loss, twice."""
    weight = weight_within(formula, G, H)
    denominator = max(np.float64(H) + formula.reg_lambda, formula.least)
    if formula.lowest < weight < formula.highest:
        shrunk = max(abs(np.float64(G)) - formula.reg_alpha, 0.0)
        return shrunk * shrunk / denominator
    return -(2.0 * (G * weight + formula.reg_alpha * abs(weight)) + denominator * weight * weight)


@compiled
def runs_the_wrong_way(formula, direction, left, right):
    """Whether the weights of two sides, by their sums, fall where they must rise, or rise where they fall."""
    rise = weight_within(formula, right[1], right[2]) - weight_within(formula, left[1], left[2])
    return direction * rise < 0


def side_bounds(bounds: Bounds, weights: Bounds, direction: Any, lacks: Any) -> tuple[Bounds, Bounds]:
    """The bounds of the left and of the right side of splits, from the nodes' own. All (n,) or numbers.

    weights: of the left and of the right side. lacks: whether one side is the rows that miss the feature.
    """
    (lowest, highest), (left_weight, right_weight) = bounds, weights
    middle = (left_weight + right_weight) / 2
    direction = np.where(lacks, np.abs(direction) * np.sign(right_weight - left_weight), direction)
    left = np.where(direction < 0, middle, lowest), np.where(direction > 0, middle, highest)
    right = np.where(direction > 0, middle, lowest), np.where(direction < 0, middle, highest)
    return left, right


def bound_children(criterion: Any, directions: Integers, nodes: Nodes, which: NDArray[np.intp]) -> None:
    """Note the bounds of the children of some nodes, which have been split."""
    record = nodes.record
    left, bounds = record["left"][which], (record["lowest"][which], record["highest"][which])
    left_weight, right_weight = (
        np.clip(weights_of(criterion, nodes.sums[side]), *bounds) for side in (left, left + 1)
    )
    lacks = np.isnan(record["upper"][which])
    sides = side_bounds(bounds, (left_weight, right_weight), directions[record["feature"][which]], lacks)
    for side, (lowest, highest) in zip((left, left + 1), sides, strict=True):
        record["lowest"][side], record["highest"][side] = lowest, highest


def weights_of(criterion: Any, sums: Integers) -> Floats:
    """The weights of nodes that nothing bounds, from their sums (n, 1 + n_statistics)."""
    weights: Floats = criterion.node_values(sums.T)["weight"]
    return weights


def bounds_of(tree: Any, node: int, directions: Integers) -> tuple[float, float]:
    """The bounds of a node of a grown tree, those that it was grown with to the last bit."""
    bounds: Bounds = (-np.inf, np.inf)
    for above, below in pairwise(tree.path_to(node)):
        left, right = tree.children_left[above], tree.children_right[above]
        weights, lacks = (tree.weight[left], tree.weight[right]), np.isinf(tree.threshold[above])
        sides = side_bounds(bounds, weights, directions[tree.feature[above]], lacks)
        bounds = sides[int(below == right)]
    return float(bounds[0]), float(bounds[1])
