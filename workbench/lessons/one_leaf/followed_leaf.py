"""The leaf of every round that one row falls into. Pure."""

import numpy as np

from gbtlib import Tree
from gbtlib.core.boosting import column
from workbench.models.boosted import BoostedModel


def leaf_of_row(fit: BoostedModel, number: int, k: int, row: int) -> int:
    """The leaf of a round's tree that a row of the data set falls into, trained on or not."""
    tree = fit.trace[number - 1].trees[k]
    return int(tree.apply(fit.dataset.X[row][np.newaxis])[0])


def first_leaf(fit: BoostedModel, number: int, k: int, node: int, row: int | None) -> int:
    """The leaf to show for a node: the row's, if it lies below, else the largest below."""
    tree: Tree = fit.trace[number - 1].trees[k]
    if row is not None and row < len(fit.dataset.y):
        leaf = leaf_of_row(fit, number, k, row)
        if leaf in tree.subtree(node):
            return leaf
    return chosen_leaf(tree, node)


def chosen_leaf(tree: Tree, node: int) -> int:
    """The node if it is a leaf, else the leaf below it that holds the most rows."""
    below = tree.subtree(node)
    leaves = below[tree.is_leaf[below]]
    return int(leaves[np.argmax(tree.n_samples[leaves])])


def row_of_leaf(fit: BoostedModel, number: int, k: int, leaf: int, row: int | None) -> int:
    """The row to follow: the given one if it falls into the leaf, else the one with the largest gradient."""
    if row is not None and row < len(fit.dataset.y) and leaf_of_row(fit, number, k, row) == leaf:
        return row
    round_ = fit.trace[number - 1]
    rows = round_.rows_in(leaf, k)
    sizes = np.abs(column(round_.gradient, k)[rows])
    return int(fit.train[rows[int(sizes.argmax())]])
