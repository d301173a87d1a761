"""scikit-learn's own checks and tools take the seven estimators, which never import it by themselves."""

import inspect
import sys
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import AdaBoostClassifier as TheirAdaBoost
from sklearn.ensemble import (
    BaggingClassifier,
    BaggingRegressor,
    VotingClassifier,
    VotingRegressor,
)
from sklearn.ensemble import GradientBoostingRegressor as TheirBoosting
from sklearn.ensemble import RandomForestRegressor as TheirForest
from sklearn.exceptions import NotFittedError
from sklearn.inspection import partial_dependence, permutation_importance
from sklearn.metrics import accuracy_score, r2_score
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier as TheirTree
from sklearn.tree import DecisionTreeRegressor as TheirRegressionTree
from sklearn.utils.estimator_checks import check_estimator

from gbtlib import (
    AdaBoostClassifier,
    BoostingParams,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    Huber,
    RandomForestClassifier,
    RandomForestRegressor,
    TreeParams,
)
from gbtlib.checks.scikit_learn import not_fitted
from tests.gbtlib.models import table, target

X = table(60, 3, seed=2)
HOLES = pd.DataFrame(table(60, 3, seed=2, missing=0.1), columns=["a", "b", "c"])
Y = target(X)
LABELS = np.where(Y > 0, "up", "down")
WEIGHT = np.random.default_rng(3).integers(0, 4, 60).astype(float)

ESTIMATORS: dict[str, Any] = {
    "regressor": GradientBoostingRegressor(n_estimators=3, learning_rate=0.5),
    "classifier": GradientBoostingClassifier(n_estimators=3, learning_rate=0.5),
    "regression tree": DecisionTreeRegressor(max_depth=3),
    "classification tree": DecisionTreeClassifier(max_depth=3),
    "AdaBoost": AdaBoostClassifier(n_estimators=3),
    "regression forest": RandomForestRegressor(n_estimators=4, max_depth=4),
    "classification forest": RandomForestClassifier(n_estimators=4, max_depth=4),
}
CLASSIFIERS = [name for name, model in ESTIMATORS.items() if hasattr(model, "predict_proba")]
every_estimator = pytest.mark.parametrize("name", ESTIMATORS)

# Checks that do not hold, and why.
NOT_HELD = {
    "check_n_features_in_after_fitting": "it asks for scikit-learn's sentence; ours says in its own words "
    "that X has 1 features, and must have 4, as in fit",
    "check_estimators_empty_data_messages": "it asks for scikit-learn's sentence; ours says in its own words "
    "that X has shape (12, 0), and must have at least one row and one feature",
    "check_sample_weight_equivalence_on_dense_data": "a row of weight 0 stays a row, to be looked at: it "
    "counts for min_samples_leaf, and cuts lie halfway between neighbours, whatever they weigh",
}
# Nor these, of trees that are not boosted by gradients.
NOT_HELD_BY_VOTES = {
    "check_class_weight_classifiers": "scikit-learn's pass it by min_weight_fraction_leaf, which it sets; "
    "here a pure leaf says its class, however little it weighs",
}
BY_VOTES = ("classification tree", "AdaBoost", "classification forest")


def answer_of(name: str) -> np.ndarray:
    return LABELS if name in CLASSIFIERS else Y


# -- scikit-learn's checks


@pytest.mark.filterwarnings("ignore:Estimator .* does not inherit from `sklearn.base.BaseEstimator`")
@every_estimator
def test_checks_of_scikit_learn(name: str) -> None:
    found = check_estimator(ESTIMATORS[name], on_fail=None, on_skip=None)
    assert len(found) > 50
    failed = {each["check_name"]: str(each["exception"]) for each in found if each["status"] == "failed"}
    assert set(failed) == set(NOT_HELD) | (set(NOT_HELD_BY_VOTES) if name in BY_VOTES else set()), failed


def test_a_row_counts_as_often_as_it_weighs() -> None:
    """What is left of the check on weights: 2 is a row twice; only 0 is not a row that is left out."""
    weight = np.random.default_rng(0).integers(1, 4, len(X))
    for name, model in ESTIMATORS.items():
        y, model = answer_of(name), clone(model)
        if "forest" in name:  # else each draws other rows
            model.set_params(bootstrap=False)
        weighted = clone(model).fit(X, y, weight)
        repeated = clone(model).fit(np.repeat(X, weight, axis=0), np.repeat(y, weight))
        probability = hasattr(model, "predict_proba")
        ours, theirs = (
            each.predict_proba(X) if probability else each.predict(X) for each in (weighted, repeated)
        )
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-12)


