"""Trees for which -1 is no leaf and log2(N) no depth."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeRegressor

from gbtlib.tables import predict_from_flat_table
from tests.pages import opened, quiet
from workbench.lessons.grow_a_tree.counter_examples import (
    PEELED,
    leaf_by,
    minus_one_rows,
    minus_one_table,
    minus_one_words,
    peeled_tree,
    question_words,
    questions_of,
    wrong_by,
)

TABLES = "The tree as nested if and else, and as flat tables"


def test_a_threshold_of_minus_one_is_taken_for_a_leaf() -> None:
    table = minus_one_table()
    assert table.iloc[0].tolist() == [0, 1, 2, 0, -1.0]
    X, _ = minus_one_rows()
    assert [leaf_by(table, float(x), "FeatureDecisionVal") for x in X[:, 0]] == [0, 0, 0, 0]
    assert [leaf_by(table, float(x), "LeftNodeIndex") for x in X[:, 0]] == [1, 1, 2, 2]
    assert (wrong_by("FeatureDecisionVal"), wrong_by("LeftNodeIndex")) == (2, 0)
    # gbtlib goes by the index columns.
    scored = table.assign(Score=[-1.0, 10.0, 20.0])
    assert predict_from_flat_table(scored, X).tolist() == [10, 10, 20, 20]
    assert "2 of 4 rows are wrong. By LeftNodeIndex 0 are." in minus_one_words()


def test_a_tree_that_peels_is_as_deep_as_it_has_rows() -> None:
    tree, rows = peeled_tree(), np.arange(float(PEELED))
    theirs = DecisionTreeRegressor().fit(rows[:, np.newaxis], 3.0**rows)
    assert tree.max_depth == theirs.get_depth() == PEELED - 1
    assert tree.n_nodes == 2 * PEELED - 1
    # Depths 1, 2, ..., 11, 11 of twelve rows.
    assert questions_of(tree) == (pytest.approx((sum(range(1, 12)) + 11) / 12), 11)
    assert "23 nodes ask 6.4 on average and 11 at most, and log₂ is 4.5" in question_words(tree)


def test_both_stand_on_the_page() -> None:
    at = opened("grow_a_tree.py")
    for label in (
        "The tree as nested if and else, and as flat tables",
        "What the search cost, level by level",
    ):
        at.session_state[f"folded_{label}"] = True
    at.run()
    assert quiet(at)
    said = "\n".join(each.value for each in at.markdown)
    assert minus_one_words() in said
    assert "is no rule: a tree of y = 3^x" in said
