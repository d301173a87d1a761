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
from workbench.lessons.prune_it.gamma_charges import Charged, shortest
from workbench.lessons.prune_it.link_sequence import (
    Branches,
    Floats,
    PruningSequence,
    gone_from,
    leaves_at,
)
from workbench.text.numbers import number
from workbench.text.questions import split_sides
from workbench.trees.box_text import question

Record = dict[str, Any]
MOST_PRICES = 200  # that gamma stops at
BEYOND = 1.15  # of the last price at which anything changes


def alpha_record(found: PruningSequence, validated: CrossValidation | None) -> Record:
    """The sequence of weakest links. wrong: rows of each node not of its own class, NaN for numbers."""
    tree = found.tree
    weights = tree.class_weights
    unknown = np.full(tree.n_nodes, np.nan)
    return {
        "kind": "alpha",
        **shape(tree, found.names),
        "measure": found.measure,
        "size": found.risk,
        "wrong": unknown if weights is None else weights.sum(axis=1) - weights.max(axis=1),
        "impurity": unknown if tree.impurity is None else tree.impurity,
        "counts": [counts(tree, node) for node in range(tree.n_nodes)],
        "price": np.array([step.alpha for step in found.steps]),
        "ways": [way_record(tree, found.risk, found.leaf_at, found.n_steps)],
        "risk": np.array([step.risk for step in found.steps]),
        "train": found.train if found.measure == "impurity" else None,
        "unseen": found.unseen,
        "validated": None if validated is None else validation(validated),
    }


def counts(tree: Tree, node: int) -> str:
    """The rows of a node by class, or their mean."""
    weights = tree.class_weights
    if weights is None:
        return number(float(tree.weight[node]))
    return " : ".join(number(each) for each in weights[node].tolist())


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

    worth: of a branch, where it falls by its own gain, that. beside: objective of each state, less that of a
    single leaf. touched: (n_nodes,) the gamma at which each node falls, between two states; NaN for a leaf
    and for never.
    """
    tree, prices = found.tree, gamma_prices(found, gamma)
    ways = []
    for way in found.ways:
        sent = way_record(tree, found.cost, states_of(way.leaf_at, prices), len(prices))
        beside = found.over(way, prices)[1] - found.cost[0] - np.array(prices)
        ways.append(
            sent
            | {
                "name": way.name,
                "words": way.words,
                "worth": sent["worth"] if way is found.ways[-1] else tree.gain[sent["node"]],
                "beside": np.where(np.abs(beside) < 1e-12 * abs(found.cost[0]), 0.0, beside),
                "touched": np.where(np.isfinite(way.leaf_at), way.leaf_at, np.nan),
            }
        )
    return {
        "kind": "gamma",
        "on": on,
        **shape(tree, found.names),
        "size": -found.cost,
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


def states_of(leaf_at: Floats, prices: Sequence[float]) -> Floats:
    """The state from which each node is a leaf: (n_nodes,), infinite for never."""
    state = np.searchsorted(prices, leaf_at).astype(np.float64)
    state[state == len(prices)] = np.inf
    return state


def shape(tree: Tree, names: Sequence[str]) -> Record:
    """How the nodes hang together, in their order, parents before their children; n: their rows."""
    return {
        "parent": tree.parent.astype(np.int32),
        "left": tree.children_left.astype(np.int32),
        "right": tree.children_right.astype(np.int32),
        "depth": tree.depth.astype(np.int32),
        "n": tree.n_samples.astype(np.int32),
        "asks": [asks(tree, node, names) for node in range(tree.n_nodes)],
    }


def asks(tree: Tree, node: int, names: Sequence[str]) -> str:
    """The question of an inner node; nothing where the tree does not tell it, or in a leaf."""
    is_told = not np.isnan(tree.threshold[node]) or split_sides(tree, node) is not None
    return question(tree, node, names) if is_told and not tree.is_leaf[node] else ""


def way_record(tree: Tree, cost: Floats, leaf_at: Floats, n_states: int) -> Record:
    """A way over all states.

    leaf_at, gone_at: (n_nodes,) the state from which each node is a leaf, and gone; -1 for never.
    leaves: (n_states,). start: (n_states + 1,) where the changes of each state begin in node and worth:
    what a leaf more in the branch of a node takes off the cost. Another state changes the branches above
    what becomes a leaf, the first one all.
    """
    gone = gone_from(tree, leaf_at)
    branches = Branches(tree, cost, leaves_at(tree, leaf_at, gone, 0))
    changed = [np.flatnonzero(np.isfinite(branches.strength))]
    worth, leaves = [branches.strength[changed[0]]], [branches.n_leaves[0]]
    falling = np.flatnonzero(np.isfinite(leaf_at) & (leaf_at > 0) & (gone > leaf_at))
    for state in range(1, n_states):
        above = [branches.cut(node) for node in falling[leaf_at[falling] == state].tolist()]
        changed.append(np.unique(np.array([node for nodes in above for node in nodes], dtype=np.intp)))
        worth.append(branches.strength[changed[-1]])
        leaves.append(branches.n_leaves[0])
    return {
        "leaf_at": as_states(np.where(tree.is_leaf, np.inf, leaf_at)),
        "gone_at": as_states(gone),
        "leaves": np.array(leaves, dtype=np.int32),
        "start": np.cumsum([0, *map(len, changed)]).astype(np.int32),
        "node": np.concatenate(changed).astype(np.int32),
        "worth": np.concatenate(worth),
    }


def as_states(values: Floats) -> NDArray[np.int32]:
    """States as whole numbers, -1 for never."""
    return np.where(np.isfinite(values), values, -1).astype(np.int32)
