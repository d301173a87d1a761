"""All cuts of a node as a list, to the last bit those that the search scores: see gbtlib.loops.cuts."""

from __future__ import annotations

import numpy as np

from gbtlib.loops.compiling import compiled
from gbtlib.loops.cuts import begin_way, is_cut, note_cut, score_cuts
from gbtlib.loops.lines import RIGHT, copy, end_of_run, lay_bins, lay_entries, lay_rows
from gbtlib.loops.partitions import lay_partitions, note_sides
from gbtlib.loops.records import Categories, Formula, Line


@compiled
def every_cut(columns, sums, criterion, line, found):
    """List all cuts of a node between distinct values, by feature, way of the missing, threshold. How many.

    columns, criterion: as of best_cuts, the order that of the node's rows alone. sums: the node's.
    found: for each cut a NODE, and the sums left and right of it (n, 1 + n_statistics).
    """
    values, order, missing = columns
    formula, statistics, line = Formula(*criterion[0]), criterion[1], Line(*line)
    cuts, left, right = found
    n = 0
    for feature in range(len(order)):
        n_places = lay_rows(line, values[feature], order[feature], missing, statistics)
        n = list_cuts(line, n_places, missing, sums, formula, (feature, cuts, left, right), n)
    return n


@compiled
def every_cut_of_bins(columns, sums, formula, line, found):
    """List all cuts of a node between bins that have rows; see every_cut, best_cut_of_bins. How many."""
    slots, histogram, missing = columns
    formula, line = Formula(*formula), Line(*line)
    cuts, left, right = found
    n = 0
    for feature in range(len(slots[0]) - 1):
        n_places = lay_bins(line, slots, feature, histogram)
        n = list_cuts(line, n_places, missing, sums, formula, (feature, cuts, left, right), n)
    return n


@compiled
def every_cut_of_entries(entries, sums, criterion, line, found):
    """List all cuts of a node of a sparse matrix; see every_cut and best_cut_of_entries. How many."""
    feature, value, row, missing = entries
    formula, statistics, line = Formula(*criterion[0]), criterion[1], Line(*line)
    cuts, left, right = found
    start = n = 0
    while start < len(feature):
        stop = end_of_run(feature, start)
        n_places = lay_entries(line, value[start:stop], row[start:stop], missing, sums, statistics)
        n = list_cuts(line, n_places, missing, sums, formula, (np.intp(feature[start]), cuts, left, right), n)
        start = stop
    return n


@compiled
def every_way(codes, missing, sums, formula, line, found):
    """List all ways to part the categories of a feature in a node; see every_cut. How many.

    codes: the feature, all categories, and the sums by code. found: as there, and the side of each category.
    """
    feature, categories, slots = codes
    formula, line, categories = Formula(*formula), Line(*line), Categories(*categories)
    cuts, left, right, sides = found
    n_places = lay_partitions(line, categories, slots, feature, formula)
    n = list_cuts(line, n_places, missing, sums, formula, (feature, cuts, left, right), 0)
    for i in range(n):
        note_sides(categories, cuts[i]["n_cut"] - 1, n_places, sides[i])
        if cuts[i]["n_cut"] == n_places:
            cuts[i]["n_cut"] = 0  # all of them, with the missing on the other side
    return n


@compiled
def list_cuts(line, n_places, missing, node, formula, found, n):
    """List all cuts of a line behind the first n, for each way of the missing. How many there are now."""
    feature, cuts, left, right = found
    for way in range(missing[0], missing[1] + 1):
        n_cuts, stays = begin_way(line, way, missing, n_places, node, formula)
        score_cuts(line, n_cuts, formula, stays, feature)
        for place in range(n_cuts):
            if is_cut(line, place):
                note_cut(line, place, cuts[n], feature)
                cuts[n]["default_left"] = way != RIGHT or node[0] == line.sums[0, n_places - 1]
                copy(line.left, left[n])
                copy(line.right, right[n])
                n += 1
    return n
