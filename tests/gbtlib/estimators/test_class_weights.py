"""class_weight is a weight of rows; and what classifiers say beside their probabilities."""

from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.ensemble import GradientBoostingClassifier as TheirBoosting
from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeClassifier as TheirTree
from sklearn.utils.class_weight import compute_sample_weight

from gbtlib import (
    AdaBoostClassifier,
    DecisionTreeClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
)
from tests.gbtlib.models import table, target

X = table(90, 3, seed=2, ties=False)
CODES = np.digitize(target(X), [-1.0, 0.8])
LABELS = np.array(["low", "middle", "top"])[CODES]
WEIGHT = np.random.default_rng(3).uniform(0.5, 2.0, 90)

CLASSIFIERS: dict[str, Any] = {
    "boosting": GradientBoostingClassifier(n_estimators=3),
    "tree": DecisionTreeClassifier(max_depth=3),
    "AdaBoost": AdaBoostClassifier(n_estimators=3, max_depth=2),
    "forest": RandomForestClassifier(n_estimators=4, max_depth=4),
}
every_classifier = pytest.mark.parametrize("name", CLASSIFIERS)
every_weight = pytest.mark.parametrize("given", ["balanced", {"low": 3.0, "top": 0.25}], ids=str)


@every_weight
@every_classifier
def test_it_multiplies_the_weights_of_rows(name: str, given: Any) -> None:
    expected = compute_sample_weight(given, LABELS)
    for weight in (None, WEIGHT):
        ours = clone(CLASSIFIERS[name]).set_params(class_weight=given).fit(X, LABELS, weight)
        rows = clone(CLASSIFIERS[name]).fit(X, LABELS, expected if weight is None else expected * weight)
        assert np.array_equal(ours.predict_proba(X), rows.predict_proba(X))
        plain = clone(CLASSIFIERS[name]).fit(X, LABELS, weight)
        assert not np.array_equal(ours.predict_proba(X), plain.predict_proba(X))


@every_weight
def test_a_tree_is_scikit_learns(given: Any) -> None:
    limits = {"max_depth": 4, "min_samples_leaf": 5, "class_weight": given}
    theirs = TheirTree(random_state=0, **limits).fit(X, LABELS, WEIGHT)
    ours = DecisionTreeClassifier(**limits).fit(X, LABELS, WEIGHT)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-9)


def test_labels_that_are_numbers_or_were_made_texts() -> None:
    for labels, given in (
        (CODES, {0: 5.0, 2: 0.5}),
        (np.array([1, "a", 2], dtype=object)[CODES], {1: 5, 2: 0.5}),
    ):
        ours = DecisionTreeClassifier(max_depth=3, class_weight=given).fit(X, labels)
        weight = np.array([5.0, 1.0, 0.5])[CODES]
        rows = DecisionTreeClassifier(max_depth=3).fit(X, labels, weight)
        assert np.array_equal(ours.predict_proba(X), rows.predict_proba(X))


def test_a_fold_may_lack_a_class_that_has_a_weight() -> None:
    given = {"low": 2.0, "middle": 1.0, "top": 0.5}
    model = DecisionTreeClassifier(max_depth=3, class_weight=given)
    two = model.fit(X[CODES < 2], LABELS[CODES < 2])
    assert two.classes_.tolist() == ["low", "middle"]
    assert (cross_val_score(model, X, LABELS, cv=3) > 0.4).all()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("equal", "class_weight='equal' must be a dictionary of weights by label, 'balanced', or None"),
        (2.0, "class_weight=2.0 must be a dictionary of weights by label"),
        ({"low": -1}, r"class_weight\['low'\]=-1 must be at least 0"),
        ({"low": float("nan")}, r"class_weight\['low'\]=nan must be finite"),
        ({"lo": 2}, "class_weight names 'lo', which is no label of y: low, middle, top"),
        ({"low": 0, "middle": 0, "top": 0}, "class_weight times sample_weight is zero for every row"),
    ],
)
@every_classifier
def test_messages(name: str, given: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        clone(CLASSIFIERS[name]).set_params(class_weight=given).fit(X, LABELS)


# -- logarithms and raw predictions


@every_classifier
def test_logarithms_of_probabilities(name: str) -> None:
    model = clone(CLASSIFIERS[name]).fit(X, LABELS)
    found = model.predict_log_proba(X)
    assert found.shape == (90, 3)
    np.testing.assert_allclose(np.exp(found), model.predict_proba(X), rtol=1e-12)
    assert np.array_equal(np.isneginf(found), model.predict_proba(X) == 0)


@pytest.mark.parametrize("loss", ["logistic", "exponential", "softmax"])
def test_the_decision_of_two_classes_is_one_number(loss: str) -> None:
    model = GradientBoostingClassifier(n_estimators=3, loss=loss).fit(X, CODES > 0)
    decision = model.decision_function(X)
    assert decision.shape == (90,)
    assert np.array_equal(decision > 0, model.predict(X))
    odds = np.diff(model.predict_log_proba(X), axis=1)[:, 0]
    np.testing.assert_allclose(decision * (2 if loss == "exponential" else 1), odds, rtol=1e-9)
    assert np.array_equal(
        model.decision_function(X, n_rounds=2),
        GradientBoostingClassifier(n_estimators=2, loss=loss).fit(X, CODES > 0).decision_function(X),
    )


def test_the_decision_is_scikit_learns() -> None:
    """From the same start, after one round of full steps; later ones differ by its leaves' line search."""
    model = GradientBoostingClassifier(n_estimators=1, reg_lambda=0.0, max_depth=2).fit(X, CODES > 0)
    theirs = TheirBoosting(n_estimators=1, max_depth=2, random_state=0).fit(X, CODES > 0)
    np.testing.assert_allclose(model.decision_function(X), theirs.decision_function(X), rtol=1e-6)


def test_the_decision_of_several_classes_is_the_raw_prediction() -> None:
    model = GradientBoostingClassifier(n_estimators=3).fit(X, LABELS)
    assert np.array_equal(model.decision_function(X), model.raw_prediction(X))
    assert np.array_equal(model.classes_[model.decision_function(X).argmax(axis=1)], model.predict(X))
