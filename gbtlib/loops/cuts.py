"""The best cut of a node: running sums along each feature, the score of every cut, the first of the best.

A node's rows are laid along a line for each feature, see gbtlib.loops.lines. What is left of a cut has the
running sums, what is right of it the node's sums less those, and the cut is worth score(left) + score(right).

What is called from outside takes records as plain tuples: named ones cross into compiled code more slowly.
"""

from math import log2

import numpy as np

from gbtlib.loops import records
from gbtlib.loops.bins import make_histogram
from gbtlib.loops.bounded import runs_the_wrong_way, score_within, within_bounds
from gbtlib.loops.compiling import ZERO, compiled, inlined
from gbtlib.loops.lines import APART, LEFT, RIGHT, copy, end_of_entries, lay
from gbtlib.loops.partitions import note_sides
from gbtlib.loops.reasons import ALLOWED, MIN_SAMPLES, MIN_WEIGHT
from gbtlib.loops.records import BETWEEN, BOUNDED, GINI, SECOND_ORDER, Categories, Formula, Limits, Line


@compiled
def best_cuts(layout, nodes, which, looked_at, criterion, scan, found):
    """Find the best allowed cut of some nodes, and note it in what is found: their own records, or others.

    Ties go to the lowest feature, then to the missing on the right, then to the lowest threshold.

    layout: of the nodes, see Layout. which: numbers of nodes.
    looked_at: whether to look at each feature, in each of them: (n_which, n_features).
    criterion: formula, and statistics (n, n_samples). scan: limits and line.
    """
    layout, formula, statistics = records.Layout(*layout), Formula(*criterion[0]), criterion[1]
    limits, line, categories = Limits(*scan[0]), Line(*scan[1]), Categories(*layout.categories)
    record, all_sums, _, _ = nodes
    cuts, all_left, all_sides = found[0], found[2], found[3]
    for i in range(len(which)):
        k = which[i]
        node, sums, cut = record[k], all_sums[k], cuts[k]
        cut["cut_score"], cut["n_candidates"] = -np.inf, 0
        bounded = within_bounds(formula, node)
        by_bins = layout.laid_by == records.BINS
        place = make_histogram(layout.binned, layout.order, nodes, k, statistics) if by_bins else 0
        of_node = node["start"], node["stop"], sums, layout.binned[2][0][place]
        first = stop = ZERO
        for feature in range(looked_at.shape[1]):
            first, stop = stop, end_of_entries(layout.entries, feature, stop)
            if not looked_at[i, feature]:
                continue
            n_places = lay(line, layout, feature, (first, stop), of_node, bounded, statistics)
            if take_best(line, n_places, layout.missing, sums, bounded, limits, (feature, cut, all_left[k])):
                take_partition(categories, feature, n_places, cut, all_sides[k])
        if layout.laid_by != records.ROWS:
            cut["n_cut"] = -1


@inlined
def take_best(line, n_places, missing, node, formula, limits, best):
    """Take the best allowed cut of a line if it beats the best. Whether it does.

    best: the feature, a NODE, and the sums left of it.
    """
    (feature, cut, left), beats = best, False
    for way in range(missing[0], missing[1] + 1):
        n_cuts, stays = begin_way(line, way, missing, n_places, node, formula)
        score_cuts(line, n_cuts, formula, stays, feature)
        cut["n_candidates"] += n_cuts
        place = first_best(line, n_cuts, limits, cut["cut_score"])
        if place >= 0:
            note_cut(line, place, cut, feature)
            cut["default_left"] = way != RIGHT or node[0] == line.sums[0, n_places - 1]
            cut["score_left"] = score_of(formula, line.left)
            cut["score_right"] = score_of(formula, line.right) + stays
            copy(line.left, left)
            beats = True
    return beats


@compiled
def take_partition(categories, feature, n_places, cut, sides):
    """Note the sides of all categories by the place of the cut, if the feature's values are categories."""
    if categories.n[feature] > 0:
        note_sides(categories, cut["n_cut"] - 1, n_places, sides)
        cut["n_cut"] = -1


@inlined
def note_cut(line, place, cut, feature):
    """Write down the cut behind a place, and lay the sums of its sides ready."""
    cut["feature"], cut["cut_score"], cut["n_cut"] = feature, line.score[place], place + 1
    cut["lower"], cut["upper"] = line.last[place], line.first[place + 1]
    both_sides(line, place)


@inlined
def is_cut(line, place):
    """Whether the values differ before and behind a place; behind the last one there are the missing."""
    return not line.last[place] >= line.first[place + 1]


@inlined
def begin_way(line, way, missing, n_places, node, formula):
    """Set what is left of every cut, and what is cut, for one way of the missing.

    How many cuts there are, and the score of what is on neither side.
    """
    n_missing = node[0] - line.sums[0, n_places - 1] if n_places > 0 else node[0]
    if n_places == 0 or (way == LEFT and missing[0] == RIGHT and n_missing == 0):
        return 0, 0.0  # no value, or no row to send the other way
    for j in range(len(node)):
        on_line = line.sums[j, n_places - 1]
        line.before[j] = node[j] - on_line if way == LEFT else 0
        line.node[j] = on_line if way == APART else node[j]
    # Sent right, the missing may be the whole of a side.
    n_cuts = n_places if way == RIGHT and n_missing > 0 else n_places - 1
    return n_cuts, score_of(formula, node) - score_of(formula, line.node) if way == APART else 0.0


