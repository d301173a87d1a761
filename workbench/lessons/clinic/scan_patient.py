"""The patient whose search looks at all rows in every node. Pure, no streamlit."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gbtlib import DecisionTreeClassifier, Tree
from workbench.data.catalogue import load_dataset
from workbench.lessons.clinic.findings import Findings, Stepwise, TwoCourses, one_by_one
from workbench.models.naive_tree import Floats

MOST_DEPTH = 8
Rows = NDArray[np.intp]


def cuts_of_node(x: Floats, y: NDArray[np.int64], order: Rows, member: NDArray[np.bool_]) -> Iterator[int]:
    """Of the rows in the order of x, those in a node: after each, rows of class 1 on its left.

    order: the rows to look at, by x: all of them, or the node's alone. member: whether a row is in the node.
    """
    n_ones = 0
    for row in order:
        if member[row]:
            n_ones += int(y[row])
            yield n_ones


def values_looked_at(tree: Tree, X: Floats, *, all_rows: bool) -> NDArray[np.int64]:
    """How many values the search for the splits of a tree looks at, level by level."""
    rows_in = np.full(tree.n_nodes, len(X)) if all_rows else tree.n_samples
    inner = ~tree.is_leaf
    found = np.bincount(tree.depth[inner], weights=rows_in[inner] * X.shape[1], minlength=tree.max_depth)
    return found.astype(np.int64)


def scans_all_rows() -> Findings:
    """Sonar: the same tree, found by going through all rows in every node."""
    data = load_dataset("sonar")
    tree = DecisionTreeClassifier(max_depth=MOST_DEPTH).fit(data.X, data.y).tree_
    levels = [values_looked_at(tree, data.X, all_rows=each) for each in (True, False)]
    depths = np.arange(1.0, len(levels[0]) + 1)
    sums = [np.cumsum(each).astype(np.float64) for each in levels]
    courses = TwoCourses("values looked at", depths, sums[0], sums[1])
    names = tuple(f"level {level}" for level in range(len(levels[0])))
    shown = Stepwise("Depth", "values looked at", one_by_one(levels[0]), one_by_one(levels[1]), names=names)
    inner = ~tree.is_leaf
    costs = (("values looked at, whole tree", float(sums[0][-1]), float(sums[1][-1])),)
    said = "rows looked at in the smallest node that is split"
    numbers = float(len(data.y)), float(tree.n_samples[inner].min())
    return Findings(f"Sonar, depth {MOST_DEPTH}", shown, courses, said, *numbers, costs)
