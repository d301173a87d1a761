"""A tree as frozen parallel arrays: entry i of every array belongs to node i, and node 0 is the root.

Children have larger numbers than their parent, in the order in which the splits were made.
"""

from dataclasses import dataclass, fields
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.loops.reasons import WHY_LEAF
from gbtlib.loops.stack import blocks, stacked
from gbtlib.loops.trees import find_leaves

LONGEST_SHOWN = 300  # letters of a tuple that Brief shows whole


class Brief:
    """A record that shows itself on a line: of arrays, and of other fields that are long, the size alone."""

    def __repr__(self) -> str:
        told = (f"{name}={brief(value)}" for name, value in vars(self).items() if value is not None)
        return f"{type(self).__name__}({', '.join(told)})"


def brief(value: Any) -> str:
    """A value on a line."""
    if isinstance(value, np.ndarray):
        return f"<{' x '.join(map(str, value.shape))}>"
    text = repr(value)
    return f"<{len(value)}>" if isinstance(value, tuple) and len(text) > LONGEST_SHOWN else text


class Frozen(Brief):
    """A record whose arrays cannot be written to, nor those of its copies and out of its pickles."""

    def __post_init__(self) -> None:
        for value in vars(self).values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.__post_init__()


@dataclass(frozen=True)
class Node:
    """One node of a tree, in plain numbers; see Tree for their meaning."""

    index: int
    feature: int
    threshold: float
    default_left: bool
    left: int
    right: int
    n_samples: int
    G: float
    H: float
    gain: float
    weight: float
    depth: int
    why_leaf: str

    @property
    def is_leaf(self) -> bool:
        return self.left < 0


