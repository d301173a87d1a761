"""Pruning by gamma: a split must gain at least the price of the leaf that it adds."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.tree import ARRAYS, EXTRAS, Tree
from gbtlib.loops.reasons import PRUNED


def prune_by_gamma(tree: Tree, gamma: float = 0.0) -> tuple[Tree, NDArray[np.intp]]:
    """Remove, bottom up, every split that gains less than gamma and whose children are leaves.

    A poor split above a good one stays, which is what pruning can and pre-stopping cannot do.

    gamma: subtracted from the gains of the tree, on top of what they already have subtracted.
    Returns the tree and, for every node of the given one, the node of the new one that holds its rows:
    itself, or the leaf that its branch shrank to. Errors: ValueError for a gamma that is no price.
    """
    if not (isinstance(gamma, int | float | np.number) and 0 <= gamma <= 1e300):
        raise ValueError(f"gamma={gamma!r} must be a number, at least 0 and at most 1e300")
    gain = tree.gain - gamma
    left, right, leaf = tree.children_left, tree.children_right, tree.is_leaf.copy()
    for node in np.flatnonzero(~leaf)[::-1]:  # children come after their parent, so this is bottom up
        if leaf[left[node]] and leaf[right[node]] and gain[node] < 0:
            leaf[node] = True
    return collapse(replace(tree, gain=gain), leaf, PRUNED)


def collapse(tree: Tree, leaf: NDArray[np.bool_], why: int) -> tuple[Tree, NDArray[np.intp]]:
    """The tree cut off at some of its nodes. leaf: (n_nodes,) the nodes that are leaves now.

    why: the reason that the new leaves give, a position in WHY_LEAF. Returns the tree and, for every node of
    the given one, the node of the new one that holds its rows.
    """
    leaf = leaf | tree.is_leaf
    goes_to = np.arange(tree.n_nodes)
    for node in range(1, tree.n_nodes):
        above = tree.parent[node]
        if leaf[above] or goes_to[above] != above:
            goes_to[node] = goes_to[above]
    kept = goes_to == np.arange(tree.n_nodes)
    number = np.cumsum(kept) - 1

    inner = ~leaf[kept]
    columns = {name: getattr(tree, name)[kept] for name in ARRAYS}
    columns |= {name: array[kept] for name in EXTRAS if (array := getattr(tree, name)) is not None}
    columns["why_leaf"][~inner & (columns["children_left"] >= 0)] = why
    columns["gain"] = np.where(inner, columns["gain"], np.nan)
    for name in ("children_left", "children_right"):
        columns[name] = np.where(inner, number[columns[name]], -1).astype(np.int32)
    columns["feature"] = np.where(inner, columns["feature"], np.int32(-1))
    columns["threshold"] = np.where(inner, columns["threshold"], np.nan)
    columns["default_left"] = columns["default_left"] | ~inner
    for name in {"category_sides", "surrogates"} & columns.keys():  # what every leaf has there, none
        columns[name][~inner] = getattr(tree, name)[tree.leaves[0]]
    return replace(tree, **columns), number[goes_to]
