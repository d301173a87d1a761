"""What the loops are given and give back: the formula of the score, limits, a node along a feature, a cut."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

ROW: Any = np.int32  # of row numbers: fewer than 2^31 rows, as a tree counts them, in half the memory

# A limit on a sum of weights holds up to rounding: this share of it is enough. Equal hessians that add up to
# the limit by hand may miss it in floats by n 2^-53 of it, and by what rounding the predictions left in them.
ENOUGH = 1 - 2.0**-40

NODE = np.dtype(
    [
        # What a tree tells of its nodes, see gbtlib.core.tree.Tree; of others, of their best cut.
        ("feature", np.int32),
        ("threshold", np.float64),
        ("default_left", np.bool_),
        ("children_left", np.int32),
        ("children_right", np.int32),
        ("n_samples", np.int32),
        ("gain", np.float64),
        ("depth", np.int32),
        ("why_leaf", np.int8),  # of an open node MAX_LEAVES, which it will be if it is not split
        ("n_candidates", np.int64),
        # Its rows are order[sorted_by, start:stop].
        ("start", np.int64),
        ("stop", np.int64),
        ("sorted_by", np.int64),
        ("parent", np.int64),  # -1 of the root
        ("path", np.uint64),  # 1 for the root, 2k and 2k + 1 for the children of k, modulo 2^64
        ("score", np.float64),  # before any cut, in the criterion's unit
        ("lowest", np.float64),  # bounds on the weights of its leaves, where monotonic_cst sets some
        ("highest", np.float64),
        # The best cut; of a list of cuts, each of them.
        ("cut_score", np.float64),  # left plus right; -inf where no cut is allowed
        ("score_left", np.float64),
        ("score_right", np.float64),
        ("lower", np.float64),  # the values before and behind the cut; upper NaN: the missing are the right
        ("upper", np.float64),
        ("n_cut", np.int64),  # rows before it in the feature's order; -1 where they are not in one piece
    ]
)
OF_TREE = NODE.names[:10] if NODE.names else ()
OF_CUT = "feature", "default_left", *(NODE.names[18:] if NODE.names else ())


class Nodes(NamedTuple):
    """Nodes of a growing tree, with room for more.

    record: (n,) of NODE. sums: (n, 1 + n_statistics) rows, and the sums of their statistics. left: of these
    what lies left of the best cut. sides: (n, n_categories) of each category, where the best cut parts
    categories and so has no values: LEFT, RIGHT, or NO_SIDE without rows.
    """

    record: NDArray[Any]
    sums: NDArray[Any]
    left: NDArray[Any]
    sides: NDArray[Any]


def new_nodes(n: int, n_statistics: int, n_categories: int = 0) -> Nodes:
    """Room for n nodes."""
    sums, left = np.zeros((2, n, 1 + n_statistics), dtype=np.int64)
    return Nodes(np.zeros(n, dtype=NODE), sums, left, np.empty((n, n_categories), dtype=np.int8))


class Queue(NamedTuple):
    """The open nodes, a heap: priority and number of each, (n,), the smallest priority first.

    counts: how many nodes there are, and how many of them are open.
    """

    priority: Floats
    node: NDArray[np.intp]
    counts: Integers


def new_queue(n: int) -> Queue:
    """Room for n open nodes."""
    return Queue(np.empty(n), np.empty(n, dtype=np.intp), np.zeros(2, dtype=np.int64))


WAYS = ("sorted", "exhaustive", "one_vs_rest", "auto")  # to part categories
SORTED, EXHAUSTIVE, ONE_VS_REST, AUTO = range(4)


class Categories(NamedTuple):
    """Which features are categories, and scratch memory for those of a node: see gbtlib.loops.partitions.

    n: (n_features,) the categories of each, whose values are their codes 0, 1, ...; 0 of numbers.
    way: which ways to part them are tried. key: (n_features, most) what sorts the codes.
    slots: (most + 1, 1 + n_statistics) sums by code. queue, codes, found: while codes are sorted, and after.
    refused: the first feature that cannot be parted so, and its categories in a node; 0 and 0 for none.
    """

    n: Integers
    way: int
    key: Floats
    slots: Integers
    queue: tuple[NDArray[Any], ...]
    codes: Integers
    found: Integers
    refused: Integers


def new_categories(n_categories: Sequence[int], n_features: int, n_stored: int, way: str) -> Categories:
    """Room for the categories of features, () if all are numbers. n_stored: statistics of a row.

    way: one of WAYS.
    """
    most = max(n_categories, default=0)
    n = np.array(n_categories or [0] * n_features, dtype=np.int64)
    found, refused = np.zeros((2, 2), dtype=np.int64)
    return Categories(
        n,
        WAYS.index(way),
        np.zeros((n_features, most)),
        np.zeros((most + 1, 1 + n_stored), dtype=np.int64),
        tuple(new_queue(most)),
        np.zeros(most, dtype=np.int64),
        found,
        refused,
    )


ROWS, BINS, ENTRIES = range(3)  # what is laid along a line


class Layout(NamedTuple):
    """The features of rows, and what a node is laid along a line by.

    laid_by: ROWS, in the order of each feature; BINS; or ENTRIES, of a sparse matrix. What others need is
    empty.
    values: (n_features, n_samples). order: (n_lines, n) row numbers, of which each node has a slice: as the
    features sort them, NaN last; in one line for bins and entries.
    missing: where rows go that miss a feature, see gbtlib.loops.lines; of entries, NONE where absent is zero.
    categories: see Categories. binned: what make_histogram wants.
    entries: feature, value and row of each entry of the node, sorted by feature, then by value.
    """

    laid_by: int
    values: Floats
    order: NDArray[Any]
    missing: tuple[int, int]
    categories: tuple[Any, ...]
    binned: tuple[Any, ...]
    entries: tuple[NDArray[Any], ...]


NO_ENTRIES = np.empty(0, dtype=ROW), np.empty(0), np.empty(0, dtype=ROW)


class Shape(NamedTuple):
    """Limits on the shape of a tree, and whether the open node with the largest gain is split first."""

    max_depth: int
    max_leaves: int
    min_samples_split: int
    best_first: bool


class Price(NamedTuple):
    """What a cut must gain, in its true unit, which is that of scores times `unit`: more than 0.

    gamma: subtracted from gains. at_once: whether a cut must gain more than that. at_any: whether cuts are
    made that gain nothing.
    """

    unit: float
    gamma: float
    at_once: bool
    at_any: bool


NO_DIRECTIONS = np.zeros(0, dtype=np.int64)
NO_TABLE = np.zeros((2, 1), dtype=np.int64)
SECOND_ORDER, GINI, ENTROPY, ENTROPY_OF_COUNTS, BETWEEN, BOUNDED = range(6)  # kinds of a formula


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
    purity: the share of its largest class from which on a node is not split; inf for none.
    unit_g, unit_h: G and H in their true units are the sums times these. true_lambda, true_alpha: as given.
    """

    lowest: float = -np.inf
    highest: float = np.inf
    kind: int = SECOND_ORDER
    reg_lambda: float = 0.0
    reg_alpha: float = 0.0
    least: float = -np.inf
    most_bits: float = 0.0
    table: Integers = NO_TABLE
    purity: float = np.inf
    unit_g: float = 1.0
    unit_h: float = 1.0
    true_lambda: float = 0.0
    true_alpha: float = 0.0
    directions: Integers = NO_DIRECTIONS


class Noise(NamedTuple):
    """What rounding may make of nothing in a tree of numbers: see gbtlib.loops.growing.noise_of.

    y, weight: (n_samples,) of the rows. mean: of all, which y is measured from. unit_g, unit_h: what the
    statistics are rounded to; 0 where they are not. unit: of scores. most: it is never more; 0 for none.
    of_target: whether y is the target, not g / h.
    """

    y: Floats
    weight: Floats
    mean: float
    unit_g: float
    unit_h: float
    unit: float
    most: float
    of_target: bool


NO_ROWS = np.empty(0)
NO_ROWS.flags.writeable = False
NO_NOISE = Noise(NO_ROWS, NO_ROWS, 0.0, 0.0, 0.0, 0.0, 0.0, False)


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
