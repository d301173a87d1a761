"""Random forests against single trees, against sums by hand, and against scikit-learn's."""

from typing import Any

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier as TheirClassifier
from sklearn.ensemble import RandomForestRegressor as TheirRegressor

from gbtlib import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    Gini,
    RandomForestClassifier,
    RandomForestRegressor,
    TreeParams,
    from_dense,
    grow_forest,
    sort_columns,
    split_search,
)
from gbtlib.core.boosting import feature_draw
from gbtlib.core.tree import ARRAYS

N_ROWS = 150


def table(n: int = N_ROWS, seed: int = 0, missing: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, 5))
    y = X[:, 0] * X[:, 1] + np.sin(2 * X[:, 2]) + 0.3 * random.normal(size=n)
    X[random.uniform(size=X.shape) < missing] = np.nan
    return X, y


def labels(y: np.ndarray) -> np.ndarray:
    return np.array(["low", "mid", "top"])[np.digitize(y, [-0.5, 0.5])]


@pytest.mark.parametrize("weighted", [False, True])
def test_without_draws_each_tree_is_the_single_tree(weighted: bool) -> None:
    X, y = table(missing=0.1)
    weight = np.random.default_rng(1).uniform(0.5, 2, N_ROWS) if weighted else None
    off: dict[str, Any] = {"n_estimators": 2, "bootstrap": False, "colsample_bynode": 1.0, "max_depth": 5}
    pairs = [
        (RandomForestRegressor(**off).fit(X, y, sample_weight=weight), DecisionTreeRegressor, y),
        (
            RandomForestClassifier(**off).fit(X, labels(y), sample_weight=weight),
            DecisionTreeClassifier,
            labels(y),
        ),
    ]
    for model, kind, target in pairs:
        single = kind(max_depth=5).fit(X, target, sample_weight=weight)
        for each in model.trace_:
            for name in ARRAYS:
                np.testing.assert_array_equal(getattr(each.tree, name), getattr(single.tree_, name))
        np.testing.assert_array_equal(model.predict(X), single.predict(X))
        assert np.isnan(model.oob_error_)


def test_a_row_drawn_twice_weighs_twice() -> None:
    X, y = table(40)
    forest = RandomForestRegressor(n_estimators=1, colsample_bynode=1.0, seed=3, trace="full").fit(X, y)
    each = forest.trace_[0]
    assert each.times_drawn.sum() == 40
    assert each.times_drawn.max() > 1
    drawn = np.repeat(np.arange(40), each.times_drawn)
    repeated = DecisionTreeRegressor().fit(X[drawn], y[drawn]).tree_
    np.testing.assert_array_equal(each.tree.feature, repeated.feature)
    np.testing.assert_array_equal(each.tree.threshold, repeated.threshold)
    np.testing.assert_allclose(each.tree.weight, repeated.weight, rtol=1e-12)


def test_a_row_of_weight_zero_is_in_no_sample() -> None:
    """The forest is that of the other rows, and there is one even if only two rows have weight."""
    X, y = table()
    for weight in (np.random.default_rng(4).integers(0, 3, N_ROWS), np.arange(N_ROWS) % 99 == 7):
        there = weight > 0
        for kind, target in ((RandomForestRegressor, y), (RandomForestClassifier, y > y[there].mean())):
            whole = kind(n_estimators=4, trace="full").fit(X, target, weight)
            rest = kind(n_estimators=4, trace="full").fit(X[there], target[there], weight[there])
            for ours, theirs in zip(whole.trace_, rest.trace_, strict=True):
                np.testing.assert_array_equal(ours.times_drawn[there], theirs.times_drawn)
                np.testing.assert_array_equal(ours.tree.feature, theirs.tree.feature)
                np.testing.assert_array_equal(ours.tree.threshold, theirs.tree.threshold)
                np.testing.assert_allclose(ours.answer, theirs.answer, rtol=1e-12)
            assert whole.oob_error_ == pytest.approx(rest.oob_error_, rel=1e-12)


def test_every_split_is_the_best_of_its_drawn_features() -> None:
    X, y = table()
    codes = np.digitize(y, [-0.5, 0.5])
    params = TreeParams(max_depth=3, colsample_bynode=0.4, reg_lambda=0.0, seed=5)
    columns = sort_columns(X)
    trees = list(grow_forest(columns, lambda w: Gini(codes, 3, sample_weight=w), params, n_estimators=2))
    draws = []
    for each in trees:
        weight = each.times_drawn.astype(float)
        search = split_search(columns, Gini(codes, 3, sample_weight=weight), params)
        for node in np.flatnonzero(~each.tree.is_leaf).tolist():
            draw = feature_draw(params, each.number, 0, 5)
            assert draw is not None
            draws.append(draw([each.tree.path_number(node)])[0].tolist())
            rows = np.flatnonzero(np.isin(each.leaf, each.tree.subtree(node)) & (weight > 0))
            table_of_cuts = search.candidates(rows, np.array(draws[-1]))
            best = int(table_of_cuts.best)
            assert each.tree.feature[node] == table_of_cuts.feature[best]
            assert each.tree.threshold[node] == table_of_cuts.threshold[best]
    assert {len(draw) for draw in draws} == {2}
    assert len(set(map(tuple, draws))) > 3


