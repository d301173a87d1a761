"""The document-term matrix of the page on sparse values, against scipy and the data set itself."""

import math

import numpy as np
import pytest
from scipy.sparse import coo_array

from gbtlib import DecisionTreeClassifier
from workbench.data.catalogue import load_dataset
from workbench.lessons.missing_sparse_categorical.term_matrix import (
    cost_table,
    documents,
    entry_table,
    matrix_words,
    rarity,
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
