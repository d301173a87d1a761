"""Histograms: how many rows of a node are in each bin of a feature, and the sums of their statistics."""

from __future__ import annotations

from gbtlib.loops.compiling import compiled


@compiled
def count(bins, rows, statistics, histogram):
    """Add some rows to a histogram.

    bins: (n_samples, n_features) the slot of every value. statistics: (n, n_samples).
    histogram: (n_features, n_slots, 1 + n) rows, and the sums of their statistics.
    """
    for row in rows:
        first = statistics[0, row]
        for feature in range(len(histogram)):
            slot = bins[row, feature]
            histogram[feature, slot, 0] += 1
            histogram[feature, slot, 1] += first
            for j in range(1, len(statistics)):
                histogram[feature, slot, 1 + j] += statistics[j, row]


@compiled
def part_at_bin(rows, x, lower, missing_left, spare):
    """Rearrange a node's rows: those with a value up to `lower` first, as are those without, if asked."""
    n_left = n_right = 0
    for i in range(len(rows)):
        row = rows[i]
        goes_left = not x[row] > lower if missing_left else x[row] <= lower  # NaN is neither
        rows[n_left] = spare[n_right] = row
        n_left += goes_left
        n_right += not goes_left
    for i in range(n_right):
        rows[n_left + i] = spare[i]
