"""A node of two classes on its impurity curve, and why a cut can only lower it. Pure, without streamlit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree

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


@dataclass(frozen=True)
class ImpurityPoints:
    """A node on its impurity curve: the share of the second class, and the impurity; and its two children.

    share_left, share_right: of the node's weight. mean: the children's impurities, weighted. drop: of the
    impurity, by unit of weight; times the node's weight it is the gain.
    """

    p: float
    impurity: float
    children: tuple[tuple[float, float], tuple[float, float]] | None = None
    share_left: float = 1.0
    mean: float = float("nan")

    @property
    def drop(self) -> float:
        """How much lower the children's mean is."""
        return self.impurity - self.mean


def impurity_points(tree: Tree, node: int) -> ImpurityPoints:
    """A node of a tree of two classes, and its children if it was split."""
    assert tree.impurity is not None
    p, impurity = tree.class_shares[:, 1], tree.impurity
    if tree.is_leaf[node]:
        return ImpurityPoints(float(p[node]), float(impurity[node]))
    left, right = int(tree.children_left[node]), int(tree.children_right[node])
    share = float(tree.H[left] / tree.H[node])
    return ImpurityPoints(
        float(p[node]),
        float(impurity[node]),
        ((float(p[left]), float(impurity[left])), (float(p[right]), float(impurity[right]))),
        share,
        share * float(impurity[left]) + (1 - share) * float(impurity[right]),
    )
