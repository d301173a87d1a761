"""A tree grows: open nodes are split, the next one first; their children are closed, or searched and opened.

A node is open while its best cut is known, and worth making. Nodes are numbered as they are made: children
have larger numbers than their parent, the left one is first.
"""

import numpy as np

from gbtlib.loops import reasons, records
from gbtlib.loops.bins import part_at_bins
from gbtlib.loops.bounded import bound_children
from gbtlib.loops.compiling import allocating, compiled
from gbtlib.loops.cuts import best_cuts, score_of
from gbtlib.loops.draws import features_of
from gbtlib.loops.queue import pop, push
from gbtlib.loops.records import BETWEEN, BINS, BOUNDED, SECOND_ORDER, Formula, Noise, Price, Queue, Shape
from gbtlib.loops.rows import are_alike, make_children, part_at_cuts

# A gain is a difference of scores, each rounded a few times: below this share of the scores it is noise.
ROUNDING = 2.0**-48
# A mean of y is off by up to 2^-52 of the largest number, and so may be the means of a node's sides.
ROUNDED = 2.0**-50


@allocating
def grow(layout, nodes, queue, rules, criterion, scan):
    """Split open nodes until none is left, or the tree has all its leaves, from the root on.

    layout: of the nodes, see Layout. rules: shape, price, and which features to look at, see features_of.
    criterion: formula, statistics and noise. scan: limits and line; and scratch memory, see part_at_cuts.
    """
    scratch, laid_by, values, order = scan[2], layout[0], layout[1], layout[2]
    parted, known = next_nodes(order, nodes, queue, np.zeros(0, dtype=np.intp), rules, criterion)
    while len(parted) + len(known) > 0:
        if laid_by == BINS:
            part_at_bins(order[0], values, nodes, parted, scratch[1])
        else:
            part_at_cuts(order, values, nodes, parted, scratch)
        looked_at = features_of(nodes, known, rules[2], len(values))
        best_cuts(layout, nodes, known, looked_at, criterion[:2], scan[:2], nodes)
        parted, known = next_nodes(order, nodes, queue, known, rules, criterion)


@allocating
def next_nodes(order, nodes, queue, known, rules, criterion):
    """Split open nodes up to the next search: nodes whose rows are to be parted, and nodes to be searched.

    None of either when the tree is grown. known: the nodes whose best cuts have been found since.
    """
    shape, price = Shape(*rules[0]), Price(*rules[1])
    formula, statistics, noise = Formula(*criterion[0]), criterion[1], Noise(*criterion[2])
    queue, judging = Queue(*queue), (price, shape.best_first, formula, statistics, noise)
    open_nodes(order, nodes, queue, known, judging)
    while True:
        first = queue.counts[0]
        split = first_open(queue, shape)
        if first == 0:
            plant(order, nodes, formula, statistics)
            queue.counts[0] = 1
        elif len(split) == 0:
            return split, split
        else:
            make_children(nodes, split, first)
            queue.counts[0] += 2 * len(split)
            if formula.kind == BOUNDED:
                bound_children(formula, nodes, split)
        parted = rows_to_part(nodes, split, shape)
        known = close(nodes, first, queue.counts[0], shape, formula)
        if len(parted) + len(known) > 0:
            return parted, known


@compiled
def plant(order, nodes, formula, statistics):
    """Make the root, of all rows of the order."""
    record, sums, _, _ = nodes
    root = record[0]
    root["stop"], root["parent"], root["children_left"], root["path"] = order.shape[1], -1, -1, 1
    root["lowest"], root["highest"] = -np.inf, np.inf
    for j in range(sums.shape[1]):
        total = 0
        if 1 <= j <= len(statistics):
            for row in order[0]:
                total += statistics[j - 1, row]
        else:
            total = order.shape[1]
        sums[0, j] = total
    root["score"] = score_of(formula, sums[0])


@allocating
def first_open(queue, shape):
    """The open nodes to be split next: best first one, depth-wise all of a level, as there is room."""
    n_nodes, n_open = queue.counts
    room = shape.max_leaves - (n_nodes + 1) // 2
    split = np.empty(min(1 if shape.best_first else n_open, n_open, room), dtype=np.intp)
    for i in range(len(split)):
        split[i] = pop(queue)
    return split


@allocating
def rows_to_part(nodes, split, shape):
    """Which of the nodes that were split have rows to be parted.

    Where nothing is split further, rows stay that are in one piece.
    """
    record, _, left, _ = nodes
    parted = np.empty(len(split), dtype=np.intp)
    n = 0
    for k in split:
        parted[n] = k
        n += record[k]["depth"] + 1 < shape.max_depth or record[k]["n_cut"] != left[k, 0]
    return parted[:n]


