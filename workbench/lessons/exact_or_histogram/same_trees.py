"""Two trees from the terms of two systems, grown by gbtlib, and compared number by number. Pure."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gbtlib import HalfSquaredError, Logistic, SecondOrder, Tree, TreeParams, grow_tree, sort_columns
from workbench.data.catalogue import load_dataset
from workbench.models.systems import SYSTEMS, Terms

Floats = NDArray[np.float64]
EVERY, DEPTH = 25, 2
_LOSS = {"logistic": Logistic(), "squared": HalfSquaredError()}


@dataclass(frozen=True, eq=False)
class SaidTree:
    """The tree of the first round as a system says it: its own gradients, its own lambda and gamma.

    added: what every leaf adds to the raw prediction, (n_leaves,), in the order of Tree.leaves.
    """

    tree: Tree
    added: Floats


def rows_of_terms(loss: str) -> tuple[Floats, Floats]:
    """200 rows of cos(x²), (200, 1), and their targets (200,): less the mean, or above the median as 0 and 1.

    So the best constant is the raw prediction 0, and every system starts there.
    """
    data = load_dataset("cos_x2")
    X, y = data.X[::EVERY], np.asarray(data.y[::EVERY], dtype=np.float64)
    return X, y - y.mean() if loss == "squared" else (y > np.median(y)).astype(np.float64)


@lru_cache(maxsize=64)
def said_tree(system: str, loss: str, terms: Terms) -> SaidTree:
    """Grow the first tree from raw prediction 0. Errors: KeyError for a loss that the system has not."""
    found = SYSTEMS[system]
    X, y = rows_of_terms(loss)
    times_g, times_h = found.scales(loss, terms.rate)
    raw = np.zeros(len(y))
    criterion = SecondOrder(
        times_g * _LOSS[loss].gradient(y, raw),
        times_h * _LOSS[loss].hessian(y, raw),
        reg_lambda=terms.reg_lambda,
    )
    # Its gamma stands against the gain times u.
    params = TreeParams(
        max_depth=DEPTH,
        reg_lambda=terms.reg_lambda,
        gamma=(terms.gamma or 0.0) / found.times_gain,
    )
    tree = grow_tree(sort_columns(X), criterion, params).tree
    on_leaf = 1.0 if found.rate_inside else terms.rate
    return SaidTree(tree, on_leaf * tree.weight[tree.leaves])


def difference(a: SaidTree, b: SaidTree) -> float:
    """What two trees' leaves add differs by so much of the largest leaf at most; NaN for other questions."""
    same = all(
        np.array_equal(getattr(a.tree, name), getattr(b.tree, name), equal_nan=True)
        for name in ("feature", "threshold", "children_left")
    )
    return float(np.abs(a.added - b.added).max() / (np.abs(a.added).max() or 1.0)) if same else float("nan")
