"""F cut two ways, importance five ways, and the hessian's scales."""

import numpy as np
import pytest
import xgboost

from gbtlib.pictures.tree_layout import leaves_in_order
from tests.lessons.several_classes.courses import course
from tests.oracles.xgboost_adapter import their_parameters
from workbench.data.catalogue import dataset_ids
from workbench.lessons.several_classes.scales import (
    FITTED,
    scales_of,
    weights_table,
    weights_under,
)
from workbench.models.explained import KINDS, importance_table, two_cuts
from workbench.models.row_story import row_story
from workbench.text.numbers import number as said

OF_CLASSES = dataset_ids("classification")


@pytest.mark.parametrize("data", ["iris", "sonar"])
def test_each_tree_alone_explains_as_all_together(data: str) -> None:
    fit = course(data).fit
    for number in (1, 4, 6):
        wanted = fit.model.contributions(fit.dataset.X[[9]], n_rounds=number)[0]
        for k in range(fit.n_classes):
            cuts = two_cuts(fit, row_story(fit, 9), number, k)
            found = [*cuts.features, cuts.start + cuts.average]
            np.testing.assert_allclose(found, wanted[:, k], rtol=0, atol=1e-13)


@pytest.mark.parametrize("data", OF_CLASSES)
def test_both_cuts_are_one_sum(data: str) -> None:
    fit = course(data).fit
    last = len(fit.dataset.y) - 1
    for row, number, k in ((0, 1, 0), (last, 6, fit.n_classes - 1), (last // 2, 4, 0)):
        story = row_story(fit, row)
        cuts = two_cuts(fit, story, number, k)
        assert cuts.by_features == pytest.approx(story.raw[number, k], abs=1e-12)


@pytest.mark.parametrize("data", ["iris", "wine"])
def test_features_contribute_as_in_xgboost(data: str) -> None:
    """Of a model whose first trees are the same in both."""
    fit = course(data, n_estimators=1).fit
    base = np.tile(fit.model.initial_raw_prediction_, (len(fit.y), 1))
    matrix = xgboost.DMatrix(fit.X, fit.y, base_margin=base)
    booster = xgboost.train(their_parameters(fit.model.loss_, fit.model.params_), matrix, 1)
    theirs = booster.predict(matrix, pred_contribs=True)
    for place in (0, 20, 50):
        story = row_story(fit, int(fit.train[place]))
        for k in range(3):
            cuts = two_cuts(fit, story, 1, k)
            assert cuts.features == pytest.approx(theirs[place, k, :-1], abs=1e-5)
            assert cuts.start + cuts.average == pytest.approx(theirs[place, k, -1], abs=1e-5)


@pytest.mark.parametrize("data", ["iris", "wine"])
def test_importance_is_that_of_xgboost(data: str) -> None:
    fit = course(data, n_estimators=1).fit
    base = np.tile(fit.model.initial_raw_prediction_, (len(fit.y), 1))
    matrix = xgboost.DMatrix(fit.X, fit.y, base_margin=base)
    booster = xgboost.train(their_parameters(fit.model.loss_, fit.model.params_), matrix, 1)
    table = importance_table(fit)
    for kind in KINDS:
        theirs = booster.get_score(importance_type=kind)
        found = [theirs.get(f"f{i}", 0.0) / (2 if "gain" in kind else 1) for i in range(len(table))]
        assert table[kind].to_numpy() == pytest.approx(found, rel=1e-4, abs=1e-5)


def test_kinds_go_together() -> None:
    table = importance_table(course("wine").fit)
    used = table[table["weight"] > 0]
    assert (used["gain"] * used["weight"]).to_numpy() == pytest.approx(used["total_gain"].to_numpy())
    assert (used["cover"] * used["weight"]).to_numpy() == pytest.approx(used["total_cover"].to_numpy())
    assert (table[table["weight"] == 0] == 0).all(axis=None)


def test_scales_by_hand() -> None:
    assert list(scales_of(2).values()) == [1, 2]
    assert list(scales_of(3).values()) == [1, 1.5, 2]
    assert list(scales_of(4)) == ["p(1−p)", "1.33 p(1−p)", "2 p(1−p)"]


@pytest.mark.parametrize("reg_lambda", [0.0, 1.0])
def test_weights_under_each_scale(reg_lambda: float) -> None:
    """The tree's own under its own scale; without lambda twice as large under half the hessian."""
    tree = course("spiral3", reg_lambda=reg_lambda).fit.trace[2].trees[1]
    own = tree.weight[leaves_in_order(tree)]
    assert weights_under(tree, FITTED, reg_lambda) == pytest.approx(own)
    ratio = weights_under(tree, 1.0, reg_lambda) / own
    if reg_lambda == 0:
        assert ratio == pytest.approx(2.0)
    else:
        assert ((ratio > 1) & (ratio < 2)).all()


def test_the_table_of_weights_has_every_leaf_under_each_scale() -> None:
    tree = course("sonar").fit.trace[0].trees[0]
    table = weights_table(tree, 2, 1.0)
    assert table.shape == (tree.n_leaves, 2)
    own = [said(each) for each in tree.weight[leaves_in_order(tree)]]
    assert table["h = 2 p(1−p)"].tolist() == own
