"""The snippets of pruning run as they stand, and print the leaves and risks that the page shows."""

import re
from functools import cache

import pytest

from tests.scripts import numbers_after, printed
from workbench.lessons.prune_it.gamma_charges import Charged, charged_tree, xor_charged
from workbench.lessons.prune_it.hand_trees import hand_sequence, printed_sequence
from workbench.lessons.prune_it.link_sequence import PruningSequence, sequence_of
from workbench.lessons.prune_it.snippets import (
    alpha_inside,
    charged_snippets,
    gbtlib_snippet,
    sklearn_snippet,
    why_no_sklearn,
    xor_snippets,
)
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings
from workbench.models.single_tree import TreeSettings, grow_single_tree

# A tree, the risk, a step (negative: from the end), a node. Where scikit-learn is compared no two cuts gain
# the same.
PRUNED = {
    "misclassification": (
        TreeSettings(data="iris", max_depth=100, purity_stop=0.95),
        "misclassification",
        1,
        0,
    ),
    "gini": (TreeSettings(data="breast_cancer", max_depth=3), "impurity", 2, 1),
    "entropy": (TreeSettings(data="breast_cancer", criterion="entropy", max_depth=3), "impurity", 1, 2),
    "whole tree": (TreeSettings(data="wine", max_depth=2, min_samples_leaf=4), "impurity", 0, 0),
    "single leaf": (TreeSettings(data="wine", max_depth=2), "impurity", -1, 0),
    "numbers": (
        TreeSettings(data="diabetes", criterion="squared_error", max_depth=4, seed=3),
        "squared_error",
        5,
        2,
    ),
    "noise": (
        TreeSettings(criterion="squared_error", noise=0.25, seed=7, max_depth=3),
        "squared_error",
        3,
        0,
    ),
}

# A lesson, a round and a class.
CHARGED = {
    "two classes": (Settings(data="sonar", n_estimators=3, max_depth=4), 3, 0),
    "first round": (Settings(data="breast_cancer", n_estimators=1, max_depth=4), 1, 0),
    "softmax": (Settings(data="iris", n_estimators=2, max_depth=4), 2, 1),
    "numbers": (Settings(data="diabetes", n_estimators=2, max_depth=4, reg_lambda=0.5), 2, 0),
    "gamma before": (Settings(data="moons", n_estimators=2, max_depth=3, gamma=0.2), 2, 0),
}
WORDS = r"leaves|R\(T\)|R\(t\)|cross-validated|\+-|at step"  # in front of the numbers that are printed


@cache
def case(name: str) -> tuple[PruningSequence, int]:
    settings, measure, step, _ = PRUNED[name]
    found = sequence_of(grow_single_tree(settings), measure)
    return found, step % found.n_steps


@cache
def fit_of(name: str) -> tuple[BoostedModel, Charged]:
    settings, number, k = CHARGED[name]
    fit = fit_boosted_model(settings)
    return fit, charged_tree(fit, number, k)


def leaves_of(text: str) -> dict[str, int]:
    """The leaves by way or method."""
    return {name: int(value) for name, value in re.findall(r"(\w+): leaves (\d+)", text)}


# -- the price of a leaf


@pytest.mark.parametrize("name", PRUNED)
def test_gbtlib_snippet_prints_the_tree_of_the_step(name: str) -> None:
    found, step = case(name)
    settings, _, _, node = PRUNED[name]
    shown = numbers_after(WORDS, printed(gbtlib_snippet(found, settings, step, node)))
    expected = {
        "leaves": found.steps[step].n_leaves,
        "R(T)": found.steps[step].risk,
        "R(t)": found.risk[node],
    }
    assert shown == pytest.approx(expected, rel=1e-5)


def test_gbtlib_snippet_validates_as_the_page_does() -> None:
    found, step = case("misclassification")
    settings = PRUNED["misclassification"][0]
    validated = grow_single_tree(settings).model.cross_validate_alpha(n_folds=5, measure="misclassification")
    text = printed(gbtlib_snippet(found, settings, step, 0, 5))
    shown = numbers_after(WORDS, text)
    assert shown["cross-validated"] == pytest.approx(validated.error[step], rel=1e-5)
    assert shown["+-"] == pytest.approx(validated.standard_error[step], rel=1e-5)
    assert f"minimum at step {validated.best}, 1 SE at step {validated.one_standard_error}\n" in text


