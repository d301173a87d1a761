"""The document-term matrix, against scipy and the data set itself; zeros before negative values."""

import math

import numpy as np
import pytest
from scipy.sparse import coo_array
from sklearn.tree import DecisionTreeRegressor

from gbtlib import DecisionTreeClassifier
from workbench.data.catalogue import load_dataset
from workbench.lessons.missing_sparse_categorical.sparse_tables import (
    ROWS,
    TARGETS,
    cost_table,
    documents,
    entry_table,
    matrix_words,
    rarity,
    right_cut,
    zero_words,
    zeros_first,
)


def test_the_entries_are_those_of_scipy() -> None:
    data, found = load_dataset("sentences"), documents()
    expected = coo_array(data.X)
    assert found.X.n_entries == expected.nnz == 252
    assert (found.X.to_dense() == data.X).all()
    assert "**252** entries of 2,898 places, 8.7 %" in matrix_words(found)
    for base in (0, 1):
        lines = entry_table(found, base).splitlines()[2:]
        rows, columns = (each[:8] for each in np.nonzero(data.X))
        for line, i, j in zip(lines, rows, columns, strict=True):
            weight = data.X[i, j] * math.log(len(data.X) / np.count_nonzero(data.X[:, j]))
            start, said = line.removesuffix(" |").rsplit(" | ", 1)
            assert start == f"| {i + base} | {j + base} | {data.X[i, j]:g} | {data.feature_names[j]}"
            assert float(said) == pytest.approx(weight, rel=5e-3)


def test_a_tree_parts_the_same_rows_by_weights_as_by_counts() -> None:
    data, idf = load_dataset("sentences"), rarity(documents())
    assert idf.min() > 0
    counts, weights = (DecisionTreeClassifier().fit(X, data.y).tree_ for X in (data.X, data.X * idf))
    np.testing.assert_array_equal(counts.apply(data.X), weights.apply(data.X * idf))


def test_absent_counts_go_left_at_every_cut() -> None:
    assert load_dataset("sentences").X.min() == 0


def test_the_search_by_entries_scores_a_candidate_an_entry() -> None:
    data, found = load_dataset("sentences"), documents()
    assert found.sparse[0].n_candidates == np.count_nonzero(data.X)
    n_rows, n_words = data.X.shape
    assert found.full[0].n_candidates == (n_rows - 1) * n_words
    assert [each.n_samples for each in found.sparse] == [each.n_samples for each in found.full]
    assert [n for n, _ in found.in_node] == [each.n_samples for each in found.full]
    assert "| 0 | 42 | 69 | 252 | 2,829 |" in cost_table(found)


def test_what_is_counted_is_not_what_the_rule_does() -> None:
    found = {cut.value: cut for cut in zeros_first()}
    assert list(found) == [0, -3, -2, -1, 1]  # the zeros first, the largest value never
    # By hand: three rows of 1 against three of 7 and two of 5; mean 4.25, so 1/2 (3 + 961 / 5 - 8 * 18.0625).
    assert found[0].counted == pytest.approx((3 * 1**2 + 5 * (31 / 5) ** 2 - 8 * 4.25**2) / 2)
    # Its rule: three rows of 7 and three of 1 against two of 5.
    assert found[0].by_rule == pytest.approx((6 * 4**2 + 2 * 5**2 - 8 * 4.25**2) / 2)
    assert found[1].by_rule == pytest.approx(found[1].counted)  # with all zeros and negatives before it


def test_the_triplets_of_gbtlib_are_cut_as_scikit_learn_cuts_the_full_column() -> None:
    theirs = DecisionTreeRegressor(max_depth=1).fit(ROWS[:, np.newaxis], TARGETS)
    threshold, gain = right_cut()
    assert threshold < theirs.tree_.threshold[0] < ROWS[ROWS > threshold].min()
    assert gain == pytest.approx(
        len(TARGETS)
        / 2
        * (
            theirs.tree_.impurity[0]
            - sum(theirs.tree_.impurity[i] * theirs.tree_.n_node_samples[i] / len(TARGETS) for i in (1, 2))
        )
    )
    best = max(zeros_first(), key=lambda cut: cut.counted)
    assert best.by_rule < gain
    assert f"x ≤ {threshold:g} gains".replace("-", "−") in zero_words()