@dataclass(frozen=True, repr=False)
class Tree(Frozen):
    """A binary tree, `n_nodes` entries an array; the arrays cannot be written to.

    feature: column tested, -1 in a leaf.
    threshold: a row with x[feature] <= threshold goes left; NaN in a leaf.
    default_left: whether a row that misses the feature goes left.
    children_left, children_right: node numbers, -1 in a leaf.
    n_samples: training rows that reached the node.
    G, H: sums of gradient and hessian over these rows, in the unit of the loss.
    gain: what the split gains, gamma subtracted, in the unit of the loss; NaN in a leaf.
    weight: the optimal leaf weight -G/(H+lambda), in every node (the prediction if the tree ended there);
        learning_rate is not in it.
    depth: splits above the node. why_leaf: in a leaf, which rule made it one, by gbtlib.loops.reasons.
    n_features: columns that a row must have.

    Arrays that only some trees have, or None:
    impurity: of a node by its own rows: Gini, entropy in bits, or the weighted variance of y.
    class_weights: (n_nodes, n_classes) sums of row weights by class. A tree with them is a class tree: its
        weight is the number of the class with the largest sum (the first of equals), its H the sum of row
        weights, its gain the loss of impurity (see gbtlib.cart.impurity), and its G NaN.
    n_candidates: cuts that were scored in search of the node's split; 0 where none were.
    category_sides: (n_nodes, n_categories) in a split by category, whose threshold is NaN: 1 for categories
        that go left, 0 for right, -1 for those that no training row of the node had, which go the default
        way. -1 throughout in other nodes.
    surrogates: (n_nodes, n) entries of gbtlib.inputs.surrogates.surrogate_type, the best first; feature -1
        where there is none. Rows that miss the feature ask them in turn, and go the default way
        if they miss all of them.
    """

    feature: NDArray[np.int32]
    threshold: NDArray[np.float64]
    default_left: NDArray[np.bool_]
    children_left: NDArray[np.int32]
    children_right: NDArray[np.int32]
    n_samples: NDArray[np.int32]
    G: NDArray[np.float64]
    H: NDArray[np.float64]
    gain: NDArray[np.float64]
    weight: NDArray[np.float64]
    depth: NDArray[np.int32]
    why_leaf: NDArray[np.int8]
    n_features: int
    impurity: NDArray[np.float64] | None = None
    class_weights: NDArray[np.float64] | None = None
    n_candidates: NDArray[np.int64] | None = None
    category_sides: NDArray[np.int8] | None = None
    surrogates: NDArray[Any] | None = None

    def __repr__(self) -> str:
        size = f"{self.n_nodes} nodes, {self.n_leaves} leaves, {self.max_depth} deep"
        return f"{type(self).__name__}({size}, {self.n_features} features)"

    @property
    def n_nodes(self) -> int:
        return len(self.feature)

    @property
    def is_leaf(self) -> NDArray[np.bool_]:
        return self.children_left < 0

    @property
    def leaves(self) -> NDArray[np.intp]:
        """The node numbers of the leaves, ascending."""
        return np.flatnonzero(self.is_leaf)

    @property
    def n_leaves(self) -> int:
        return len(self.leaves)

    @property
    def max_depth(self) -> int:
        """Splits from the root to the deepest leaf."""
        return int(self.depth.max())

    @property
    def class_shares(self) -> NDArray[np.float64]:
        """The weighted share of every class in every node: (n_nodes, n_classes).

        Errors: ValueError if this is not a class tree.
        """
        if self.class_weights is None:
            raise ValueError("this tree predicts numbers: it has no classes")
        return np.asarray(self.class_weights / self.class_weights.sum(axis=1, keepdims=True))

    @cached_property
    def parent(self) -> NDArray[np.intp]:
        """The node number of every node's parent; -1 for the root."""
        parent = np.full(self.n_nodes, -1)
        inner = np.flatnonzero(~self.is_leaf)
        parent[self.children_left[inner]] = parent[self.children_right[inner]] = inner
        return parent

    def node(self, index: int) -> Node:
        """One node as plain numbers. Errors: IndexError for a number that is not a node."""
        if not 0 <= index < self.n_nodes:
            raise IndexError(f"node={index} must be at least 0 and below {self.n_nodes}, the number of nodes")
        numbers: list[Any] = [getattr(self, name)[index].item() for name in ARRAYS]
        numbers[-1] = WHY_LEAF[numbers[-1]]
        return Node(index, *numbers)

    def path_to(self, index: int) -> list[int]:
        """The nodes from the root to a node, both included."""
        path = [index]
        while path[-1] != 0:
            path.append(int(self.parent[path[-1]]))
        return path[::-1]

    def path_number(self, index: int) -> int:
        """A node's number by its path: 1 for the root, 2k and 2k + 1 for the children of k."""
        number = 1
        for above, below in pairwise(self.path_to(index)):
            number = 2 * number + int(below == self.children_right[above])
        return number

    def subtree(self, index: int) -> NDArray[np.intp]:
        """The nodes below and including a node, ascending."""
        inside = np.zeros(self.n_nodes, dtype=bool)
        inside[index] = True
        for i in range(index + 1, self.n_nodes):
            inside[i] = inside[self.parent[i]]
        return np.flatnonzero(inside)

    def breadth_first(self) -> NDArray[np.intp]:
        """The node numbers level by level, from left to right."""
        found = [0]
        for i in found:  # grows while it is read
            if self.children_left[i] >= 0:
                found += [int(self.children_left[i]), int(self.children_right[i])]
        return np.array(found)

    def apply(self, X: Any) -> NDArray[np.intp]:
        """The leaf that each row of X (n_rows, n_features), or triplets, ends in: node numbers (n_rows,).

        Errors: ValueError for another number of columns.
        """
        leaf = np.empty(len(X), dtype=np.uint32)
        for nodes, rows, x in blocks(stacked([self]), X, self.n_features):
            find_leaves(nodes, 0, x, leaf[rows])
        return leaf.astype(np.intp)

    def predict(self, X: Any) -> NDArray[np.float64]:
        """The leaf weight of each row of X (n_rows, n_features): (n_rows,), without the learning rate."""
        return self.weight[self.apply(X)]

    def decision_path(self, x: NDArray[np.float64]) -> list[int]:
        """The nodes that one row x (n_features,) passes, from the root to its leaf."""
        return self.path_to(int(self.apply(np.asarray(x, dtype=np.float64)[np.newaxis])[0]))


EXTRAS = ("impurity", "class_weights", "n_candidates", "category_sides", "surrogates")
ARRAYS = tuple(field.name for field in fields(Tree) if field.name not in ("n_features", *EXTRAS))
