"""How much each feature was used."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gbtlib.checks.rules import Choice, check
from gbtlib.core.tree import Tree

IMPORTANCE = Choice(("weight", "gain", "total_gain", "cover", "total_cover"))


class UntoldError(ValueError, AttributeError):
    """Importances of trees that do not tell their gains: a ValueError, and for hasattr there are none."""


def feature_importance(
    trees: Sequence[Tree],
    n_features: int,
    kind: str = "gain",
    *,
    weights: Sequence[float] | None = None,
    gamma: float = 0.0,
) -> NDArray[np.float64]:
    """How much each feature was used, (n_features,), not normalised; 0 for a feature never used.

    kind: "weight" counts the splits on a feature; "total_gain" adds up what they gain (gamma subtracted) and
    "total_cover" the sums of hessians of their nodes; "gain" and "cover" are the means over the splits.
    XGBoost's gains are twice these. weights: of the trees under DART, times which their gains and covers
    count; None for 1, which XGBoost counts them all. gamma: added to each gain, from which it was taken.
    Errors: ValueError where given trees do not tell what their splits gain, or their sums of hessians.
    """
    check("kind", kind, IMPORTANCE)
    feature = np.concatenate([tree.feature for tree in trees])
    inner = feature >= 0
    count = np.bincount(feature[inner], minlength=n_features).astype(np.float64)
    if kind == "weight":
        return count
    worth: NDArray[np.float64] = np.concatenate(
        [tree.gain + gamma if "gain" in kind else tree.H for tree in trees]
    )
    if weights is not None:
        worth = worth * np.repeat(weights, [tree.n_nodes for tree in trees])
    if np.isnan(worth[inner]).any():
        told = "gain" if "gain" in kind else "H"
        rule = f"needs {told} of every split, which the given trees do not tell"
        raise UntoldError(f"kind={kind!r} {rule}; hand it in with them, or take kind='weight'")
    total = np.bincount(feature[inner], weights=worth[inner], minlength=n_features).astype(np.float64)
    if kind.startswith("total"):
        return total
    mean: NDArray[np.float64] = np.divide(total, count, out=np.zeros(n_features), where=count > 0)
    return mean


def gain_shares(
    trees: Sequence[Tree], n_features: int, gamma: float = 0.0, *, weights: Sequence[float] | None = None
) -> NDArray[np.float64]:
    """What the splits on each feature take off the loss, as shares of what all take off: (n_features,).

    They add up to 1, or are all 0 where no tree splits. gamma, which the gains of trees have subtracted, is
    not charged. A feature whose splits make the loss larger on the whole, as regularised ones can, counts 0.
    """
    total = feature_importance(trees, n_features, "total_gain", weights=weights, gamma=gamma)
    total = np.maximum(total, 0.0)
    everything = float(total.sum())
    return total / everything if everything > 0 else total


def mean_gain_shares(
    trees: Sequence[Tree], n_features: int, weights: Sequence[float] | None = None
) -> NDArray[np.float64]:
    """The mean by weight of the gain shares of trees, (n_features,); it adds up to 1, or is 0 throughout."""
    total = np.zeros(n_features)
    for tree, weight in zip(trees, weights or [1.0] * len(trees), strict=True):
        total += weight * gain_shares([tree], n_features)
    return total / total.sum() if total.any() else total
