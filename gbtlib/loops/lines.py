"""A node's rows laid along a line for each feature: row after row as it sorts them, or bin after bin.

At each place of a line are the sums of all rows up to it; behind each may lie a cut. Sums are whole numbers,
see gbtlib.core.criteria.fixed_point: exact, in whatever order they are added.
"""

import numpy as np

from gbtlib.loops.compiling import compiled, inlined
from gbtlib.loops.partitions import count_codes, lay_partitions
from gbtlib.loops.records import BINS, ENTRIES, Categories

RIGHT, LEFT, APART = range(3)  # ways of the rows that miss a feature; APART: they are on neither side
# What is tried, the first way and the last. Where no row misses a feature, none goes RIGHT.
NONE, LEARN, ALWAYS_LEFT, ALWAYS_APART = (RIGHT, RIGHT), (RIGHT, LEFT), (LEFT, LEFT), (APART, APART)


@inlined
def lay(line, layout, feature, entries, node, formula, statistics):
    """Lay a node's rows along a line for a feature, by what is known of them. How many places.

    layout: of the nodes, see Layout. entries: where those of the feature begin and end, if there are such.
    node: where its rows begin and end, their sums, and its histogram.
    """
    start, stop, sums, histogram = node
    categories, slots = Categories(*layout.categories), layout.binned[1]
    if layout.laid_by == ENTRIES:
        first, last = entries
        _, value, row = layout.entries
        return lay_entries(line, value[first:last], row[first:last], layout.missing, sums, statistics)
    if layout.laid_by == BINS:
        if categories.n[feature] > 0:
            of_feature = histogram[slots[0][feature] : slots[0][feature + 1]]
            return lay_partitions(line, categories, of_feature, feature, formula)
        return lay_bins(line, slots, feature, histogram)
    rows = layout.order[feature, start:stop]
    if categories.n[feature] > 0:
        by_code = categories.slots[: categories.n[feature] + 1]
        count_codes(layout.values[feature], rows, statistics, by_code)
        return lay_partitions(line, categories, by_code, feature, formula)
    return lay_rows(line, layout.values[feature], rows, layout.missing, statistics)


@inlined
def lay_rows(line, x, rows, missing, statistics):
    """Lay a node's sorted rows along a line, each at a place, but for those that miss the feature.

    A sum without statistic counts the rows. How many places.
    """
    n = len(rows) if missing[1] == RIGHT else count_present(x, rows)
    for i in range(n):
        line.first[i] = x[rows[i]]
        line.sums[0, i] = i + 1
    line.first[n] = np.nan
    for j in range(1, len(line.sums)):
        if j > len(statistics):
            for i in range(n):
                line.sums[j, i] = i + 1
            continue
        total = 0
        for i in range(n):
            total += statistics[j - 1, rows[i]]
            line.sums[j, i] = total
    return n


@compiled
def count_present(x, rows):
    """How many of some sorted rows have the feature: those that miss it are last."""
    low, high = 0, len(rows)
    while low < high:
        middle = (low + high) // 2
        if np.isnan(x[rows[middle]]):
            high = middle
        else:
            low = middle + 1
    return low


@inlined
def lay_bins(line, slots, feature, histogram):
    """Lay the bins of a feature that have rows along a line, each at a place. How many places.

    slots, histogram: see gbtlib.loops.bins.
    """
    starts, first, last = slots
    of_H = 2 if histogram.shape[1] > 2 else 0  # where H is not in the histogram it counts the rows
    sums_n, sums_G, sums_H = line.sums[0], line.sums[1], line.sums[2]
    n = n_rows = G = H = 0
    for b in range(starts[feature], starts[feature + 1] - 1):  # behind them the missing
        n_rows += histogram[b, 0]
        G += histogram[b, 1]
        H += histogram[b, of_H]
        # Written for every bin, and again where it has no rows: quicker than to choose.
        sums_n[n], sums_G[n], sums_H[n] = n_rows, G, H
        line.first[n], line.last[n] = first[b], last[b]
        n += histogram[b, 0] > 0
    line.first[n] = np.nan
    return n


@inlined
def lay_entries(line, value, row, missing, node, statistics):
    """Lay the sorted entries of a feature along a line; rows of zeros share a place. How many."""
    n_zeros = node[0] - len(row) if missing[1] == RIGHT else 0
    n_negative = 0
    while n_negative < len(value) and value[n_negative] < 0:
        n_negative += 1
    block = 1 if n_zeros > 0 else 0  # behind the negative values
    n = len(value) + block
    for i in range(len(value)):
        place = i if i < n_negative else i + block
        line.first[place] = value[i]
        line.sums[0, place] = i + 1 if i < n_negative else i + 1 + n_zeros
    if block:
        line.first[n_negative], line.sums[0, n_negative] = 0.0, n_negative + n_zeros
    line.first[n] = np.nan
    for j in range(1, len(line.sums)):
        if j > len(statistics):
            copy(line.sums[0, :n], line.sums[j])
            continue
        of_zeros = node[j]
        for i in range(len(row)):
            of_zeros -= statistics[j - 1, row[i]]
        total = 0
        for i in range(n_negative):
            total += statistics[j - 1, row[i]]
            line.sums[j, i] = total
        if block:
            total += of_zeros
            line.sums[j, n_negative] = total
        for i in range(n_negative, len(row)):
            total += statistics[j - 1, row[i]]
            line.sums[j, i + block] = total
    return n


@compiled
def end_of_entries(entries, feature, start):
    """Where the entries of a feature end; they are sorted by feature, and begin at the start."""
    while start < len(entries[0]) and entries[0][start] == feature:
        start += 1
    return start


@compiled
def copy(numbers, to):
    """Copy numbers to the start of an array; to set a slice takes numba long to compile."""
    for i in range(len(numbers)):
        to[i] = numbers[i]


@compiled
def fill(numbers, value):
    """Set all numbers of an array to a value."""
    for i in range(len(numbers)):
        numbers[i] = value
