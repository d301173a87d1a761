"""The published classification tree of 13 nodes on the rows of Sonar, by a plain walk and by its table."""

import csv

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import accuracy_score

from gbtlib import from_class_tables, to_class_tables
from workbench.models.hand_trees import THIRTEEN
from workbench.models.printed_class_tree import SPLITS, printed_table, printed_tree
from workbench.paths import DATASETS_DIR

LEAVES = {3: (54, 4), 4: (6, 10), 5: (13, 72), 7: (13, 0), 10: (2, 18), 11: (1, 7), 12: (8, 0)}
"""Rocks and mines of all 208 rows in each leaf."""


def sonar_lines() -> list[dict[str, str]]:
    with (DATASETS_DIR / "sonar.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def leaf_by_hand(line: dict[str, str]) -> int:
    """The walk of a row through the table, as text says it."""
    v = {column: float(line[f"V{column}"]) for column in (5, 11, 17, 20, 31, 43)}
    if v[11] <= 0.168:
        return 3 if v[5] <= 0.0794 else 4
    if v[17] <= 0.5386:
        return 5
    if v[20] <= 0.6433:
        return 7
    if v[43] > 0.1713:
        return 10
    return 11 if v[31] <= 0.3698 else 12


def test_the_rows_fall_into_the_leaves_as_counted_by_hand() -> None:
    found = {leaf: [0, 0] for leaf in LEAVES}
    for line in sonar_lines():
        found[leaf_by_hand(line)][line["Class"] == "M"] += 1
    assert {leaf: tuple(counts) for leaf, counts in found.items()} == LEAVES
    tree = printed_tree()
    assert tree.class_weights is not None
    assert {int(i): tuple(tree.class_weights[i].astype(int)) for i in tree.leaves} == LEAVES
    assert tree.n_samples[0] == 208
    assert tree.children_left.tolist() == THIRTEEN.children_left.tolist()  # the shape of the worked example


def test_every_threshold_is_a_value_of_its_column() -> None:
    lines = sonar_lines()
    for _, _, column, threshold in SPLITS:
        assert threshold in {float(line[f"V{column}"]) for line in lines}


def test_the_table_is_the_printed_one_and_makes_the_tree() -> None:
    table = printed_table()
    assert table.iloc[9].tolist() == [9, 11, 12, 31, 0.3698]
    assert table.iloc[3].tolist() == [3, -1, -1, -1, -1]
    tree = printed_tree()
    nodes, leaves = to_class_tables(tree, np.array(["R", "M"]))
    pd.testing.assert_frame_equal(
        nodes.assign(FeatureIndex=nodes.FeatureIndex + (nodes.FeatureIndex >= 0)), table, check_dtype=False
    )
    again, _ = from_class_tables(nodes, leaves, 60)
    X = np.array([[float(line[f"V{j + 1}"]) for j in range(60)] for line in sonar_lines()])
    truth = [line["Class"] for line in sonar_lines()]
    assert again.apply(X).tolist() == tree.apply(X).tolist() == [leaf_by_hand(each) for each in sonar_lines()]
    said = np.array(["R", "M"])[tree.predict(X).astype(int)]
    wrong = sum(min(counts) for counts in LEAVES.values())
    assert accuracy_score(truth, said) == pytest.approx(1 - wrong / 208)


def test_one_row_has_all_zeros() -> None:
    zeros = [(i, name) for i, line in enumerate(sonar_lines(), 1) for name in line if line[name] == "0"]
    assert {row for row, _ in zeros} == {96}
    assert len(zeros) == 9
    assert 145 * 60 - len(zeros) == 8691  # entries that are not zero, where that row is among the 145


def test_gains_are_those_of_the_counts() -> None:
    tree = printed_tree()
    # Node 9, by hand: 9 rocks and 7 mines, parted into (1, 7) and (8, 0); in units of rows, W times 2 p q.
    assert tree.gain[9] == pytest.approx(2 * 9 * 7 / 16 - 2 * 1 * 7 / 8)
    assert np.isnan(tree.gain[tree.leaves]).all()
