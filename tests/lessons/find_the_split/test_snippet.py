"""The snippets of a split run as they stand: the best cut of the node, and the cut that one looks at."""

import re

import pytest

from gbtlib import Candidates
from tests.scripts import printed
from workbench.gains.view import what_if
from workbench.lessons.find_the_split.hidden_splits import (
    HiddenSplits,
    hunt_in_round,
    hunt_in_tree,
)
from workbench.lessons.find_the_split.snippet import in_round, in_tree
from workbench.models.boosted import fit_boosted_model
from workbench.models.settings import Settings
from workbench.models.single_tree import TreeSettings, grow_single_tree
from workbench.text.boosting_snippet import xgboost_snippet
from workbench.text.tree_snippet import sklearn_tree_snippet

TREES = {
    "squared error": TreeSettings(criterion="squared_error", max_depth=3),
    "gini": TreeSettings(data="sonar", max_depth=3, min_samples_leaf=5),
    "entropy": TreeSettings(data="wine", criterion="entropy", max_depth=3),
}
BOOSTED = Settings(data="sonar", n_estimators=3, loss="logistic", max_depth=3)


def cuts(text: str) -> list[tuple[str, float, float]]:
    """Feature, threshold and gain of every printed cut."""
    found = re.findall(r"^(?:looked at: )?(.+) <= (\S+), gain (\S+)$", text, re.M)
    return [(name, float(threshold), float(gain)) for name, threshold, gain in found]


def cut_of(hunt: HiddenSplits, found: Candidates, position: int) -> tuple[str, float, float]:
    name = hunt.names[found.feature[position]]
    return (
        name,
        pytest.approx(found.threshold[position], rel=1e-5),
        pytest.approx(found.gain[position], rel=1e-5),
    )


@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize("name", TREES)
def test_the_split_of_a_tree(name: str, at: int) -> None:
    hunt = hunt_in_tree(grow_single_tree(TREES[name]))
    node = hunt.order[at]
    found = hunt.candidates(node)
    looked = len(found) // 3
    assert found.best is not None
    best = cut_of(hunt, found, found.best)
    assert cuts(printed(in_tree(TREES[name], node, looked))) == [best, cut_of(hunt, found, looked)]
    assert cuts(printed(in_tree(TREES[name], node, None))) == [best]
    theirs = sklearn_tree_snippet(TREES[name], hunt.tree, node)
    assert theirs is not None
    assert cuts(printed(theirs)) == [best]


@pytest.mark.parametrize("tried", [(None, None), (5.0, None), (None, 0.5), (0.0, 0.25)])
def test_the_split_of_a_round(tried: tuple[float | None, float | None]) -> None:
    fit = fit_boosted_model(BOOSTED)
    hunt = hunt_in_round(fit, 2)
    node = hunt.order[1]
    fitted = hunt.candidates(node)
    found = what_if(fit.model, 2, node, reg_lambda=tried[0], gamma=tried[1])
    assert fitted.best is not None
    best = cut_of(hunt, fitted, fitted.best)
    looked = len(found) // 2
    assert cuts(printed(in_round(BOOSTED, 2, node, looked, tried))) == [best, cut_of(hunt, found, looked)]
    theirs = xgboost_snippet(BOOSTED, hunt.tree, 2, 0, node)
    assert theirs is not None
    ((name, threshold, gain),) = cuts(printed(theirs))
    assert name == best[0]
    assert threshold == best[1]
    assert gain == pytest.approx(float(fitted.gain[fitted.best]), rel=1e-4)
