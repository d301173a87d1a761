"""A tree of gbtlib and one of scikit-learn, walked together from the root."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]


def their_parameters(**ours: Any) -> dict[str, Any]:
    """gbtlib's parameters in scikit-learn's words.

    Growing best first is asked for there by giving max_leaf_nodes. Of several equal gains it takes one by
    chance, so that random_state is set.
    """
    names = {"max_leaves": "max_leaf_nodes"}
    theirs = {names.get(name, name): value for name, value in ours.items() if name != "grow_policy"}
    return {"random_state": 0, **theirs}


@dataclass
class Comparison:
    """A tree of each library on the same X (n, n_features), node by node.

    Found: splits, how many cut the same rows apart; renamed, how many of them by another feature, which in
    small nodes often does the same (scikit-learn takes one by chance); choices, how often equal gains left
    a choice between other rows. A gain of 0 is one of them: with it scikit-learn splits any node that is
    not pure, and gbtlib none. pure: nodes of one value that scikit-learn splits nevertheless.
    """

    X: Floats
    target: NDArray[Any]
    weight: Floats
    splits: int = 0
    renamed: int = 0
    choices: int = 0
    pure: int = 0

    def nodes(self, ours: Tree, theirs: Any, i: int, j: int, rows: Rows) -> None:
        """Compare our node i with their node j, which hold the same rows, and all that is below."""
        self.sums(ours, theirs, i, j, rows)
        if theirs.children_left[j] < 0:
            assert ours.children_left[i] < 0, f"only gbtlib splits, gaining {ours.gain[i]}"
        elif self.is_pure(rows):
            assert ours.is_leaf[i]
            assert 0 < abs(theirs.impurity[j]) < 1e-14
            self.pure += 1
        elif ours.children_left[i] < 0:
            _, gain, slack = self.cut(rows, theirs.feature[j], theirs.threshold[j])
            assert gain <= slack, f"only scikit-learn splits, gaining {gain}"
            self.choices += 1
        else:
            self.two_splits(ours, theirs, i, j, rows)

    def two_splits(self, ours: Tree, theirs: Any, i: int, j: int, rows: Rows) -> None:
        """The same rows apart, whatever the feature and whichever side; or else equal gains."""
        left, gain, slack = self.cut(rows, ours.feature[i], ours.threshold[i])
        their_left, their_gain, _ = self.cut(rows, theirs.feature[j], theirs.threshold[j])
        assert abs(ours.gain[i] - gain) <= slack
        assert abs(their_gain - gain) <= slack, f"we gain {gain}, scikit-learn {their_gain}"
        below = theirs.children_left[j], theirs.children_right[j]
        if np.array_equal(left, ~their_left):
            below = below[::-1]
        elif not np.array_equal(left, their_left):
            self.choices += 1
            return
        self.splits += 1
        if ours.feature[i] == theirs.feature[j]:
            assert ours.threshold[i] == theirs.threshold[j]
        else:
            self.renamed += 1
        self.nodes(ours, theirs, ours.children_left[i], below[0], rows[left])
        self.nodes(ours, theirs, ours.children_right[i], below[1], rows[~left])

    def is_pure(self, rows: Rows) -> bool:
        """Whether rows of one value are a leaf whatever scikit-learn makes of their rounding."""
        return False

    def sums(self, ours: Tree, theirs: Any, i: int, j: int, rows: Rows) -> None:
        """Compare what is summed in a node."""
        raise NotImplementedError

    def cut(self, rows: Rows, feature: int, threshold: float) -> tuple[NDArray[np.bool_], float, float]:
        """The rows that go left, the gain, and by how much it may be off."""
        raise NotImplementedError
