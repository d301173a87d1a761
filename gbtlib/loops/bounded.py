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

from itertools import pairwise
from typing import Any

import numpy as np

from gbtlib.loops.compiling import compiled
from gbtlib.loops.records import Formula, Integers


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


@compiled
def side_bounds(bounds, weights, direction, lacks):
    """The bounds of the left and of the right side of a split, from the node's own.

    weights: of the left and of the right side. lacks: whether one side is the rows that miss the feature.
    """
    (lowest, highest), (left_weight, right_weight) = bounds, weights
    middle = (left_weight + right_weight) / 2
    rises, falls = direction > 0, direction < 0
    if lacks and direction != 0:
        rises, falls = left_weight < right_weight, right_weight < left_weight
    left = middle if falls else lowest, middle if rises else highest
    right = middle if rises else lowest, middle if falls else highest
    return left, right


@compiled
def bound_children(formula, nodes, which):
    """Note the bounds of the children of some nodes, which have been split; in the true unit of weights."""
    record, sums, _, _ = nodes
    for k in which:
        node = record[k]
        left, right = node["children_left"], node["children_right"]
        bounds = node["lowest"], node["highest"]
        weights = leaf_weight(formula, sums[left], bounds), leaf_weight(formula, sums[right], bounds)
        sides = side_bounds(bounds, weights, formula.directions[node["feature"]], np.isnan(node["upper"]))
        (record[left]["lowest"], record[left]["highest"]), of_right = sides
        record[right]["lowest"], record[right]["highest"] = of_right


@compiled
def leaf_weight(formula, sums, bounds):
    """The best weight between bounds, in its true unit, to the last bit of SecondOrder.leaf_weight."""
    G, H = sums[1] * formula.unit_g, sums[2] * formula.unit_h
    denominator, size = H + formula.true_lambda, max(abs(G) - formula.true_alpha, 0.0)
    weight = (-size if G > 0 else size) / denominator if denominator > 0 else 0.0
    return min(max(weight, bounds[0]), bounds[1])


@compiled
def within_bounds(formula, node):
    """The formula for a node: with the bounds of its weights, in fixed-point units."""
    unit = formula.unit_g / formula.unit_h
    return Formula(node["lowest"] / unit, node["highest"] / unit, *formula[2:])


def bounds_of(tree: Any, node: int, directions: Integers) -> tuple[float, float]:
    """The bounds of a node of a grown tree, those that it was grown with to the last bit."""
    bounds = -np.inf, np.inf
    for above, below in pairwise(tree.path_to(node)):
        left, right = tree.children_left[above], tree.children_right[above]
        weights, lacks = (tree.weight[left], tree.weight[right]), np.isinf(tree.threshold[above])
        sides = side_bounds(bounds, weights, directions[tree.feature[above]], lacks)
        bounds = sides[int(below == right)]
    return float(bounds[0]), float(bounds[1])
