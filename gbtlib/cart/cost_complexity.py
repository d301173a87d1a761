"""Cost-complexity pruning: a branch must take as much off the risk as its leaves cost.

R(t) is the risk of node t as a leaf, times its share n_t / N of all rows (by weight), so that the risks of
the leaves of a branch T_t add up to R(T_t). A leaf costs alpha. Making t a leaf pays as soon as alpha reaches

    g(t) = (R(t) - R(T_t)) / (leaves of T_t - 1),

and the branch with the smallest g is the weakest link. Cutting it again and again, down to the root, gives a
nested sequence of trees, which holds for every alpha the smallest tree of least R(T) + alpha * leaves(T).

Source: L. Breiman, J. Friedman, R. Olshen and C. Stone, "Classification and regression trees", 1984, chapter
3 and section 8.5.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gbtlib.checks.rules import Choice, Rule, check
from gbtlib.core.criteria import Floats
from gbtlib.core.pruning import collapse
from gbtlib.core.tree import Tree
from gbtlib.loops.reasons import WEAKEST_LINK

MEASURES = {True: ("misclassification", "impurity"), False: ("squared_error",)}  # of classes: the usual first
TIES = Choice(("together", "shallower"))
ALPHA = Rule(low=0)
SAME = 2.0**-40  # two alphas are equal if they differ by no more than this share of the root's risk


@dataclass(frozen=True)
class PruningStep:
    """One tree of the weakest-link sequence, and the links that were cut to get to it.

    number: 0 for the first tree. alpha: the tree is best from this price of a leaf on, up to the next one's.
    nodes: the nodes that became leaves in this step, numbers of the whole tree; none in a step 0 that cuts
    nothing. risk: R(T), by row. n_leaves: of the tree.
    """

    number: int
    alpha: float
    nodes: tuple[int, ...]
    risk: float
    n_leaves: int


def node_risk(tree: Tree, measure: str | None = None) -> Floats:
    """R(t) of every node as a leaf, times n_t / N: (n_nodes,).

    measure: "misclassification", the weighted share of rows not of the node's class; "impurity", the node's
    Gini or entropy; "squared_error", the weighted variance of y; None for misclassification in a class tree
    and squared error in another.
    Errors: ValueError for a measure that the tree does not have.
    """
    risk: Floats = _weighted_risk(tree, measure) / tree.H[0]
    return risk


def check_measure(measure: object, *, of_classes: bool, name: str = "measure") -> str:
    """The measure of the risk by its name; for None the usual one.

    of_classes: whether it is for class trees or for trees of numbers. name: of the parameter it came by.
    Errors: ValueError for a measure that such trees do not have.
    """
    legal = MEASURES[of_classes]
    if measure is None or measure in legal:
        return str(measure or legal[0])
    rule = f"must be {'one of ' * (len(legal) > 1)}{', '.join(map(repr, legal))}, or None"
    if measure in MEASURES[not of_classes]:
        rule = f"does not fit a tree of {'classes' if of_classes else 'numbers'}; it {rule}"
    raise ValueError(f"{name}={measure!r} {rule}")


def weakest_links(tree: Tree, measure: str | None = None, *, ties: str = "together") -> list[PruningStep]:
    """The trees from the whole one down to its root, each with the smallest alpha it is best for.

    ties: what happens to links that are equally weak. "together": they are cut in one step, so that alpha
    rises from step to step, and step 0 cuts what costs no risk at all (the smallest tree as good as the
    whole one). "shallower": one is cut in a step, the shallowest, of these the one with the lowest number;
    step 0 is the whole tree, and alpha may stay the same.
    """
    check("ties", ties, TIES)
    risk = _weighted_risk(tree, measure)
    branches = _Branches(tree, risk)
    margin = SAME * float(risk[0])
    steps: list[PruningStep] = []
    alpha, cut = 0.0, branches.cut_all(margin) if ties == "together" else []
    while True:
        price = alpha / float(tree.H[0])
        left_over = float(branches.risk[0] / tree.H[0])
        steps.append(PruningStep(len(steps), price, tuple(cut), left_over, int(branches.n_leaves[0])))
        if branches.n_leaves[0] == 1:
            return steps
        weakest = float(branches.strength.min())
        alpha = max(alpha, weakest)  # equal ones may be out of order by their rounding
        if ties == "together":
            cut = branches.cut_all(alpha + margin)
        else:
            cut = [branches.shallowest(weakest + margin)]
            branches.cut(cut[0])


def prune(tree: Tree, alpha: float, measure: str | None = None) -> Tree:
    """The smallest of the subtrees with the least R(T) + alpha * leaves(T). alpha: at least 0, or infinite.

    Errors: ValueError for a negative alpha, or a measure that the tree does not have.
    """
    return prune_to(tree, nodes_cut(weakest_links(tree, measure), alpha))[0]


def prune_to(tree: Tree, nodes: Sequence[int]) -> tuple[Tree, NDArray[np.intp]]:
    """The tree with these nodes as leaves; and for every old node the new one that holds its rows."""
    leaf = np.zeros(tree.n_nodes, dtype=bool)
    leaf[list(nodes)] = True
    return collapse(tree, leaf, WEAKEST_LINK)


def nodes_cut(steps: Sequence[PruningStep], alpha: float) -> list[int]:
    """The nodes of all steps up to an alpha, it included: with them as leaves the tree is best for it."""
    if alpha != np.inf:
        check("alpha", alpha, ALPHA)
    return [node for step in steps if step.alpha <= alpha for node in step.nodes]


def geometric_means(steps: Sequence[PruningStep]) -> Floats:
    """An alpha inside the interval of every tree of the sequence: (n_steps,); the last is infinite.

    The geometric mean of the interval's ends, after Breiman et al., section 3.4.2: the alphas themselves are
    the points where the choice of tree is about to change.
    """
    alpha = np.array([step.alpha for step in steps] + [np.inf])
    means = np.full(len(steps), np.inf)
    means[:-1] = np.sqrt(alpha[:-2] * alpha[1:-1])
    return means


class _Branches:
    """The inner nodes of a tree that is being pruned, with risk and leaves of their branches.

    risk, n_leaves: (n_nodes,) of the branch below each node; strength: g(t), infinite in leaves. Risks are
    sums over row weights, not shares, so that counts of rows stay exact and ties are ties.
    """

    def __init__(self, tree: Tree, node_risk: Floats) -> None:
        self.tree, self.node_risk = tree, node_risk
        self.risk, self.n_leaves = node_risk.copy(), np.ones(tree.n_nodes, dtype=np.int64)
        self.strength = np.full(tree.n_nodes, np.inf)
        for node in np.flatnonzero(~tree.is_leaf)[::-1]:
            self.add_up(int(node))

    def add_up(self, node: int) -> None:
        """A branch from the two below it."""
        left, right = self.tree.children_left[node], self.tree.children_right[node]
        self.risk[node] = self.risk[left] + self.risk[right]
        self.n_leaves[node] = self.n_leaves[left] + self.n_leaves[right]
        # Never negative but for rounding: a node's best guess is no better than its children's.
        gain = max(self.node_risk[node] - self.risk[node], 0.0)
        self.strength[node] = gain / (self.n_leaves[node] - 1)

    def shallowest(self, at_most: float) -> int:
        """The shallowest link no stronger than this, the lowest number of equals."""
        weak = np.flatnonzero(self.strength <= at_most)
        return int(weak[self.tree.depth[weak].argmin()])

    def cut_all(self, at_most: float) -> list[int]:
        """Cut links until all that are left are stronger; return the nodes that became leaves.

        The shallower first, so that none is below another: cutting a link makes no other weaker.
        """
        found: list[int] = []
        while (self.strength <= at_most).any():
            found.append(self.shallowest(at_most))
            self.cut(found[-1])
        return found

    def cut(self, node: int) -> None:
        """Make a node a leaf, and add up what lies above it."""
        self.risk[node], self.n_leaves[node] = self.node_risk[node], 1
        branch = [node]
        for each in branch:  # grows while it is read
            if np.isfinite(self.strength[each]):
                branch += [int(self.tree.children_left[each]), int(self.tree.children_right[each])]
            self.strength[each] = np.inf
        for above in self.tree.path_to(node)[-2::-1]:
            self.add_up(above)


def _weighted_risk(tree: Tree, measure: str | None) -> Floats:
    """R(t) in units of row weight: n_t times the risk of a row in the node."""
    measure = check_measure(measure, of_classes=tree.class_weights is not None)
    if measure == "misclassification" and tree.class_weights is not None:
        wrong: Floats = tree.class_weights.sum(axis=1) - tree.class_weights.max(axis=1)
        return wrong
    if tree.impurity is None:
        raise ValueError(f"measure={measure!r} needs the impurity of every node: this tree tells none")
    return np.asarray(tree.H * tree.impurity, dtype=np.float64)
