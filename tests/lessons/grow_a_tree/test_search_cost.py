"""What the search for splits cost, in words: counted anew from the rows of every node."""

import numpy as np
import pytest

from workbench.lessons.grow_a_tree.search_cost import scan_words
from workbench.models.single_tree import SingleTree, TreeSettings, grow_single_tree


def searched(fit: SingleTree) -> list[int]:
    """The nodes with two rows and two values of a feature at least, above the greatest depth allowed."""
    tree = fit.tree
    return [i for i in range(tree.n_nodes) if tree.n_candidates is not None and tree.n_candidates[i] > 0]


@pytest.mark.parametrize("data", ["sentences", "iris", "sonar"])
def test_rows_features_and_levels_are_counted(data: str) -> None:
    fit = grow_single_tree(TreeSettings(data=data, criterion="gini", max_depth=4))
    tree, (n, n_features) = fit.tree, fit.X.shape
    nodes = searched(fit)
    own = sum(len(fit.rows_in(i)) for i in nodes)
    at = max(nodes)
    usable = sum(len(np.unique(column)) > 1 for column in fit.X[fit.rows_in(at)].T)
    widest = np.bincount(tree.depth[nodes])
    words = scan_words(fit, at)
    assert f"{n_features * own:,} values for {len(nodes):,} nodes" in words
    assert f"F · N · nodes = {n_features * n * len(nodes):,}." in words
    assert f"{usable:,} of {n_features:,} features can be cut in the chosen node;" in words
    assert f"the {widest.max():,} of level {widest.argmax()} could" in words


def test_a_tree_that_was_not_searched_costs_nothing() -> None:
    fit = grow_single_tree(TreeSettings(data="iris", criterion="gini", min_samples_leaf=1000))
    assert (scan_words(fit, 0) == "") == (searched(fit) == [])