# -- its tools


@every_estimator
def test_a_pipeline(name: str) -> None:
    y = answer_of(name)
    steps = make_pipeline(StandardScaler().set_output(transform="pandas"), clone(ESTIMATORS[name]))
    assert steps.fit(HOLES, y).score(HOLES, y) > 0.1
    assert steps.predict(HOLES).shape == y.shape
    assert steps[-1].feature_names_in_.tolist() == ["a", "b", "c"]
    assert type(ESTIMATORS[name]).__name__ in repr(steps)
    assert type(ESTIMATORS[name]).__name__ in steps._repr_html_()


@every_estimator
def test_cross_validation(name: str) -> None:
    model, y = ESTIMATORS[name], answer_of(name)
    assert cross_val_score(model, HOLES, y, cv=3).shape == (3,)
    assert np.isin(cross_val_predict(model, X, y, cv=3), y).all() == (name in CLASSIFIERS)
    if name in CLASSIFIERS:
        assert cross_val_predict(model, X, y, cv=3, method="predict_proba").shape == (60, 2)
        assert (cross_val_score(model, X, y, cv=2, scoring="roc_auc") > 0.5).all()


@every_estimator
def test_a_grid_search(name: str) -> None:
    search = GridSearchCV(ESTIMATORS[name], {"max_depth": [1, 2], "min_samples_leaf": [1, 40]}, cv=2)
    search.fit(HOLES, np.where(X[:, 0] > 0, 1, 0))
    assert search.best_estimator_.get_params().items() >= search.best_params_.items()
    assert search.best_params_["min_samples_leaf"] == 1


@every_estimator
def test_ensembles(name: str) -> None:
    model, y = ESTIMATORS[name], answer_of(name)
    classes = name in CLASSIFIERS
    vote = VotingClassifier if classes else VotingRegressor
    ours = clone(model).fit(HOLES, y, WEIGHT).predict(HOLES)
    both = vote([("one", model), ("other", clone(model))]).fit(HOLES, y, sample_weight=WEIGHT)
    if classes:
        assert np.array_equal(both.predict(HOLES), ours)
    else:
        np.testing.assert_allclose(both.predict(HOLES), ours, rtol=1e-12)
    bag = BaggingClassifier if classes else BaggingRegressor
    assert bag(model, n_estimators=2, max_features=2, random_state=0).fit(X, y).score(X, y) > 0


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_tools_for_classes(name: str) -> None:
    model, three = ESTIMATORS[name], np.digitize(Y, [-0.7, 0.7])
    for y, k in ((LABELS, 2), (three, 3)):
        calibrated = CalibratedClassifierCV(model, cv=2).fit(HOLES, y)
        assert calibrated.predict_proba(HOLES).shape == (60, k)
        assert calibrated.score(HOLES, y) > 0.5
        assert OneVsRestClassifier(model).fit(HOLES, y).score(HOLES, y) > 0.5
    soft = VotingClassifier([("one", model), ("other", model)], voting="soft").fit(X, three)
    np.testing.assert_allclose(soft.predict_proba(X), clone(model).fit(X, three).predict_proba(X), atol=1e-15)


@every_estimator
def test_inspection(name: str) -> None:
    model = clone(ESTIMATORS[name]).fit(HOLES, answer_of(name))
    found = permutation_importance(model, HOLES, answer_of(name), n_repeats=2, random_state=0)
    assert found.importances_mean.shape == (3,)
    assert found.importances_mean.max() > 0
    there = HOLES.fillna(0.0)
    curve = partial_dependence(model, there, ["a"], grid_resolution=4)
    grid, average = curve["grid_values"][0], curve["average"][0]
    for x, mean in zip(grid, average, strict=True):
        moved = there.assign(a=x)
        answers = model.predict_proba(moved)[:, 1] if name in CLASSIFIERS else model.predict(moved)
        if name != "AdaBoost":  # whose decision function is taken for two classes
            assert mean == pytest.approx(answers.mean(), rel=1e-12)


# -- what the tools ask for


