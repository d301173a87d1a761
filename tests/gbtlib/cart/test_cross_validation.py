"""Cross-validation of cost-complexity pruning: folds, every cell of the error matrix, and what is chosen."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbtlib import (
    CrossValidation,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    cross_validate,
    geometric_means,
    make_folds,
    weakest_links,
)
from tests.gbtlib.cart.class_tree import THIRTEEN
from tests.gbtlib.models import table


@given(st.integers(4, 60), st.integers(2, 6), st.integers(0, 99), st.data())
def test_folds(n: int, n_folds: int, seed: int, data) -> None:
    if n_folds > n:
        n_folds = n
    strata = np.array(data.draw(st.lists(st.integers(0, 2), min_size=n, max_size=n)))
    fold = make_folds(n, n_folds, seed=seed, strata=strata)
    sizes = np.bincount(fold, minlength=n_folds)
    assert sizes.min() >= 1
    assert sizes.max() - sizes.min() <= 1
    for k in range(3):
        of_class = np.bincount(fold[strata == k], minlength=n_folds)
        assert of_class.max() - of_class.min() <= 1
    assert np.array_equal(fold, make_folds(n, n_folds, seed=seed, strata=strata))


def noisy(n: int = 90) -> tuple[np.ndarray, np.ndarray]:
    X = table(n, 3, ties=False)
    random = np.random.default_rng(5)
    y = np.digitize(X[:, 0] + 0.5 * X[:, 1], [-0.4, 0.5])
    y[random.random(n) < 0.15] = 1
    return X, y


def test_every_cell_of_the_error_matrix() -> None:
    """Against trees fitted on the other folds by themselves, pruned, and counted row by row."""
    X, y = noisy()
    model = DecisionTreeClassifier(min_samples_leaf=2).fit(X, y)
    found = model.cross_validate_alpha(n_folds=5, seed=3)
    assert list(found.steps) == model.pruning_path()
    assert found.alpha.tolist() == geometric_means(found.steps).tolist()
    wrong = np.empty((len(y), len(found.alpha)))
    for k in range(5):
        inside = found.fold == k
        part = DecisionTreeClassifier(min_samples_leaf=2).fit(X[~inside], y[~inside])
        for i, alpha in enumerate(found.alpha):
            wrong[inside, i] = part.pruned(float(alpha)).predict(X[inside]) != y[inside]
        assert found.fold_error[k] == pytest.approx(wrong[inside].mean(axis=0), abs=1e-12)
    error = wrong.mean(axis=0)
    assert found.error == pytest.approx(error, abs=1e-12)
    assert found.standard_error == pytest.approx(np.sqrt(error * (1 - error) / len(y)), abs=1e-12)
    assert found.error[found.best] == error.min()
    assert (error[found.best + 1 :] > error.min()).all()
    limit = error.min() + found.standard_error[found.best]
    assert error[found.one_standard_error] <= limit
    assert (error[found.one_standard_error + 1 :] > limit).all()
    assert found.one_standard_error >= found.best


def test_weights_count_in_every_error() -> None:
    """Rows of weight 0 as good as absent from errors; and a weighted mean where weights differ."""
    X, y = noisy(60)
    weight = np.random.default_rng(1).integers(1, 4, len(y)).astype(float)
    model = DecisionTreeClassifier(max_depth=3).fit(X, y, sample_weight=weight)
    found = model.cross_validate_alpha(n_folds=3)
    share = np.array([weight[found.fold == k].sum() for k in range(3)]) / weight.sum()
    assert found.error == pytest.approx(share @ found.fold_error, abs=1e-12)
    # The root's error by hand, and the standard error of a weighted mean, for it is wrong in whole classes.
    root = np.array(
        [np.bincount(y[found.fold != k], weights=weight[found.fold != k]).argmax() for k in found.fold]
    )
    wrong = (root != y).astype(float)
    error = np.average(wrong, weights=weight)
    assert found.error[-1] == pytest.approx(error, abs=1e-12)
    spread = np.sqrt(np.sum(weight**2 * (wrong - error) ** 2)) / weight.sum()
    assert found.standard_error[-1] == pytest.approx(spread, abs=1e-12)


def test_of_equal_errors_the_smaller_tree() -> None:
    """Later in the sequence is smaller; one standard error of the best is 0.05 here."""
    steps = tuple(weakest_links(THIRTEEN))
    error = np.array([0.30, 0.21, 0.20, 0.20, 0.24, 0.26])
    found = CrossValidation(
        steps, geometric_means(steps), np.zeros(1, dtype=np.intp), error[np.newaxis], error, np.full(6, 0.05)
    )
    assert found.best == 3
    assert found.one_standard_error == 4


def test_a_class_that_a_fold_takes_away_is_still_a_class() -> None:
    X, y = noisy(40)
    y = np.where(np.arange(40) == 7, 9, np.minimum(y, 1))
    found = DecisionTreeClassifier().fit(X, y).cross_validate_alpha(n_folds=4)
    assert np.isfinite(found.error).all()


def test_a_fold_without_weight_is_refused() -> None:
    X, y = noisy(20)
    weight = np.zeros(20)
    weight[0] = 1.0
    model = DecisionTreeClassifier().fit(X, y, sample_weight=weight)
    with pytest.raises(ValueError, match="sample_weight is 0 for every row in or outside fold"):
        model.cross_validate_alpha(n_folds=4)


def test_regression_and_its_standard_error() -> None:
    X = table(50, 2, ties=False)
    y = X[:, 0] + np.random.default_rng(0).normal(size=50)
    model = DecisionTreeRegressor(min_samples_leaf=4).fit(X, y)
    found = model.cross_validate_alpha(n_folds=50)  # leave one out: a fold's error is a row's
    assert found.error == pytest.approx(found.fold_error.mean(axis=0), rel=1e-12)
    assert found.standard_error == pytest.approx(found.fold_error.std(axis=0) / np.sqrt(50), rel=1e-12)
    assert 0 < found.best < len(found.steps) - 1


def test_cross_validate_takes_any_tree_and_error() -> None:
    X, y = table(30, 2, ties=False), np.repeat([0.0, 1.0], 15)
    grow = DecisionTreeRegressor(max_depth=2).fit(X, y)._grown
    fold = make_folds(30, 3)
    found = cross_validate(grow, X, lambda rows, prediction: np.abs(prediction - y[rows]), fold)
    assert found.error[-1] == pytest.approx(
        np.mean([abs(y[i] - y[fold != fold[i]].mean()) for i in range(30)]), rel=1e-12
    )
