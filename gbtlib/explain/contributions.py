"""What each feature contributes to a prediction: Shapley values, exact for the trees as they are.

A tree is asked with some features known only. Where it splits on one that is known, the row goes its way, be
it by threshold, category, surrogate or default direction; elsewhere all of the node's children are followed,
each as far as training rows went there. The contribution of a feature is what knowing it adds to the answer,
averaged over all orders in which the features may become known.

A leaf is reached with the share that is the product, over the features on its path, of 1 or 0 for a known one
(whether the row goes on towards the leaf wherever the feature is asked) or of the share z of the cover that
goes on, for an unknown one. The average over all orders is an integral over the chance t that a feature is
known already. With o in {0, 1} for the known, a leaf of weight w contributes to feature i

    w (o_i - z_i) integral_0^1 prod_{j != i} (t o_j + (1 - t) z_j) dt.

It is of a polynomial in t, so Gauss and Legendre's rule gives it exactly; every term is positive.

Sources: S. Lundberg, G. Erion and S.-I. Lee, "Consistent individualized feature attribution for tree
ensembles", 2018, and Lundberg et al., "From local explanations to global understanding with explainable AI
for trees", Nature Machine Intelligence 2, 2020, for the values (path-dependent TreeSHAP); the integral: G.
Owen, "Multilinear extensions of games", Management Science 18, 1972.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from gbtlib.core.boosting import Round
from gbtlib.core.tree import Tree
from gbtlib.estimators.rules import Choice, check
from gbtlib.inputs.routing import RoutedTree, node_goes_left
from gbtlib.inputs.triplets import Triplets

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]

COVER = Choice(("hessian", "samples"))
BLOCK_SIZE = 2**16  # rows times leaves times features of a path, so that it stays in the cache


class Paths(NamedTuple):
    """The ways from the root to the leaves of a tree: m slots for the features of a path, d steps.

    leaf: (n_leaves,) node numbers. feature: (m, n_leaves) tested on the path, each once; 0 in spare slots.
    share: (m, n_leaves) of the cover that goes on to the leaf where the feature is asked; 1 in spare slots.
    node, left, slot: (d, n_leaves) the split of each step, whether the leaf lies to its left, and the slot of
    its feature; -1 beyond the end of a path.
    """

    leaf: Integers
    feature: Integers
    share: Floats
    node: Integers
    left: NDArray[np.bool_]
    slot: Integers


def contributions(
    trees: Sequence[Tree], values: Sequence[Floats], X: Any, *, cover: str = "hessian"
) -> Floats:
    """How the sum of trees comes about from the features, for each row of X (n, n_features), NaN is missing.

    values: of each tree, what it predicts in each node: (n_nodes,), or (n_nodes, K).
    cover: the share of a node's rows that goes to a child is by the sum of hessians (in a class tree, or by
    squared error, of row weights), as in XGBoost; or by "samples", the number of rows.
    Returns (n, n_features + 1), or (n, n_features + 1, K); the last is what is predicted if no feature is
    known. Over the features and that one they add up to the prediction.
    Errors: ValueError for another cover, or trees that do not have it.
    """
    check("cover", cover, COVER)
    n_features = trees[0].n_features
    found = np.zeros((n_features + 1, len(X), *values[0].shape[1:]))
    for tree, value in zip(trees, values, strict=True):
        paths = paths_of(tree, cover_of(tree, cover))
        found[n_features] += paths.share.prod(axis=0) @ value[paths.leaf]
        n_rows = max(1, BLOCK_SIZE // max(1, paths.share.size))
        for first in range(0, len(X), n_rows):
            rows = np.arange(first, min(first + n_rows, len(X)))
            shapley = unit_contributions(paths, sides(tree, X, rows))
            add_by_feature(found[:n_features, rows[0] : rows[-1] + 1], paths, value[paths.leaf], shapley)
    return np.ascontiguousarray(np.moveaxis(found, 0, 1))


def round_contributions(base: Any, rounds: Sequence[Round], X: Any, cover: str) -> Floats:
    """How the raw prediction comes about after some rounds: (n, n_features + 1), or (n, n_features + 1, K).

    base: the raw prediction before the first round, a number or (K,); it is part of the last contribution.
    """
    found = []
    for k in range(len(rounds[0].trees)):
        trees = [round_.trees[k] for round_ in rounds]
        weights = [round_.learning_rate * round_.trees[k].weight for round_ in rounds]
        found.append(contributions(trees, weights, X, cover=cover))
    together = np.stack(found, axis=-1) if np.ndim(base) else found[0]
    together[:, -1] += base
    return together


def cover_of(tree: Tree, cover: str) -> Floats:
    """What came to each node in training, (n_nodes,). Errors: ValueError if the tree does not say."""
    name = "H" if cover == "hessian" else "n_samples"
    weights = np.asarray(getattr(tree, name), dtype=np.float64)
    faults = ~np.isfinite(weights) | (~tree.is_leaf & (weights <= 0))
    if faults.any():
        node = int(np.flatnonzero(faults)[0])
        rule = "it must be finite, and positive in a split"
        raise ValueError(f"cover={cover!r} needs {name}, which is {weights[node]:g} in node {node}; {rule}")
    return weights


def paths_of(tree: Tree, cover: Floats) -> Paths:
    """The paths to all leaves. cover: (n_nodes,), positive in splits."""
    leaves = tree.leaves
    shape = tree.max_depth, len(leaves)
    feature, node = np.zeros((2, *shape), dtype=np.intp)
    share, left = np.ones(shape), np.zeros(shape, dtype=bool)
    slot = np.full(shape, -1)
    for number, leaf in enumerate(leaves.tolist()):
        slots: dict[int, int] = {}
        for step, (above, below) in enumerate(pairwise(tree.path_to(leaf))):
            tested = int(tree.feature[above])
            at = slots.setdefault(tested, len(slots))
            feature[at, number] = tested
            share[at, number] *= cover[below] / cover[above]
            node[step, number], slot[step, number] = above, at
            left[step, number] = below == tree.children_left[above]
    n_slots = int(slot.max(initial=-1)) + 1
    return Paths(leaves, feature[:n_slots], share[:n_slots], node, left, slot)


def sides(tree: Tree, X: Any, rows: Integers) -> NDArray[np.bool_]:
    """Whether each of some rows of X would go left at each node, were it there: (n_nodes, len(rows))."""
    if isinstance(tree, RoutedTree):
        left = np.zeros((tree.n_nodes, len(rows)), dtype=bool)
        for node in np.flatnonzero(~tree.is_leaf).tolist():
            left[node] = node_goes_left(tree, node, X, rows)
        return left
    values = X[rows].to_dense() if isinstance(X, Triplets) else X[rows]
    x = values.T[tree.feature]  # in a leaf the last column is read, and ignored
    return np.asarray((x <= tree.threshold[:, np.newaxis]) | (np.isnan(x) & tree.default_left[:, np.newaxis]))


def unit_contributions(paths: Paths, goes_left: NDArray[np.bool_]) -> Floats:
    """What the features of each path contribute if its leaf weighs 1: (m, n_leaves, n)."""
    n_slots, n_leaves = paths.share.shape
    known = np.ones((n_slots + 1, n_leaves, goes_left.shape[1]), dtype=bool)
    every_leaf = np.arange(n_leaves)
    for node, left, slot in zip(paths.node, paths.left, paths.slot, strict=True):
        known[slot, every_leaf] &= goes_left[node] == left[:, np.newaxis]
    known, share = known[:n_slots], paths.share[:, :, np.newaxis]
    integral = np.zeros(known.shape)
    for point, weight in zip(*np.polynomial.legendre.leggauss((n_slots + 1) // 2 or 1), strict=True):
        t = 0.5 * (1 + point)  # the rule is for [-1, 1]
        factor = t * known + (1 - t) * share
        others = np.full(known.shape, 0.5 * weight)
        others[1:] *= factor[:-1].cumprod(axis=0)
        others[:-1] *= factor[:0:-1].cumprod(axis=0)[::-1]
        integral += others
    return np.asarray((known - share) * integral)


def add_by_feature(found: Floats, paths: Paths, values: Floats, shapley: Floats) -> None:
    """Add contributions (m, n_leaves, n) times the values of the leaves to their features.

    found: (n_features, n), or with values (n_leaves, K) also (n_features, n, K).
    """
    by_leaf = shapley.reshape(-1, shapley.shape[2])
    places = paths.feature.ravel(), np.arange(len(by_leaf))
    for k in np.ndindex(values.shape[1:]):
        weight = np.tile(values[:, *k], len(paths.feature))
        by_feature = csr_array((weight, places), shape=(len(found), len(by_leaf)))
        found[..., *k] += np.asarray(by_feature @ by_leaf)
