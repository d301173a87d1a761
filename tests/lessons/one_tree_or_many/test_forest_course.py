"""The forest as what the ensemble is compared with: its predictions and errors, tree by tree."""

import numpy as np
import pytest

from tests.lessons.one_tree_or_many.fits import fit
from tests.pages import opened, paragraphs, payloads, quiet
from workbench.data.catalogue import DATASETS
from workbench.data.held_out import unseen_rows
from workbench.lessons.one_tree_or_many.comparison import WRONG, by_wrong_rows, course, one_tree_settings
from workbench.lessons.one_tree_or_many.forest import (
    ForestCourse,
    forest_course,
    forest_settings,
    grow_forest_of,
)

PAGE = "one_tree_or_many.py"


def forest_of(**values: object) -> ForestCourse:
    boosted = fit(**values)
    limits = one_tree_settings(boosted.settings, 6, 1)
    return forest_course(grow_forest_of(forest_settings(boosted, limits)), by_wrong_rows(course(boosted)))


@pytest.mark.parametrize("data", ["circles", "iris", "diabetes", "sine"])
def test_its_last_error_is_that_of_the_forest(data: str) -> None:
    found = forest_of(data=data)
    model, boosted = found.forest.model, found.fit
    X, y = unseen_rows(boosted.dataset, boosted.held_out)
    predicted = model.predict(X)
    if boosted.dataset.task == "regression":
        assert found.unseen_error[-1] == pytest.approx(0.5 * np.mean((y - predicted) ** 2), rel=1e-12)
    else:
        assert found.measure == WRONG
        assert found.unseen_error[-1] == np.mean(np.asarray(model.classes_)[found.unseen[-1].argmax(1)] != y)
        np.testing.assert_array_equal(found.unseen[-1].argmax(axis=1), predicted)
    assert len(found.seen_error) == len(found.unseen) == found.n_rounds + 1
    assert found.leaves(2) == sum(tree.tree.n_leaves for tree in model.trace_[:2])


@pytest.mark.parametrize("data", DATASETS)
def test_it_stands_beside_the_ensemble_on_every_data_set(data: str) -> None:
    at = opened(PAGE, data=data, n_estimators=4, round=3, compare="forest")
    assert quiet(at)
    assert payloads(at, "stage")


def test_the_page_says_what_a_forest_is_and_why_wrong_rows_are_counted() -> None:
    at = opened(PAGE, data="moons", noise=0.3, n_estimators=12, round=12, compare="forest", tree_depth=6)
    words = "\n".join([*paragraphs(at), *(each.value for each in at.caption)])
    assert "The answer is their **mean**" in words
    assert "log loss infinite" in words