@allocating
def close(nodes, first, stop, shape, formula):
    """Note of new nodes why they are not worth searching at all; those that are."""
    record, sums, _, _ = nodes
    searched = np.empty(stop - first, dtype=np.intp)
    n = 0
    for k in range(first, stop):
        record[k]["why_leaf"] = why = why_closed(record[k]["depth"], sums[k], shape, formula)
        searched[n] = k
        n += why == reasons.SPLIT
    return searched[:n]


@compiled
def why_closed(depth, sums, shape, formula):
    """Why a node is not worth searching; SPLIT if it is."""
    if sums[0] < 2:
        return reasons.ONE_ROW
    if depth >= shape.max_depth:
        return reasons.MAX_DEPTH
    if sums[0] < shape.min_samples_split:
        return reasons.MIN_SPLIT
    if formula.kind == SECOND_ORDER or formula.kind == BOUNDED or formula.kind == BETWEEN:
        return reasons.SPLIT
    largest = weight = 0
    for each in sums[1:]:
        largest = max(largest, each)
        weight += each
    if largest == weight:
        return reasons.ONE_CLASS
    return reasons.PURE if largest >= formula.purity * np.float64(weight) * records.ENOUGH else reasons.SPLIT


@compiled
def open_nodes(order, nodes, queue, which, judging):
    """Queue nodes with their best cuts, or note why they stay leaves."""
    price, best_first, formula, statistics, noise = judging
    for k in which:
        node = nodes[0][k]
        rows = order[0, node["start"] : node["stop"]]
        score, parent = node["cut_score"], node["score"]
        node["gain"] = gain_of(price, score, parent)
        why = reasons.NO_GAIN if score == -np.inf else worth(price, score, parent, noise.most)
        if why == reasons.NO_GAIN and noise.most > 0 and score > -np.inf:  # in doubt: by its own rows
            why = worth(price, score, parent, noise_of(noise, rows))
        if why == reasons.NO_GAIN:
            why = in_common(formula, statistics, noise, rows)
        elif why == reasons.SPLIT:
            why = reasons.MAX_LEAVES  # unless it is split
            # Of equal priority the first is split first.
            push(queue, -node["gain"] if best_first else 0.0, k)
        node["why_leaf"] = why


@compiled
def gain_of(price, score, parent):
    """score(left) + score(right) - score(parent) - gamma, in the unit of the loss."""
    return (score - parent) * price.unit - price.gamma


@compiled
def worth(price, score, parent, noise):
    """SPLIT for a cut worth making; NO_GAIN if what it gains is lost in rounding, GAMMA if it is too dear."""
    if not price.at_any and score - parent <= ROUNDING * abs(score) + noise:
        return reasons.NO_GAIN
    return reasons.GAMMA if price.at_once and gain_of(price, score, parent) <= 0 else reasons.SPLIT


@compiled
def judge(price, cuts, parent, noise):
    """Note of each of some cuts of a node what it gains, and whether it is worth making."""
    price = Price(*price)
    for i in range(len(cuts)):
        score = cuts[i]["cut_score"]
        cuts[i]["gain"] = gain_of(price, score, parent)
        cuts[i]["why_leaf"] = worth(price, score, parent, noise)


@compiled
def noise_of(noise, rows):
    """What a cut between equal y may seem to gain in the node of some rows, in fixed-point units.

    A mean is off by what each row is: ROUNDED of the largest number, and half a fixed-point unit of g and h.
    No cut gains more than when all of a side is off one way, and all of the other the other way.
    """
    y, weight, mean, unit_g, unit_h, unit, most, _ = noise
    largest, total = abs(mean), 0.0
    for row in rows:
        if weight[row] > 0:
            largest = max(largest, abs(y[row]))
        total += weight[row]
    off = ROUNDED * largest * total + 0.5 * (unit_g + largest * unit_h) * len(rows)
    return min(0.5 * off * off / total / unit, most) if total > 0 and unit > 0 else most


@compiled
def in_common(formula, statistics, noise, rows):
    """What rows have in common that leaves nothing to gain; NO_GAIN if they differ.

    Rows alike in g and h: G^2 / (H + lambda) of a part is at most its share of the whole's. In a tree of
    numbers rows of the same y. Nodes of one class are closed before.
    """
    if not noise.of_target:
        has_gradients = formula.kind == SECOND_ORDER or formula.kind == BETWEEN or formula.kind == BOUNDED
        return reasons.ONE_GRADIENT if has_gradients and are_alike(statistics, rows) else reasons.NO_GAIN
    first = -1
    for row in rows:
        if noise.weight[row] > 0:
            if first >= 0 and noise.y[row] != noise.y[first]:
                return reasons.NO_GAIN
            first = row
    return reasons.ONE_TARGET
