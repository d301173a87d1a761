"""Interaction constraints: which features may cut a node, by those that its path is cut by.

The root may be cut by any feature, each other node by those of every group that has all features of its path,
and by these themselves; so a feature that is in no group stands alone on its paths.

Source: XGBoost's documentation, "Feature Interaction Constraints", and what it does where that is silent.
"""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.criteria import Rows
from gbtlib.loops.draws import keep_together

Groups = Sequence[Sequence[int]]
NO_GROUPS = np.zeros((0, 0), dtype=bool)


def masks_of(groups: Groups | None, n_features: int) -> NDArray[np.bool_]:
    """Whether each group has each feature: (n_groups, n_features); NO_GROUPS for None, no constraints."""
    if groups is None:
        return NO_GROUPS
    masks = np.zeros((len(groups), n_features), dtype=bool)
    for mask, group in zip(masks, groups, strict=True):
        mask[list(group)] = True
    return masks


def permitted(groups: Groups, used: Collection[int], n_features: int) -> Rows:
    """The features that may cut a node, ascending. used: those that its path is cut by."""
    looked_at = np.ones(n_features, dtype=bool)
    keep_together(masks_of(groups, n_features), np.array([*used], dtype=np.intp), looked_at)
    return np.flatnonzero(looked_at)
