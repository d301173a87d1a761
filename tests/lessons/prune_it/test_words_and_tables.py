"""The words, formulas and tables about a sequence fit the case."""

from __future__ import annotations

from tests.lessons.prune_it.sequences import HAND
from workbench.lessons.prune_it.alpha_words import step_words, strength_formula, task_words
from workbench.lessons.prune_it.link_sequence import sequence_of
from workbench.lessons.prune_it.tables import strength_table
from workbench.models.single_tree import TreeSettings, grow_single_tree
from workbench.text.grammar import listed
from workbench.text.numbers import number

# -- formulas and words


def test_the_formula_has_the_numbers_of_the_node() -> None:
    text = strength_formula(HAND, HAND.branches(0), 8)
    assert r"\frac{7}{17}\cdot\frac{17}{100}=0.07" in text
    assert r"=0.02+0.01+0.01\\&=0.04\quad(\text{3 leaves})" in text
    assert r"\frac{0.07-0.04}{3-1}" in text
    assert text.endswith(r"=\mathbf{0.015}\end{aligned}")
    leaf = strength_formula(HAND, HAND.branches(0), 3)
    assert r"\frac{2}{32}\cdot\frac{32}{100}=0.02" in leaf
    assert "g(t)" not in leaf


# -- words that fit the case


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
    assert "let the tree grow" in task_words(found, 0)
    assert "go back" in task_words(HAND, HAND.n_steps - 1)
    assert "smallest g" in task_words(HAND, 0)


def test_leaves_that_count_come_first() -> None:
    found = sequence_of(grow_single_tree(TreeSettings(data="cos_x2", max_depth=100)), "squared_error")
    risks = found.risk[found.leaves(0)]
    terms = strength_formula(found, found.branches(0), 0).split("leaf})=")[1].split(r"\\")[0]
    largest = [rf"{each:.4g}" for each in sorted(risks.tolist(), reverse=True)[:3]]
    assert [term.replace(r"\cdot10^{", "e").replace("}", "") for term in terms.split("+")[:3]] == [
        each.replace("e-0", "e-") for each in largest
    ]
    assert r"\dots" in terms
    assert f"{(risks == 0).sum():,} of them 0" in strength_formula(found, found.branches(0), 0)


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
