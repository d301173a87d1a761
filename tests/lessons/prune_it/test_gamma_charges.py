"""Gamma in three ways: by hand, as the library prunes, and against all subtrees."""

from dataclasses import replace
from fractions import Fraction as Fr
from itertools import pairwise, product

import numpy as np
import pytest

from gbtlib import Tree, grow_tree
from gbtlib.core.boosting import column, feature_draw, second_order
from tests.lessons.prune_it.sequences import beyond
from workbench.lessons.prune_it.gamma_charges import Charged, charged_tree, xor_charged
from workbench.lessons.prune_it.gamma_words import (
    break_even_words,
    kept_gains,
    objective_formula,
)
from workbench.lessons.prune_it.record import gamma_record
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings

NEAR = 1e-9

# -- gamma


XOR = xor_charged()
EXACT = {"root": Fr(1, 63), "left": Fr(38, 105), "right": Fr(1, 5), "even": Fr(26, 135)}


def test_xor_by_hand() -> None:
    assert XOR.tree.gain[:3] == pytest.approx([float(EXACT[name]) for name in ("root", "left", "right")])
    assert XOR.break_even == pytest.approx(float(EXACT["even"]), abs=1e-12)
    early, bottom_up, best = (way.leaf_at[:3] for way in XOR.ways)
    assert early == pytest.approx([1 / 63, 38 / 105, 1 / 5], abs=1e-12)
    assert bottom_up == pytest.approx([38 / 105, 38 / 105, 1 / 5], abs=1e-12)
    assert best[0] == pytest.approx(26 / 135, abs=1e-12)
    assert np.isinf(best[1:]).all()


@pytest.mark.parametrize(
    ("gamma", "n_leaves"),
    [
        (0.0, (4, 4, 4)),
        (1 / 63 - NEAR, (4, 4, 4)),
        (0.1, (1, 4, 4)),
        (26 / 135 - NEAR, (1, 4, 4)),
        (26 / 135 + NEAR, (1, 4, 1)),
        (1 / 5 + NEAR, (1, 3, 1)),
        (38 / 105 - NEAR, (1, 3, 1)),
        (38 / 105 + NEAR, (1, 1, 1)),
    ],
)
def test_xor_at_every_gamma(gamma: float, n_leaves: tuple[int, ...]) -> None:
    assert tuple(int(XOR.leaves(way, gamma).sum()) for way in XOR.ways) == n_leaves
    worse = float(EXACT["even"]) < gamma < float(EXACT["left"])
    pruned = XOR.objective(XOR.ways[1], gamma)
    assert (pruned > XOR.single(gamma) + 1e-12) == worse


def test_xor_in_words() -> None:
    assert "γ = 0.1926" in break_even_words(XOR)
    assert "root at 0.3619, pre-stopping at 0.01587" in break_even_words(XOR)
    assert kept_gains(XOR, XOR.ways[1], 0.25) == pytest.approx([1 / 63, 38 / 105])
    assert f"{2 * 0.25 - 1 / 63 - 38 / 105:.4g}" in objective_formula(XOR, 0.25)


LESSONS = [
    {"data": "moons", "noise": 0.3, "max_depth": 4, "n_estimators": 2},
    {"data": "iris", "n_estimators": 2},
    {"data": "diabetes", "n_estimators": 2, "reg_alpha": 5.0},
    {"data": "moons", "subsample": 0.6, "colsample_bynode": 0.5, "n_estimators": 2, "max_depth": 4},
    {"data": "xor", "pruning": "full", "gamma": 0.5, "n_estimators": 2},
]


@pytest.fixture(params=LESSONS, ids=str, scope="module")
def boosted(request: pytest.FixtureRequest) -> tuple[BoostedModel, Charged]:
    fit = fit_boosted_model(Settings(**request.param))
    return fit, charged_tree(fit, 2, 0)


def regrown(fit: BoostedModel, gamma: float, pruning: str) -> Tree:
    model, round_ = fit.model, fit.trace[1]
    params = replace(model.params_, gamma=gamma, pruning=pruning)
    criterion = second_order(column(round_.gradient, 0), column(round_.hessian, 0), params)
    draw = feature_draw(params, 2, 0, model.columns_.n_features)
    return grow_tree(model.columns_, criterion, params, rows=round_.rows, draw_features=draw).tree