@every_estimator
def test_kinds_and_copies(name: str) -> None:
    model = clone(ESTIMATORS[name]).fit(X, answer_of(name))
    assert (is_classifier(model), is_regressor(model)) == (name in CLASSIFIERS, name not in CLASSIFIERS)
    tags = model.__sklearn_tags__()
    assert tags.input_tags.allow_nan
    assert tags.target_tags.required
    copied = clone(model)
    assert copied.get_params() == model.get_params()
    assert not hasattr(copied, "n_features_in_")
    assert copied.set_params(max_depth=1).get_params()["max_depth"] == 1


def test_a_loss_is_copied_with_its_estimator() -> None:
    model = GradientBoostingRegressor(loss=Huber(delta=0.5))
    assert clone(model).loss == model.loss


@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["plain", "weighted"])
@every_estimator
def test_the_score_is_scikit_learns(name: str, weight: Any) -> None:
    y, half = answer_of(name), slice(0, 30)
    model = clone(ESTIMATORS[name]).fit(X[half], y[half])
    measure = accuracy_score if name in CLASSIFIERS else r2_score
    expected = measure(y, model.predict(X), sample_weight=weight)
    assert model.score(X, y, weight) == pytest.approx(expected, rel=1e-12)
    assert 0.1 < expected < 1


def test_the_score_of_a_constant_target() -> None:
    model = DecisionTreeRegressor().fit(X, np.full(60, 0.5))
    assert model.score(X, np.full(60, 0.5)) == 1
    assert model.score(X, np.full(60, 2.5)) == 0


def test_the_score_knows_labels_that_were_made_texts() -> None:
    y = np.array([1, "a"] * 30, dtype=object)
    model = DecisionTreeClassifier().fit(np.arange(60.0)[:, np.newaxis], y)
    assert model.score(np.arange(60.0)[:, np.newaxis], y) == 1
    assert model.score([[0.0]], [1]) == 1


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_importances_of_a_tree(criterion: str) -> None:
    y = np.digitize(target(X, seed=5), [-0.6, 0.4])
    limits: dict[str, Any] = {"max_depth": 3, "min_samples_leaf": 5, "criterion": criterion}
    weight = np.random.default_rng(8).uniform(0.5, 1.5, 60)
    smooth = table(60, 3, seed=2, ties=False)
    ours = DecisionTreeClassifier(**limits).fit(smooth, y, weight)
    theirs = TheirTree(random_state=0, **limits).fit(smooth, y, weight)
    np.testing.assert_allclose(ours.feature_importances_, theirs.feature_importances_, rtol=1e-9)
    ours = AdaBoostClassifier(n_estimators=5, **limits).fit(smooth, y, weight)
    base = TheirTree(random_state=0, **limits)
    theirs = TheirAdaBoost(base, n_estimators=5, random_state=0).fit(smooth, y, weight)
    np.testing.assert_allclose(ours.feature_importances_, theirs.feature_importances_, rtol=1e-8)


def test_importances_of_boosting() -> None:
    """Without lambda the gains are scikit-learn's; a price of leaves that prunes nothing changes none."""
    smooth = table(60, 3, seed=2, ties=False)
    both: dict[str, Any] = {"n_estimators": 6, "max_depth": 2, "min_samples_leaf": 5}
    theirs = TheirBoosting(random_state=0, **both).fit(smooth, Y)
    for gamma in (0.0, 1e-6):
        ours = GradientBoostingRegressor(reg_lambda=0.0, gamma=gamma, **both).fit(smooth, Y)
        np.testing.assert_allclose(ours.feature_importances_, theirs.feature_importances_, rtol=1e-9)


def test_importances_of_a_forest() -> None:
    """scikit-learn's mean of its own trees, on the rows that ours have drawn; some of them cannot split."""
    smooth = table(60, 3, seed=2, ties=False)
    weight = np.random.default_rng(8).uniform(0.5, 1.5, 60)
    ours = RandomForestRegressor(n_estimators=12, min_samples_leaf=19, colsample_bynode=1.0, trace="full")
    ours.fit(smooth, Y, weight)
    theirs = TheirForest()
    theirs.estimators_ = [
        TheirRegressionTree(min_samples_leaf=19).fit(smooth, Y, weight * each.times_drawn)
        for each in ours.trace_
    ]
    assert len({each.tree.n_nodes for each in ours.trace_}) > 1
    np.testing.assert_allclose(ours.feature_importances_, theirs.feature_importances_, rtol=1e-9)


