"""What can be set reaches the model: rules of nodes, depth without a limit, bins, small rates, start 0."""

from typing import Any

import numpy as np
import pytest
from sklearn.tree import DecisionTreeRegressor

from gbtlib.loops.reasons import MIN_SPLIT
from workbench.data.catalogue import load_dataset
from workbench.link.values import ENTRIES, read, read_all, written
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings, misfits, settings_from, start_at_zero
from workbench.models.single_tree import TreeSettings, grow_single_tree
from workbench.shell.current_fit import tree_settings_from


def fit(**values: Any) -> BoostedModel:
    return fit_boosted_model(Settings(**values))


def read_settings(**link: str) -> Settings:
    values, notes = read_all(link)
    assert notes == []
    return settings_from(values)


def test_the_link_knows_them_all() -> None:
    link = {
        **{"max_depth": "none", "min_samples_split": "150", "learning_rate": "0.0001", "base_score": "0.0"},
        **{"tree_method": "hist", "max_bin": "16", "min_bin_size": "5"},
    }
    found = read_settings(**link)
    wanted = {"max_depth": None, "min_samples_split": 150, "learning_rate": 0.0001, "base_score": 0.0}
    wanted |= {"tree_method": "hist", "max_bin": 16, "min_bin_size": 5}
    assert {name: getattr(found, name) for name in wanted} == wanted
    assert written(vars(found)) == link


def test_a_tree_by_itself_has_them_too() -> None:
    values, notes = read_all({"tree_depth": "none", "tree_split": "150"})
    assert notes == []
    found = tree_settings_from(values)
    assert (found.max_depth, found.min_samples_split) == (None, 150)


@pytest.mark.parametrize(
    ("name", "text", "rule"),
    [
        ("max_depth", "0", "at least 1"),
        ("min_samples_split", "1", "at least 2"),
        ("tree_method", "approx", "'exact', 'hist'"),
        ("max_bin", "1", "at least 2"),
        ("min_bin_size", "0", "at least 1"),
        ("learning_rate", "0.00001", "at least 0.0001"),
        ("tree_split", "none", "whole number"),
    ],
)
def test_what_they_may_be_is_said(name: str, text: str, rule: str) -> None:
    with pytest.raises(ValueError, match=f"{name}={text} .*{rule}"):
        read(name, text)


def test_the_rule_of_150_points_is_a_nodes() -> None:
    """cos(x^2) at 5,000 points; scikit-learn grows the same tree."""
    grown = grow_single_tree(
        TreeSettings(criterion="squared_error", max_depth=None, min_samples_split=150)
    ).tree
    data = load_dataset("cos_x2")
    peer = DecisionTreeRegressor(min_samples_split=150, random_state=0).fit(data.X, data.y)
    error = ((grown.predict(data.X) - data.y) ** 2).mean()
    assert (grown.n_leaves, grown.max_depth, grown.n_samples[grown.leaves].min()) == (65, 13, 26)
    assert error == pytest.approx(0.0100, abs=5e-5)
    assert (peer.get_n_leaves(), peer.get_depth()) == (65, 13)
    assert error == pytest.approx(((peer.predict(data.X) - data.y) ** 2).mean(), rel=1e-9)
    assert (grown.n_samples[~grown.is_leaf] >= 150).all()
    few = grown.leaves[grown.n_samples[grown.leaves] < 150]
    assert (grown.why_leaf[few] == MIN_SPLIT).all()


def test_boosted_trees_split_nodes_of_enough_rows_only() -> None:
    for round_ in fit(min_samples_split=400, max_depth=None, n_estimators=3).trace:
        (tree,) = round_.trees
        assert (tree.n_samples[~tree.is_leaf] >= 400).all()
        assert tree.n_samples[tree.leaves].min() < 400 / 2


def test_depth_without_a_limit_ends_where_nothing_is_gained() -> None:
    deep = fit(data="iris", max_depth=None, n_estimators=2).trace
    limit = max(tree.max_depth for round_ in deep for tree in round_.trees)
    same = fit(data="iris", max_depth=limit, n_estimators=2).trace
    for a, b in zip(deep, same, strict=True):
        np.testing.assert_array_equal(a.raw_after, b.raw_after)
    assert limit > 3


@pytest.mark.parametrize("data", ["cos_x2", "diabetes", "iris", "sonar"])
def test_every_split_of_the_search_over_bins_is_the_best_of_its_nodes_candidates(data: str) -> None:
    found = fit(data=data, tree_method="hist", max_bin=12, min_bin_size=3, n_estimators=2)
    for round_ in found.trace:
        for k, tree in enumerate(round_.trees):
            for node in np.flatnonzero(~tree.is_leaf).tolist():
                cuts = found.candidates(round_.number, node, k)
                assert np.bincount(cuts.feature).max() <= 11
                assert cuts.best is not None
                best = cuts.feature[cuts.best], cuts.threshold[cuts.best], cuts.gain[cuts.best]
                assert best == (tree.feature[node], tree.threshold[node], tree.gain[node])


def test_with_a_bin_for_every_value_the_trees_are_those_of_the_exact_search() -> None:
    exact, binned = (
        fit(data="sonar", n_estimators=3),
        fit(data="sonar", n_estimators=3, tree_method="hist", max_bin=256),
    )
    for a, b in zip(exact.trace, binned.trace, strict=True):
        np.testing.assert_array_equal(a.raw_after, b.raw_after)


def test_a_start_of_zero() -> None:
    """For numbers the value itself; for classes a half, which is F = 0 for two of them and for more."""
    assert start_at_zero("cos_x2", "usual") == 0
    assert start_at_zero("sonar", "usual") == start_at_zero("iris", "usual") == 0.5
    for data in ("cos_x2", "sonar", "iris"):
        start = start_at_zero(data, "usual")
        assert not misfits({"data": data, "base_score": start})
        found = fit(data=data, base_score=start, n_estimators=1)
        np.testing.assert_array_equal(found.trace[0].raw_before, 0)


def test_the_rate_may_be_a_ten_thousandth() -> None:
    (round_,) = fit(n_estimators=1, learning_rate=0.0001).trace
    (tree,) = round_.trees
    moved = round_.raw_after - round_.raw_before
    np.testing.assert_allclose(moved, 0.0001 * tree.weight[round_.leaf], atol=1e-12)


def test_every_setting_is_one_of_the_link() -> None:
    assert {name for name in vars(Settings())} <= ENTRIES.keys()


@pytest.mark.parametrize("data", ["automobile", "drive_wheels"])
def test_categories_have_bins(data: str) -> None:
    """One for each, however few bins there are; with one for each number, too, trees are the exact ones."""
    assert misfits({"data": data, "tree_method": "hist"}) == {}
    few = {"data": data, "n_estimators": 3, "max_depth": 4}
    exact, binned, coarse = (
        fit_boosted_model(settings_from(few | method))
        for method in ({}, {"tree_method": "hist"}, {"tree_method": "hist", "max_bin": 2})
    )
    for one, other in zip(exact.trace, binned.trace, strict=True):
        np.testing.assert_array_equal(one.raw_after, other.raw_after)
    trees = [tree for round_ in coarse.trace for tree in round_.trees]
    assert max(int((tree.category_sides >= 0).sum(axis=1).max()) for tree in trees) > 2
