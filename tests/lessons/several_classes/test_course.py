"""What is boosted and drawn: gbtlib's own numbers, and XGBoost's."""

import numpy as np
import pytest
import xgboost

from gbtlib import GradientBoostingClassifier
from gbtlib.pictures.tree_layout import leaves_in_order
from tests.lessons.several_classes.courses import course
from tests.oracles.xgboost_adapter import their_parameters, trees_of_margin
from workbench.data.catalogue import dataset_ids
from workbench.lessons.several_classes.model import STAND_IN, softmax_settings
from workbench.models.row_story import row_story
from workbench.models.settings import Settings

THREE = ("iris", "wine", "spiral3")


@pytest.mark.parametrize("data", dataset_ids())
def test_every_data_set_is_softmax_or_stands_aside(data: str) -> None:
    settings = softmax_settings(vars(Settings()) | {"data": data, "gamma": 3.0, "subsample": 0.5})
    assert settings.data == (data if data in dataset_ids("classification") else STAND_IN)
    assert settings.gamma == 0
    assert settings.subsample == 1  # what the lesson has no control for, has its default
    assert settings.loss in ("usual", "softmax")


@pytest.mark.parametrize("data", THREE)
def test_the_first_round_is_that_of_xgboost(data: str) -> None:
    """From the same start the leaves of both have the same weights, in their order."""
    fit = course(data).fit
    first, loss, params = fit.trace[0], fit.model.loss_, fit.model.params_
    theirs = trees_of_margin(fit.X, fit.y, first, loss, params)
    for tree, other in zip(first.trees, theirs, strict=True):
        leaf = other.left < 0
        mine = np.sort(tree.weight[leaves_in_order(tree)])
        assert np.sort(other.weight[leaf]) == pytest.approx(mine, rel=1e-5, abs=1e-6)


@pytest.mark.parametrize("data", ["iris", "wine"])
def test_probabilities_are_those_of_xgboost(data: str) -> None:
    found = course(data, n_estimators=3)
    fit = found.fit
    X, base = fit.dataset.X, np.tile(fit.model.initial_raw_prediction_, (len(fit.dataset.y), 1))
    seen = xgboost.DMatrix(fit.X, fit.y, base_margin=base[fit.train])
    parameters = their_parameters(fit.model.loss_, fit.model.params_)
    booster = xgboost.train(parameters, seen, num_boost_round=3)
    theirs = booster.predict(xgboost.DMatrix(X, base_margin=base))
    # Between equal gains both may choose another cut: rows in between then differ.
    assert np.mean(np.abs(theirs - found.p[-1]).max(axis=1) < 1e-4) > 0.9
    assert np.abs(theirs - found.p[-1])[fit.train].max() < 1e-3


@pytest.mark.parametrize("data", ["iris", "moons"])
def test_the_course_is_the_model_round_by_round(data: str) -> None:
    found = course(data)
    staged = found.fit.model.staged_predict_proba(found.fit.dataset.X)
    for number, p in enumerate(staged, 1):
        assert np.array_equal(found.p[number], p)
    shares = np.bincount(found.fit.y.astype(int)) / len(found.fit.y)
    assert found.p[0] == pytest.approx(np.tile(shares, (len(found.p[0]), 1)))


def test_rows_worth_a_look() -> None:
    found = course("iris")
    y = found.fit.dataset.y.astype(int)
    ordered = np.sort(found.p[4], axis=1)
    row = found.least_sure(4)
    assert row in found.fit.held_out
    margin = ordered[:, -1] - ordered[:, -2]
    assert margin[row] == margin[found.fit.held_out].min()
    wrong = found.most_wrong(4)
    assert found.p[4, wrong, y[wrong]] == min(p[k] for p, k in zip(found.p[4], y, strict=True))


def test_the_row_is_where_its_leaves_bring_it() -> None:
    found = course("spiral3")
    story = row_story(found.fit, 7)
    np.testing.assert_allclose(story.raw, found.raw[:, 7], atol=1e-12)


@pytest.mark.parametrize("data", ["moons", "sonar"])
def test_of_two_classes_one_tree_with_half_of_lambda_is_the_same_model(data: str) -> None:
    fit = course(data, n_estimators=4).fit
    alone = GradientBoostingClassifier(
        n_estimators=4, learning_rate=0.3, max_depth=3, loss="logistic", reg_lambda=0.5
    ).fit(fit.X, fit.y)
    np.testing.assert_allclose(
        alone.predict_proba(fit.dataset.X), fit.model.predict_proba(fit.dataset.X), atol=1e-12
    )
    for round_ in fit.trace:
        first, second = round_.trees
        assert np.array_equal(first.threshold, second.threshold, equal_nan=True)
        np.testing.assert_allclose(first.weight, -second.weight, atol=1e-12)
