"""A tree and the sequence of trees that cutting its weakest links leaves. Pure, without streamlit.

Step k of the sequence is the tree that is best from its alpha on, up to that of step k + 1.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from gbtlib import CrossValidation, PruningStep, Tree, node_risk
from workbench.models.single_tree import SingleTree

Floats = NDArray[np.float64]
MOST_WORK = 2_500_000  # folds x steps x nodes that a cross-validation may take: about three seconds


class Branches:
    """Every node's branch in a tree that is being pruned: its risk, its leaves, and g(t), NaN without one.

    risk, n_leaves, strength: (n_nodes,). cost: of each node as a leaf. leaf: which nodes are leaves at first.
    """

    def __init__(self, tree: Tree, cost: Floats, leaf: NDArray[np.bool_]) -> None:
        self.tree, self.cost = tree, cost
        self.risk, self.n_leaves = np.where(leaf, cost, np.nan), leaf.astype(np.int64)
        self.strength = np.full(tree.n_nodes, np.nan)
        for node in np.flatnonzero(~tree.is_leaf & ~leaf)[::-1].tolist():
            self.add_up(node)

    def add_up(self, node: int) -> None:
        """A branch from the two below it."""
        sides = [self.tree.children_left[node], self.tree.children_right[node]]
        self.risk[node], self.n_leaves[node] = self.risk[sides].sum(), self.n_leaves[sides].sum()
        self.strength[node] = (self.cost[node] - self.risk[node]) / (self.n_leaves[node] - 1)

    def cut(self, node: int) -> list[int]:
        """Make a node a leaf, and add up what lies above it: those nodes."""
        self.risk[node], self.n_leaves[node] = self.cost[node], 1
        branch = [node]
        for each in branch:  # grows while it is read
            if not np.isnan(self.strength[each]):
                branch += [int(self.tree.children_left[each]), int(self.tree.children_right[each])]
            self.strength[each] = np.nan
        above = self.tree.path_to(node)[-2::-1]
        for each in above:
            self.add_up(each)
        return above


@dataclass(frozen=True, eq=False)
class PruningSequence:
    """A tree, the risk of its nodes, and its weakest-link sequence.

    measure: the risk by name. risk: (n_nodes,) R(t), share of rows included. names: of the features.
    given: the name of a tree that was not grown here, by hand or printed elsewhere; "" for one that was.
    train, unseen: (n_steps,) mean error of the training and the unseen rows, misclassified or squared; None
    where there are no such rows.
    """

    tree: Tree
    measure: str
    risk: Floats
    steps: tuple[PruningStep, ...]
    names: tuple[str, ...]
    given: str = ""
    train: Floats | None = None
    unseen: Floats | None = None

    @property
    def n_steps(self) -> int:
        """Trees in the sequence, the single leaf included."""
        return len(self.steps)

    @cached_property
    def leaf_at(self) -> Floats:
        """The step at which every node is a leaf: (n_nodes,), infinite for one that is gone before."""
        found = np.where(self.tree.is_leaf, 0.0, np.inf)
        for step in self.steps:
            found[list(step.nodes)] = step.number
        return found


def leaves_at(tree: Tree, leaf_at: Floats, gone: Floats, value: float) -> NDArray[np.bool_]:
    """The leaves of the tree that is left at a value: (n_nodes,).

    leaf_at, gone: from which value each node is one, and gone.
    """
    return ((leaf_at <= value) | tree.is_leaf) & (gone > value)


def gone_from(tree: Tree, leaf_at: Floats) -> Floats:
    """The value from which a node is gone, since one above it is a leaf: (n_nodes,), infinite for never."""
    gone = np.full(tree.n_nodes, np.inf)
    for node in range(1, tree.n_nodes):
        above = tree.parent[node]
        gone[node] = min(gone[above], leaf_at[above])
    return gone


@lru_cache(maxsize=16)
def sequence_of(fit: SingleTree, measure: str) -> PruningSequence:
    """The weakest-link sequence of a lesson's tree, with the errors of every tree in it."""
    tree, steps = fit.tree, tuple(fit.model.pruning_path(measure))
    found = PruningSequence(tree, measure, node_risk(tree, measure), steps, fit.dataset.feature_names)
    gone = gone_from(tree, found.leaf_at)

    def errors(X: Floats, y: Floats | NDArray[np.int64]) -> Floats | None:
        if len(y) == 0:
            return None
        of_node = node_errors(tree, X, y)
        return np.array([of_node[leaves_at(tree, found.leaf_at, gone, k)].sum() for k in range(len(steps))])

    return replace(found, train=errors(fit.X, fit.y), unseen=errors(*fit.unseen))


def node_errors(tree: Tree, X: Floats, y: Floats | NDArray[np.int64]) -> Floats:
    """What the rows of each node would add to the mean error of all if it were a leaf: (n_nodes,).

    The error of a row is 1 for the wrong class, or the squared error of a number.
    """
    found = np.zeros(tree.n_nodes)
    at = tree.apply(X)
    rows = np.arange(len(X))
    while len(rows):
        predicted = tree.weight[at]
        wrong = predicted != y[rows] if tree.class_weights is not None else (predicted - y[rows]) ** 2
        np.add.at(found, at, np.asarray(wrong, dtype=np.float64) / len(X))
        at = tree.parent[at]
        rows, at = rows[at >= 0], at[at >= 0]
    return found


def cross_validation(fit: SingleTree, found: PruningSequence, n_folds: int) -> CrossValidation | None:
    """The sequence cross-validated on the training rows, in as many folds as these are at most.

    None where it would take too long.
    """
    n_folds = min(n_folds, len(fit.train))
    if n_folds * found.n_steps * found.tree.n_nodes > MOST_WORK:
        return None
    return fit.model.cross_validate_alpha(n_folds=n_folds, measure=found.measure, seed=fit.settings.seed)
