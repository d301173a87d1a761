"""Trees of a y whose values lie far apart: what is small beside the largest is split and predicted, too."""

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.tree import DecisionTreeRegressor as TheirTree

from gbtlib import DecisionTreeRegressor, RandomForestRegressor
from gbtlib.loops.reasons import ALLOWED, NO_GAIN

Floats = NDArray[np.float64]
ROOM = np.random.default_rng(7)
WEIGHTS = {"equal": None, "counts": ROOM.integers(1, 4, 400), "any": ROOM.uniform(0.5, 2.0, 400)}
X = ROOM.normal(size=(400, 3))
WIDE = {
    "lognormal, sigma 3": ROOM.lognormal(0, 3, 400),
    "lognormal, sigma 5": ROOM.lognormal(0, 5, 400),
    "both signs": ROOM.lognormal(0, 4, 400) * ROOM.choice([-1, 1], 400),
    "one far away": np.where(np.arange(400) == 11, 1e9, np.arange(400.0)),
}


@pytest.mark.parametrize("far", [1e6, 1e8, 1e10, 1e12])
def test_rows_beside_one_far_away_are_told_apart(far: float) -> None:
    y = [0.0, 1.0, 2.0, 3.0, far]
    model = DecisionTreeRegressor().fit(np.arange(5.0)[:, np.newaxis], y)
    assert model.predict(np.arange(5.0)[:, np.newaxis]).tolist() == y
    assert model.tree_.n_leaves == 5


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("name", WIDE)
def test_every_row_gets_its_own_leaf_as_in_scikit_learn(name: str, weights: str) -> None:
    y, w = WIDE[name], WEIGHTS[weights]
    ours, theirs = DecisionTreeRegressor().fit(X, y, w), TheirTree(random_state=0).fit(X, y, w)
    assert ours.tree_.n_leaves == theirs.get_n_leaves() == 400
    assert ours.predict(X) == pytest.approx(theirs.predict(X), rel=1e-9, abs=0)


@pytest.mark.parametrize("weights", WEIGHTS)
def test_gains_beside_a_far_row_are_those_without_it(weights: str) -> None:
    """The far row is cut off first; the rest is then the tree of the rest, gain by gain."""
    w = None if WEIGHTS[weights] is None else WEIGHTS[weights][:40].astype(float)
    y, x = np.append(ROOM.normal(size=39), 1e8), np.arange(40.0)[:, np.newaxis]
    rest = None if w is None else w[:39]
    whole = DecisionTreeRegressor(max_depth=4).fit(x, y, w).tree_
    alone = DecisionTreeRegressor(max_depth=3).fit(x[:39], y[:39], rest).tree_
    below = np.flatnonzero(~whole.is_leaf)[1:]
    inner = np.flatnonzero(~alone.is_leaf)
    assert whole.threshold[below].tolist() == alone.threshold[inner].tolist()
    assert whole.gain[below] == pytest.approx(alone.gain[inner], rel=1e-5)


@pytest.mark.parametrize("weights", WEIGHTS)
def test_equal_values_beside_far_ones_are_not_split(weights: str) -> None:
    y = np.where(X[:, 0] > 0, np.where(X[:, 1] > 0, 0.1, 0.3), 1e7)
    model = DecisionTreeRegressor().fit(X, y, WEIGHTS[weights])
    assert model.tree_.n_leaves == 3
    assert model.predict(X) == pytest.approx(y, rel=1e-12, abs=0)


def test_the_list_of_candidates_refuses_what_the_search_refuses() -> None:
    y = np.array([0.0, 1.0, 1.0, 3.0, 1e8])
    model = DecisionTreeRegressor().fit(np.arange(5.0)[:, np.newaxis], y)
    tree = model.tree_
    for node in range(tree.n_nodes):
        found = model.candidates(node)
        assert found.best is None if tree.is_leaf[node] else found.gain[found.best] == tree.gain[node]
        if tree.is_leaf[node]:
            assert (found.verdict == NO_GAIN).all()
        else:
            assert (found.verdict == ALLOWED).any()
            assert found.threshold[found.best] == tree.threshold[node]


def test_trees_of_a_forest_tell_them_apart() -> None:
    y = WIDE["lognormal, sigma 5"]
    model = RandomForestRegressor(n_estimators=3, random_state=0, trace="full").fit(X, y)
    for each in model.trace_:
        assert each.tree.n_leaves == (each.times_drawn > 0).sum()
