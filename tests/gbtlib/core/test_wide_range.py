"""Boosting without lambda on a y whose values lie far apart: what is small beside the largest counts, too."""

from typing import Any

import numpy as np
import pytest
from sklearn.ensemble import GradientBoostingRegressor as Theirs

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.loops.reasons import NO_GAIN, ONE_GRADIENT

ROOM = np.random.default_rng(7)
X = ROOM.normal(size=(400, 3))
FREE: dict[str, Any] = {"reg_lambda": 0.0, "max_depth": None, "learning_rate": 1.0, "trace": "full"}
WIDE = {
    "lognormal, sigma 4": ROOM.lognormal(0, 4, 400),
    "lognormal, sigma 6": ROOM.lognormal(0, 6, 400),
    "both signs": ROOM.lognormal(0, 4, 400) * ROOM.choice([-1, 1], 400),
    "one far away": np.where(np.arange(400) == 11, 1e9, np.arange(400.0)),
}


@pytest.mark.parametrize("far", [1e6, 1e8, 1e10])
@pytest.mark.parametrize("method", ["exact", "hist"])
def test_rows_beside_one_far_away_are_told_apart_in_the_first_round(far: float, method: str) -> None:
    x, y = np.arange(5.0)[:, np.newaxis], np.array([0.0, 1.0, 2.0, 3.0, far])
    model = GradientBoostingRegressor(n_estimators=1, tree_method=method, **FREE).fit(x, y)
    assert model.trace_[0].trees[0].n_leaves == 5
    assert model.predict(x) == pytest.approx(y, abs=far * 2.0**-50)


@pytest.mark.parametrize("name", WIDE)
def test_the_first_tree_has_as_many_leaves_as_scikit_learns_and_three_predict_y(name: str) -> None:
    y = WIDE[name]
    ours = GradientBoostingRegressor(n_estimators=3, **FREE).fit(X, y)
    theirs = Theirs(n_estimators=1, learning_rate=1.0, max_depth=None, random_state=0).fit(X, y)
    assert ours.trace_[0].trees[0].n_leaves >= theirs.estimators_[0, 0].get_n_leaves()
    assert ours.predict(X) == pytest.approx(y, rel=1e-9, abs=0)


@pytest.mark.parametrize("weights", ["equal", "any"])
def test_equal_values_beside_far_ones_are_not_split(weights: str) -> None:
    y = np.where(X[:, 0] > 0, np.where(X[:, 1] > 0, 0.1, 0.3), 1e7)
    w = None if weights == "equal" else ROOM.uniform(0.5, 2.0, 400)
    tree = GradientBoostingRegressor(n_estimators=1, **FREE).fit(X, y, w).trace_[0].trees[0]
    assert tree.n_leaves == 3
    assert set(tree.why_leaf[tree.is_leaf].tolist()) <= {ONE_GRADIENT, NO_GAIN}


def test_gains_beside_a_far_row_are_those_without_it() -> None:
    """The far row is cut off first; the rest is then the tree of the rest, gain by gain."""
    y, x = np.append(ROOM.normal(size=39), 1e8), np.arange(40.0)[:, np.newaxis]
    deep = {**FREE, "n_estimators": 1}
    whole = GradientBoostingRegressor(**{**deep, "max_depth": 4}).fit(x, y).trace_[0].trees[0]
    alone = GradientBoostingRegressor(**{**deep, "max_depth": 3}).fit(x[:39], y[:39]).trace_[0].trees[0]
    below, inner = np.flatnonzero(~whole.is_leaf)[1:], np.flatnonzero(~alone.is_leaf)
    assert whole.threshold[below].tolist() == alone.threshold[inner].tolist()
    assert whole.gain[below] == pytest.approx(alone.gain[inner], rel=1e-5)


@pytest.mark.parametrize("method", ["exact", "hist"])
def test_candidates_are_those_of_the_search_and_their_scores_those_of_both_sides(method: str) -> None:
    kinds: list[tuple[Any, Any]] = [
        (GradientBoostingRegressor, WIDE["both signs"]),
        (GradientBoostingClassifier, X[:, 0] * X[:, 1] > 0),
    ]
    for kind, y in kinds:
        model = kind(**{**FREE, "max_depth": 4}, n_estimators=2, tree_method=method).fit(X, y)
        tree = model.trace_[1].trees[0]
        for node in range(tree.n_nodes):
            found = model.candidates(2, node)
            if not len(found):
                continue
            sides = (found.GL**2 / found.HL + found.GR**2 / found.HR) / 2
            assert found.score == pytest.approx(sides, rel=1e-9, abs=1e-9 * np.abs(sides).max())
            best = found.best
            if not tree.is_leaf[node]:
                assert (found.gain[best], found.threshold[best]) == (tree.gain[node], tree.threshold[node])
