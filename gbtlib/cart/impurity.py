"""Gini and entropy: what a split of a node is worth when rows belong to classes.

A node's impurity is I(t) = 1 - sum_k p_k^2 (Gini) or -sum_k p_k log2 p_k (entropy, in bits), of the weighted
class shares p_k of its rows; a class without rows adds nothing. With W the sum of row weights,

    gain = W I(node) - W_left I(left) - W_right I(right).

Scale: this is in units of row weight, so that gains of different nodes can be compared and added. It is W_all
(of all rows) times scikit-learn's weighted impurity decrease, and with weights of 1 rpart's `improve`: the
same number for Gini, and log 2 times ours for entropy, which rpart takes in nats.

Source: L. Breiman, J. Friedman, R. Olshen and C. Stone, "Classification and regression trees", 1984, chapters
2 and 4.
"""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.candidates import Candidates
from gbtlib.core.criteria import Criterion, Floats, Integers, SecondOrder, fixed_point
from gbtlib.core.tree import Tree
from gbtlib.loops.records import ENTROPY, ENTROPY_OF_COUNTS, GINI, NO_TABLE, Formula


def gini(class_weights: Floats) -> Floats:
    """Gini impurity of nodes, from sums of row weights by class (n_nodes, n_classes): (n_nodes,)."""
    shares = class_weights / class_weights.sum(axis=1, keepdims=True)
    impurity: Floats = 1.0 - (shares**2).sum(axis=1)
    return impurity


def entropy(class_weights: Floats) -> Floats:
    """Entropy of nodes in bits, from sums of row weights by class (n_nodes, n_classes): (n_nodes,)."""
    shares = class_weights / class_weights.sum(axis=1, keepdims=True)
    logs = np.zeros_like(shares)
    np.log2(shares, out=logs, where=shares > 0)  # a class without rows: 0 log 0 = 0
    impurity: Floats = 0.0 - (shares * logs).sum(axis=1)
    return impurity


@dataclass(frozen=True, repr=False)
class ClassCandidates(Candidates):
    """Candidate cuts of a node of a class tree: GL and GR are NaN, HL and HR sums of row weights.

    class_weights_left, class_weights_right: (n_candidates, n_classes) sums of row weights by class.
    gain: score(left) + score(right) - score(parent), see above.
    """

    class_weights_left: Floats
    class_weights_right: Floats

    SIDES: ClassVar[tuple[str, ...]] = "GL", "HL", "class_weights_left", "GR", "HR", "class_weights_right"


class ClassCriterion(Criterion):
    """What Gini and Entropy share: the statistics of a row are its weight in its class, and 0 in the others.

    codes: (n_samples,) class numbers, 0 to n_classes - 1. sample_weight: (n_samples,), or None for 1.
    purity_stop: a node in which one class has this share, or more, stays a leaf; None: only a pure one does.
    """

    record: type[Candidates] = ClassCandidates
    weights = 1

    def __init__(
        self,
        codes: NDArray[np.integer],
        n_classes: int,
        *,
        sample_weight: Floats | None = None,
        purity_stop: float | None = None,
    ) -> None:
        self.codes, self.n_classes, self.purity_stop = codes, n_classes, purity_stop
        self.n_statistics = n_classes
        weight = np.ones(len(codes)) if sample_weight is None else sample_weight
        self.weighted = bool((weight != weight[0]).any())
        self.needs_positive_weight = False
        if self.weighted:
            self.integers, self.weight_unit = fixed_point(weight)
            self.needs_positive_weight = bool((self.integers <= 0).any())
        else:
            self.integers, self.weight_unit = np.ones(len(codes), dtype=np.int64), float(weight[0])
        self.unit = self.weight_unit
        self.statistics = np.where(codes == np.arange(n_classes)[:, np.newaxis], self.integers, 0)

    def formula_of(self, kind: int, most_bits: float = 0.0, table: Integers = NO_TABLE) -> Formula:
        """The score by one of the formulas for classes."""
        least = 0.5 if self.needs_positive_weight else -np.inf
        purity = np.inf if self.purity_stop is None else float(self.purity_stop)
        return Formula(kind=kind, least=least, most_bits=most_bits, table=table, purity=purity)

    def node_values(self, sums: Integers) -> dict[str, NDArray[Any]]:
        G, H, class_weights = self.side_values(sums)
        return {
            "G": G,
            "H": H,
            "weight": sums[1:].argmax(axis=0).astype(np.float64),
            "class_weights": class_weights,
            "impurity": self.impurity(class_weights),
        }

    def side_values(self, sums: Integers) -> tuple[Floats, Floats, Floats]:
        """NaN, the weight of all classes, and that of each, (n, n_classes), from sums (1 + n_classes, n)."""
        class_weights = np.asarray(sums[1:].T * self.weight_unit, dtype=np.float64)
        return np.full(len(class_weights), np.nan), class_weights.sum(axis=1), class_weights

    @staticmethod
    @abstractmethod
    def impurity(class_weights: Floats) -> Floats:
        """The impurity of nodes, from sums of row weights by class (n_nodes, n_classes): (n_nodes,)."""


class Gini(ClassCriterion):
    """Gini impurity: score = sum_k c_k^2 / W, of the sums c_k of row weights by class and their sum W.

    W I(t) = W - score, so that the score rises as the impurity falls.
    """

    impurity = staticmethod(gini)

    def __init__(self, codes: NDArray[np.integer], n_classes: int, **options: Any) -> None:
        super().__init__(codes, n_classes, **options)
        self.formula = self.formula_of(GINI)


