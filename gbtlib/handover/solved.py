"""What a model file does not say, solved for: the record of it, and the equations of nodes."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gbtlib.core.tree import Brief, Frozen
from gbtlib.handover.fields import Floats
from gbtlib.handover.opened import Booleans, OpenedTree


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


Penalty = Floats | float

DIGITS_OF_SUMS = 1e-5  # relative, of the sizes of what is added up
MET = 1e-4  # relative, of a gain: files tell 6 digits, or sums were made in float32
UNTOLD = Estimate(np.nan, np.inf)


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
        first tree's leaves that is no tree's. met: the share of splits whose gains, and sums, are met. sums:
        one a tree. notes: sentences on what was seen. why: nothing can be told, or "".
    """

    settings: Mapping[str, Estimate]
    met: float
    sums: tuple[NodeSums, ...]
    notes: tuple[str, ...] = ()
    why: str = ""

    @property
    def verdict(self) -> str:
        """Whether these settings meet the numbers of splits, of some alone, or why it cannot be told."""
        held = "holds" if self.met > 0.97 else "holds in part"
        return f"cannot be told: {self.why}" if self.why else held


def untold(why: str, trees: tuple[OpenedTree, ...]) -> Solved:
    """Nothing but the H that the file has."""
    settings = dict.fromkeys(("lambda", "alpha", "learning rate"), UNTOLD)
    return Solved(settings, 0.0, tuple(map(hidden, trees)), why=why)


def gradients_of(weight: Floats, H: Floats, reg_lambda: Penalty, alpha: float) -> Floats:
    """G of nodes with these weights, w = -T(G) / (H + lambda); of a weight 0 it tells only |G| <= alpha."""
    return -(weight * (H + reg_lambda) + np.sign(weight) * alpha)


def gains_at(tree: OpenedTree, G: Floats, penalty: Penalty, reg_lambda: float, alpha: float) -> Floats:
    """What splits gain, NaN in leaves. penalty: lambda, and what else there is of a node as a child."""
    H, top = tree.sums(tree.cover), np.maximum(np.abs(G) - alpha, 0) ** 2
    with np.errstate(all="ignore"):
        as_child, as_parent = top / (H + penalty), top / (H + reg_lambda)
        return np.asarray(tree.gains_of(as_child) + as_child - as_parent)


def by_gains(
    tree: OpenedTree, weight: Floats, penalty: Penalty, reg_lambda: float, alpha: float
) -> tuple[Booleans, NodeSums]:
    """Splits whose gain is that of the weights of leaves, and G of these splits and of their children."""
    G = tree.sums(gradients_of(weight, tree.cover, penalty, alpha))
    with np.errstate(all="ignore"):
        off = np.abs(gains_at(tree, G, penalty, reg_lambda, alpha) - tree.gain)
        met = np.asarray(off <= MET * np.abs(tree.gain))
    told = met.copy()
    told[tree.children_left[met]] = told[tree.children_right[met]] = True
    error = DIGITS_OF_SUMS * tree.sums(np.abs(G))
    return met, NodeSums(np.where(told, G, np.nan), tree.cover, np.where(told, error, np.nan))


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
