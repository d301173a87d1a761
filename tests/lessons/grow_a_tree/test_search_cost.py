"""What the search for splits cost, in words: counted anew from the rows of every node."""

import numpy as np
import pytest

from workbench.lessons.grow_a_tree.search_cost import scan_words
from workbench.models.single_tree import SingleTree, TreeSettings, tree_lesson


def searched(lesson: SingleTree) -> list[int]:
    """The nodes with two rows and two values of a feature at least, above the greatest depth allowed."""
    tree = lesson.tree
    return [i for i in range(tree.n_nodes) if tree.n_candidates is not None and tree.n_candidates[i] > 0]


@pytest.mark.parametrize("data", ["sentences", "iris", "sonar"])
def test_rows_features_and_levels_are_counted(data: str) -> None:
    lesson = tree_lesson(TreeSettings(data=data, criterion="gini", max_depth=4))
    tree, (n, n_features) = lesson.tree, lesson.X.shape
    nodes = searched(lesson)
    own = sum(len(lesson.rows_in(i)) for i in nodes)
    at = max(nodes)
    usable = sum(len(np.unique(column)) > 1 for column in lesson.X[lesson.rows_in(at)].T)
    widest = np.bincount(tree.depth[nodes])
    words = scan_words(lesson, at)
    assert f"{n_features * own:,} values for {len(nodes):,} nodes" in words
    assert f"F · N · nodes = {n_features * n * len(nodes):,}." in words
    assert f"{usable:,} of {n_features:,} features can be cut in node {at};" in words
    assert f"the {widest.max():,} of level {widest.argmax()} could" in words


def test_a_tree_that_was_not_searched_costs_nothing() -> None:
    lesson = tree_lesson(TreeSettings(data="iris", criterion="gini", min_samples_leaf=1000))
    assert (scan_words(lesson, 0) == "") == (searched(lesson) == [])
