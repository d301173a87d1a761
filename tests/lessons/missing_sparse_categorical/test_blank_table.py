"""The small table with blank cells: both ways of a cut, as the browser sees them."""

import itertools
import math
import re

import numpy as np
import pytest

from tests.lessons.missing_sparse_categorical.blanks import BLANKS, MEANINGS, gaps, tree
from workbench.lessons.missing_sparse_categorical import blank_table
from workbench.lessons.missing_sparse_categorical.blank_table import (
    REG_LAMBDA,
    START,
    TABLE,
    TARGET,
    blank_cells,
)
from workbench.lessons.missing_sparse_categorical.values import BLANK
from workbench.link.values import ENTRIES, read


def naive_gain(left: list[int]) -> float:
    """The gain of sending these rows left, row by row."""

    def score(rows: list[int]) -> float:
        G = sum(START - TARGET[i] for i in rows)
        return float(G**2 / (len(rows) + REG_LAMBDA))

    right = [i for i in range(len(TARGET)) if i not in left]
    return 0.5 * (score(left) + score(right) - score(left + right))


# -- blank cells


@pytest.mark.parametrize("text", BLANKS)
def test_cells_are_read_as_they_are_written(text: str) -> None:
    assert read(BLANK, text) == text
    assert len(blank_cells(text)) == text.count(".")


@pytest.mark.parametrize(
    "text", ["", "8.0", "0.4", "1.0,1.0", "1.0,", "1.0;2.0", "1", "-1.0", "1.00", "0.0\n", "١.0", "None"]
)
def test_other_texts_are_no_cells(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape("rows 0 to 7, columns 0 to 3")):
        read(BLANK, text)


def test_the_limits_of_the_link_are_those_of_the_table() -> None:
    rule = ENTRIES[BLANK].rule
    assert (rule.n_rows, rule.n_columns) == TABLE.shape
    assert rule.broken_by(None) is not None
    assert rule.broken_by(3) is not None


@pytest.mark.parametrize("absent", MEANINGS)
@pytest.mark.parametrize("text", BLANKS)
def test_the_list_holds_every_cell_that_is_not_blank(text: str, absent: str) -> None:
    found = gaps(text, absent)
    blank = blank_cells(text)
    wanted = [(i, j, TABLE[i, j]) for i in range(8) for j in range(4) if (i, j) not in blank]
    assert found.entries.shape == (8, 4)
    entries = zip(found.entries.row, found.entries.column, found.entries.value, strict=True)
    assert list(entries) == wanted
    fill = 0.0 if absent == "zero" else np.nan
    dense = np.array([[fill if (i, j) in blank else TABLE[i, j] for j in range(4)] for i in range(8)])
    np.testing.assert_array_equal(found.X, dense)


# -- both ways


@pytest.mark.parametrize("absent", MEANINGS)
@pytest.mark.parametrize("text", BLANKS)
def test_both_ways_gain_what_counting_rows_says(text: str, absent: str) -> None:
    found = gaps(text, absent)
    listed = found.candidates
    seen = set()
    for i in range(len(listed)):
        feature, threshold, to_left = (
            int(listed.feature[i]),
            listed.threshold[i],
            bool(listed.default_left[i]),
        )
        x = found.X[:, feature]
        left = [row for row in range(8) if (to_left if math.isnan(x[row]) else x[row] <= threshold)]
        assert listed.gain[i] == pytest.approx(naive_gain(left), abs=1e-12)
        assert len(left) == listed.n_left[i]
        seen.add((feature, float(threshold), to_left))
    for feature in range(4):  # nothing is left out: every gap between values, both ways where rows miss it
        x = found.X[:, feature]
        values = np.unique(x[~np.isnan(x)])
        ways = (False, True) if np.isnan(x).any() else (True,)
        for (low, high), way in itertools.product(itertools.pairwise(values), ways):
            assert (feature, (low + high) / 2, way) in seen


@pytest.mark.parametrize("absent", MEANINGS)
@pytest.mark.parametrize("text", BLANKS)
def test_the_split_is_the_best_candidate(text: str, absent: str) -> None:
    found = gaps(text, absent)
    best, grown = found.candidates.best, tree(found)
    assert (best is None) == bool(grown.is_leaf[0])
    if best is not None:
        for name in ("feature", "threshold", "default_left", "gain"):
            assert getattr(grown, name)[0] == getattr(found.candidates, name)[best]


# -- what goes wrong elsewhere


def test_a_row_without_entry_is_kept() -> None:
    found = gaps("7.0,7.1,7.2,7.3")
    assert tree(found).n_samples[0] == 8
    assert "Row 8 has no entry at all" in blank_table.list_words(found, 1)
    assert "Row 7 has no entry at all" in blank_table.list_words(found, 0)
    assert "names only 7 rows" in blank_table.list_words(found, 1)
    assert blank_table.list_words(gaps("none"), 1) == "The list names all 8 rows."