def test_the_mean_of_the_trees() -> None:
    X, y = table(missing=0.1)
    new = table(60, seed=9, missing=0.2)[0]
    regressor = RandomForestRegressor(n_estimators=7).fit(X, y)
    by_hand = np.mean([each.tree.predict(new) for each in regressor.trace_], axis=0)
    np.testing.assert_allclose(regressor.predict(new), by_hand, rtol=1e-13)
    classifier = RandomForestClassifier(n_estimators=7).fit(X, labels(y))
    trees = [each.tree for each in classifier.trace_]
    shares = np.mean([tree.class_shares[tree.apply(new)] for tree in trees], axis=0)
    np.testing.assert_allclose(classifier.predict_proba(new), shares, rtol=1e-13)
    np.testing.assert_array_equal(classifier.predict(new), classifier.classes_[shares.argmax(axis=1)])
    for model in (regressor, classifier):
        staged = list(model.staged_predict(new))
        assert len(staged) == 7
        np.testing.assert_array_equal(staged[2], model.predict(new, n_trees=3))
        np.testing.assert_array_equal(staged[-1], model.predict(new))


def test_out_of_bag_by_hand() -> None:
    X, y = table(30)
    codes = np.digitize(y, [-0.5, 0.5])
    weight = np.arange(1.0, 31.0)
    regressor = RandomForestRegressor(n_estimators=4, trace="full").fit(X, y, sample_weight=weight)
    classifier = RandomForestClassifier(n_estimators=4, trace="full").fit(X, codes, sample_weight=weight)
    squares, wrong, weights, never = [], [], [], 0
    for row in range(30):
        out = [each for each in regressor.trace_ if each.times_drawn[row] == 0]
        if not out:
            never += 1
            assert np.isnan(regressor.oob_prediction_[row])
            assert np.isnan(classifier.oob_prediction_[row]).all()
            continue
        mean = np.mean([each.tree.predict(X[[row]])[0] for each in out])
        assert regressor.oob_prediction_[row] == pytest.approx(mean, rel=1e-12)
        trees = [each.tree for each in classifier.trace_ if each.times_drawn[row] == 0]
        share = np.mean([tree.class_shares[tree.apply(X[[row]])[0]] for tree in trees], axis=0)
        np.testing.assert_allclose(classifier.oob_prediction_[row], share, rtol=1e-12)
        squares.append((mean - y[row]) ** 2)
        wrong.append(share.argmax() != codes[row])
        weights.append(weight[row])
    assert 0 < never < 15
    assert regressor.oob_error_ == pytest.approx(np.average(squares, weights=weights), rel=1e-12)
    assert classifier.oob_error_ == pytest.approx(np.average(wrong, weights=weights), rel=1e-12)


@pytest.mark.wide
def test_errs_as_scikit_learn_s_forest_does() -> None:
    """Mean errors over seeds, on new rows and out of the bag: within three standard errors of theirs."""
    X, y = table()
    new_X, new_y = table(500, seed=1)
    settings: dict[str, Any] = {"n_estimators": 30, "min_samples_leaf": 4}
    ours: list[tuple[float, ...]] = []
    theirs: list[tuple[float, ...]] = []
    for seed in range(12):
        mine = RandomForestRegressor(colsample_bynode=0.4, seed=seed, **settings).fit(X, y)
        other = TheirRegressor(max_features=2, random_state=seed, oob_score=True, **settings).fit(X, y)
        my_classes = RandomForestClassifier(colsample_bynode=0.4, seed=seed, **settings).fit(X, labels(y))
        classes = TheirClassifier(max_features=2, random_state=seed, oob_score=True, **settings)
        classes.fit(X, labels(y))
        ours.append(
            (
                float(np.mean((mine.predict(new_X) - new_y) ** 2)),
                float(np.mean((mine.oob_prediction_ - y) ** 2)),
                float(np.mean(my_classes.predict(new_X) != labels(new_y))),
                my_classes.oob_error_,
            )
        )
        theirs.append(
            (
                float(np.mean((other.predict(new_X) - new_y) ** 2)),
                float(np.mean((other.oob_prediction_ - y) ** 2)),
                float(np.mean(classes.predict(new_X) != labels(new_y))),
                1 - classes.oob_score_,
            )
        )
    difference = np.mean(ours, axis=0) - np.mean(theirs, axis=0)
    error = np.sqrt((np.var(ours, axis=0, ddof=1) + np.var(theirs, axis=0, ddof=1)) / len(ours))
    assert (np.abs(difference) <= 3 * error).all()


