"""scikit-learn's tools hand on what an estimator asks for, and nothing else, with metadata routing."""

import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import sklearn
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import BaggingRegressor, VotingClassifier
from sklearn.exceptions import UnsetMetadataPassedError
from sklearn.metrics import get_scorer
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.metadata_routing import get_routing_for_object

from gbtlib import (
    AdaBoostClassifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from tests.gbtlib.models import table, target

X = table(60, 3, seed=2)
Y = target(X)
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
every_estimator = pytest.mark.parametrize("name", ESTIMATORS)


@pytest.fixture(autouse=True)
def routing() -> Iterator[None]:
    with sklearn.config_context(enable_metadata_routing=True):
        yield


def answer_of(name: str) -> np.ndarray:
    return np.where(Y > 0, "up", "down") if hasattr(ESTIMATORS[name], "predict_proba") else Y


def weighted(name: str) -> Any:
    return clone(ESTIMATORS[name]).set_fit_request(sample_weight=True).set_score_request(sample_weight=True)


@every_estimator
def test_requests_are_told_copied_and_kept(name: str) -> None:
    model = clone(ESTIMATORS[name])
    before = get_routing_for_object(model)
    assert before.fit.requests["sample_weight"] is None
    assert before.score.requests == {"sample_weight": None}
    assert model.set_fit_request(sample_weight="fit_weight") is model
    for copied in (model, clone(model), pickle.loads(pickle.dumps(model)), model.fit(X, answer_of(name))):
        assert get_routing_for_object(copied).fit.requests["sample_weight"] == "fit_weight"
    clone(model).set_fit_request(sample_weight=False)
    assert get_routing_for_object(model).fit.requests["sample_weight"] == "fit_weight"


@every_estimator
def test_cross_validation_hands_the_weights_on(name: str) -> None:
    y = answer_of(name)
    folds = [(np.arange(30), np.arange(30, 60)), (np.arange(30, 60), np.arange(30))]
    found = cross_validate(weighted(name), X, y, cv=folds, params={"sample_weight": WEIGHT})["test_score"]
    for (seen, unseen), score in zip(folds, found, strict=True):
        alone = clone(ESTIMATORS[name]).fit(X[seen], y[seen], WEIGHT[seen])
        assert alone.score(X[unseen], y[unseen], WEIGHT[unseen]) == score
    with pytest.raises(UnsetMetadataPassedError, match="sample_weight"):
        cross_validate(clone(ESTIMATORS[name]), X, y, cv=folds, params={"sample_weight": WEIGHT})


@every_estimator
def test_searches_and_pipelines_hand_the_weights_on(name: str) -> None:
    y = answer_of(name)
    search = GridSearchCV(weighted(name), {"max_depth": [1, 2]}, cv=2).fit(X, y, sample_weight=WEIGHT)
    best = clone(search.best_estimator_).fit(X, y, WEIGHT)
    assert np.array_equal(search.predict(X), best.predict(X))
    scaler = StandardScaler().set_fit_request(sample_weight=False)
    steps = make_pipeline(scaler, weighted(name)).fit(X, y, sample_weight=WEIGHT)
    alone = clone(ESTIMATORS[name]).fit(scaler.fit_transform(X), y, WEIGHT)
    assert np.array_equal(steps.predict(X), alone.predict(scaler.transform(X)))


def test_ensembles_of_scikit_learn_hand_the_weights_on() -> None:
    labels = answer_of("classifier")
    vote = VotingClassifier([("one", weighted("classifier"))]).fit(X, labels, sample_weight=WEIGHT)
    alone = clone(ESTIMATORS["classifier"]).fit(X, labels, WEIGHT)
    assert np.array_equal(vote.predict(X), alone.predict(X))
    calibrated = CalibratedClassifierCV(weighted("classifier"), cv=2).fit(X, labels, sample_weight=WEIGHT)
    plain = CalibratedClassifierCV(ESTIMATORS["classifier"], cv=2).fit(X, labels)
    assert not np.array_equal(calibrated.predict_proba(X), plain.predict_proba(X))
    drawing = GradientBoostingRegressor(n_estimators=3, subsample=0.5).set_fit_request(sample_weight=True)
    bag = BaggingRegressor(drawing, n_estimators=3, random_state=0).fit(X, Y, sample_weight=WEIGHT)
    assert len({each.predict(X).tobytes() for each in bag.estimators_}) == 3


def test_scorers_hand_on_what_a_prediction_takes() -> None:
    model = clone(ESTIMATORS["classifier"]).fit(X, Y > 0)
    model.set_predict_proba_request(n_rounds=True).set_decision_function_request(n_rounds=True)
    found = get_routing_for_object(model)
    assert found.predict_proba.requests == found.decision_function.requests == {"n_rounds": True}
    assert found.predict.requests == {"n_rounds": None}
    assert get_scorer("accuracy")(model, X, Y > 0) == model.score(X, Y > 0)


def test_arguments_that_do_not_exist() -> None:
    words = "weight is no argument of fit of DecisionTreeRegressor; it takes sample_weight"
    with pytest.raises(TypeError, match=f"^{words}$"):
        ESTIMATORS["regression tree"].set_fit_request(weight=True)
    words = "n_rounds is no argument of predict of DecisionTreeRegressor; it takes nothing beside X and y"
    with pytest.raises(TypeError, match=f"^{words}$"):
        ESTIMATORS["regression tree"].set_predict_request(n_rounds=True)
    with pytest.raises(TypeError, match=r"^sample_weight=1.5 must be True, False, None, or another name"):
        ESTIMATORS["regressor"].set_fit_request(sample_weight=1.5)
