"""Interaction constraints: which features may cut a node, by those that its path is cut by.

The root may be cut by any feature, each other node by those of every group that has all features of its path,
and by these themselves; so a feature that is in no group stands alone on its paths.

Source: XGBoost's documentation, "Feature Interaction Constraints", and what it does where that is silent.
"""

from collections.abc import Collection, Sequence

import numpy as np

from gbtlib.core.criteria import Rows

Groups = Sequence[Sequence[int]]


def permitted(groups: Groups, used: Collection[int], n_features: int) -> Rows:
    """The features that may cut a node, ascending. used: those that its path is cut by."""
    if not used:
        return np.arange(n_features)
    return np.unique([*used, *(feature for group in groups if set(used) <= set(group) for feature in group)])
