"""What one question tells: each column's best cut against a stump of scikit-learn, and its rows."""

import re

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from workbench.data.catalogue import load_dataset
from workbench.data.held_out import training_rows
from workbench.own_data.best_cuts import best_cuts, best_cuts_html


@pytest.mark.parametrize("data_id", ["diabetes", "iris", "breast_cancer"])
def test_a_column_tells_what_a_stump_of_scikit_learn_takes_away(data_id: str) -> None:
    data = load_dataset(data_id)
    rows, _ = training_rows(data)
    kind = DecisionTreeRegressor if data.task == "regression" else DecisionTreeClassifier
    wanted = []
    for j, name in enumerate(data.feature_names):
        tree = kind(max_depth=1, random_state=0).fit(data.X[rows, j : j + 1], data.y[rows]).tree_
        left = tree.weighted_n_node_samples * tree.impurity / tree.impurity[0] / len(rows)
        wanted.append((str(name), 1 - left[1] - left[2]))
    found = [(cut.name, cut.share) for cut in best_cuts(data)]
    assert [share for _, share in found] == sorted((share for _, share in found), reverse=True)
    assert dict(found) == pytest.approx(dict(wanted))


def test_rows_and_categories_stand_on_the_side_to_which_they_go() -> None:
    for cut in best_cuts(load_dataset("automobile")):
        there = ~np.isnan(cut.x)
        np.testing.assert_array_equal(cut.x[there] <= cut.at, cut.left[there], err_msg=cut.name)


def test_what_is_shown_says_each_columns_share_and_what_both_sides_predict() -> None:
    said = best_cuts_html("airquality")
    assert said.count("<figure>") == 5
    assert ">month</strong><b>50%</b>" in said
    assert "≤ 5.5</small><small><span><b>64.8</b>,</span> <span>else <b>81.2</b>" in said
    assert "rows without a value" in said
    assert "● setosa" in re.sub("<[^>]*>", "", best_cuts_html("iris"))
