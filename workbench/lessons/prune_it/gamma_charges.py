"""What gamma leaves of a boosted tree, charged in three ways. Pure, without streamlit.

Each way says from which gamma on a node is a leaf, so that all gammas can be shown at once.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gbtlib import SecondOrder, Tree, TreeParams, grow_tree, sort_columns
from gbtlib.core.boosting import column, feature_draw, second_order
from workbench.lessons.prune_it.link_sequence import branches_of, gone_from, leaves_at
from workbench.models.boosted import BoostedModel

Floats = NDArray[np.float64]
XOR = np.array([[0, 0], [0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.float64)
XOR_Y = np.array([0.0, 0.0, 1.0, 1.0, 0.0])
XOR_GAMMA = 0.1  # pre-stopping keeps nothing here, pruning all four leaves


@dataclass(frozen=True, eq=False)
class ChargeRule:
    """A way to charge gamma.

    leaf_at: (n_nodes,) the gamma from which a node is a leaf. strict: beyond it only.
    """

    name: str
    words: str
    leaf_at: Floats
    strict: bool


@dataclass(frozen=True, eq=False)
class Charged:
    """A tree grown without gamma, what each node saves as a leaf, and the ways to charge gamma.

    cost: (n_nodes,) -G^2 / (2 (H + lambda)), the second-order objective of the node as a leaf.
    start: the gamma to begin with.
    """

    tree: Tree
    cost: Floats
    ways: tuple[ChargeRule, ...]
    names: tuple[str, ...]
    start: float

    def leaves(self, way: ChargeRule, gamma: float) -> NDArray[np.bool_]:
        """The leaves that a way leaves."""
        return leaves_at(self.tree, way.leaf_at, gone_from(self.tree, way.leaf_at), gamma, strict=way.strict)

    def objective(self, way: ChargeRule, gamma: float) -> float:
        """The whole tree's objective: what its leaves save, and their price."""
        return float(self.over(way, [gamma])[1][0])

    def over(self, way: ChargeRule, gammas: Sequence[float]) -> tuple[Floats, Floats]:
        """Leaves and objective of what a way leaves at each of some gammas: (n,), (n,)."""
        gone = gone_from(self.tree, way.leaf_at)
        leaf = np.array([leaves_at(self.tree, way.leaf_at, gone, g, strict=way.strict) for g in gammas])
        n_leaves = leaf.sum(axis=1).astype(np.float64)
        return n_leaves, leaf @ self.cost + np.asarray(gammas) * n_leaves

    def single(self, gamma: float) -> float:
        """The objective of the root as the only leaf."""
        return float(self.cost[0] + gamma)

    @property
    def break_even(self) -> float:
        """The gamma at which the whole tree is as good as a single leaf; NaN for a single leaf."""
        return float(branches_of(self.tree, self.cost, self.tree.is_leaf).strength[0])

    def turns(self) -> list[float]:
        """The gammas at which some way changes its tree, ascending."""
        every = np.concatenate([way.leaf_at[~self.tree.is_leaf] for way in self.ways])
        return sorted({float(each) for each in every if 0 <= each < np.inf})


@dataclass(frozen=True, eq=False)
class Case:
    """A tree that is charged: of the five rows, or of a round (of class k) of a boosted model."""

    charged: Charged
    fit: BoostedModel | None = None
    number: int = 0
    k: int = 0

    @property
    def ident(self) -> Hashable:
        """All that the tree depends on."""
        return "xor" if self.fit is None else (self.fit.settings, self.number, self.k)


def charged(tree: Tree, cost: Floats, names: Sequence[str], start: float | None = None) -> Charged:
    """A tree with its three ways to charge gamma. start: gamma to begin with; None: see `telling_gamma`."""
    early = np.where(tree.is_leaf, -np.inf, tree.gain)
    inner = np.flatnonzero(~tree.is_leaf)
    bottom_up = early.copy()
    for node in inner[::-1]:
        below = bottom_up[[tree.children_left[node], tree.children_right[node]]]
        bottom_up[node] = max(bottom_up[node], *below)
    ways = (
        ChargeRule("Pre-stopping", "no split unless its own gain exceeds γ", early, False),
        ChargeRule(
            "Bottom-up pruning", "splits above two leaves go, if they gain less than γ", bottom_up, True
        ),
        ChargeRule(
            "Whole objective", "the subtree with the least loss + γ × leaves", best_at(tree, cost), False
        ),
    )
    found = Charged(tree, cost, ways, tuple(names), 0.0 if start is None else start)
    return replace(found, start=telling_gamma(found)) if start is None else found