@every_estimator
def test_importances_where_nothing_is_split(name: str) -> None:
    model = clone(ESTIMATORS[name]).set_params(min_samples_leaf=60).fit(X, answer_of(name))
    assert model.feature_importances_.tolist() == [0, 0, 0]


@every_estimator
def test_the_third_argument_of_fit_is_the_weight(name: str) -> None:
    by_place = clone(ESTIMATORS[name]).fit(X, answer_of(name), WEIGHT)
    by_name = clone(ESTIMATORS[name]).fit(X, answer_of(name), sample_weight=WEIGHT)
    assert np.array_equal(by_place.predict(X), by_name.predict(X))
    assert list(inspect.signature(by_name.fit).parameters)[:3] == ["X", "y", "sample_weight"]


@every_estimator
def test_names_of_features_come_and_go_with_the_table(name: str) -> None:
    model = clone(ESTIMATORS[name]).fit(HOLES, answer_of(name))
    assert model.feature_names_in_.tolist() == ["a", "b", "c"]
    assert not hasattr(model.fit(X, answer_of(name)), "feature_names_in_")


def test_not_fitted_is_scikit_learns_error_where_it_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotFittedError, match="this DecisionTreeRegressor has learned nothing yet"):
        DecisionTreeRegressor().predict(X)
    monkeypatch.delitem(sys.modules, "sklearn.exceptions")
    assert type(not_fitted("words")) is ValueError


# -- how an estimator looks


def test_it_looks_like_the_call_that_makes_it() -> None:
    assert repr(GradientBoostingRegressor()) == "GradientBoostingRegressor()"
    model = GradientBoostingRegressor(max_depth=None, learning_rate=0.5, loss=Huber(delta=2.0))
    assert repr(model) == (
        "GradientBoostingRegressor(loss=Huber(delta=2.0), learning_rate=0.5, max_depth=None)"
    )
    again = eval(repr(model), {"GradientBoostingRegressor": GradientBoostingRegressor, "Huber": Huber})
    assert again.get_params() == model.get_params()


def test_a_notebook_shows_every_parameter() -> None:
    model = DecisionTreeClassifier(max_depth=2, categorical_features=["<size>"])
    shown = model._repr_html_()
    for name in model.get_params():
        assert f"<tr><td>{name}</td>" in shown
    assert "<td>max_depth</td><td><b>2</b></td>" in shown
    assert "<td>min_samples_leaf</td><td>1</td>" in shown
    assert "&lt;size&gt;" in shown
    assert "<size>" not in shown
    assert "not fitted" in shown
    assert "fitted to 3 features" in clone(ESTIMATORS["regressor"]).fit(X, Y)._repr_html_()


# -- parameters


def parameters_of(kind: Any) -> dict[str, tuple[str, Any]]:
    parameters = inspect.signature(kind).parameters.values()
    types = ((one, getattr(one.annotation, "__name__", one.annotation)) for one in parameters)
    return {one.name: (str(annotation), one.default) for one, annotation in types}


def test_parameters_have_the_defaults_and_types_of_the_params() -> None:
    """But for those of trees that stand alone, which grow without end, and of stumps."""
    boosting, trees = parameters_of(BoostingParams), parameters_of(TreeParams)
    for kind in (GradientBoostingRegressor, GradientBoostingClassifier):
        ours = parameters_of(kind)
        assert set(boosting) - set(ours) == {"surrogates"}
        of_features = ("seed", "monotonic_cst", "interaction_constraints")  # which have names in an estimator
        same = [name for name in boosting if name in ours and name not in of_features]
        assert {name: ours[name] for name in same} == {name: boosting[name] for name in same}
    for kind in (DecisionTreeClassifier, DecisionTreeRegressor, AdaBoostClassifier):
        ours = parameters_of(kind)
        same = [name for name in trees if name in ours and name not in ("max_depth", "seed")]
        assert len(same) == 8
        assert {name: ours[name] for name in same} == {name: boosting[name] for name in same}
    for kind in (RandomForestClassifier, RandomForestRegressor):
        ours = parameters_of(kind)
        unlike = ("max_depth", "colsample_bynode", "seed")
        same = [name for name in trees if name in ours and name not in unlike]
        assert len(same) == 8
        assert {name: ours[name] for name in same} == {name: boosting[name] for name in same}
