"""Classes for rows, a tree of two leaves, and when two trees are the same."""

import numpy as np
from hypothesis import strategies as st

from gbtlib import DecisionTreeClassifier, TreeParams
from gbtlib.core.tree import ARRAYS, EXTRAS, Tree
from tests.gbtlib.models import target

KINDS = st.sampled_from(["gini", "entropy"])
FREE = TreeParams(max_depth=None)


def classes(X: np.ndarray, n_classes: int = 3) -> np.ndarray:
    score = target(X)
    return np.searchsorted(np.quantile(score, np.arange(1, n_classes) / n_classes), score)


def same(one: Tree, other: Tree) -> bool:
    names = [*ARRAYS, *(name for name in EXTRAS if getattr(one, name) is not None)]
    return all(np.array_equal(getattr(one, name), getattr(other, name), equal_nan=True) for name in names)


def two_leaves() -> DecisionTreeClassifier:
    """A tree whose threshold is -1, the sign of nothing in a flat table."""
    return DecisionTreeClassifier().fit([[-2.0], [-2.0], [0.0], [0.0]], ["b", "a", "b", "b"])
