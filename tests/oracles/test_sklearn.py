"""scikit-learn's exact gradient boosting, at every stage, and its metrics."""

import numpy as np
import pytest
from sklearn.ensemble import GradientBoostingRegressor as Theirs
from sklearn.metrics import log_loss, roc_auc_score
from sklearn.tree import DecisionTreeRegressor

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor, metrics
from tests.oracles.data import CLASSES, REGRESSION

# scikit-learn takes no missing values here, and no lambda; "ties" has equal gains, which it breaks by chance.
NAMES = ["diabetes", "cos_x2", "normal", "constant"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("max_depth", [1, 3, 6])
@pytest.mark.parametrize("min_samples_leaf", [1, 7])
def test_every_stage(name: str, max_depth: int, min_samples_leaf: int) -> None:
    X, y = REGRESSION[name]()
    same = {"n_estimators": 30, "learning_rate": 0.2, "max_depth": max_depth}
    ours = GradientBoostingRegressor(reg_lambda=0.0, min_samples_leaf=min_samples_leaf, **same).fit(X, y)
    theirs = Theirs(min_samples_leaf=min_samples_leaf, random_state=0, **same)
    theirs.fit(X, y)
    for one, other in zip(ours.staged_predict(X), theirs.staged_predict(X), strict=True):
        assert np.abs(one - other).max() <= 1e-10
    train_loss = [round_.train_loss for round_ in ours.trace_]
    assert train_loss == pytest.approx(theirs.train_score_ / 2, rel=1e-9, abs=1e-14)


@pytest.mark.parametrize("name", ["diabetes", "normal"])
def test_best_first(name: str) -> None:
    X, y = REGRESSION[name]()
    same = {"n_estimators": 10, "learning_rate": 0.3, "max_depth": None}
    ours = GradientBoostingRegressor(reg_lambda=0.0, grow_policy="lossguide", max_leaves=12, **same).fit(X, y)
    theirs = Theirs(max_leaf_nodes=12, random_state=0, **same).fit(X, y)
    for one, other in zip(ours.staged_predict(X), theirs.staged_predict(X), strict=True):
        assert np.abs(one - other).max() <= 1e-10


def test_sample_weight() -> None:
    X, y = REGRESSION["normal"]()
    weight = np.random.default_rng(5).uniform(0.1, 3, len(y))
    same = {"n_estimators": 20, "learning_rate": 0.2, "max_depth": 3}
    ours = GradientBoostingRegressor(reg_lambda=0.0, **same).fit(X, y, sample_weight=weight)
    theirs = Theirs(random_state=0, **same).fit(X, y, sample_weight=weight)
    for one, other in zip(ours.staged_predict(X), theirs.staged_predict(X), strict=True):
        assert np.abs(one - other).max() <= 1e-10


def test_one_round_is_a_regression_tree() -> None:
    X, y = REGRESSION["diabetes"]()
    ours = GradientBoostingRegressor(n_estimators=1, learning_rate=1.0, reg_lambda=0.0, max_depth=5).fit(X, y)
    theirs = DecisionTreeRegressor(max_depth=5, random_state=0).fit(X, y)
    assert np.abs(ours.predict(X) - theirs.predict(X)).max() <= 1e-10


@pytest.mark.parametrize("name", ["breast_cancer", "sonar"])
def test_log_loss_and_auc(name: str) -> None:
    X, y = CLASSES[name]()
    model = GradientBoostingClassifier(n_estimators=10, max_depth=2).fit(X[::2], y[::2])
    probability = model.predict_proba(X[1::2])[:, 1]
    assert metrics.log_loss(y[1::2], probability) == pytest.approx(log_loss(y[1::2], probability), rel=1e-12)
    auc = metrics.roc_auc(y[1::2], probability)
    assert auc == pytest.approx(roc_auc_score(y[1::2], probability), rel=1e-12)
    assert model.trace_[-1].train_loss == pytest.approx(
        log_loss(y[::2], model.predict_proba(X[::2])[:, 1]), rel=1e-12
    )
