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

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from gbtlib.checks.rules import Choice, check
from gbtlib.core.boosting import Round, step_sizes
from gbtlib.core.criteria import Floats
from gbtlib.core.tree import Tree
from gbtlib.loops.contributions import add_contributions, new_path
from gbtlib.loops.stack import blocks, read_only, stacked
from gbtlib.loops.trees import sides_of_all

COVER = Choice(("hessian", "samples"))
BLOCK_ROWS = 128  # rows of a path at a time, so that they stay in the cache


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
    n_features, n_answers = trees[0].n_features, values[0].shape[1:]
    found = np.zeros((n_features + 1, *(n_answers or (1,)), len(X)))
    for tree, value in zip(trees, values, strict=True):
        weight = cover_of(tree, cover)
        by_node = np.array(value, dtype=np.float64, order="C").reshape(tree.n_nodes, -1)
        reached = weight[tree.leaves] / weight[0] if tree.n_nodes > 1 else np.ones(1)
        found[n_features] += (reached @ by_node[tree.leaves])[:, np.newaxis]
        add_tree(tree, weight, by_node, X, found)
    moved = np.ascontiguousarray(np.moveaxis(found, 2, 0))
    return moved if n_answers else moved[:, :, 0]


def add_tree(tree: Tree, cover: Floats, value: Floats, X: Any, found: Floats) -> None:
    """Add what a tree's features contribute, (n_features, K, n). cover: (n_nodes,). value: (n_nodes, K)."""
    structure = tree.feature, tree.children_left, read_only(tree.parent, np.intp), cover
    n_slots = min(tree.max_depth, tree.n_features)
    for nodes, rows, x in blocks(stacked([tree]), X, tree.n_features):
        total = found[:, :, rows]
        for first in range(0, len(x), BLOCK_ROWS):
            some = slice(first, min(first + BLOCK_ROWS, len(x)))
            left = np.empty((tree.n_nodes, some.stop - first), dtype=np.bool_)
            sides_of_all(nodes, x[some], left)
            path = new_path(n_slots, left.shape[1])
            add_contributions(structure, value, left, rules(n_slots), path, total[:, :, some])


@cache
def rules(n_slots: int) -> tuple[Floats, Floats]:
    """Gauss and Legendre's rules for [0, 1] that are exact for up to n_slots factors: points and weights.

    Row p - 1 of each, (n_rules, n_rules), has the rule of p points.
    """
    n_rules = max(1, (n_slots + 1) // 2)
    points, weights = np.zeros((2, n_rules, n_rules))
    for p in range(1, n_rules + 1):
        point, weight = np.polynomial.legendre.leggauss(p)  # for [-1, 1]
        points[p - 1, :p], weights[p - 1, :p] = 0.5 * (1 + point), 0.5 * weight
    return points, weights


def round_contributions(base: Any, rounds: Sequence[Round], X: Any, cover: str) -> Floats:
    """How the raw prediction comes about after some rounds: (n, n_features + 1), or (n, n_features + 1, K).

    base: the raw prediction before the first round, a number or (K,); it is part of the last contribution.
    """
    found, sizes = [], step_sizes(rounds)
    for k in range(len(rounds[0].trees)):
        trees = [round_.trees[k] for round_ in rounds]
        weights = [size * tree.weight for size, tree in zip(sizes, trees, strict=True)]
        found.append(contributions(trees, weights, X, cover=cover))
    together = np.stack(found, axis=-1) if np.ndim(base) else found[0]
    together[:, -1] += base
    return together


def cover_of(tree: Tree, cover: str) -> Floats:
    """What came to each node in training, (n_nodes,). Errors: ValueError if the tree does not say."""
    name = "H" if cover == "hessian" else "n_samples"
    weights = read_only(getattr(tree, name), np.float64)
    faults = ~np.isfinite(weights) | (~tree.is_leaf & (weights <= 0))
    if faults.any():
        node = int(np.flatnonzero(faults)[0])
        rule = "it must be finite, and positive in a split"
        raise ValueError(f"cover={cover!r} needs {name}, which is {weights[node]:g} in node {node}; {rule}")
    return weights
