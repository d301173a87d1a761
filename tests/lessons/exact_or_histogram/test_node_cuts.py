"""Cuts between bins and between all values: the gains of sums by hand, and the sibling by subtraction."""

import itertools

import numpy as np
import pytest

from gbtlib.histogram.bins import bin_starts
from workbench.lessons.exact_or_histogram.bin_sums import family, search_of, sums_of
from workbench.lessons.exact_or_histogram.node_cuts import (
    HALVINGS,
    KEPT,
    LEFT,
    RIGHT,
    ROOT,
    Recipe,
    estimator,
    features_by_gain,
    first_round,
    kept,
    node_cuts,
    stretch,
    sure_bins,
)
from workbench.lessons.exact_or_histogram.record import place_of, present

DATA = ("cos_x2", "sonar", "diabetes", "breast_cancer", "airquality", "automobile", "iris")
RECIPES = [Recipe(data, is_onedal) for data in DATA for is_onedal in (False, True)]
SMALL = [Recipe("sonar"), Recipe("diabetes", True), Recipe("sonar", reg_lambda=20.0)]


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
@pytest.mark.parametrize("node", [ROOT, LEFT, RIGHT])
@pytest.mark.parametrize("max_bin", [4, 32, None])
def test_a_gain_is_that_of_the_sums_by_hand(recipe: Recipe, node: int, max_bin: int | None) -> None:
    first = first_round(recipe)
    feature = features_by_gain(recipe, node)[0]
    cuts = node_cuts(recipe, node, feature, max_bin)
    rows = first.rows(node)
    x, g, h = first.X[rows, feature], first.gradient[rows], first.hessian[rows]
    lam = first.model.params_.reg_lambda

    def score(mask: np.ndarray) -> float:
        return float(g[mask].sum() ** 2 / (h[mask].sum() + lam))

    for i in range(0, len(cuts.found), max(1, len(cuts.found) // 20)):
        left = (x <= cuts.found.threshold[i]) | (np.isnan(x) & cuts.found.default_left[i])
        gain = (score(left) + score(~left) - score(left | ~left)) / 2
        assert cuts.found.gain[i] == pytest.approx(gain, rel=1e-9, abs=1e-9 * score(left | ~left) + 1e-9)


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
def test_bins_are_among_all_cuts_and_keep_no_more(recipe: Recipe) -> None:
    exact = node_cuts(recipe, ROOT, features_by_gain(recipe, ROOT)[0], None)
    for max_bin in (3, 7, *HALVINGS):
        binned = node_cuts(recipe, ROOT, exact.feature, max_bin)
        assert set(binned.found.threshold) <= set(exact.found.threshold)
        assert len(binned.found) <= max_bin - 1
        assert 0 <= kept(exact, binned) <= 1


def test_the_root_is_the_models_own_first_split() -> None:
    for recipe in SMALL:
        first = first_round(recipe)
        model = estimator(recipe, n_estimators=1, tree_method="hist", max_bin=8).fit(first.X, first.y)
        feature = int(model.trace_[0].trees[0].feature[0])
        assert node_cuts(recipe, ROOT, feature, 8).threshold == model.trace_[0].trees[0].threshold[0]


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
@pytest.mark.parametrize("node", [ROOT, LEFT])
def test_bins_that_are_sure_keep_enough_and_fewer_hold_more_rows_than_the_stretch(
    recipe: Recipe, node: int
) -> None:
    feature = features_by_gain(recipe, node)[0]
    exact, sure = node_cuts(recipe, node, feature, None), sure_bins(recipe, node, feature)
    if exact.gain <= 0:
        assert sure is None
        return
    first, last, rows = stretch(exact)
    assert (exact.found.gain[first : last + 1] >= KEPT * exact.gain).all()
    n = (~np.isnan(first_round(recipe).X[first_round(recipe).rows(node), feature])).sum()
    for max_bin in HALVINGS:
        binned = node_cuts(recipe, node, feature, max_bin)
        if sure is not None and max_bin >= sure:
            assert kept(exact, binned) >= KEPT
        elif len(binned.found) < len(exact.found):
            assert n / (len(binned.found) + 1) > rows


def test_nothing_is_asked_where_no_bins_keep_enough() -> None:
    recipe = Recipe("breast_cancer")
    feature = features_by_gain(recipe, LEFT)[0]
    exact = node_cuts(recipe, LEFT, feature, None)
    assert kept(exact, node_cuts(recipe, LEFT, feature, HALVINGS[0])) < KEPT
    assert sure_bins(recipe, LEFT, feature) is None


@pytest.mark.parametrize("data", DATA)
def test_halving_only_takes_borders_away(data: str) -> None:
    """With bins of any size: so the gain that is kept can only fall."""
    recipe = Recipe(data)
    feature = features_by_gain(recipe, ROOT)[0]
    cuts = [node_cuts(recipe, ROOT, feature, b) for b in HALVINGS]
    for more, fewer in itertools.pairwise(cuts):
        assert set(fewer.found.threshold) <= set(more.found.threshold)
        assert fewer.gain <= more.gain


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
@pytest.mark.parametrize("node", [ROOT, LEFT, RIGHT])
@pytest.mark.parametrize("max_bin", [4, 16, 256])
@pytest.mark.parametrize("other", [0, 1])
def test_the_sibling_is_the_node_less_the_smaller_child(
    recipe: Recipe, node: int, max_bin: int, other: int
) -> None:
    first = first_round(recipe)
    split_by = features_by_gain(recipe, node)[0]
    feature = place_of(recipe, node, split_by).other if other else split_by
    found = family(recipe, node, split_by, feature, max_bin)
    if found is None:
        assert node_cuts(recipe, node, split_by, max_bin).best is None
        return
    smaller, sibling = found
    assert smaller.total <= sibling.total
    rows, cut = first.rows(node), node_cuts(recipe, node, split_by, max_bin)
    x, g = first.X[:, feature], first.gradient
    split = first.X[rows, split_by]
    left = (split <= cut.threshold) | (np.isnan(split) & cut.found.default_left[cut.best])
    others = rows[left if sibling.name == "left" else ~left]
    assert len(others) == sibling.total
    starts, _ = bin_starts(present(x), max_bin, recipe.min_bin_size)
    there = others[~np.isnan(x[others])]
    bins = starts.searchsorted(x[there], side="right") - 1
    assert np.array_equal(sibling.n_rows, np.bincount(bins, minlength=len(starts)))
    sums = np.bincount(bins, weights=g[there], minlength=len(starts))
    assert np.allclose(sibling.G, sums, atol=1e-9 * np.abs(g).sum())
    search = search_of(node_cuts(recipe, node, feature, max_bin))
    counted = sums_of("", search.counted(others), search)
    assert np.array_equal(sibling.G, counted.G)  # to the last bit
