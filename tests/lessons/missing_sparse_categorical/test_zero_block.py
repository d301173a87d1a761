"""Zeros before negative values: what is counted is not what the rule does."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeRegressor

from workbench.lessons.missing_sparse_categorical.zero_block import X, Y, right_cut, zero_words, zeros_first


def test_what_is_counted_is_not_what_the_rule_does() -> None:
    found = {cut.value: cut for cut in zeros_first()}
    assert list(found) == [0, -3, -2, -1, 1]  # the zeros first, the largest value never
    # By hand: three rows of 1 against three of 7 and two of 5; mean 4.25, so 1/2 (3 + 961 / 5 - 8 * 18.0625).
    assert found[0].counted == pytest.approx((3 * 1**2 + 5 * (31 / 5) ** 2 - 8 * 4.25**2) / 2)
    # Its rule: three rows of 7 and three of 1 against two of 5.
    assert found[0].by_rule == pytest.approx((6 * 4**2 + 2 * 5**2 - 8 * 4.25**2) / 2)
    assert found[1].by_rule == pytest.approx(found[1].counted)  # with all zeros and negatives before it


def test_the_triplets_of_gbtlib_are_cut_as_scikit_learn_cuts_the_full_column() -> None:
    theirs = DecisionTreeRegressor(max_depth=1).fit(X[:, np.newaxis], Y)
    threshold, gain = right_cut()
    assert threshold < theirs.tree_.threshold[0] < X[X > threshold].min()
    assert gain == pytest.approx(
        len(Y)
        / 2
        * (
            theirs.tree_.impurity[0]
            - sum(theirs.tree_.impurity[i] * theirs.tree_.n_node_samples[i] / len(Y) for i in (1, 2))
        )
    )
    best = max(zeros_first(), key=lambda cut: cut.counted)
    assert best.by_rule < gain
    assert f"x ≤ {threshold:g} gains".replace("-", "−") in zero_words()
