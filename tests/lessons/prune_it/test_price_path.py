"""The picture of a sequence: where its nodes stand, and what it does not tell."""

from __future__ import annotations

import numpy as np

from tests.lessons.prune_it.sequences import HAND, grown
from workbench.lessons.prune_it.link_sequence import PruningSequence, sequence_of
from workbench.lessons.prune_it.price_path import MOST_LEAVES, Path, Shrinking, alpha_path, spots, stairs


def drawn(found: PruningSequence, hidden: bool, step: int) -> Path:
    nodes = spots(
        found.tree,
        found.leaf_at,
        None if hidden else found.risk,
        text=lambda i: "",
        label=str,
        title=str,
        node_fill=lambda i: "#eef0f3",
    )
    tree = Shrinking("", "", found.tree.n_leaves, False, nodes)
    return alpha_path(found, None, tree, step, 0, hidden=hidden)


def test_what_is_guessed_is_not_in_the_picture() -> None:
    for step in range(HAND.n_steps):
        path = drawn(HAND, True, step)
        assert {node.risk for node in path.trees[0].nodes} == {None}
        for plot in path.plots:
            assert max(max(line.x) for line in plot.lines) == step + 0.5
            assert plot.marks == ()


def test_places_of_the_nodes() -> None:
    nodes = {node.index: node for node in drawn(HAND, False, 0).trees[0].nodes}
    order = [nodes[i].x for i in (3, 4, 5, 7, 11, 12, 10)]
    assert order == [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5]
    assert nodes[1].x == 1.0
    assert [nodes[i].at for i in (8, 6, 1, 2, 0, 3)] == [1, 2, 3, 4, 5, 0]
    assert nodes[9].at is None


def test_a_huge_tree_is_not_drawn() -> None:
    found = sequence_of(grown(data="cos_x2", max_depth=10), "squared_error")
    assert found.tree.n_leaves > MOST_LEAVES
    assert drawn(found, False, 0).trees[0].nodes == ()


def test_stairs_are_a_step_wide() -> None:
    assert stairs(np.array([3.0, 1.0])) == ((-0.5, 0.5, 0.5, 1.5), (3.0, 3.0, 1.0, 1.0))
