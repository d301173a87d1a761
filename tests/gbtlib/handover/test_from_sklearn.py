"""Estimators of scikit-learn: opened, they predict with its bits at every edge; what cannot be is refused."""

from typing import Any

import numpy as np
import pytest
import skops.io
from sklearn import ensemble, tree
from sklearn.linear_model import LinearRegression, LogisticRegression

from gbtlib.handover.opened import tree_of
from gbtlib.handover.sklearn_models import from_sklearn
from tests.gbtlib.handover.edge_rows import edge_rows, table

GAPS, CLASSES, BINARY, COUNTS, CATEGORIES = "gaps", "classes", "binary", "counts", "categories"
SMALL = {"n_estimators": 5, "max_depth": 3, "random_state": 0}
FOREST = {"n_estimators": 5, "max_depth": 5, "random_state": 0}
HIST = {"max_iter": 5, "max_leaf_nodes": 8, "early_stopping": False}
CASES: dict[str, tuple[Any, tuple[str, ...]]] = {
    "tree": (tree.DecisionTreeRegressor(max_depth=5), ()),
    "tree, gaps": (tree.DecisionTreeRegressor(max_depth=5), (GAPS,)),
    "tree, classes": (tree.DecisionTreeClassifier(max_depth=5), (CLASSES,)),
    "extra tree": (tree.ExtraTreeRegressor(max_depth=6), ()),
    "forest": (ensemble.RandomForestRegressor(**FOREST), ()),
    "forest, gaps": (ensemble.RandomForestRegressor(**FOREST), (GAPS,)),
    "forest, classes": (ensemble.RandomForestClassifier(**FOREST), (CLASSES,)),
    "forest, two classes": (ensemble.RandomForestClassifier(**FOREST), (BINARY,)),
    "extra trees": (ensemble.ExtraTreesRegressor(**FOREST), ()),
    "extra trees, classes": (ensemble.ExtraTreesClassifier(**FOREST), (CLASSES,)),
    "boosted": (ensemble.GradientBoostingRegressor(**SMALL), ()),
    "boosted, absolute": (ensemble.GradientBoostingRegressor(loss="absolute_error", **SMALL), ()),
    "boosted, quantile": (ensemble.GradientBoostingRegressor(loss="quantile", **SMALL), ()),
    "boosted from zero": (ensemble.GradientBoostingRegressor(init="zero", **SMALL), ()),
    "boosted, two classes": (ensemble.GradientBoostingClassifier(**SMALL), (BINARY,)),
    "boosted, classes": (ensemble.GradientBoostingClassifier(**SMALL), (CLASSES,)),
    "boosted, exponential": (ensemble.GradientBoostingClassifier(loss="exponential", **SMALL), (BINARY,)),
    "hist": (ensemble.HistGradientBoostingRegressor(**HIST), ()),
    "hist, gaps": (ensemble.HistGradientBoostingRegressor(**HIST), (GAPS,)),
    "hist, two classes": (ensemble.HistGradientBoostingClassifier(**HIST), (BINARY, GAPS)),
    "hist, classes": (ensemble.HistGradientBoostingClassifier(**HIST), (CLASSES,)),
    "hist, Poisson": (ensemble.HistGradientBoostingRegressor(loss="poisson", **HIST), (COUNTS,)),
    "hist, gamma": (ensemble.HistGradientBoostingRegressor(loss="gamma", **HIST), (COUNTS,)),
    "hist, categories": (
        ensemble.HistGradientBoostingRegressor(categorical_features=[4, 5], **HIST),
        (CATEGORIES, GAPS),
    ),
    "hist, one category column": (
        ensemble.HistGradientBoostingClassifier(categorical_features=[4], **HIST),
        (CATEGORIES, CLASSES),
    ),
    "AdaBoost": (ensemble.AdaBoostClassifier(n_estimators=5), (BINARY,)),
    "AdaBoost, classes": (
        ensemble.AdaBoostClassifier(tree.DecisionTreeClassifier(max_depth=3), n_estimators=5),
        (CLASSES,),
    ),
    "AdaBoost.R2": (ensemble.AdaBoostRegressor(n_estimators=5, random_state=0), ()),
}


def fitted(case: str) -> tuple[Any, np.ndarray]:
    estimator, kinds = CASES[case]
    X, score = table(missing=0.1 if GAPS in kinds else 0.0, n_categorical=2 if CATEGORIES in kinds else 0)
    score = np.nan_to_num(score)
    y = np.digitize(score, [-1, 1]) if CLASSES in kinds else score
    y = (score > 0).astype(int) if BINARY in kinds else np.exp(score / 3) if COUNTS in kinds else y
    return estimator.fit(X, y), X