def test_the_same_seed_grows_the_same_forest() -> None:
    X, y = table()
    first, again, other = (RandomForestRegressor(n_estimators=3, seed=seed).fit(X, y) for seed in (0, 0, 1))
    np.testing.assert_array_equal(first.predict(X), again.predict(X))
    assert not np.array_equal(first.predict(X), other.predict(X))


def test_the_usual_share_of_features() -> None:
    X, y = table()
    assert RandomForestRegressor(n_estimators=1).fit(X, y).params_.colsample_bynode == pytest.approx(1 / 3)
    classifier = RandomForestClassifier(n_estimators=1).fit(X, labels(y))
    assert classifier.params_.colsample_bynode == pytest.approx(1 / np.sqrt(5))


def test_categories_surrogates_and_triplets() -> None:
    X, y = table()
    X[:, 0] = np.random.default_rng(2).integers(0, 6, N_ROWS)
    y = y + X[:, 0] % 2
    model = RandomForestRegressor(n_estimators=2, categorical_features=[0]).fit(X, y)
    by_hand = np.mean([each.tree.predict(X) for each in model.trace_], axis=0)
    np.testing.assert_allclose(model.predict(X), by_hand, rtol=1e-13)
    X[::5, 2] = np.nan
    model = RandomForestRegressor(n_estimators=1, max_depth=4, surrogates=2).fit(X, y)
    assert model.trace_[0].tree.surrogates is not None
    entries = from_dense(np.nan_to_num(X), absent="zero")
    model = RandomForestRegressor(n_estimators=2).fit(entries, y)
    by_hand = np.mean([each.tree.predict(entries) for each in model.trace_], axis=0)
    np.testing.assert_allclose(model.predict(entries), by_hand, rtol=1e-13)


def test_contributions_add_up() -> None:
    X, y = table(60, missing=0.1)
    regressor = RandomForestRegressor(n_estimators=5).fit(X, y)
    np.testing.assert_allclose(
        regressor.contributions(X).sum(axis=1), regressor.predict(X), rtol=0, atol=1e-12
    )
    classifier = RandomForestClassifier(n_estimators=5).fit(X, labels(y))
    found = classifier.contributions(X).sum(axis=1)
    np.testing.assert_allclose(found, classifier.predict_proba(X), rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"n_estimators": 0}, "n_estimators=0 must be at least 1"),
        ({"bootstrap": 1}, "bootstrap=1 must be True or False"),
        (
            {"colsample_bynode": 0},
            "colsample_bynode=0 must be greater than 0 and at most 1, or None for the usual",
        ),
        ({"max_depth": 0}, "max_depth=0 must be at least 1"),
    ],
)
def test_refuses_parameters_out_of_range(settings: dict[str, Any], message: str) -> None:
    X, y = table(20)
    with pytest.raises(ValueError, match=message):
        RandomForestRegressor(**settings).fit(X, y)
    with pytest.raises(ValueError, match="criterion='variance' must be one of 'gini', 'entropy'"):
        RandomForestClassifier(criterion="variance").fit(X, labels(y))
    with pytest.raises(ValueError, match="n_trees=3 must be at least 1 and at most 2"):
        RandomForestRegressor(n_estimators=2).fit(X, y).predict(X, n_trees=3)
    with pytest.raises(
        ValueError, match="this RandomForestRegressor has learned nothing yet: call fit first"
    ):
        RandomForestRegressor().predict(X)


def test_draws_are_even_and_can_be_made_again() -> None:
    """1,200 nodes draw 3 of 8 features: each about 450 times, none twice, and the same for the same path."""
    draw = feature_draw(TreeParams(colsample_bynode=3 / 8, seed=1), number=2, k=0, n_features=8)
    assert draw is not None
    paths = [*range(1, 1200), 2**70 + 3]
    features = draw(paths)
    assert all(len(set(row)) == 3 and row == sorted(row) for row in features.tolist())
    # 450 on average; the standard deviation of a count is sqrt(1200 3/8 5/8) = 16.8.
    assert np.abs(np.bincount(features.ravel(), minlength=8) - 450).max() < 4 * 16.8
    pairs = np.array([[i in row for i in range(8)] for row in features.tolist()], dtype=float)
    assert np.abs(np.corrcoef(pairs.T) - np.where(np.eye(8), 1, -1 / 7)).max() < 4 / np.sqrt(1200)
    assert np.array_equal(draw(paths[::-1]), features[::-1])
    other = feature_draw(TreeParams(colsample_bynode=3 / 8, seed=1), number=3, k=0, n_features=8)
    assert other is not None
    assert (other(paths) != features).any(axis=1).mean() > 0.9
