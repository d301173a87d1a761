"""The words and tables about a sequence fit the case."""

from __future__ import annotations

from tests.lessons.prune_it.sequences import HAND
from workbench.lessons.prune_it.alpha_words import step_words
from workbench.lessons.prune_it.link_sequence import sequence_of
from workbench.lessons.prune_it.tables import strength_table
from workbench.models.single_tree import TreeSettings, grow_single_tree
from workbench.text.grammar import listed
from workbench.text.numbers import number


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


def test_the_table_has_g_of_every_inner_node_the_weakest_first() -> None:
    table = strength_table(HAND, 0)
    assert table["node"].tolist()[:3] == [8, 6, 9]  # (0.07 − 0.04) / 2, (0.11 − 0.05) / 3, ...
    assert sorted(table["node"]) == sorted(HAND.inner(0))
    strength = HAND.branches(0).strength
    assert table["g(t)"].tolist() == [number(each) for each in sorted(strength[HAND.inner(0)].tolist())]
    assert table[""].tolist()[:2] == ["falls next", ""]
    found = sequence_of(grow_single_tree(TreeSettings(data="iris")), "misclassification")
    table = strength_table(found, 1)
    assert sorted(table["node"]) == found.inner(1)
    assert [float(each) for each in table["g(t)"]] == sorted(float(each) for each in table["g(t)"])
    assert set(table["node"][table[""] == "falls next"]) == set(found.falls_next(1))
