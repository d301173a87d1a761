"""The printed tree: its scores tell whole rows, and it is a tree of Sonar."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from gbtlib import GradientBoostingClassifier, tree_from_arrays
from gbtlib.tables import from_flat_table, predict_from_flat_table, to_flat_table
from workbench.lessons.sonar_laboratory import words
from workbench.lessons.sonar_laboratory.printed_tree import (
    N_NODES,
    RATE,
    SCORES,
    SPLITS,
    decoded,
    printed_table,
    rebuilt,
    rows_behind,
    rows_of_node,
    unseen_area,
)
from workbench.lessons.sonar_laboratory.splits import sonar
from workbench.lessons.sonar_laboratory.table_changes import AS_PRINTED, CHANGES, built, changed_table


def test_every_score_tells_a_whole_number_of_rows_145_in_all() -> None:
    for leaf in decoded():
        # By the printed digits: half a unit of the tenth decimal is 1e-7 of a row of 0.0005.
        assert leaf.exact == pytest.approx(leaf.n_rows, abs=2e-7)
        score = RATE * leaf.n_rows / 2 / (1 + RATE**2 * leaf.n_rows / 4)
        assert round(score, 10) == pytest.approx(abs(leaf.score), abs=1.01e-10)
    assert sum(leaf.n_rows for leaf in decoded()) == 145
    assert len(decoded()) == 17


def test_by_hand() -> None:
    # 10 mines: 0.005 / (1 + 0.0000025) = 0.0049999875.
    assert rows_behind(0.0049999875) == pytest.approx(10, abs=1e-7)
    assert rows_behind(-0.0009999995) == pytest.approx(2, abs=1e-7)


def test_no_leaf_tells_of_more_rows_than_sonar_has_there() -> None:
    for leaf in decoded():
        assert leaf.n_rows <= (leaf.mines if leaf.is_mine else leaf.rocks)
    assert sum(leaf.mines + leaf.rocks for leaf in decoded()) == 208
    assert rows_of_node(0) == (84, 61)
    assert rows_of_node(31) == (68, 0)


def test_the_nodes_are_33_and_each_but_the_root_is_a_child_once() -> None:
    children = [child for _, left, _, _ in SPLITS for child in (left, left + 1)]
    assert sorted(children) == list(range(1, N_NODES))
    assert sorted([*(node for node, *_ in SPLITS), *(node for node, _ in SCORES)]) == list(range(N_NODES))


def test_straight_from_the_table_and_by_the_tree_the_scores_are_the_same() -> None:
    X = sonar().X
    from_table = predict_from_flat_table(printed_table(), X)
    assert np.array_equal(from_table, rebuilt().predict(X))
    assert np.array_equal(from_table, from_flat_table(printed_table(), 60).predict(X))
    for row in range(0, 208, 13):
        assert dict(SCORES)[rebuilt().decision_path(X[row])[-1]] == from_table[row]


def test_rebuilt_and_written_again_it_is_the_printed_table() -> None:
    assert to_flat_table(rebuilt()).equals(printed_table().astype(to_flat_table(rebuilt()).dtypes))


def test_the_splits_gain_by_the_rows_that_are_told() -> None:
    # At the root: 84 mines and 61 rocks, of which 14 and 41 go left.
    def score(mines: int, rocks: int) -> float:
        G, H = RATE * (rocks - mines) / 2, RATE**2 * (rocks + mines) / 4
        return G**2 / (H + 1) / 2

    tree = rebuilt()
    assert tree.gain[0] == pytest.approx(score(14, 41) + score(70, 20) - score(84, 61), rel=1e-12)
    assert (tree.gain[~tree.is_leaf] > 0).all()


def test_the_unseen_rows_are_63_and_their_area_is_scikit_learns() -> None:
    area, n_positive, n_negative = unseen_area()
    assert (n_positive, n_negative) == (111 - 84, 97 - 61)
    labels, scores = [], []
    for leaf in decoded():
        unseen = leaf.mines + leaf.rocks - leaf.n_rows
        mines = leaf.mines - leaf.n_rows * leaf.is_mine
        labels += [1] * mines + [0] * (unseen - mines)
        scores += [leaf.score] * unseen
    assert area == pytest.approx(roc_auc_score(labels, scores), abs=1e-12)


def test_the_tree_is_a_model_to_hand_in() -> None:
    tree = rebuilt()
    arrays = {name: getattr(tree, name) for name in ("feature", "threshold", "weight")}
    arrays |= {name: getattr(tree, name) for name in ("children_left", "children_right")}
    assert np.array_equal(tree_from_arrays(arrays, 60).predict(sonar().X), tree.predict(sonar().X))


def test_its_words() -> None:
    assert "145 rows in all, 84 mines and 61 rocks" in words.decoding_words()
    assert words.leaf_table(31).count("**68 mines**") == 1
    assert words.leaf_table(0).endswith("**145 rows** | **63 rows** |")
    assert words.node_lines(0)[:2] == ("V11 ≤ 0.197", "84 mines, 61 rocks")
    assert words.node_lines(10)[:2] == ("0.005", "10 mines")
    said = words.path_words(97, 0.0049999875, 0.0049999875)
    assert "V34 ≤ 0.1615? no (0.5727); leaf 10." in said
    assert said.endswith("the same.")
    assert "not the same" in words.path_words(0, -0.1, 0.1)


def test_the_model_built_of_the_table_answers_as_the_table_does() -> None:
    model = built(AS_PRINTED)
    assert isinstance(model, GradientBoostingClassifier)
    X, from_table = sonar().X, predict_from_flat_table(printed_table(), sonar().X)
    np.testing.assert_array_equal(model.raw_prediction(X), from_table)
    np.testing.assert_allclose(model.predict_proba(X)[:, 1], 1 / (1 + np.exp(-from_table)), rtol=1e-15)


def test_another_score_turns_the_rows_of_its_leaf_alone() -> None:
    before, after = built(AS_PRINTED), built("score")
    assert isinstance(before, GradientBoostingClassifier)
    assert isinstance(after, GradientBoostingClassifier)
    X, in_leaf = sonar().X, rebuilt().apply(sonar().X) == CHANGES["score"].node
    factor = np.where(in_leaf, -1, 1)
    np.testing.assert_array_equal(after.raw_prediction(X), factor * before.raw_prediction(X))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("cycle", "node 24 has the root, node 0, for a child: that is a cycle"),
        ("two_parents", "node 31 is the child of node 28 and of node 30"),
        ("no_child", "node 30 has the child 33"),
        ("no_score", "node 31 has weight=nan"),
        ("no_feature", "node 0 has feature=60"),
    ],
)
def test_a_table_that_is_no_tree_is_refused(name: str, told: str) -> None:
    found = built(name)
    assert isinstance(found, str)
    assert told in found
    assert (changed_table(name) != printed_table()).to_numpy().sum() == 1
