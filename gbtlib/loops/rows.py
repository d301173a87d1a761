"""The rows of a growing tree: parted at a split, and numbered by their leaf."""

import numpy as np

from gbtlib.loops.compiling import allocating, compiled
from gbtlib.loops.lines import copy
from gbtlib.loops.reasons import SPLIT
from gbtlib.loops.records import Nodes
from gbtlib.loops.trees import LEFT

ONE, TWO = np.uint64(1), np.uint64(2)  # paths stay whole numbers of 64 bits


@compiled
def part_at_cuts(order, values, nodes, which, scratch):
    """Rearrange some nodes' slices of the order: the rows left of their cuts first, each line sorted.

    scratch: goes_left (n_samples,) and spare (n,).
    """
    nodes, (goes_left, spare) = Nodes(*nodes), scratch
    for k in which:
        node = nodes.record[k]
        if len(order) > 1 or nodes.left[k, 0] != node["n_cut"]:  # else in their places already
            mark(order, values, nodes, k, goes_left)
            part(order, (node["start"], node["stop"]), goes_left, spare)


@compiled
def mark_left(order, values, nodes, which, goes_left):
    """Note of the rows of some nodes whether they are left of the cuts."""
    nodes = Nodes(*nodes)
    for k in which:
        mark(order, values, nodes, k, goes_left)


@compiled
def part_marked(order, nodes, which, goes_left, spare):
    """Rearrange some nodes' slices of some lines of the order: the rows that go left first, still sorted."""
    record, _, _, _ = nodes
    for k in which:
        part(order, (record[k]["start"], record[k]["stop"]), goes_left, spare)


@compiled
def mark(order, values, nodes, k, goes_left):
    """Note of the rows of a node whether they are left of its cut."""
    node = nodes.record[k]
    line = order[node["feature"], node["start"] : node["stop"]]
    if node["n_cut"] < 0:
        x, sides = values[node["feature"]], nodes.sides[k]
        for row in line:
            goes_left[row] = goes_left_by_code(x[row], sides, node["default_left"])
        return
    n_missing_left = nodes.left[k, 0] - node["n_cut"]  # they come last
    for i in range(len(line)):
        goes_left[line[i]] = i < node["n_cut"] or i >= len(line) - n_missing_left


@compiled
def goes_left_by_code(code, sides, default_left):
    """Whether a row with this category goes left; NaN where it misses the feature."""
    return default_left if np.isnan(code) else sides[int(code)] == LEFT


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


@allocating
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
def make_children(nodes, which, n):
    """Split some nodes at their best cuts: the children are the nodes from number n on, left before right."""
    nodes = Nodes(*nodes)
    for k in which:
        node, left, right = nodes.record[k], nodes.record[n], nodes.record[n + 1]
        node["children_left"], node["children_right"] = n, n + 1
        n_left = nodes.left[k, 0]
        left["start"], left["stop"] = node["start"], node["start"] + n_left
        right["start"], right["stop"] = node["start"] + n_left, node["stop"]
        left["score"], right["score"] = node["score_left"], node["score_right"]
        left["depth"] = right["depth"] = node["depth"] + 1
        left["sorted_by"] = right["sorted_by"] = node["feature"] if node["n_cut"] == n_left else 0
        left["parent"] = right["parent"] = k
        left["children_left"] = right["children_left"] = -1
        left["path"], right["path"] = TWO * node["path"], TWO * node["path"] + ONE
        for j in range(nodes.sums.shape[1]):
            nodes.sums[n, j] = nodes.left[k, j]
            nodes.sums[n + 1, j] = nodes.sums[k, j] - nodes.left[k, j]
        n += 2


@compiled
def finish(order, nodes, observed, leaf):
    """Make the records of nodes those of a tree, and write for every row which leaf it is in.

    observed: whether thresholds are the lower values. leaf: (n_samples,).
    """
    set_thresholds(nodes, observed)
    for k in range(len(nodes)):
        node = nodes[k]
        node["n_samples"] = node["stop"] - node["start"]
        if node["children_left"] >= 0:
            node["why_leaf"] = SPLIT
            continue
        node["feature"] = node["children_right"] = -1
        node["threshold"] = node["gain"] = np.nan
        node["default_left"] = True
        for i in range(node["start"], node["stop"]):
            leaf[order[node["sorted_by"], i]] = k


@compiled
def set_thresholds(cuts, observed):
    """Note what is stored for each of some cuts: rows with x <= it go left. observed: the lower value."""
    for cut in cuts:
        is_value = observed and not np.isnan(cut["upper"])
        cut["threshold"] = cut["lower"] if is_value else midpoint(cut["lower"], cut["upper"])


@compiled
def midpoint(lower, upper):
    """A threshold t with lower <= t < upper: halfway, or lower itself where rounding leaves no float between.

    Infinite when upper is missing (NaN): every present value is to the left. NaN when both are.
    """
    if np.isnan(upper):
        return lower + np.inf
    middle = 0.5 * lower + 0.5 * upper  # each halved first: the sum of two huge values overflows
    return middle if lower <= middle < upper else lower


@compiled
def are_alike(statistics, rows):
    """Whether all rows have the same statistics."""
    for j in range(len(statistics)):
        for row in rows:
            if statistics[j, row] != statistics[j, rows[0]]:
                return False
    return True
