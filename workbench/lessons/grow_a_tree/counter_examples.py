"""Two things that are said of trees and do not hold for all: -1 marks a leaf, log2(N) questions. Pure."""

from functools import lru_cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gbtlib import DecisionTreeClassifier, DecisionTreeRegressor, Tree, to_class_tables
from workbench.text.numbers import number

PEELED = 12  # rows of the tree that parts one from the others at every level


@lru_cache(maxsize=1)
def minus_one_table() -> pd.DataFrame:
    """The nodes of the tree of x = -2, -1, 0, 1, classes a, a, b, b: its root asks x <= -1."""
    tree = DecisionTreeClassifier(threshold="observed").fit(*minus_one_rows()).tree_
    return to_class_tables(tree, np.array(["a", "b"]))[0]


def minus_one_rows() -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The four rows and their classes."""
    return np.array([[-2.0], [-1.0], [0.0], [1.0]]), np.array([0, 0, 1, 1])


def leaf_by(table: pd.DataFrame, x: float, column: str) -> int:
    """The node at which a walk through the table ends that takes -1 in a column for the sign of a leaf."""
    node = 0
    while table[column][node] != -1:
        goes_left = x <= table["FeatureDecisionVal"][node]
        node = int(table["LeftNodeIndex" if goes_left else "RightNodeIndex"][node])
    return node


def wrong_by(column: str) -> int:
    """Of the four rows, those that such a walk gets wrong: a node says its first class of most rows."""
    X, y = minus_one_rows()
    ends = np.array([leaf_by(minus_one_table(), float(x), column) for x in X[:, 0]])
    return sum(
        int((y[ends == end] != np.bincount(y[ends == end]).argmax()).sum()) for end in set(ends.tolist())
    )


def minus_one_words() -> str:
    """What becomes of a tree whose threshold is taken for the sign of a leaf."""
    return (
        "**A threshold of −1.** x = −2, −1, 0, 1 of the classes a, a, b, b are parted by x ≤ −1. Who takes "
        "FeatureDecisionVal = −1 for the sign of a leaf stops in the root, which is none: "
        f"{wrong_by('FeatureDecisionVal')} of 4 rows are wrong. By LeftNodeIndex {wrong_by('LeftNodeIndex')} "
        "are. A grower that goes on only where the threshold is not −1 makes a split without children."
    )


@lru_cache(maxsize=1)
def peeled_tree() -> Tree:
    """A tree of rows of which each is larger than all before it together: one is parted at every level."""
    rows = np.arange(float(PEELED))
    return DecisionTreeRegressor().fit(rows[:, np.newaxis], 3.0**rows).tree_


def questions_of(tree: Tree) -> tuple[float, int]:
    """How many questions a training row is asked: on average, and at most."""
    depth, n = tree.depth[tree.leaves], tree.n_samples[tree.leaves]
    return float(np.average(depth, weights=n)), int(depth.max())


def question_words(tree: Tree) -> str:
    """How many questions a row is asked here, in a tree that peels, and by the rule of log2(N)."""
    mean, most = questions_of(tree)
    peeled = peeled_tree()
    peeled_mean, peeled_most = questions_of(peeled)
    return (
        f"- A row is asked as many questions as its leaf is deep: here {number(mean, 2)} on average and "
        f"{most} at most. log₂ of the number of nodes, {number(float(np.log2(tree.n_nodes)), 2)} here, is no "
        f"rule: a tree of y = 3^x at x = 0 to {PEELED - 1} parts one row at each level, so that its "
        f"{peeled.n_nodes} nodes ask {number(peeled_mean, 2)} on average and {peeled_most} at most, and log₂ "
        f"is {number(float(np.log2(peeled.n_nodes)), 2)}. N rows make N − 1 levels at worst."
    )
