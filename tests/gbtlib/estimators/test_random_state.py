"""What is drawn depends on random_state alone, and scikit-learn's tools hand it on."""

from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.ensemble import BaggingRegressor
from sklearn.model_selection import GridSearchCV

from gbtlib import (
    AdaBoostClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from tests.gbtlib.models import table, target

X = table(60, 3, seed=2)
Y = target(X)

DRAWING: dict[str, Any] = {
    "boosting": GradientBoostingRegressor(n_estimators=3, subsample=0.5),
    "boosted classes": GradientBoostingClassifier(n_estimators=3, colsample_bynode=0.5),
    "AdaBoost": AdaBoostClassifier(n_estimators=3, ccp_folds=3, max_depth=3),
    "forest": RandomForestRegressor(n_estimators=3),
    "forest of classes": RandomForestClassifier(n_estimators=3),
}
every_drawing = pytest.mark.parametrize("name", DRAWING)


def answer(name: str, random_state: Any, **other: Any) -> np.ndarray:
    """What is predicted after a fit."""
    model = clone(DRAWING[name]).set_params(random_state=random_state, **other)
    classes = hasattr(model, "predict_proba")
    model.fit(X, np.digitize(Y, [-0.5, 0.5]) if classes else Y)
    found: np.ndarray = (model.predict_proba if classes else model.predict)(X)
    return found


@every_drawing
def test_the_same_number_draws_the_same(name: str) -> None:
    assert np.array_equal(answer(name, 5), answer(name, 5))
    assert any(not np.array_equal(answer(name, 5), answer(name, other)) for other in (6, 7, 8))


@every_drawing
def test_a_state_is_drawn_from_at_every_fit(name: str) -> None:
    for kind in (np.random.RandomState, np.random.default_rng):
        state = kind(3)
        found = [answer(name, state) for _ in range(4)]
        assert any(not np.array_equal(found[0], other) for other in found[1:])
        state = kind(3)
        assert all(np.array_equal(one, answer(name, state)) for one in found)


@every_drawing
def test_without_a_state_numpys_own_decides(name: str) -> None:
    np.random.seed(3)
    found = [answer(name, None) for _ in range(4)]
    assert any(not np.array_equal(found[0], other) for other in found[1:])
    np.random.seed(3)
    assert all(np.array_equal(one, answer(name, None)) for one in found)


@every_drawing
def test_a_state_that_is_none(name: str) -> None:
    for bad, words in ((-1, "at least 0"), (1.5, "a whole number"), ("no", "a whole number")):
        with pytest.raises(ValueError, match=f"^random_state={bad!r} must be {words}, or None for"):
            answer(name, bad)


@every_drawing
def test_seed_is_another_name_of_it(name: str) -> None:
    kind = type(DRAWING[name])
    model = kind(seed=5)
    assert model.get_params() == kind(random_state=5).get_params()
    assert "seed" not in model.get_params()
    assert (model.seed, model.random_state) == (5, 5)
    assert model.set_params(seed=6).random_state == 6
    model.seed = 7
    assert model.random_state == 7
    assert repr(model) == f"{kind.__name__}(random_state=7)"
    assert clone(model).seed == 7


def test_members_of_an_ensemble_differ() -> None:
    model = GradientBoostingRegressor(n_estimators=3, subsample=0.5)
    bag = BaggingRegressor(model, n_estimators=4, bootstrap=False, random_state=0).fit(X, Y)
    assert len({each.predict(X).tobytes() for each in bag.estimators_}) == 4
    again = BaggingRegressor(model, n_estimators=4, bootstrap=False, random_state=0).fit(X, Y)
    assert np.array_equal(again.predict(X), bag.predict(X))


def test_a_search_over_states() -> None:
    model = GradientBoostingRegressor(n_estimators=3, subsample=0.5)
    search = GridSearchCV(model, {"random_state": [1, 2, 3]}, cv=2).fit(X, Y)
    assert len(set(search.cv_results_["mean_test_score"])) == 3
    old = GridSearchCV(model, {"seed": [1, 2, 3]}, cv=2).fit(X, Y)
    assert np.array_equal(old.cv_results_["mean_test_score"], search.cv_results_["mean_test_score"])
