"""The snippets run as they stand, and print what the lesson's trace and XGBoost's own tree say."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from gbtlib import GradientBoostingClassifier
from tests.scripts import names_after, numbers_after, printed
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings
from workbench.text.boosting_snippet import (
    figure_snippet,
    gbtlib_parameters,
    gbtlib_snippet,
    loss_name,
    way_to,
    why_no_xgboost,
    xgboost_parameters,
    xgboost_snippet,
)

# A round, a class and a node of a data set, and every parameter that XGBoost has.
STATES = {
    "wave": (Settings(n_estimators=5), 4, 0, 2),
    "wave with noise": (Settings(noise=0.25, seed=7, learning_rate=0.5, max_depth=4), 2, 0, 4),
    "surface": (Settings(data="cos_xy", max_depth=6, reg_lambda=0.5, base_score=0.25), 1, 0, 0),
    "gamma": (Settings(data="diabetes", gamma=100.0, reg_alpha=3.0), 2, 0, 1),
    "rows of a leaf": (Settings(data="diabetes", min_samples_leaf=12, min_child_weight=5.0), 3, 0, 2),
    "logistic": (Settings(data="sonar", reg_lambda=2.0), 3, 0, 1),
    "child weight": (Settings(data="breast_cancer", min_child_weight=1.0, gamma=0.1), 3, 0, 2),
    "softmax": (Settings(data="iris", learning_rate=0.2), 2, 1, 0),
    "softmax of two": (Settings(data="sonar", loss="softmax", max_depth=2), 2, 1, 1),
    "best first": (Settings(data="wine", grow_policy="lossguide", seed=3), 1, 2, 0),
    "no limit of depth": (Settings(data="diabetes", max_depth=None, reg_lambda=5.0), 2, 0, 3),
    "a leaf": (Settings(data="moons", noise=0.1, max_depth=1, gamma=0.1), 2, 0, 1),
}
WORDS = r"G|H|weight|gain|<="  # in front of the numbers that are printed


@cache
def fit_of(name: str) -> BoostedModel:
    return fit_boosted_model(replace(STATES[name][0], n_estimators=STATES[name][1]))


@pytest.mark.parametrize("name", STATES)
def test_gbtlib_snippet_prints_the_node_of_the_trace(name: str) -> None:
    settings, number, k, at = STATES[name]
    fit = fit_of(name)
    node = fit.trace[number - 1].trees[k].node(at)
    text = printed(gbtlib_snippet(settings, number, k, at))
    expected = {"G": node.G, "H": node.H, "weight": node.weight}
    if node.is_leaf:
        assert node.why_leaf in text
    else:
        expected |= {"<=": node.threshold, "gain": node.gain}
        assert f"\n{fit.dataset.feature_names[node.feature]} <= " in text
    assert numbers_after(WORDS, text) == pytest.approx(expected, rel=1e-5, abs=1e-12)


@pytest.mark.parametrize("name", STATES)
def test_the_figure_is_of_the_model(name: str) -> None:
    settings, number, k, at = STATES[name]
    fit = fit_of(name)
    drawn = names_after(figure_snippet(settings, number, k, at))["figure"].data
    if name.startswith("wave"):
        assert [each.name for each in drawn] == ["rows", f"after round {number}"]
        np.testing.assert_array_equal(drawn[1].y, fit.model.predict(drawn[1].x[:, np.newaxis]))
        return
    train, unseen = fit.losses[:, 1:]
    np.testing.assert_array_equal(drawn[0].y, train)
    assert len(drawn) == (2 if fit.n_unseen else 1)
    if fit.n_unseen:
        np.testing.assert_allclose(drawn[1].y, unseen, rtol=1e-14)


@pytest.mark.parametrize("name", STATES)
def test_xgboost_snippet_finds_the_same_node(name: str) -> None:
    settings, number, k, at = STATES[name]
    fit = fit_of(name)
    tree = fit.trace[number - 1].trees[k]
    node = tree.node(at)
    snippet = xgboost_snippet(settings, tree, number, k, at)
    assert snippet is not None
    text = printed(snippet)
    expected = {"H": node.H}
    if node.is_leaf:
        expected["weight"] = node.weight
        assert text.endswith("\nleaf\n")
    else:
        expected |= {"<=": node.threshold, "gain": node.gain}
        assert f"\n{fit.dataset.feature_names[node.feature]} <= " in text
    assert numbers_after(WORDS, text) == pytest.approx(expected, rel=1e-4)


def test_the_states_hold_splits_and_leaves() -> None:
    nodes = [fit_of(name).trace[number - 1].trees[k].node(at) for name, (_, number, k, at) in STATES.items()]
    assert {node.is_leaf for node in nodes} == {True, False}
    assert sum(not node.is_leaf for node in nodes) >= 8


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        (Settings(loss="huber"), "Huber"),
        (Settings(data="sonar", loss="exponential"), "exponential"),
        (Settings(subsample=0.5), "at random"),
        (Settings(colsample_bynode=0.5), "at random"),
        (Settings(threshold="observed"), "halfway"),
        (Settings(pruning="full"), "full"),
        (Settings(pruning="pre", gamma=0.1), "pre"),
        (Settings(max_leaves=4), "max_leaves"),
        (Settings(min_samples_split=3), "min_samples_split"),
        (Settings(tree_method="hist"), "borders"),
        (Settings(data="sonar", min_samples_leaf=2), "min_child_weight"),
    ],
)
def test_where_xgboost_grows_other_trees_there_is_a_reason_and_no_snippet(
    settings: Settings, word: str
) -> None:
    reason = why_no_xgboost(settings)
    assert reason is not None
    assert word in reason
    assert xgboost_snippet(settings, fit_of("wave").trace[0].trees[0], 1) is None


@pytest.mark.parametrize("settings", [Settings(), Settings(pruning="pre"), Settings(min_samples_leaf=3)])
def test_where_both_grow_the_same_trees_there_is_no_reason(settings: Settings) -> None:
    assert why_no_xgboost(settings) is None


def test_only_what_differs_from_the_defaults_is_listed() -> None:
    settings = Settings(learning_rate=0.1, max_depth=6, n_estimators=9, early_stopping_rounds=3)
    assert gbtlib_parameters(settings, 4) == {"n_estimators": 4}
    assert gbtlib_parameters(replace(settings, loss="squared_error"), 100) == {"n_estimators": 100}
    assert gbtlib_parameters(replace(settings, loss="huber"), 4) == {"n_estimators": 4, "loss": "huber"}
    ours = {"n_estimators": 4, "tree_method": "hist", "max_bin": 16}
    assert gbtlib_parameters(replace(settings, tree_method="hist", max_bin=16), 4) == ours
    assert gbtlib_parameters(replace(settings, max_bin=16), 4) == {"n_estimators": 4}  # has no bins
    theirs = {"objective": "reg:squarederror", "tree_method": "exact", "min_child_weight": 0.0}
    assert xgboost_parameters(replace(settings, learning_rate=0.3)) == theirs
    assert xgboost_parameters(replace(settings, gamma=0.25))["gamma"] == 0.5


def test_the_usual_loss_by_its_name() -> None:
    names = {data: loss_name(Settings(data=data)) for data in ("cos_x2", "sonar", "iris")}
    assert names == {"cos_x2": "squared_error", "sonar": "logistic", "iris": "softmax"}
    usual = GradientBoostingClassifier(n_estimators=1).fit([[0], [1], [2]], [0, 1, 2])
    assert usual.loss_.name == "softmax"


def test_the_way_follows_the_rows() -> None:
    """A row that goes the way, split by split, is in the node."""
    fit = fit_of("wave with noise")
    tree = fit.trace[1].trees[0]
    for leaf in tree.leaves:
        row = fit.X[fit.trace[1].rows_in(leaf)[0]]
        at = 0
        for way in way_to(tree, leaf):
            assert way == ("left" if row[tree.feature[at]] <= tree.threshold[at] else "right")
            at = (tree.children_left if way == "left" else tree.children_right)[at]
        assert at == leaf


def test_a_round_over_categories_says_their_names_and_why_there_is_no_xgboost() -> None:
    settings = Settings(data="automobile", n_estimators=2)
    fit = fit_boosted_model(settings)
    tree = fit.trace[1].trees[0]
    node = int(np.flatnonzero((tree.category_sides == 1).any(axis=1))[0])
    text = printed(gbtlib_snippet(settings, 2, 0, node))
    name = fit.dataset.feature_names[int(tree.feature[node])]
    assert f"{name} in [" in text
    assert f"gain {tree.gain[node]:.6g}" in text
    assert "no categories" in (why_no_xgboost(settings) or "")
    assert "missing" in (why_no_xgboost(Settings(data="airquality", missing="left")) or "")
    assert why_no_xgboost(Settings(data="airquality")) is None