def test_gamma_leaves_what_the_library_leaves(boosted: tuple[BoostedModel, Charged]) -> None:
    """Pre-stopping and pruning as gbtlib grows and prunes, at gammas between all turns."""
    fit, found = boosted
    after = "full" if fit.settings.pruning == "full" else "post"
    turns = [0.0, *found.turns(), beyond(found)]
    for gamma in [(low + high) / 2 for low, high in pairwise(turns) if high > low + 1e-9]:
        for way, pruning in zip(found.ways[:2], ("pre", after), strict=False):
            tree = regrown(fit, gamma, pruning)
            leaf = found.leaves(way, gamma)
            assert sorted(found.tree.n_samples[leaf]) == sorted(tree.n_samples[tree.leaves])


def subtrees(tree: Tree, cost: np.ndarray, node: int = 0) -> list[tuple[int, float]]:
    """Leaves and cost of every subtree with its root at a node, one after the other."""
    every = [(1, float(cost[node]))]
    if not tree.is_leaf[node]:
        sides = (subtrees(tree, cost, int(side[node])) for side in (tree.children_left, tree.children_right))
        every += [(a[0] + b[0], a[1] + b[1]) for a, b in product(*sides)]
    return every


def test_the_whole_objective_is_the_best_of_all_subtrees(boosted: tuple[BoostedModel, Charged]) -> None:
    _, found = boosted
    every = subtrees(found.tree, found.cost)
    for gamma in np.linspace(0, beyond(found), 23).tolist():
        least = min(cost + gamma * n for n, cost in every)
        assert found.objective(found.ways[2], gamma) == pytest.approx(least, abs=1e-9)
        assert all(found.objective(way, gamma) >= least - 1e-9 for way in found.ways)


def test_the_single_leaf_and_its_gains_add_up(boosted: tuple[BoostedModel, Charged]) -> None:
    """Objectives differ from the single leaf's by the gains of the splits, each less gamma."""
    _, found = boosted
    for way in found.ways[:2]:
        for gamma in (0.0, found.start, beyond(found) / 2):
            kept = kept_gains(found, way, gamma)
            difference = found.objective(way, gamma) - found.single(gamma)
            assert difference == pytest.approx(gamma * len(kept) - sum(kept), rel=1e-6, abs=1e-9)


def test_the_record_has_what_each_way_leaves_at_every_price(boosted: tuple[BoostedModel, Charged]) -> None:
    _, found = boosted
    record = gamma_record(found, found.start)
    assert record["price"][record["asked"]] == found.start
    assert record["price"].tolist() == sorted({0.0, *record["price"].tolist()})
    for way, sent in zip(found.ways, record["ways"], strict=True):
        for state, gamma in enumerate(record["price"].tolist()):
            leaf = found.leaves(way, gamma)
            gone = (sent["gone_at"] >= 0) & (sent["gone_at"] <= state)
            is_leaf = found.tree.is_leaf | (sent["leaf_at"] >= 0) & (sent["leaf_at"] <= state)
            assert (is_leaf & ~gone).tolist() == leaf.tolist()
            assert sent["leaves"][state] == leaf.sum()
            beside = found.objective(way, gamma) - found.single(gamma)
            assert sent["beside"][state] == pytest.approx(beside, abs=1e-9)


def test_between_two_prices_a_tree_changes() -> None:
    """XOR: gains 1/63, 38/105, 1/5; the whole tree breaks even at 26/135."""
    record = gamma_record(XOR, 0.1)
    assert [way["leaves"].tolist() for way in record["ways"]] == [
        [4, 1, 1, 1, 1],
        [4, 4, 4, 3, 1],
        [4, 4, 1, 1, 1],
    ]
    turns = [0.0, 1 / 63, 26 / 135, 1 / 5, 38 / 105]
    assert np.searchsorted(turns, record["price"]).tolist() == [0, 2, 3, 4, 5]
    assert record["ways"][2]["worth"].max() == pytest.approx(38 / 105)
