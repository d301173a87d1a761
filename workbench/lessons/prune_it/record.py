"""What the stage draws: a tree, which of its nodes are leaves at each price, what branches are worth. Pure.

State k is what is left at the k-th price, 0 to the last. A way is a rule by which branches become leaves: by
alpha there is one, by gamma three.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import CrossValidation, Tree
from workbench.charts.axes import spread
from workbench.lessons.prune_it.alpha_words import asks, counts
from workbench.lessons.prune_it.gamma_charges import Charged, ChargeRule, shortest
from workbench.lessons.prune_it.link_sequence import (
    Floats,
    PruningSequence,
    branches_of,
    gone_from,
    leaves_at,
)
from workbench.trees.box_text import question

Record = dict[str, Any]
MOST_PRICES = 200  # that gamma stops at
BEYOND = 1.15  # of the last price at which anything changes


def alpha_record(found: PruningSequence, validated: CrossValidation | None) -> Record:
    """The sequence of weakest links. wrong: rows of each node not of its own class, NaN for numbers."""
    tree = found.tree
    weights = tree.class_weights
    wrong = np.full(tree.n_nodes, np.nan) if weights is None else weights.sum(axis=1) - weights.max(axis=1)
    impurity = np.full(tree.n_nodes, np.nan) if tree.impurity is None else tree.impurity
    return {
        "kind": "alpha",
        **shape(tree),
        "measure": found.measure,
        "size": found.risk,
        "wrong": wrong,
        "impurity": impurity,
        "asks": [asks(found, node) for node in range(tree.n_nodes)],
        "counts": [counts(found, node) for node in range(tree.n_nodes)],
        "price": np.array([step.alpha for step in found.steps]),
        "ways": [way_record(tree, found.risk, found.leaf_at, found.n_steps, "", "")],
        "risk": np.array([step.risk for step in found.steps]),
        "train": found.train if found.measure == "impurity" else None,
        "unseen": found.unseen,
        "validated": None if validated is None else validation(validated),
    }


def validation(validated: CrossValidation) -> Record:
    """What cross-validation says of every state."""
    return {
        "error": validated.error,
        "se": validated.standard_error,
        "best": validated.best,
        "simple": validated.one_standard_error,
        "folds": len(validated.fold_error),
    }


def gamma_record(found: Charged, gamma: float, on: str = "") -> Record:
    """Gamma charged in three ways. on: whose tree it is.

    beside: objective of each state, less that of a single leaf.
    touched: (n_nodes,) the gamma at which each node falls, between two states; NaN for a leaf and for never.
    """
    tree, prices = found.tree, gamma_prices(found, gamma)
    ways = []
    for way in found.ways:
        leaf_at = states_of(way, prices)
        after = tree.gain if way is not found.ways[-1] else None
        known = way_record(tree, found.cost, leaf_at, len(prices), way.name, way.words, after)
        beside = found.over(way, prices)[1] - found.cost[0] - np.array(prices)
        ways.append(
            known
            | {
                "beside": np.where(np.abs(beside) < 1e-12 * abs(found.cost[0]), 0.0, beside),
                "touched": np.where(np.isfinite(way.leaf_at), way.leaf_at, np.nan),
            }
        )
    return {
        "kind": "gamma",
        "on": on,
        **shape(tree),
        "size": -found.cost,
        "asks": ["" if tree.is_leaf[i] else question(tree, i, found.names) for i in range(tree.n_nodes)],
        "price": np.array(prices),
        "asked": prices.index(gamma),
        "ways": ways,
    }


def gamma_prices(found: Charged, gamma: float) -> list[float]:
    """The gammas at which the stage stops: 0, its own, and one between any two at which a tree changes."""
    turns = found.turns()
    ends = [0.0, *turns, max([*turns, gamma, 1e-9]) * BEYOND]
    between = [
        shortest((low + high) / 2, low, high)
        for low, high in pairwise(ends[1:])
        if high - low > 1e-9 * ends[-1] and not low < gamma < high
    ]
    kept = [between[i] for i in spread(len(between), MOST_PRICES).tolist()] if between else []
    return sorted({0.0, float(gamma), *kept})


def states_of(way: ChargeRule, prices: Sequence[float]) -> Floats:
    """The state from which each node is a leaf: (n_nodes,), infinite for never."""
    state = np.searchsorted(prices, way.leaf_at, side="right" if way.strict else "left").astype(np.float64)
    state[state == len(prices)] = np.inf
    return state


def shape(tree: Tree) -> Record:
    """How the nodes hang together, in their order, parents before their children; n: their rows."""
    return {
        "parent": tree.parent.astype(np.int32),
        "left": tree.children_left.astype(np.int32),
        "right": tree.children_right.astype(np.int32),
        "depth": tree.depth.astype(np.int32),
        "n": tree.n_samples.astype(np.int32),
    }


def way_record(
    tree: Tree,
    cost: Floats,
    leaf_at: Floats,
    n_states: int,
    name: str,
    words: str,
    gain: Floats | None = None,
) -> Record:
    """A way over all states.

    leaf_at, gone_at: (n_nodes,) the state from which each node is a leaf, and gone; -1 for never.
    leaves: (n_states,). start: (n_states + 1,) where the changes of each state begin in node and worth:
    what a leaf more in the branch of a node takes off the cost.
    gain: of every split, where that is what a way asks for.
    """
    gone = gone_from(tree, leaf_at)
    leaves = np.array([leaves_at(tree, leaf_at, gone, k).sum() for k in range(n_states)])
    start, node, worth = branch_changes(tree, cost, leaf_at, n_states)
    return {
        "name": name,
        "words": words,
        "leaf_at": as_states(np.where(tree.is_leaf, np.inf, leaf_at)),
        "gone_at": as_states(gone),
        "leaves": leaves.astype(np.int32),
        "start": start,
        "node": node,
        "worth": worth if gain is None else gain[node],
    }


def as_states(values: Floats) -> NDArray[np.int32]:
    """States as whole numbers, -1 for never."""
    return np.where(np.isfinite(values), values, -1).astype(np.int32)


def branch_changes(
    tree: Tree, cost: Floats, leaf_at: Floats, n_states: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], Floats]:
    """Which branches another state changes: those above what becomes a leaf, and at first all."""
    gone = gone_from(tree, leaf_at)
    first = branches_of(tree, cost, leaves_at(tree, leaf_at, gone, 0))
    below, n_leaves, strength = first.risk.copy(), first.n_leaves.copy(), first.strength.copy()
    changed = [np.flatnonzero(np.isfinite(strength))]
    found = [strength[changed[0]]]
    falling = np.flatnonzero(np.isfinite(leaf_at) & (leaf_at > 0) & (gone > leaf_at))
    for state in range(1, n_states):
        above: set[int] = set()
        for node in falling[leaf_at[falling] == state].tolist():
            below[node], n_leaves[node] = cost[node], 1
            above |= {int(each) for each in tree.path_to(node)[:-1]}
        nodes = np.array(sorted(above), dtype=np.intp)
        for node in nodes[::-1].tolist():
            sides = [tree.children_left[node], tree.children_right[node]]
            below[node], n_leaves[node] = below[sides].sum(), n_leaves[sides].sum()
            strength[node] = (cost[node] - below[node]) / (n_leaves[node] - 1)
        changed.append(nodes)
        found.append(strength[nodes])
    start = np.cumsum([0, *(len(each) for each in changed)]).astype(np.int32)
    return start, np.concatenate(changed).astype(np.int32), np.concatenate(found)