def telling_gamma(found: Charged) -> float:
    """The gamma at which pruning keeps the most leaves more than pre-stopping; else half the median gain."""
    turns = [0.0, *found.turns()]
    between = [(low, high) for low, high in pairwise(turns) if high - low > 1e-9 * turns[-1]]
    if not between:
        return 0.0
    middle = [(low + high) / 2 for low, high in between]
    early, pruned = (found.over(way, middle)[0] for way in found.ways[:2])
    most = int((pruned - early).argmax())
    if pruned[most] == early[most]:
        return float(f"{np.median(found.tree.gain[~found.tree.is_leaf]) / 2:.2g}")
    return shortest(middle[most], *between[most])


def shortest(value: float, low: float, high: float) -> float:
    """A number with as few digits as tell it from both ends of an interval that it lies in."""
    for digits in range(1, 17):
        rounded = float(f"{value:.{digits}g}")
        if low < rounded < high:
            return rounded
    return value


def best_at(tree: Tree, cost: Floats) -> Floats:
    """The gamma from which each node is a leaf of the subtree with the least objective.

    The weakest-link sequence once more, with the loss in place of the risk; a split may lose here, so that
    its price may be negative. After a cut only the branches above it change.
    """
    found = np.where(tree.is_leaf, -np.inf, np.inf)
    below, n_leaves, strength = branches_of(tree, cost, tree.is_leaf)
    strength = np.where(np.isnan(strength), np.inf, strength)
    gamma = -np.inf
    while np.isfinite(strength[0]):
        node = int(strength.argmin())
        gamma = max(gamma, float(strength[node]))
        found[node] = gamma
        strength[descendants(tree, node)] = np.inf
        below[node], n_leaves[node] = cost[node], 1
        for above in tree.path_to(node)[-2::-1]:
            sides = [tree.children_left[above], tree.children_right[above]]
            below[above], n_leaves[above] = below[sides].sum(), n_leaves[sides].sum()
            strength[above] = (cost[above] - below[above]) / (n_leaves[above] - 1)
    return found


def descendants(tree: Tree, node: int) -> list[int]:
    """A node and all below it."""
    found = [node]
    for each in found:  # grows while it is read
        if not tree.is_leaf[each]:
            found += [int(tree.children_left[each]), int(tree.children_right[each])]
    return found


def saved(tree: Tree, reg_lambda: float) -> Floats:
    """-G^2 / (2 (H + lambda)) of every node; with reg_alpha G is shrunk, so it is told by the weight."""
    cost: Floats = -0.5 * tree.weight**2 * (tree.H + reg_lambda)
    return cost


@cache
def xor_charged() -> Charged:
    """Five rows of XOR, logistic loss at raw prediction 0, lambda 1."""
    criterion = SecondOrder(0.5 - XOR_Y, np.full(len(XOR_Y), 0.25), reg_lambda=1.0)
    tree = grow_tree(sort_columns(XOR), criterion, TreeParams(max_depth=2)).tree
    return charged(tree, saved(tree, 1.0), ("x1", "x2"), XOR_GAMMA)


def charged_tree(fit: BoostedModel, number: int, k: int) -> Charged:
    """The tree of a round (of class k) grown once more, without gamma; of an opened model its own."""
    model, round_ = fit.model, fit.trace[number - 1]
    if fit.replayed is not None:
        tree = round_.trees[k]
        return charged(tree, saved(tree, model.params_.reg_lambda), fit.dataset.feature_names)
    how = "full" if fit.settings.pruning == "full" else "post"
    params = replace(model.params_, gamma=0.0, pruning=how)
    criterion = second_order(column(round_.gradient, k), column(round_.hessian, k), params)
    draw = feature_draw(params, number, k, model.columns_.n_features)
    tree = grow_tree(model.columns_, criterion, params, rows=round_.rows, draw_features=draw).tree
    return charged(tree, saved(tree, params.reg_lambda), fit.dataset.feature_names)
