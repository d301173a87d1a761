"""Surrogates: how well a cut of another feature, or a side for each category, agrees with a split.

Of the rows of a node those count that have a side and weight: sides (n_samples,), where the split sends each,
LEFT, RIGHT or NO_SIDE, and weights (n_samples,), whole numbers.
"""

import numpy as np

from gbtlib.loops.compiling import compiled
from gbtlib.loops.lines import count_present
from gbtlib.loops.rows import midpoint
from gbtlib.loops.trees import LEFT, NO_SIDE, RIGHT

MIN_SIDE = 2  # rows with a known side, and weight, that a surrogate must send each way, as in rpart


@compiled
def count_sides(rows, sides, weights):
    """The weight of the rows that the split sends left, and right, and how many rows count."""
    left = right = n = 0
    for row in rows:
        left += weights[row] if sides[row] == LEFT else 0
        right += weights[row] if sides[row] == RIGHT else 0
        n += sides[row] != NO_SIDE and weights[row] > 0
    return left, right, n


@compiled
def best_agreement(x, rows, sides, weights):
    """The cut of a number that agrees best, of equals the first: by the rows as it sorts them, missing last.

    The weight of what goes the same way, -1 if no cut sends enough rows each way; the threshold; and whether
    the rows below it go left.
    """
    rows = rows[: count_present(x, rows)]
    left, right, n = count_sides(rows, sides, weights)
    best, at, best_below_left = -1, -1, True
    left_below = right_below = n_below = 0
    for i in range(len(rows) - 1):
        row = rows[i]
        left_below += weights[row] if sides[row] == LEFT else 0
        right_below += weights[row] if sides[row] == RIGHT else 0
        n_below += sides[row] != NO_SIDE and weights[row] > 0
        if x[row] < x[rows[i + 1]] and n_below >= MIN_SIDE and n - n_below >= MIN_SIDE:
            as_is = left_below + (right - right_below)
            reversed_ = right_below + (left - left_below)
            if max(as_is, reversed_) > best:
                best, at, best_below_left = max(as_is, reversed_), i, as_is >= reversed_
    threshold = midpoint(x[rows[at]], x[rows[at + 1]]) if at >= 0 else np.nan
    return best, threshold, best_below_left


@compiled
def best_directions(x, rows, sides, weights, found):
    """The side of each category that agrees best; in a draw that of most rows of all categories.

    found: the sides (n_categories,), and scratch memory (3, n_categories). The weight of what goes the same
    way, -1 if they do not send enough rows each way.
    """
    directions, sums = found
    for by_code in sums:
        for code in range(len(by_code)):
            by_code[code] = 0
    excess = same = n_left = n = 0
    for row in rows:
        if not np.isnan(x[row]) and sides[row] != NO_SIDE and weights[row] > 0:
            code, is_left = int(x[row]), sides[row] == LEFT
            sums[0 if is_left else 1, code] += weights[row]
            sums[2, code] += 1
            excess += weights[row] if is_left else -weights[row]
    for code in range(len(directions)):
        left, right = sums[0, code], sums[1, code]
        goes_left = left > right or (left == right and excess >= 0)
        directions[code] = NO_SIDE if sums[2, code] == 0 else LEFT if goes_left else RIGHT
        same += max(left, right)
        n += sums[2, code]
        n_left += sums[2, code] if goes_left else 0
    return same if min(n_left, n - n_left) >= MIN_SIDE else -1


@compiled
def side_of(x, threshold, below_left, sides):
    """The side of a value by a threshold, or of a code by the sides of each where that is NaN."""
    if np.isnan(x):
        return NO_SIDE
    if np.isnan(threshold):
        return sides[int(x)]
    return LEFT if (x <= threshold) == below_left else RIGHT


@compiled
def mark_sides(values, rows, nodes, k, sides):
    """Note the side of each of some rows by the cut of node k itself."""
    node, of_codes = nodes[0][k], nodes[3][k]
    x, threshold = values[node["feature"]], midpoint(node["lower"], node["upper"])
    for row in rows:
        sides[row] = side_of(x[row], threshold, True, of_codes)


@compiled
def ask_surrogates(values, rows, sides, surrogates, default_left, goes_left):
    """Note of some rows whether they go left: by the split's own side, else by a surrogate, else by default.

    surrogates: feature, threshold, below_left, (n,), and the side of each category, (n, n_categories); the
    best first, and the feature -1 behind the last.
    """
    feature, threshold, below_left, of_codes = surrogates
    for row in rows:
        side = sides[row]
        for i in range(len(feature)):
            if side != NO_SIDE or feature[i] < 0:
                break
            side = side_of(values[feature[i], row], threshold[i], below_left[i], of_codes[i])
        goes_left[row] = default_left if side == NO_SIDE else side == LEFT
