"""Histograms: how many rows of a node are in each bin of a feature, and the sums of their statistics.

A histogram is (n_slots, 1 + n statistics): rows, and the sums of their statistics. Its slots are those of the
features, one behind the other: a tuple of where each feature's start, and of the first and the last value of
each, see gbtlib.histogram.bins.Slots.
"""

from __future__ import annotations

import numpy as np

from gbtlib.loops.compiling import compiled
from gbtlib.loops.rows import goes_left_by_code


@compiled
def count(bins, starts, rows, statistics, histogram):
    """Add some rows to a histogram.

    bins: (n_samples, n_features) the bin of every value. starts: where the slots of each feature start.
    statistics: (n, n_samples).
    """
    for row in rows:
        first = statistics[0, row]
        for feature in range(bins.shape[1]):
            slot = starts[feature] + bins[row, feature]
            histogram[slot, 0] += 1
            histogram[slot, 1] += first
            for j in range(1, len(statistics)):
                histogram[slot, 1 + j] += statistics[j, row]


@compiled
def count_entries(entries, rows, statistics, histogram):
    """Add the entries of some rows of a sparse matrix to a histogram.

    entries: where those of each row start, and the slot of each.
    """
    starts, slots = entries
    for row in rows:
        first = statistics[0, row]
        for slot in slots[starts[row] : starts[row + 1]]:
            histogram[slot, 0] += 1
            histogram[slot, 1] += first
            for j in range(1, len(statistics)):
                histogram[slot, 1 + j] += statistics[j, row]


@compiled
def part_at_bin(rows, values, nodes, k, spare):
    """Rearrange the rows of node k: those left of its cut first. values: (n_features, n_samples)."""
    node, sides = nodes[0][k], nodes[3][k]
    x, lower, missing_left = values[node["feature"]], node["lower"], node["default_left"]
    by_code, n_left, n_right = np.isnan(lower), 0, 0
    for i in range(len(rows)):
        row = rows[i]
        if by_code:
            goes_left = goes_left_by_code(x[row], sides, missing_left)
        else:
            goes_left = not x[row] > lower if missing_left else x[row] <= lower  # NaN is neither
        rows[n_left] = spare[n_right] = row
        n_left += goes_left
        n_right += not goes_left
    for i in range(n_right):
        rows[n_left + i] = spare[i]
