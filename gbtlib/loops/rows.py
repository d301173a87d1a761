"""The rows of a growing tree: parted at a split, and numbered by their leaf."""

from __future__ import annotations

import numpy as np

from gbtlib.loops.compiling import compiled


@compiled
def part_at_cut(order, node, cut, goes_left, spare):
    """Rearrange a node's slice of the order: the rows left of a cut first, each feature still sorted.

    node: start and stop. cut: the feature, how many of its rows in order are left, and whether those that
    miss it are, which come last. goes_left (n_samples,), spare (n,): scratch memory.
    """
    start, stop = node
    feature, n_cut, n_missing_left = cut
    line = order[feature, start:stop]
    for i in range(len(line)):
        goes_left[line[i]] = i < n_cut or i >= len(line) - n_missing_left
    part(order, node, goes_left, spare)


@compiled
def part(order, node, goes_left, spare):
    """Rearrange a node's slice of the order: the rows that go left first, each feature still sorted."""
    start, stop = node
    for feature in range(len(order)):
        line = order[feature, start:stop]
        n_left = n_right = 0
        for i in range(len(line)):
            row = line[i]
            # Both are written, and one of them counts: quicker than to choose. No row is lost: n_left <= i.
            line[n_left] = spare[n_right] = row
            n_left += goes_left[row]
            n_right += not goes_left[row]
        copy(spare[:n_right], line[n_left:])


@compiled
def part_entries(rows, entries, cut, goes_left):
    """Rearrange a node's rows, and its entries, those that go left first. How many entries do.

    entries: feature, value and row of each. cut: the feature, up to which value its entries go left, and
    whether rows without entry do. goes_left: (n_samples,) scratch memory.
    """
    feature, value, row = entries
    of_cut, lower, absent_left = cut
    for each in rows:
        goes_left[each] = absent_left
    for i in range(len(row)):
        if feature[i] == of_cut:
            goes_left[row[i]] = value[i] <= lower
    right = np.empty(len(rows), dtype=rows.dtype)
    n_left = n_right = 0
    for each in rows:
        rows[n_left] = right[n_right] = each
        n_left += goes_left[each]
        n_right += not goes_left[each]
    copy(right[:n_right], rows[n_left:])

    features, values, others = np.empty_like(feature), np.empty_like(value), np.empty_like(row)
    n_left = n_right = 0
    for i in range(len(row)):
        if goes_left[row[i]]:
            feature[n_left], value[n_left], row[n_left] = feature[i], value[i], row[i]
            n_left += 1
        else:
            features[n_right], values[n_right], others[n_right] = feature[i], value[i], row[i]
            n_right += 1
    copy(features[:n_right], feature[n_left:])
    copy(values[:n_right], value[n_left:])
    copy(others[:n_right], row[n_left:])
    return n_left


@compiled
def number_leaves(order, leaves, leaf):
    """Write the number of its leaf for every row.

    leaves: (n_leaves, 4) number, the feature in whose order its rows are in one piece, start and stop.
    """
    for k in range(len(leaves)):
        number, sorted_by, start, stop = leaves[k]
        for i in range(start, stop):
            leaf[order[sorted_by, i]] = number


@compiled
def copy(numbers, to):
    """Copy numbers to the start of an array; to set a slice takes numba long to compile."""
    for i in range(len(numbers)):
        to[i] = numbers[i]
