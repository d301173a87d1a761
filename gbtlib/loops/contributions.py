"""What the features on the way to a leaf contribute, for each row; see gbtlib.explain.contributions."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.loops.compiling import allocating, compiled
from gbtlib.loops.lines import fill

Floats = NDArray[np.float64]
Numbers = NDArray[np.intp]


class Path(NamedTuple):
    """The way to a leaf, a slot for each feature that it asks, and n rows on it: scratch memory.

    feature, share: (m,) the feature, and the share z of the cover that goes on to the leaf where it is asked.
    known: (m, n) o: 1 where the row goes on towards the leaf wherever the feature is asked, else 0.
    factor: (m, n) t o + (1 - t) z for one t. before: (m, n) the product of those of all slots before.
    product: (n,) one that grows. integral: (m, n) over t, of the product of all other slots.
    """

    feature: Numbers
    share: Floats
    known: Floats
    factor: Floats
    before: Floats
    product: Floats
    integral: Floats


def new_path(n_slots: int, n: int) -> Path:
    """A path with room for so many slots and rows."""
    known, factor, before, integral = np.empty((4, n_slots, n))
    return Path(np.empty(n_slots, np.intp), np.empty(n_slots), known, factor, before, np.empty(n), integral)


@allocating
def add_contributions(tree, value, goes_left, rules, path, total):
    """Add to the contributions of some rows those of a tree, leaf after leaf.

    tree: feature, left child, parent and cover of each node. value: (n_nodes, K) the answer.
    goes_left: (n_nodes, n) whether each row would go left. rules: the points t and weights of Gauss and
    Legendre's rules of 1, 2, ... points, (n_rules, n_rules). total: (n_features, K, n).
    """
    _, left, _, _ = tree
    steps = np.empty(len(left), np.intp)
    for leaf in range(len(left)):
        if left[leaf] < 0:
            m = lay_path(tree, leaf, goes_left, steps, path)
            integrate(path, m, rules)
            for s in range(m):
                for k in range(value.shape[1]):
                    sums = total[path.feature[s], k]
                    for i in range(len(sums)):
                        contribution = (path.known[s, i] - path.share[s]) * path.integral[s, i]
                        sums[i] += value[leaf, k] * contribution


@compiled
def lay_path(tree, leaf, goes_left, steps, path):
    """Lay the way to a leaf, one slot a feature. How many slots."""
    feature, left, parent, cover = tree
    n_rows, n_steps, m = goes_left.shape[1], 0, 0
    while leaf != 0:
        steps[n_steps] = leaf
        leaf = parent[leaf]
        n_steps += 1
    for step in range(n_steps - 1, -1, -1):  # from the root on
        below = steps[step]
        above = parent[below]
        slot = 0
        while slot < m and path.feature[slot] != feature[above]:
            slot += 1
        if slot == m:
            m += 1
            path.feature[slot], path.share[slot] = feature[above], 1.0
            fill(path.known[slot, :n_rows], 1.0)
        path.share[slot] *= cover[below] / cover[above]
        is_left = below == left[above]
        for i in range(n_rows):
            path.known[slot, i] *= goes_left[above, i] == is_left
    return m


@compiled
def integrate(path, m, rules):
    """The integral over t from 0 to 1 of the product of all other slots' factors, for each slot and row."""
    points, weights = rules
    _, share, known, factor, before, product, integral = path
    n_rows = len(product)
    n_points = (m + 1) // 2  # exact for polynomials of degree m
    for s in range(m):
        fill(integral[s], 0.0)
    for point in range(n_points):
        t = points[n_points - 1, point]
        fill(product, weights[n_points - 1, point])
        for s in range(m):
            for i in range(n_rows):
                factor[s, i] = t * known[s, i] + (1 - t) * share[s]
                before[s, i] = product[i]
                product[i] *= factor[s, i]
        fill(product, 1.0)
        for s in range(m - 1, -1, -1):
            for i in range(n_rows):
                integral[s, i] += before[s, i] * product[i]
                product[i] *= factor[s, i]
