"""What gamma leaves of a boosted tree, charged in three ways. Pure, without streamlit.

Each way says from which gamma on a node is a leaf, so that all gammas can be shown at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib import SecondOrder, Tree, TreeParams, grow_tree, sort_columns
from gbtlib.core.boosting import column, feature_draw, second_order
from workbench.lessons.prune_it.link_sequence import Branches, gone_from, leaves_at
from workbench.models.boosted import BoostedModel

Floats = NDArray[np.float64]
XOR = np.array([[0, 0], [0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.float64)
XOR_Y = np.array([0.0, 0.0, 1.0, 1.0, 0.0])


class ChargeRule(NamedTuple):
    """A way to charge gamma. leaf_at: (n_nodes,) the gamma from which a node is a leaf."""

    name: str
    words: str
    leaf_at: Floats


@dataclass(frozen=True, eq=False)
class Charged:
    """A tree grown without gamma, and what each way to charge gamma leaves of it."""

    tree: Tree
    reg_lambda: float
    names: tuple[str, ...]

    @cached_property
    def cost(self) -> Floats:
        """-G^2 / (2 (H + lambda)), the second-order objective of each node as a leaf: (n_nodes,).

        With reg_alpha G is shrunk, so it is told by the weight.
        """
        return np.asarray(-0.5 * self.tree.weight**2 * (self.tree.H + self.reg_lambda))

    @cached_property
    def ways(self) -> tuple[ChargeRule, ...]:
        """The three ways."""
        tree = self.tree
        early = np.where(tree.is_leaf, -np.inf, tree.gain)
        bottom_up = early.copy()
        for node in np.flatnonzero(~tree.is_leaf)[::-1]:
            below = bottom_up[[tree.children_left[node], tree.children_right[node]]]
            bottom_up[node] = max(bottom_up[node], *below)
        beyond = np.where(tree.is_leaf, -np.inf, np.nextafter(bottom_up, np.inf))  # what gains gamma stays
        return (
            ChargeRule("Pre-stopping", "no split unless its own gain exceeds γ", early),
            ChargeRule("Bottom-up pruning", "splits above two leaves go, if they gain less than γ", beyond),
            ChargeRule(
                "Whole objective", "the subtree with the least loss + γ × leaves", best_at(tree, self.cost)
            ),
        )

    def leaves(self, way: ChargeRule, gamma: float) -> NDArray[np.bool_]:
        """The leaves that a way leaves."""
        return leaves_at(self.tree, way.leaf_at, gone_from(self.tree, way.leaf_at), gamma)

    def objective(self, way: ChargeRule, gamma: float) -> float:
        """The whole tree's objective: what its leaves save, and their price."""
        return float(self.over(way, [gamma])[1][0])

    def over(self, way: ChargeRule, gammas: Sequence[float]) -> tuple[Floats, Floats]:
        """Leaves and objective of what a way leaves at each of some gammas: (n,), (n,)."""
        gone = gone_from(self.tree, way.leaf_at)
        leaf = np.array([leaves_at(self.tree, way.leaf_at, gone, gamma) for gamma in gammas])
        n_leaves = leaf.sum(axis=1).astype(np.float64)
        return n_leaves, leaf @ self.cost + np.asarray(gammas) * n_leaves

    def single(self, gamma: float) -> float:
        """The objective of the root as the only leaf."""
        return float(self.cost[0] + gamma)

    @property
    def break_even(self) -> float:
        """The gamma at which the whole tree is as good as a single leaf; NaN for a single leaf."""
        return float(Branches(self.tree, self.cost, self.tree.is_leaf).strength[0])

    def turns(self) -> list[float]:
        """The gammas at which some way changes its tree, ascending."""
        every = np.concatenate([way.leaf_at[~self.tree.is_leaf] for way in self.ways])
        return sorted({float(each) for each in every if 0 <= each < np.inf})

    @cached_property
    def start(self) -> float:
        """Where pruning keeps the most leaves more than pre-stopping; else half the median gain."""
        turns = [0.0, *self.turns()]
        between = [(low, high) for low, high in pairwise(turns) if high - low > 1e-9 * turns[-1]]
        if not between:
            return 0.0
        middle = [(low + high) / 2 for low, high in between]
        early, pruned = (self.over(way, middle)[0] for way in self.ways[:2])
        most = int((pruned - early).argmax())
        if pruned[most] == early[most]:
            return float(f"{np.median(self.tree.gain[~self.tree.is_leaf]) / 2:.2g}")
        return shortest(middle[most], *between[most])


@dataclass(frozen=True, eq=False)
class Case:
    """A tree that is charged: of the five rows, or of a round (of class k) of a boosted model."""

    charged: Charged
    fit: BoostedModel | None = None
    number: int = 0
    k: int = 0


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
    its price may be negative.
    """
    found = np.where(tree.is_leaf, -np.inf, np.inf)
    branches = Branches(tree, cost, tree.is_leaf)
    gamma = -np.inf
    while not np.isnan(branches.strength[0]):
        node = int(np.nanargmin(branches.strength))
        gamma = max(gamma, float(branches.strength[node]))
        found[node] = gamma
        branches.cut(node)
    return found


@cache
def xor_charged() -> Charged:
    """Five rows of XOR, logistic loss at raw prediction 0, lambda 1."""
    criterion = SecondOrder(0.5 - XOR_Y, np.full(len(XOR_Y), 0.25), reg_lambda=1.0)
    tree = grow_tree(sort_columns(XOR), criterion, TreeParams(max_depth=2)).tree
    return Charged(tree, 1.0, ("x1", "x2"))


@lru_cache(maxsize=8)
def charged_tree(fit: BoostedModel, number: int, k: int) -> Charged:
    """The tree of a round (of class k) grown once more, without gamma; of an opened model its own."""
    model, round_ = fit.model, fit.trace[number - 1]
    if fit.replayed is not None:
        return Charged(round_.trees[k], model.params_.reg_lambda, fit.dataset.feature_names)
    how = "full" if fit.settings.pruning == "full" else "post"
    params = replace(model.params_, gamma=0.0, pruning=how)
    criterion = second_order(column(round_.gradient, k), column(round_.hessian, k), params)
    draw = feature_draw(params, number, k, model.columns_.n_features)
    tree = grow_tree(model.columns_, criterion, params, rows=round_.rows, draw_features=draw).tree
    return Charged(tree, params.reg_lambda, fit.dataset.feature_names)