class Entropy(ClassCriterion):
    """Entropy in bits: score = W B + sum_k c_k log2(c_k / W), of sums of row weights by class.

    W I(t) = W B - score. B, the same for all nodes, falls out of every gain. It exceeds any entropy there can
    be, so that the score stays large against its own rounding: the search takes what is below 2^-48 of the
    score for noise. B is one bit more than log2 of the number of classes. Where all rows weigh the same, it
    is log2 of the number of rows, and c log2 c is looked up in a table of whole numbers.
    """

    impurity = staticmethod(entropy)

    def __init__(self, codes: NDArray[np.integer], n_classes: int, **options: Any) -> None:
        super().__init__(codes, n_classes, **options)
        if self.weighted:
            self.formula = self.formula_of(ENTROPY, most_bits=np.log2(n_classes) + 1)
        else:
            table, unit = entropy_table(len(codes))
            self.unit = self.weight_unit * unit
            self.formula = self.formula_of(ENTROPY_OF_COUNTS, table=table)


def entropy_table(most: int) -> tuple[Integers, float]:
    """n log2 n, and n B - n log2 n, for 0 to `most` in whole numbers (2, most + 1); and their unit."""
    n = np.arange(most + 1, dtype=np.float64)
    values = n * np.log2(np.maximum(n, 1))
    exponent = 61 - int(np.frexp(max(values[-1], 1.0))[1])
    table = np.rint(values * 2.0**exponent).astype(np.int64)
    bits = -(-int(table[-1]) // most)  # rounded up
    return np.stack((table, np.arange(most + 1) * bits - table)), 2.0**-exponent


CRITERIA: dict[str, type[ClassCriterion]] = {"gini": Gini, "entropy": Entropy}


COARSE = 2.0**-40  # a mean that is off by this share of the node's |y| is taken from y itself


class SquaredError(SecondOrder):
    """The criterion of a regression tree: half the squared error around the mean of the leaf.

    It is the second-order criterion of the half squared error at the mean of all rows, without lambda: g =
    w (mean - y), h = w. So the score is what the leaf mean takes off half the squared error, and a gain is
    half the sum of w (y - mean)^2 before a cut less the same after it. scikit-learn's weighted impurity
    decrease of a split is 2 gain / W, with W the weight of all rows.

    Source: L. Breiman, J. Friedman, R. Olshen and C. Stone, "Classification and regression trees", 1984,
    section 8.3.

    y: (n_samples,). sample_weight: (n_samples,), or None for 1 everywhere.
    In a tree, weight is the mean of y (not its distance from the mean of all rows, as G / H is).
    """

    def __init__(self, y: NDArray[np.float64], sample_weight: NDArray[np.float64] | None = None) -> None:
        weight = np.ones(len(y)) if sample_weight is None else sample_weight
        self.y, self.sample_weight = y, weight
        self.mean = float(np.average(y, weights=weight))
        super().__init__((self.mean - y) * weight, weight, reg_lambda=0.0)
        self.noise = self.noise_around(y, weight, self.mean, of_target=True)

    def leaf_weight(self, G: NDArray[np.float64], H: NDArray[np.float64]) -> NDArray[np.float64]:
        """The weighted mean of y."""
        return self.mean + super().leaf_weight(G, H)

    def finished(self, tree: Tree, leaf: NDArray[np.intp]) -> Tree:
        """The tree with its impurity: the weighted variance of y in every node, as scikit-learn has it."""
        rows = np.flatnonzero(leaf >= 0)
        tree = replace(tree, weight=self.exact_means(tree, leaf[rows], rows))
        at, y, w = leaf[rows], self.y[rows], self.sample_weight[rows]
        spread = np.bincount(at, weights=w * (y - tree.weight[at]) ** 2, minlength=tree.n_nodes)
        for nodes in from_below(tree):  # within the children, and between them
            left, right = tree.children_left[nodes], tree.children_right[nodes]
            between = tree.H[left] * tree.H[right] / tree.H[nodes]
            spread[nodes] = (
                spread[left] + spread[right] + between * (tree.weight[left] - tree.weight[right]) ** 2
            )
        return replace(tree, impurity=spread / tree.H)

    def exact_means(self, tree: Tree, at: NDArray[np.intp], rows: NDArray[np.intp]) -> NDArray[np.float64]:
        """The weights of the nodes; from y itself where fixed point, as fine as the largest y, is too coarse.

        at: the leaf of each of the rows.
        """
        w, y = self.sample_weight[rows], self.y[rows]
        sums = np.array(
            [np.bincount(at, weights=each, minlength=tree.n_nodes) for each in (w, w * y, w * abs(y))]
        )
        for nodes in from_below(tree):
            sums[:, nodes] = sums[:, tree.children_left[nodes]] + sums[:, tree.children_right[nodes]]
        mean, size = np.divide(sums[1:], sums[0], out=np.zeros((2, tree.n_nodes)), where=sums[0] > 0)
        return np.where(abs(tree.weight - mean) > COARSE * size, mean, tree.weight)


def from_below(tree: Tree) -> list[NDArray[np.intp]]:
    """The nodes that are split, depth by depth, the deepest first."""
    inner = np.flatnonzero(~tree.is_leaf)
    inner = inner[np.argsort(-tree.depth[inner], kind="stable")]
    return np.split(inner, np.flatnonzero(np.diff(tree.depth[inner])) + 1)
