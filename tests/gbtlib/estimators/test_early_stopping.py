"""Early stopping on rows that are handed in, with weights, or set aside, and in scikit-learn's searches."""

from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor, from_dense
from gbtlib.estimators.given import rows_aside
from tests.gbtlib.models import table, target

X, MORE = table(120, 3, seed=2), table(90, 3, seed=9)
Y, MORE_Y = target(X), target(MORE)
WEIGHT = np.random.default_rng(3).integers(0, 3, 120).astype(float)
FAST: dict[str, Any] = {"n_estimators": 60, "learning_rate": 0.5, "early_stopping_rounds": 3}


# -- rows that are handed in


def test_the_validation_loss_is_weighted() -> None:
    """A row twice is a row of weight 2; rows of weight 0 do not count."""
    weight = np.arange(90) % 3.0
    model = GradientBoostingRegressor(**FAST).fit(X, Y, validation=(MORE, MORE_Y, weight))
    times = weight.astype(int)
    rows = GradientBoostingRegressor(**FAST)
    rows.fit(X, Y, validation=(MORE.repeat(times, axis=0), MORE_Y.repeat(times)))
    losses = [[round_.validation_loss for round_ in each.trace_] for each in (model, rows)]
    assert losses[0] == pytest.approx(losses[1], rel=1e-12)
    assert model.n_estimators_ == rows.n_estimators_ < 60
    plain = GradientBoostingRegressor(**FAST).fit(X, Y, validation=(MORE, MORE_Y))
    assert plain.trace_[0].validation_loss != losses[0][0]


def test_weights_of_validation_are_checked() -> None:
    for bad, words in ((np.ones(3), "has 3 entries"), (-np.ones(90), "must be at least 0")):
        with pytest.raises(ValueError, match=f"^validation weight.*{words}"):
            GradientBoostingRegressor().fit(X, Y, validation=(MORE, MORE_Y, bad))


# -- rows that are set aside


@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["plain", "weighted"])
@pytest.mark.parametrize("of_classes", [False, True])
def test_rows_set_aside_are_validation_rows(of_classes: bool, weight: Any) -> None:
    """The model is that of the other rows, with these for validation, to the last bit."""
    kind: Any = GradientBoostingClassifier if of_classes else GradientBoostingRegressor
    y = np.digitize(Y, [-0.5, 0.5]) if of_classes else Y
    model = kind(**FAST, validation_fraction=0.25, trace="full").fit(X, y, weight)
    aside = model.validation_rows_
    rest = np.setdiff1d(np.arange(120), aside)
    n_weighty = 120 if weight is None else np.count_nonzero(weight)
    assert abs(len(aside) - n_weighty / 4) < 2
    of_aside = () if weight is None else (weight[aside],)
    other = kind(**FAST, trace="full")
    other.fit(
        X[rest], y[rest], None if weight is None else weight[rest], validation=(X[aside], y[aside], *of_aside)
    )
    assert model.n_estimators_ == other.n_estimators_ < len(model.trace_)
    assert np.array_equal(model.predict(X), other.predict(X))
    assert np.array_equal(model.trace_[-1].raw_after, other.trace_[-1].raw_after)


def test_triplets_can_be_set_aside_too() -> None:
    y = Y.copy()
    full, entries = (
        GradientBoostingRegressor(**FAST).fit(data, y) for data in (X, from_dense(X, absent="zero"))
    )
    assert full.n_estimators_ == entries.n_estimators_
    assert np.array_equal(full.predict(X), entries.predict(X))


def test_rows_are_set_aside_only_to_stop_early() -> None:
    model = GradientBoostingRegressor(n_estimators=3, trace="full").fit(X, Y)
    assert model.columns_.n_samples == 120
    given = GradientBoostingRegressor(**FAST, trace="full").fit(X, Y, validation=(MORE, MORE_Y))
    assert given.columns_.n_samples == 120
    for each in (model, given):
        assert "validation_rows_" not in vars(each)


def test_classes_are_set_aside_in_equal_shares() -> None:
    codes = np.repeat([0, 1, 2], [60, 30, 1])
    aside = rows_aside(0.2, 91, 5, strata=codes)
    assert np.bincount(codes[aside]).tolist() == [12, 6]
    assert not np.array_equal(aside, rows_aside(0.2, 91, 6, strata=codes))
    assert np.array_equal(aside, rows_aside(0.2, 91, 5, strata=codes))
    assert (np.diff(aside) > 0).all()


def test_a_row_of_each_class_and_all_without_weight_stay() -> None:
    weight = np.array([0.0, 1, 1, 1, 1, 0, 1, 1])
    codes = np.array([0, 0, 0, 0, 1, 1, 2, 2])
    for seed in range(9):
        aside = rows_aside(0.9, 8, seed, strata=codes, weight=weight)
        assert np.bincount(codes[aside], minlength=3).tolist() == [2, 0, 1]
        assert (weight[aside] > 0).all()
    with pytest.raises(ValueError, match=r"^validation_fraction=0.1 sets none of 4 rows aside"):
        rows_aside(0.1, 4, 0)


# -- in scikit-learn's tools


def test_n_iter_no_change_is_another_name() -> None:
    model = GradientBoostingRegressor(n_iter_no_change=4)
    assert model.get_params() == GradientBoostingRegressor(early_stopping_rounds=4).get_params()
    assert clone(model).n_iter_no_change == 4
    assert model.set_params(n_iter_no_change=None).early_stopping_rounds is None


def test_a_search_stops_early_in_every_fold() -> None:
    model = GradientBoostingRegressor(n_estimators=80, learning_rate=0.5)
    grid = {"n_iter_no_change": [1, 5], "validation_fraction": [0.1, 0.3]}
    search = GridSearchCV(model, grid, cv=3).fit(X, Y, sample_weight=WEIGHT)
    assert search.best_estimator_.n_estimators_ < len(search.best_estimator_.trace_) < 80
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()
    stopped = GradientBoostingClassifier(**FAST)
    assert (cross_val_score(stopped, X, Y > 0, cv=3) > 0.6).all()
