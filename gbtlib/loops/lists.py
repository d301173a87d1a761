"""All cuts of a node as a list, to the last bit those that the search scores: see gbtlib.loops.cuts."""

import numpy as np

from gbtlib.loops.compiling import ZERO, compiled
from gbtlib.loops.cuts import begin_way, is_cut, limit_of, note_cut, score_cuts, score_of
from gbtlib.loops.lines import RIGHT, copy, end_of_entries, lay
from gbtlib.loops.partitions import note_sides
from gbtlib.loops.reasons import ALLOWED, MONOTONE
from gbtlib.loops.records import Categories, Formula, Layout, Limits, Line


@compiled
def every_cut(layout, looked_at, sums, criterion, scan, found):
    """List all cuts of a node between distinct values, by feature, way of the missing, threshold. How many.

    layout: see Layout; the order that of the node's rows alone, its histogram the first.
    looked_at: whether to list those of each feature. sums: the node's. criterion, scan: as of best_cuts.
    found: for each cut a NODE, whose why_leaf says which limit forbids it, the sums left and right of it
    (n, 1 + n_statistics), and the sides of the categories, which stay as they are where there are none.
    """
    layout, formula, statistics = Layout(*layout), Formula(*criterion[0]), criterion[1]
    limits, line, categories = Limits(*scan[0]), Line(*scan[1]), Categories(*layout.categories)
    cuts, left, right, sides = found
    of_node = ZERO, layout.order.shape[1], sums, layout.binned[2][0][0]
    n = first = stop = ZERO
    for feature in range(len(looked_at)):
        first, stop = stop, end_of_entries(layout.entries, feature, stop)
        if not looked_at[feature]:
            continue
        n_places = lay(line, layout, feature, (first, stop), of_node, formula, statistics)
        listed, before = (cuts[n:], left[n:], right[n:]), n
        n += list_cuts(line, n_places, layout.missing, (feature, sums), formula, limits, listed)
        if categories.n[feature] > 0:
            for i in range(before, n):
                note_sides(categories, cuts[i]["n_cut"] - 1, n_places, sides[i])
    return n


@compiled
def list_cuts(line, n_places, missing, of_node, formula, limits, found):
    """List all cuts of a line, for each way of the missing. How many. of_node: the feature, and the sums."""
    (feature, node), (cuts, left, right) = of_node, found
    n = 0
    for way in range(missing[0], missing[1] + 1):
        n_cuts, stays = begin_way(line, way, missing, n_places, node, formula)
        score_cuts(line, n_cuts, formula, stays, feature)
        for place in range(n_cuts):
            if is_cut(line, place):
                note_cut(line, place, cuts[n], feature)
                limit = limit_of(limits, line.left, line.right)
                if line.score[place] == -np.inf:  # it runs the wrong way; what it would be worth is told, too
                    limit = limit if limit != ALLOWED else MONOTONE
                    cuts[n]["cut_score"] = score_of(formula, line.left) + score_of(formula, line.right)
                cuts[n]["why_leaf"] = limit
                cuts[n]["default_left"] = way != RIGHT or node[0] == line.sums[0, n_places - 1]
                copy(line.left, left[n])
                copy(line.right, right[n])
                n += 1
    return n