@pytest.mark.parametrize("name", [name for name in PRUNED if name != "misclassification"])
def test_sklearn_prunes_to_the_same_tree(name: str) -> None:
    found, step = case(name)
    snippet = sklearn_snippet(found, PRUNED[name][0], step)
    assert snippet is not None
    expected = {"leaves": found.steps[step].n_leaves, "R(T)": found.steps[step].risk}
    assert numbers_after(WORDS, printed(snippet)) == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("measure", ["misclassification", "impurity"])
@pytest.mark.parametrize("step", range(3))
def test_the_tree_by_hand(measure: str, step: int) -> None:
    found = hand_sequence(measure)
    shown = numbers_after(WORDS, printed(gbtlib_snippet(found, TreeSettings(), step, 8)))
    expected = {"leaves": found.steps[step].n_leaves, "R(T)": found.steps[step].risk, "R(t)": found.risk[8]}
    assert shown == pytest.approx(expected, rel=1e-5)
    assert "counts alone" in (why_no_sklearn(found, TreeSettings()) or "")


def test_the_printed_tree() -> None:
    found = printed_sequence("misclassification")
    shown = numbers_after(WORDS, printed(gbtlib_snippet(found, TreeSettings(), 1, 8)))
    assert shown == pytest.approx({"leaves": 4, "R(T)": 38 / 208, "R(t)": 11 / 208}, rel=1e-5)
    assert "printed without its rows" in (why_no_sklearn(found, TreeSettings()) or "")


@pytest.mark.parametrize("name", PRUNED)
def test_alpha_lies_inside_the_interval(name: str) -> None:
    found, _ = case(name)
    edges = [step.alpha for step in found.steps] + [float("inf")]
    for step in range(found.n_steps):
        assert edges[step] < alpha_inside(found, step) < edges[step + 1]


def test_why_scikit_learn_cannot() -> None:
    found, step = case("misclassification")
    assert "choose the risk Impurity" in (why_no_sklearn(found, PRUNED["misclassification"][0]) or "")
    settings = TreeSettings(data="iris", purity_stop=0.95)
    found = sequence_of(grow_single_tree(settings), "impurity")
    assert "purity_stop" in (why_no_sklearn(found, settings) or "")
    assert sklearn_snippet(found, settings, step) is None


# -- gamma


@pytest.mark.parametrize("gamma", [0.01, 0.1, 0.25, 0.4])
def test_five_rows_in_both_ways(gamma: float) -> None:
    found = xor_charged()
    early, pruned = (int(found.leaves(way, gamma).sum()) for way in found.ways[:2])
    ours, theirs = xor_snippets(gamma)
    assert leaves_of(printed(ours)) == {"pre": early, "post": pruned}
    assert leaves_of(printed(theirs)) == {"hist": early, "exact": pruned}


@pytest.mark.parametrize("name", CHARGED)
def test_a_round_in_both_ways(name: str) -> None:
    _, number, k = CHARGED[name]
    fit, found = fit_of(name)
    early, pruned = (int(found.leaves(way, found.start).sum()) for way in found.ways[:2])
    ours, theirs = charged_snippets(fit, number, k, found.start)
    assert leaves_of(printed(ours)) == {"pre": early, "post": pruned}
    assert theirs is not None
    assert leaves_of(printed(theirs)) == {"hist": early, "exact": pruned}


def test_a_sampled_round_and_a_full_one() -> None:
    settings = Settings(
        data="sonar", n_estimators=2, max_depth=4, subsample=0.7, colsample_bynode=0.3, seed=2
    )
    for each in (settings, Settings(data="sonar", n_estimators=2, max_depth=3, pruning="full")):
        fit = fit_boosted_model(each)
        found = charged_tree(fit, 2, 0)
        leaves = [int(found.leaves(way, found.start).sum()) for way in found.ways[:2]]
        ours, theirs = charged_snippets(fit, 2, 0, found.start)
        assert list(leaves_of(printed(ours)).values()) == leaves
        assert theirs is None


@pytest.mark.parametrize("max_leaves", [4, None])
def test_a_limit_on_the_leaves_is_explained(max_leaves: int | None) -> None:
    fit = fit_boosted_model(Settings(data="moons", n_estimators=1, max_leaves=max_leaves))
    ours, _ = charged_snippets(fit, 1, 0, 0.5)
    assert ("Under max_leaves" in ours) == (max_leaves is not None)