def raw_of(estimator: Any, rows: np.ndarray) -> np.ndarray:
    if isinstance(estimator, ensemble.AdaBoostClassifier):
        found = estimator.decision_function(rows)
    elif hasattr(estimator, "_raw_predict"):
        found = estimator._raw_predict(rows.astype(np.float32) if "Hist" not in str(estimator) else rows)
    elif hasattr(estimator, "predict_proba"):
        found = estimator.predict_proba(rows)
    else:
        found = estimator.predict(rows)
    return np.asarray(found).reshape(len(rows), -1)


@pytest.mark.sweep
@pytest.mark.parametrize("case", CASES)
def test_raw_predictions_have_the_bits_of_sklearn(case: str) -> None:
    estimator, X = fitted(case)
    model = from_sklearn(estimator)
    kinds = CASES[case][1]
    categorical = [j for j in (4, 5) if case == "hist, categories" or (CATEGORIES in kinds and j == 4)]
    rows = edge_rows(model, X, categorical)
    rows = rows[~(np.abs(rows) > 3e38).any(axis=1)]  # thresholds may be infinite, where gaps stand alone
    if "hist" not in case and GAPS not in kinds:
        rows = rows[~np.isnan(rows).any(axis=1)]
    assert len(rows) > 300
    mine = model.raw_prediction(rows)
    if case == "AdaBoost":
        mine = mine[:, 1:] - mine[:, :1]
    np.testing.assert_array_equal(mine, raw_of(estimator, rows))
    if model.link != "identity":
        predicted = (
            estimator.predict_proba(rows) if hasattr(estimator, "classes_") else estimator.predict(rows)
        )
        want = np.asarray(predicted).reshape(len(rows), -1)[:, -model.n_outputs :]
        np.testing.assert_allclose(model.predict(rows), want, rtol=1e-13)


@pytest.mark.parametrize("case", ["tree, gaps", "forest, classes", "hist, gaps"])
def test_a_tree_of_gbtlib_sends_rows_the_same_way(case: str) -> None:
    estimator, X = fitted(case)
    model = from_sklearn(estimator)
    rows = model.rows(X).astype(float)
    for number, each in enumerate(model.trees):
        np.testing.assert_array_equal(tree_of(each, model).apply(rows), model.apply(rows)[:, number])


def test_covers_and_counts_are_those_of_the_tree() -> None:
    estimator, _ = fitted("tree, classes")
    mine = from_sklearn(estimator).trees[0]
    np.testing.assert_array_equal(mine.n_samples, estimator.tree_.n_node_samples)
    np.testing.assert_array_equal(mine.impurity, estimator.tree_.impurity)


def test_what_is_not_read_is_refused_by_name() -> None:
    X, score = table()
    y = score > 0
    texts = np.where(X[:, :1] > 0, "a", "b").astype(object)
    cases = {
        "LinearRegression is none of the estimators": LinearRegression().fit(X, score),
        "str is none of the estimators": "a path",
        "BaggingRegressor is none": ensemble.BaggingRegressor(n_estimators=2).fit(X, score),
        "not fitted": tree.DecisionTreeRegressor(),
        "has 2 outputs": tree.DecisionTreeRegressor().fit(X, np.column_stack([score, score])),
        "init is LinearRegression": ensemble.GradientBoostingRegressor(init=LinearRegression()).fit(X, score),
        "AdaBoostClassifier has one class": ensemble.AdaBoostClassifier().fit(X, 0 * score),
        "LogisticRegression is boosted": ensemble.AdaBoostClassifier(LogisticRegression()).fit(X, y),
        "categories that are no numbers": ensemble.HistGradientBoostingClassifier(
            categorical_features=[0]
        ).fit(texts, y),
    }
    for message, estimator in cases.items():
        with pytest.raises(ValueError, match=message):
            from_sklearn(estimator)


def test_an_estimator_without_a_start_is_refused() -> None:
    estimator, _ = fitted("hist, gaps")
    estimator._baseline_prediction = np.zeros((1, 0))
    with pytest.raises(ValueError, match="the start of the prediction has 0 values"):
        from_sklearn(estimator)


def test_pickles_are_never_read() -> None:
    with pytest.raises(ValueError, match="skops"):
        from_sklearn(b"cos\nsystem\n(S'true'\ntR.")


@pytest.mark.parametrize("case", CASES)
def test_skops_files_give_the_same(case: str) -> None:
    estimator, X = fitted(case)
    one, other = from_sklearn(estimator), from_sklearn(skops.io.dumps(estimator))
    np.testing.assert_array_equal(one.raw_prediction(X), other.raw_prediction(X))


def test_a_skops_file_of_something_else_is_refused() -> None:
    with pytest.raises(ValueError, match="none of the estimators"):
        from_sklearn(skops.io.dumps(LinearRegression()))
    whole = skops.io.dumps(fitted("tree")[0])
    for length in (10, len(whole) // 2, len(whole) - 5):
        with pytest.raises(ValueError, match="no skops file that can be trusted"):
            from_sklearn(whole[:length])
