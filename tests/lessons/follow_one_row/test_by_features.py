"""What features add to F: two ways that are one sum, against XGBoost, and all rows in one table."""

import numpy as np
import pytest
import xgboost

from tests.oracles.xgboost_adapter import their_parameters
from tests.pages import opened, paragraphs, quiet
from workbench.lessons.follow_one_row import by_features
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.explained import MOST_ROWS, all_rows, importance_table, node_means, two_cuts
from workbench.models.row_story import row_story
from workbench.models.settings import Settings

OF_TABLES = ("diabetes", "airquality", "automobile", "iris", "sonar", "sine")


def boosted(data: str, **given: object) -> BoostedModel:
    return fit_boosted_model(Settings(data=data, **{"n_estimators": 6} | given))


@pytest.mark.parametrize("data", OF_TABLES)
def test_both_ways_add_up_to_f(data: str) -> None:
    fit = boosted(data)
    for row in (0, len(fit.dataset.y) - 1):
        story = row_story(fit, row)
        for number in (1, 6):
            cuts = two_cuts(fit, story, number, fit.n_classes - 1)
            raw = story.raw[number, fit.n_classes - 1]
            for features in (cuts.features, cuts.path):
                whole = cuts.start + cuts.average + features.sum()
                assert whole == pytest.approx(raw, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("data", ["diabetes", "airquality", "sonar"])
def test_both_ways_are_xgboosts(data: str) -> None:
    """Of a model of one round, whose tree is the same in both; of airquality it asks for ozone."""
    fit = boosted(data, n_estimators=1, max_depth=2)
    matrix = xgboost.DMatrix(fit.X, fit.y, base_margin=np.full(len(fit.y), fit.model.initial_raw_prediction_))
    booster = xgboost.train(their_parameters(fit.model.loss_, fit.model.params_), matrix, 1)
    size = float(np.abs(booster.predict(matrix, output_margin=True)).max())
    for approximate in (False, True):
        theirs = booster.predict(matrix, pred_contribs=True, approx_contribs=approximate)
        for place in (0, 20, 50):
            cuts = two_cuts(fit, row_story(fit, int(fit.train[place])), 1, 0)
            ours = cuts.path if approximate else cuts.features
            assert ours == pytest.approx(theirs[place, :-1], abs=2e-6 * size)
            assert cuts.start + cuts.average == pytest.approx(theirs[place, -1], abs=2e-6 * size)


def test_a_node_predicts_the_mean_of_its_leaves() -> None:
    tree = boosted("automobile").trace[0].trees[0]
    mean = node_means(tree)
    for node in range(tree.n_nodes):
        leaves = [leaf for leaf in tree.subtree(node) if tree.is_leaf[leaf]]
        assert mean[node] == pytest.approx(np.average(tree.weight[leaves], weights=tree.H[leaves]), rel=1e-12)


def test_where_each_tree_asks_one_feature_both_ways_agree() -> None:
    fit = boosted("diabetes", max_depth=1)
    cuts = two_cuts(fit, row_story(fit, 3), 6, 0)
    assert cuts.path == pytest.approx(cuts.features, abs=1e-12)
    assert "Here they agree" in by_features.bricks_words(cuts, 3, 6)
    deep = boosted("diabetes", max_depth=4)
    words = by_features.bricks_words(two_cuts(deep, row_story(deep, 3), 6, 0), 3, 6)
    assert "They differ most in" in words


@pytest.mark.parametrize("data", OF_TABLES)
def test_all_rows_are_the_contributions_of_the_model(data: str) -> None:
    fit = boosted(data)
    k = fit.n_classes - 1
    rows = all_rows(fit, 6, k)
    assert len(rows.rows) == min(len(fit.train), MOST_ROWS)
    assert np.isin(rows.rows, fit.train).all()
    raw = fit.trace[5].raw_after.reshape(len(fit.train), -1)[np.searchsorted(fit.train, rows.rows), k]
    assert rows.features.sum(axis=1) + rows.average == pytest.approx(raw, rel=1e-11, abs=1e-12)
    table = by_features.all_rows_table(fit, rows)
    assert table["mean_contribution"].is_monotonic_decreasing
    assert table.drop(columns="mean_contribution").sort_index().equals(importance_table(fit).sort_index())
    assert (table.loc[table["weight"] == 0, "mean_contribution"] == 0).all()
    figure = by_features.all_rows_figure(fit, rows)
    marks = sum(len(each.x) for each in figure.data)
    assert marks == len(rows.rows) * min(len(rows.order), 8)


def test_the_words_say_how_many_rows() -> None:
    words = by_features.all_rows_words(boosted("diabetes"), all_rows(boosted("diabetes"), 6, 0), 6)
    assert "200 of 309 training rows" in words
    assert "all 107 training rows" in by_features.all_rows_words(
        boosted("airquality"), all_rows(boosted("airquality"), 6, 0), 6
    )


@pytest.mark.parametrize("data", ["diabetes", "automobile", "iris"])
def test_the_page_shows_both_when_opened(data: str) -> None:
    labels = (
        "This row by features: what each of its values adds to F",
        "All rows by features: contributions, and importances five ways",
    )
    shut = opened("follow_one_row.py", data=data, n_estimators=4, round=3, row=1)
    assert {each.label for each in shut.expander} >= set(labels)
    assert not any("Shapley values" in text for text in paragraphs(shut))
    at = opened("follow_one_row.py", data=data, n_estimators=4, round=3, row=1)
    for label in labels:
        at.session_state[f"folded_{label}"] = True
    at.run()
    assert quiet(at)
    of = [text for text in (each.value for each in at.caption) if text.startswith("Mean contribution")]
    assert ["in rounds 1 to 3, as shown. The importances are of all 4 rounds." in text for text in of] == [
        True
    ]
    assert any("Shapley values** say" in text for text in paragraphs(at))
