"""A tree while it grows, in one order or the other: its splits and its errors. No streamlit.

A split gives its children the next free numbers, so that after s splits the nodes are those with numbers up
to 2s, whatever the order of the splits. That is the tree that gbtlib grows with max_leaves = s + 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from gbtlib.pictures.tree_layout import growth_order
from workbench.data.catalogue import Dataset
from workbench.models.single_tree import SingleTree, TreeSettings

Floats = NDArray[np.float64]

POLICIES = ("depthwise", "lossguide")
NAMES = dict(zip(POLICIES, ("level by level", "best first"), strict=True))


def matched(tree: Tree, other: Tree) -> NDArray[np.intp]:
    """For every node of a tree the node of another that the same questions lead to: (n_nodes,).

    The order of the splits changes the numbers, and nothing else: a node is cut where its own rows say.
    """
    found = np.zeros(tree.n_nodes, dtype=np.intp)
    for node in growth_order(tree).tolist():
        for children, others in (
            (tree.children_left, other.children_left),
            (tree.children_right, other.children_right),
        ):
            found[children[node]] = others[found[node]]
    return found


def split_number(tree: Tree, node: int) -> int | None:
    """Which split of a tree a node was, 1 for the first; None for a leaf."""
    child = int(tree.children_left[node])
    return None if child < 0 else (child + 1) // 2


@dataclass(frozen=True, eq=False)
class GrowthOrder:
    """One order of growth. lesson: its tree, grown without a limit on the leaves.

    label: of every node its number in the tree of the order that is set, which the link has. index: the node
    of every such number. called: what every node is called, one name on both sides: see names_of.
    """

    policy: str
    fit: SingleTree
    label: NDArray[np.intp]
    index: NDArray[np.intp]
    called: NDArray[np.intp]

    @property
    def tree(self) -> Tree:
        """The whole tree."""
        return self.fit.tree


@dataclass(frozen=True, eq=False)
class Growing:
    """The same rows in both orders, level by level first.

    settings: of the tree on the screen. limit: its splits at most. splits: made so far, on both sides.
    """

    settings: TreeSettings
    sides: tuple[GrowthOrder, GrowthOrder]
    limit: int
    splits: int

    @property
    def main(self) -> GrowthOrder:
        """The order that is set: its numbers are those of the link."""
        return self.sides[POLICIES.index(self.settings.grow_policy)]

    @property
    def dataset(self) -> Dataset:
        """What it is grown on."""
        return self.sides[0].fit.dataset


def made(side: GrowthOrder, splits: int) -> list[int]:
    """The first splits of a side by their numbers in the link, in the order in which they were made."""
    return [int(label) for label in side.label[growth_order(side.tree)[:splits]]]


def opening(sides: Sequence[GrowthOrder], limit: int) -> int:
    """The splits at which the lesson opens: where the next one parts the orders, else the first."""
    orders = zip(*(made(side, limit) for side in sides), strict=True)
    return next((at for at, (first, second) in enumerate(orders) if first != second), min(1, limit))


def made_last(growing: Growing) -> int:
    """The number of the node that was split last in the order that is set; the root where none is yet."""
    return made(growing.main, growing.splits)[-1] if growing.splits else 0


def sides_of(lessons: Mapping[str, SingleTree], main: str) -> tuple[GrowthOrder, GrowthOrder]:
    """Both orders of growth, from the lesson of each. main: whose numbers the link has."""
    fits = [lessons[policy] for policy in POLICIES]
    labels = [matched(fit.tree, lessons[main].tree) for fit in fits]
    names = names_of([fit.tree for fit in fits], labels)
    first, second = (
        GrowthOrder(policy, fit, label, matched(lessons[main].tree, fit.tree), names[label])
        for policy, fit, label in zip(POLICIES, fits, labels, strict=True)
    )
    return first, second


def names_of(grown: Sequence[Tree], labels: Sequence[NDArray[np.intp]]) -> NDArray[np.intp]:
    """Nodes are numbered as they come, by whichever order comes to them first: the root is 0, (n_nodes,).

    grown: one tree in several orders. labels: of each its nodes' places in what is returned.
    """
    names = np.full(grown[0].n_nodes, -1, dtype=np.intp)
    names[0] = 0
    for nodes in zip(*(growth_order(tree).tolist() for tree in grown), strict=True):
        for tree, label, node in zip(grown, labels, nodes, strict=True):
            for child in (tree.children_left[node], tree.children_right[node]):
                if names[label[child]] < 0:
                    names[label[child]] = names.max() + 1
    return names


@lru_cache(maxsize=16)
def judged(fit: SingleTree) -> Floats:
    """The error after 0, 1, 2, ... splits, on unseen rows where there are any, else on its own."""
    rows = fit.unseen if fit.n_unseen else (fit.X, fit.y)
    return course_of_error(fit.tree, fit.dataset, *rows)


def course_of_error(tree: Tree, data: Dataset, X: Floats, y: NDArray[np.generic]) -> Floats:
    """The error on some rows after 0, 1, 2, ... splits: (n_splits + 1,).

    Mean half squared error, or the share of rows whose class is not the heaviest of their leaf.
    """
    made = growth_order(tree)
    lost = error_in_nodes(tree, data, X, y)
    change = lost[tree.children_left[made]] + lost[tree.children_right[made]] - lost[made]
    course: Floats = np.concatenate(([lost[0]], lost[0] + np.cumsum(change))) / len(y)
    return np.maximum(course, 0.0)  # rounding may leave a sum of squares a hair below


def error_in_nodes(tree: Tree, data: Dataset, X: Floats, y: NDArray[np.generic]) -> Floats:
    """The sum of errors of the rows in every node, as if the tree ended there: (n_nodes,)."""
    leaf = tree.apply(X)
    if data.task == "classification":
        counts = np.zeros((tree.n_nodes, len(data.class_names)))
        np.add.at(counts, (leaf, y.astype(np.intp)), 1.0)
        counts = gathered(tree, counts)
        wrong: Floats = counts.sum(axis=1) - counts[np.arange(tree.n_nodes), tree.weight.astype(np.intp)]
        return wrong
    moved = y - tree.weight[0]  # near the mean, squares lose the fewest digits
    sums = np.zeros((tree.n_nodes, 3))
    np.add.at(sums, leaf, np.column_stack((np.ones(len(y)), moved, moved**2)))
    n, first, second = gathered(tree, sums).T
    w = tree.weight - tree.weight[0]
    half_squared: Floats = (second - 2 * w * first + n * w**2) / 2
    return half_squared


def gathered(tree: Tree, sums: Floats) -> Floats:
    """Sums over the rows of the leaves, added up to every node above."""
    sums = sums.copy()
    for i in range(tree.n_nodes - 1, 0, -1):  # children have larger numbers
        sums[tree.parent[i]] += sums[i]
    return sums
