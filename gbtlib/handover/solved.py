"""What a model file does not say, solved for: the record of it, and the solver for each library."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from gbtlib.core.tree import Brief, Frozen
from gbtlib.handover.fields import Floats
from gbtlib.handover.opened import Booleans, OpenedModel, OpenedTree


@dataclass(frozen=True)
class Estimate:
    """A hidden number, and how far it may be off (4 standard errors); NaN where it cannot be told.

    why: where it comes from, where neither from the file nor from its splits.
    """

    value: float
    error: float = 0.0
    why: str = ""

    @property
    def is_told(self) -> bool:
        return bool(np.isfinite(self.value))


UNTOLD = Estimate(np.nan, np.inf)
CATBOOST_LAMBDA = "lambda counts times the mean weight of the rows of training, which no file tells"


@dataclass(frozen=True, repr=False)
class NodeSums(Frozen):
    """G and H of the nodes of a tree, in the library's unit; NaN where no equation vouches for them.

    G_error: how far G may be off.
    """

    G: Floats
    H: Floats
    G_error: Floats


@dataclass(frozen=True, repr=False)
class Solved(Brief):
    """What was found of a model.

    settings: "lambda", "alpha", "learning rate", and for LightGBM "average of output k", the part of the
        first tree's leaves that is no tree's. verdict: "holds"; "holds in part", where some splits' numbers
        are met by these settings and others not; or "cannot be told: " and why. met: the share of splits
        whose gains, and sums, are met. sums: one a tree. notes: sentences on what was seen.
    """

    settings: Mapping[str, Estimate]
    verdict: str
    met: float
    sums: tuple[NodeSums, ...]
    notes: tuple[str, ...] = ()


def untold(why: str, trees: tuple[OpenedTree, ...]) -> Solved:
    """Nothing but the H that the file has. why: after "cannot be told: "."""
    settings = dict.fromkeys(("lambda", "alpha", "learning rate"), UNTOLD)
    return Solved(settings, f"cannot be told: {why}", 0.0, tuple(map(hidden, trees)))


def solve_catboost(model: OpenedModel) -> Solved:
    """The settings in an opened CatBoost model; it keeps nothing of a split by which G could be checked.

    H is the weight of the rows that it keeps only for the squared error. Sources, in CatBoost's
    catboost/private/libs: options/oblivious_tree_options.h has no penalty of first order on leaves, and
    ScaleL2Reg of algo_helpers/online_predictor.h multiplies that of second order.
    """
    found = untold("CatBoost keeps neither gains nor weights of splits", model.trees)
    given = {"lambda": model.params.get("l2_leaf_reg"), "learning rate": model.params.get("learning_rate")}
    told = {name: Estimate(value) for name, value in given.items() if value is not None}
    sums = found.sums
    if model.objective != "RMSE":
        sums = tuple(replace(each, H=np.full(len(each.G), np.nan)) for each in sums)
    settings = {**found.settings, "alpha": Estimate(0.0, why="CatBoost has no such penalty"), **told}
    return replace(found, settings=settings, sums=sums, notes=(CATBOOST_LAMBDA,))


def vouched(tree: OpenedTree, met: Booleans, G: Floats, H: Floats, error: Floats) -> NodeSums:
    """The sums of splits that are met, and of their children; the other G, and errors, are hidden."""
    told = met.copy()
    told[tree.children_left[met]] = told[tree.children_right[met]] = True
    return NodeSums(np.where(told, G, np.nan), H, np.where(told, error, np.nan))


def completed(tree: OpenedTree, sums: NodeSums) -> NodeSums:
    """G, too, of nodes that no equation vouches for, where those of the rest of the family are told.

    A split has the sum of its children. A child has what is left of its parent's beside its sibling,
    unless the difference is of numbers so large that a hundredth of it is open.
    """
    G, error = sums.G.copy(), sums.G_error.copy()
    order = tree.splits[np.argsort(tree.depth[tree.splits], kind="stable")].tolist()
    for node in order[::-1]:
        if np.isnan(G[node]):
            children = [tree.children_left[node], tree.children_right[node]]
            G[node], error[node] = G[children].sum(), error[children].sum()
    for node in order if np.isnan(G).any() else ():
        left, right = tree.children_left[node], tree.children_right[node]
        for child, sibling in ((left, right), (right, left)):
            rest, off = G[node] - G[sibling], error[node] + error[sibling]
            if np.isnan(G[child]) and off < 0.01 * np.abs(rest):
                G[child], error[child] = rest, off
    return NodeSums(G, sums.H, error)


def hidden(tree: OpenedTree) -> NodeSums:
    nothing = np.full(len(tree.feature), np.nan)
    return NodeSums(nothing, tree.cover, nothing.copy())