@inlined
def score_cuts(line, n_cuts, formula, stays, feature):
    """Score the cuts behind the first places of a line; -inf where the feature's direction forbids them.

    stays: the score of what is on neither side.
    """
    if formula.kind == SECOND_ORDER or formula.kind == BETWEEN:
        G, H, G_before, H_before = line.sums[1], line.sums[2], line.before[1], line.before[2]
        G_node, H_node = line.node[1], line.node[2]
        for i in range(n_cuts):
            G_left, H_left = G_before + G[i], H_before + H[i]
            G_right, H_right = G_node - G_left, H_node - H_left
            if formula.kind == BETWEEN:
                line.score[i] = between(formula, G_left, H_left, G_right, H_right)
            else:
                score_right = second_order(formula, G_right, H_right) + stays
                line.score[i] = second_order(formula, G_left, H_left) + score_right
    elif formula.kind == GINI:
        for i in range(n_cuts):
            of_left = of_right = weight_left = weight_right = 0.0
            for j in range(1, len(line.node)):
                left = line.before[j] + line.sums[j, i]
                right = np.float64(line.node[j] - left)
                of_left += np.float64(left) * np.float64(left)
                of_right += right * right
                weight_left += left
                weight_right += right
            score_right = of_right / max(weight_right, formula.least) + stays
            line.score[i] = of_left / max(weight_left, formula.least) + score_right
    else:
        for i in range(n_cuts):
            both_sides(line, i)
            line.score[i] = score_of(formula, line.left) + (score_of(formula, line.right) + stays)
            if formula.kind != BOUNDED or np.isnan(line.first[i + 1]):
                continue  # a feature cannot rise to rows that miss it
            if runs_the_wrong_way(formula, formula.directions[feature], line.left, line.right):
                line.score[i] = -np.inf


@inlined
def both_sides(line, place):
    """The sums on both sides of the cut behind a place."""
    for j in range(len(line.node)):
        line.left[j] = line.before[j] + line.sums[j, place]
        line.right[j] = line.node[j] - line.left[j]


@compiled
def second_order(formula, G, H):
    G = max(abs(np.float64(G)) - formula.reg_alpha, 0.0)
    return G * G / max(np.float64(H) + formula.reg_lambda, formula.least)


@compiled
def between(formula, G_left, H_left, G_right, H_right):
    """What parting two sides gains: no difference of large scores, as second_order's would be."""
    weight_left, weight_right = np.float64(H_left), np.float64(H_right)
    apart = G_left * weight_right - G_right * weight_left
    weight_left, weight_right = max(weight_left, formula.least), max(weight_right, formula.least)
    return apart * (apart / (weight_left * weight_right * (weight_left + weight_right)))


@compiled
def score_of(formula, sums):
    """The score of rows from their sums (1 + n_statistics,); see Formula."""
    if formula.kind == BETWEEN:
        return 0.0
    if formula.kind == SECOND_ORDER:
        return second_order(formula, sums[1], sums[2])
    if formula.kind == BOUNDED:
        return score_within(formula, sums[1], sums[2])
    classes = sums[1:]
    if formula.kind == records.ENTROPY_OF_COUNTS:
        whole = formula.table[1, sums[0]]
        for count in classes:
            whole += formula.table[0, count]
        return np.float64(whole)
    weight = 0.0
    for each in classes:
        weight += each
    weight = max(weight, formula.least)
    if formula.kind == GINI:
        squares = 0.0
        for each in classes:
            squares += np.float64(each) * np.float64(each)
        return squares / weight
    bits = weight * formula.most_bits
    for each in classes:
        if each > 0:
            bits += each * log2(each / weight)
    return bits


@inlined
def first_best(line, n_cuts, limits, best):
    """The first place whose cut is allowed and has the largest score, if it is above `best`; else -1."""
    place = -1
    for i in range(n_cuts):
        if line.score[i] > best and is_cut(line, i):
            both_sides(line, i)
            if limit_of(limits, line.left, line.right) == ALLOWED:
                best, place = line.score[i], i
    return place


@compiled
def limit_of(limits, left, right):
    """The limit that forbids a cut, by the sums of its sides; ALLOWED where none does."""
    if min(left[0], right[0]) < limits.min_samples_leaf:
        return MIN_SAMPLES
    is_heavy = not limits.weighs or not (is_light(limits, left) or is_light(limits, right))
    return ALLOWED if is_heavy else MIN_WEIGHT


@compiled
def is_light(limits, sums):
    """Whether a side weighs too little."""
    weight = 0
    for each in sums[limits.weights :]:
        weight += each
    return weight * limits.weight_unit < limits.min_weight or (limits.positive and weight <= 0)
