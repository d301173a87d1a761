"""The impurity of a node: on the curve of two classes, in words. Pure, without streamlit."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from workbench.text.numbers import number

Floats = NDArray[np.float64]


def impurity_at(p: Floats, criterion: str) -> Floats:
    """The impurity of two classes with the share p of one: Gini, entropy in bits, or misclassification."""
    p = np.asarray(p, dtype=np.float64)
    if criterion == "gini":
        return 2 * p * (1 - p)
    if criterion == "error":
        return np.minimum(p, 1 - p)
    found: Floats = np.zeros_like(p)
    for share in (p, 1 - p):
        np.subtract(found, share * np.log2(share, where=share > 0, out=np.zeros_like(p)), out=found)
    return found


class ImpurityPoints(NamedTuple):
    """A node on its impurity curve: the share of the second class, and the impurity.

    children: the same of both, left first, None for a leaf; mean: of their impurities, weighted by rows.
    """

    p: float
    impurity: float
    children: tuple[tuple[float, float], ...] | None = None
    mean: float = float("nan")


def impurity_points(tree: Tree, node: int) -> ImpurityPoints:
    """A node of a tree of two classes, and its children if it was split."""
    assert tree.impurity is not None
    places = list(zip(tree.class_shares[:, 1].tolist(), tree.impurity.tolist(), strict=True))
    if tree.is_leaf[node]:
        return ImpurityPoints(*places[node])
    children = tuple(places[each[node]] for each in (tree.children_left, tree.children_right))
    return ImpurityPoints(*places[node], children, children_mean(tree, node))


def children_mean(tree: Tree, node: int) -> float:
    """The mean impurity of a node's children, weighted by their rows."""
    assert tree.impurity is not None
    children = [tree.children_left[node], tree.children_right[node]]
    return float(np.average(tree.impurity[children], weights=tree.H[children]))


def impurity_words(tree: Tree, node: int, criterion: str) -> str:
    """The impurity of a node in words and numbers, and why a cut lowers it."""
    assert tree.impurity is not None
    value = number(float(tree.impurity[node]))
    if tree.class_weights is None:
        words = f"The impurity of a regression node is the variance of its target, here {value}."
        why = "The mean of a child is closer to its own rows than the node's mean is"
    else:
        shares = ", ".join(number(float(each), 3) for each in tree.class_shares[node])
        kind = "Gini impurity, 1 less the sum of squares"
        if criterion == "entropy":
            kind = "entropy in bits, −Σ p log₂ p"
        words = f"The {kind}, of the shares {shares} is {value}."
        why = "The curve is bent downwards, so that the chord between the children lies below it"
        if tree.class_shares.shape[1] > 2:
            why = (
                "With two classes impurity is a curve over one share, with more a surface over several, not "
                "drawn here. It is bent downwards, too, so that a mean of children lies below it"
            )
    if tree.is_leaf[node]:
        return words
    mean = children_mean(tree, node)
    drop = float(tree.impurity[node]) - mean
    factor = " and half" if tree.class_weights is None else ""
    return (
        f"{words} {why}: the mean of the children's impurities, weighted by rows, is {number(mean)}, lower "
        f"by {number(drop)}. Times {int(tree.n_samples[node]):,} rows{factor}, that is the gain."
    )
