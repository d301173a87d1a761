"""The words about a sequence fit the case."""

from __future__ import annotations

from workbench.lessons.prune_it.alpha_words import step_words
from workbench.lessons.prune_it.link_sequence import sequence_of
from workbench.models.single_tree import TreeSettings, grow_single_tree
from workbench.text.grammar import listed


def test_several_branches_fall_in_one_sentence() -> None:
    found = sequence_of(grow_single_tree(TreeSettings(data="sonar")), "misclassification")
    nodes = found.falls_next(0)
    assert len(nodes) == 4
    text = ", ".join(map(str, nodes[:3])) + f" and {nodes[3]}"
    assert step_words(found, 0).endswith(f"nodes {text} fall.")
    assert listed((1, 2, 3, 4, 5, 6)) == "nodes 1, 2, 3, 4 and 2 more"


def test_a_single_leaf_is_told_as_one() -> None:
    found = sequence_of(grow_single_tree(TreeSettings(data="iris", min_samples_leaf=75)), "misclassification")
    assert "1 of 1 leaf. Nothing is left to cut." in step_words(found, 0)
