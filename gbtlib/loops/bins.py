"""Histograms: how many rows of a node are in each bin of a feature, and the sums of their statistics.

A histogram is (n_slots, 1 + n statistics): rows, and the sums of their statistics. Its slots are those of the
features, one behind the other: a tuple of where each feature's start, and of the first and the last value of
each, see gbtlib.histogram.bins.Slots.
"""

from typing import NamedTuple

import numpy as np

from gbtlib.loops.compiling import compiled, inlined
from gbtlib.loops.records import Integers
from gbtlib.loops.rows import goes_left_by_code


class Histograms(NamedTuple):
    """The histograms of a growing tree that others are made from.

    sums: (n_places, n_slots, 1 + n statistics), each at its place; place 0 is scratch memory.
    place: (n_nodes,) where that of each node is; 0 where it is not kept.
    counts: how many places are taken, and the node whose histogram is in scratch memory.
    """

    sums: Integers
    place: Integers
    counts: Integers


def new_histograms(n_nodes: int, n_places: int, n_slots: int, n_statistics: int) -> Histograms:
    """Room for the histograms of a tree of n_nodes."""
    sums = np.empty((n_places + 1, n_slots, 1 + n_statistics), dtype=np.int64)
    return Histograms(sums, np.zeros(n_nodes, dtype=np.int64), np.array([1, -1]))


NO_BINS = (  # what is told of bins where there are none
    np.empty((0, 0), dtype=np.uint8),
    (np.zeros(1, dtype=np.int64), np.empty(0), np.empty(0)),
    tuple(new_histograms(0, 0, 0, 0)),
    (0, 0),
)


@compiled
def make_histogram(binned, order, nodes, k, statistics):
    """Make the histogram of node k: counted, or the parent's less the sibling's. Its place.

    binned: bins, slots, Histograms, and the features to count, from the first up to the second.
    """
    bins, slots, histograms, features = binned
    record, histograms = nodes[0], Histograms(*histograms)
    counted, at, place = plan(histograms, record, k, len(slots[0]) - 1)
    if counted >= 0:
        rows = order[0, record[counted]["start"] : record[counted]["stop"]]
        count(bins, slots[0], features, rows, statistics, histograms.sums[at])
    if at != place:
        numbers, of_other = histograms.sums[place].reshape(-1), histograms.sums[at].reshape(-1)
        n = histograms.sums.shape[2]
        for i in range(n * slots[0][features[0]], n * slots[0][features[1]]):
            numbers[i] -= of_other[i]
    return place


@compiled
def plan(histograms, record, k, n_features):
    """How to make the histogram of node k: the node to count, -1 for none; its place; and the place of k.

    Where these differ k is the larger of two siblings: it takes the place of the parent, whose histogram has
    both, and the smaller is counted. What is sooner counted than taken from another is not kept.
    """
    place, counted, parent = histograms.place, k, record[k]["parent"]
    if k > 0 and place[parent] > 0 and is_large(histograms, record[parent], n_features):
        sibling = k + 1 if k % 2 == 1 else k - 1  # children are numbered in pairs, from 1 on
        more = n_rows(record[k]) - n_rows(record[sibling])
        if more > 0 or (more == 0 and k > sibling):
            counted = sibling
            place[k], place[parent] = place[parent], 0
    is_there = place[counted] > 0 or histograms.counts[1] == counted
    if not is_there and is_large(histograms, record[counted], n_features):
        place[counted] = histograms.counts[0]
        histograms.counts[0] += 1
    elif not is_there:
        histograms.counts[1] = counted
    return -1 if is_there else counted, place[counted], place[k]


@compiled
def is_large(histograms, node, n_features):
    """Whether to count the rows of a node takes longer than to take one histogram from another."""
    return n_rows(node) * n_features > histograms.sums.shape[1]


@compiled
def n_rows(node):
    """How many rows a node has."""
    return node["stop"] - node["start"]


@compiled
def count(bins, starts, features, rows, statistics, histogram):
    """Count some rows in a histogram.

    bins: (n_samples, n_features) octets, the bin of every value; where bins take more octets, those of each
    side by side, the lowest first. starts: where the slots of each feature start.
    features: from the first up to the second. statistics: (n, n_samples) of g, or of g and h.
    """
    numbers, n = histogram.reshape(-1), histogram.shape[1]
    for i in range(n * starts[features[0]], n * starts[features[1]]):
        numbers[i] = 0
    has_H, n_octets = len(statistics) > 1, bins.shape[1] // (len(starts) - 1)
    for row in rows:
        g, h = statistics[0, row], statistics[-1, row]
        if n_octets == 1:
            for feature in range(features[0], features[1]):
                add(histogram, starts[feature] + bins[row, feature], g, h, has_H)
        else:
            for feature in range(features[0], features[1]):
                slot = starts[feature]
                for octet in range(n_octets):
                    slot += np.int64(bins[row, n_octets * feature + octet]) << (8 * octet)
                add(histogram, slot, g, h, has_H)


@inlined
def add(histogram, slot, g, h, has_H):
    """Add a row to a slot of a histogram."""
    histogram[slot, 0] += 1
    histogram[slot, 1] += g
    if has_H:
        histogram[slot, 2] += h


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
def part_at_bins(rows, values, nodes, which, spare):
    """Rearrange the rows of some nodes: those left of their cuts first."""
    for k in which:
        node = nodes[0][k]
        part_at_bin(rows[node["start"] : node["stop"]], values, nodes, k, spare)


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
