"""What the loops are given and give back: the formula of the score, limits, a node along a feature, a cut."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

NODE = np.dtype(
    [
        ("start", np.int64),  # its rows are order[sorted_by, start:stop]
        ("stop", np.int64),
        ("sorted_by", np.int64),
        ("depth", np.int64),
        ("score", np.float64),  # before any cut, in the criterion's unit
        ("why_leaf", np.int64),  # gbtlib.core.reasons
        ("left", np.int64),  # number of the left child, the right one is the next; -1 in a leaf
        ("gain", np.float64),  # of the best cut, in the unit of the loss
        # The best cut; of a list of cuts, each of them.
        ("n_scored", np.int64),  # cuts that were scored to find it
        ("cut_score", np.float64),  # left plus right; -inf where no cut is allowed
        ("score_left", np.float64),
        ("score_right", np.float64),
        ("feature", np.int64),
        ("lower", np.float64),  # the values before and behind the cut; upper NaN: the missing are the right
        ("upper", np.float64),
        ("default_left", np.bool_),
        ("lowest", np.float64),  # bounds on the weights of its leaves, where monotonic_cst sets some
        ("highest", np.float64),
        ("n_cut", np.int64),  # rows before it in the feature's order; -1 where they are not in one piece
    ]
)


class Nodes(NamedTuple):
    """Nodes of a growing tree, with room for more.

    record: (n,) of NODE. sums: (n, 1 + n_statistics) rows, and the sums of their statistics. left: of these
    what lies left of the best cut.
    """

    record: NDArray[Any]
    sums: Integers
    left: Integers


def new_nodes(n: int, n_statistics: int) -> Nodes:
    """Room for n nodes."""
    return Nodes(np.zeros(n, dtype=NODE), *np.zeros((2, n, 1 + n_statistics), dtype=np.int64))


NO_DIRECTIONS = np.zeros(0, dtype=np.int64)


class Formula(NamedTuple):
    """The score of rows from the sums of their statistics, in fixed-point units.

    SECOND_ORDER, of sums G and H: T(G)^2 / (H + reg_lambda), T(G) = sign(G) max(|G| - reg_alpha, 0).
    GINI, of sums c_k of row weights by class, and their sum W: sum_k c_k^2 / W.
    ENTROPY, of the same: W most_bits + sum_k c_k log2(c_k / W).
    BETWEEN, of G and H: of two sides (G_l / H_l - G_r / H_r)^2 H_l H_r / (H_l + H_r), of a node 0. It is what
    SECOND_ORDER gains without lambda and alpha, but no difference of numbers that may be far larger.
    ENTROPY_OF_COUNTS, where all rows weigh the same: sum_k table[0, c_k] + table[1, W], in whole numbers.

    BOUNDED, of sums G and H: what the leaf weight between `lowest` and `highest` takes off the loss, twice;
    see gbtlib.loops.bounded. Cuts by a feature with a direction (1 or -1) must have weights in this order.

    least: no denominator is smaller: half a unit where a side may weigh nothing.
    """

    kind: int
    reg_lambda: float
    reg_alpha: float
    least: float
    most_bits: float
    table: Integers
    lowest: float = -np.inf
    highest: float = np.inf
    directions: Integers = NO_DIRECTIONS


class Limits(NamedTuple):
    """What each side of a cut must have: rows, and a weight: the sum of the statistics from `weights` on.

    min_weight: in its true unit, which is the sum times weight_unit. weighs: whether a side can be too light.
    positive: whether it must weigh something.
    """

    min_samples_leaf: int
    min_weight: float
    weight_unit: float
    weights: int
    weighs: bool
    positive: bool


class Line(NamedTuple):
    """A node's rows along one feature, and scratch memory for as many places as there are rows, or bins.

    sums: (1 + n_statistics, n) rows up to each place, and the sums of their statistics.
    first, last: (n + 1,) the smallest and the largest value at each place; behind the last place NaN.
    score: (n,) of the cut behind each place, left plus right.
    before: (1 + n_statistics,) sums of what is left of every cut, such as the rows that miss the feature.
    node: the sums of all that is cut. left, right: of both sides of one cut.
    """

    sums: Integers
    first: Floats
    last: Floats
    score: Floats
    before: Integers
    node: Integers
    left: Integers
    right: Integers


def new_line(n: int, n_statistics: int, *, with_ranges: bool = False) -> Line:
    """A line with room for n places. with_ranges: whether a place can have more than one value."""
    sums, first = np.empty((1 + n_statistics, n), dtype=np.int64), np.empty(n + 1)
    last = np.empty(n + 1) if with_ranges else first
    return Line(sums, first, last, np.empty(n), *np.empty((4, 1 + n_statistics), dtype=np.int64))
