"""A split in words: sets of categories by name, and the same rows left as the tree sends."""

import numpy as np
import pandas as pd
import pytest

from gbtlib import GradientBoostingRegressor
from gbtlib.pictures.svg import FONT_SIZE, text_width
from gbtlib.pictures.tree_layout import BOX_WIDTH
from workbench.data.sources import FeatureName
from workbench.models.boosted import fit_boosted_model
from workbench.models.settings import Settings
from workbench.text.questions import (
    level_set,
    question_of,
    sent_left,
    split_sides,
    tree_question,
    value_words,
)
from workbench.trees.box_text import question, shortened
from workbench.trees.files import tree_csv, tree_dot

MAKE = FeatureName("make", ("audi", "bmw", "honda", "saab", "volvo"))


def test_a_set_names_some_and_counts_the_rest() -> None:
    sides = np.array([1, 1, 0, -1, 1], dtype=np.int8)
    assert question_of(MAKE, np.nan, sides) == "make in {audi, bmw, volvo}"
    assert level_set(MAKE, sides, most=1) == "{audi, +2}"
    assert level_set(MAKE, sides, most=0) == "3 of 4"
    assert level_set(MAKE, sides, side=0) == level_set(MAKE, sides, side=0, most=0) == "{honda}"
    assert level_set(MAKE, np.ones(5, dtype=np.int8)) == "{audi, bmw, honda, +2}"
    assert question_of("x", np.nan, sides) == "x in {0, 1, 4}"  # a file that has no names for them
    assert (question_of("x", 1.5), question_of("x", np.inf)) == ("x ≤ 1.5", "x is there")
    assert [value_words(MAKE, x) for x in (1.0, np.nan)] == ["bmw", "missing"]
    assert value_words("x", 1.0) is None


def test_a_name_with_categories_is_a_text_like_any_other() -> None:
    assert MAKE == "make"
    assert {MAKE: 1}["make"] == 1
    assert f"{MAKE}" == "make"


@pytest.mark.parametrize("default_left", [True, False])
def test_categories_that_a_node_has_not_met_go_the_default_way(default_left: bool) -> None:
    sides = np.array([1, 0, -1], dtype=np.int8)
    x = np.array([0.0, 1.0, 2.0, np.nan])
    assert sent_left(x, np.nan, default_left, sides).tolist() == [True, False, default_left, default_left]


def test_the_words_of_a_tree_send_every_row_where_the_tree_does() -> None:
    fit = fit_boosted_model(Settings(data="automobile", n_estimators=5))
    data, n_sets = fit.dataset, 0
    for round_ in fit.trace:
        tree = round_.trees[0]
        for node in np.flatnonzero(~tree.is_leaf).tolist():
            rows, left = round_.rows_in(node), round_.rows_in(int(tree.children_left[node]))
            sides, x = split_sides(tree, node), fit.X[rows, tree.feature[node]]
            said = sent_left(x, float(tree.threshold[node]), bool(tree.default_left[node]), sides)
            assert np.array_equal(rows[said], left)
            name = data.feature_names[int(tree.feature[node])]
            if sides is not None:
                n_sets += 1
                inside = tree_question(tree, node, name, 99).split("{")[1].rstrip("}").split(", ")
                named = [name.levels[int(code)] in inside for code in x if not np.isnan(code)]
                assert named == said[~np.isnan(x)].tolist()
                assert text_width(shortened(tree, node, data.feature_names), FONT_SIZE + 1) <= BOX_WIDTH - 10
                assert question(tree, node, data.feature_names).startswith(f"{name} in {{")
                assert inside[0] in tree_dot(tree, data.feature_names)
                assert inside[-1] in tree_csv(tree, data.feature_names)
    assert n_sets > 2


def test_a_set_of_the_data_is_the_one_that_a_table_of_names_gives() -> None:
    """gbtlib itself, given the names in a table of pandas, parts the same categories."""
    fit = fit_boosted_model(Settings(data="automobile", n_estimators=2))
    data = fit.dataset
    table = pd.DataFrame(fit.X, columns=list(data.feature_names))
    for j in data.categorical or ():
        levels = data.feature_names[j].levels
        table[data.feature_names[j]] = [None if np.isnan(x) else levels[int(x)] for x in fit.X[:, j]]
    theirs = GradientBoostingRegressor(
        **Settings(data="automobile", n_estimators=2).parameters(), trace="full"
    )
    theirs.fit(table, fit.y)
    for ours, other in zip(fit.trace, theirs.trace_, strict=True):
        assert np.array_equal(ours.trees[0].category_sides, other.trees[0].category_sides)
        assert np.array_equal(ours.raw_after, other.raw_after)
