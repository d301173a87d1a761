"""Ways to part the categories of a feature, laid along a line as cuts are: see gbtlib.inputs.categories.

At each place of the line are the sums of what one way sends left, at the last those of all categories.
"""

import numpy as np

from gbtlib.loops.compiling import compiled
from gbtlib.loops.queue import pop, push
from gbtlib.loops.records import AUTO, BETWEEN, BOUNDED, EXHAUSTIVE, ONE_VS_REST, SECOND_ORDER, SORTED, Queue
from gbtlib.loops.trees import LEFT, NO_SIDE, RIGHT

FEW_CATEGORIES = 10  # up to here AUTO tries every way where no order is sure to find the best
MOST_CATEGORIES = 16  # 32,767 ways


@compiled
def count_codes(x, rows, statistics, slots):
    """Count rows by their code x: slots (n_categories + 1, 1 + n), as in a histogram, at last the missing."""
    for slot in slots:
        for j in range(len(slot)):
            slot[j] = 0
    for row in rows:
        slot = slots[-1] if np.isnan(x[row]) else slots[int(x[row])]
        slot[0] += 1
        for j in range(len(statistics)):
            slot[1 + j] += statistics[j, row]


@compiled
def lay_partitions(line, categories, slots, feature, formula):
    """Lay the ways to part the categories that have rows. How many places; 0 where none may be tried.

    categories.found has then how many have rows, and the way; categories.codes these, in their order.
    """
    n = sort_codes(categories, slots, feature, len(line.sums) == 3, formula)
    way = categories.way
    if way == AUTO:
        way = SORTED if len(line.sums) == 3 or n > FEW_CATEGORIES else EXHAUSTIVE
    elif (way == SORTED and len(line.sums) != 3) or (way == EXHAUSTIVE and n > MOST_CATEGORIES):
        if categories.refused[1] == 0:
            categories.refused[0], categories.refused[1] = feature, n
        return 0
    categories.found[0], categories.found[1] = n, way
    if n < 3:
        way = SORTED  # all ways are the same
    n_places = 1 << (n - 1) if way == EXHAUSTIVE else n + (way == ONE_VS_REST)
    for j in range(len(line.sums)):
        stored = j if j < slots.shape[1] else 0  # a sum that has no statistic counts the rows
        lay_sums(line.sums[j], slots[:, stored], categories.codes[:n], way, n_places)
    for i in range(n_places + 1):  # none has values, and behind each is a cut
        line.first[i] = line.last[i] = np.nan
    return n_places


@compiled
def sort_codes(categories, slots, feature, has_order, formula):
    """Sort the codes that have rows as they are parted, equal ones by number. How many.

    Two sums give an order: G / H, or the share of the second class; else categories.key has one of many.
    """
    queue = Queue(*categories.queue)
    of_gradients = formula.kind == SECOND_ORDER or formula.kind == BETWEEN or formula.kind == BOUNDED
    queue.counts[1] = n = 0
    for code in range(len(slots) - 1):
        if slots[code, 0] > 0:
            n += 1
    for code in range(len(slots) - 1):
        if slots[code, 0] == 0:
            continue
        key = categories.key[feature, code] if n > FEW_CATEGORIES else 0.0
        if has_order:
            second = slots[code, 2] if slots.shape[1] > 2 else slots[code, 0]
            above = slots[code, 1] if of_gradients else second
            below = second if of_gradients else slots[code, 1] + second
            key = above / below if below > 0 else 0.0
            categories.key[feature, code] = key
        push(queue, key, code)
    for i in range(n):
        categories.codes[i] = pop(queue)
    return n


@compiled
def lay_sums(places, own, codes, way, n_places):
    """Lay one of the sums: at each place what its way sends left has of it. own: (n,) what each code has."""
    n, total = len(codes), 0
    for i in range(n):
        this = own[codes[i]]
        total += this
        if way == EXHAUSTIVE:
            # Ways that send none further left: those before with this one, and this one alone before them.
            if i < n - 1:
                first = (1 << i) - 1
                places[first] = this
                for k in range(first):
                    places[first + 1 + k] = places[k] + this
        else:
            places[i] = this if way == ONE_VS_REST else total
    if way == ONE_VS_REST:
        places[n - 1] = total - places[n - 1]  # the last one is always on the right
    places[n_places - 1] = total


@compiled
def note_sides(categories, place, n_places, sides):
    """Write down which codes the way at a place sends left: LEFT or RIGHT of each; NO_SIDE without rows."""
    n, way = categories.found[0], categories.found[1]
    for code in range(len(sides)):
        sides[code] = NO_SIDE
    for i in range(n):
        if place == n_places - 1 or way == SORTED or n < 3:
            goes_left = i <= place
        elif way == EXHAUSTIVE:
            goes_left = ((place + 1) >> i) & 1 == 1
        else:
            goes_left = i == place if place < n - 1 else i < n - 1
        sides[categories.codes[i]] = LEFT if goes_left else RIGHT
