"""A loss whose raw prediction is the log, or the log odds, of what is predicted: predict gives the latter."""

import re

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingRegressor

from gbtlib import BinaryExpressionLoss, ExpressionLoss, GradientBoostingRegressor
from tests.gbtlib.models import table

POISSON = "exp(F) - y*F"
SETTINGS = {"n_estimators": 10, "learning_rate": 0.3, "max_depth": 3, "reg_lambda": 0.0}


def counts() -> tuple[np.ndarray, np.ndarray]:
    X = np.round(table(300, 3, seed=4), 1)
    return X, np.random.default_rng(1).poisson(np.exp(0.5 + X[:, 0])).astype(float)


def test_counts_are_predicted_by_their_mean_as_by_scikit_learn() -> None:
    X, y = counts()
    ours = GradientBoostingRegressor(
        loss=ExpressionLoss(POISSON, link_function="log"), min_samples_leaf=5, **SETTINGS
    ).fit(X, y)
    theirs = HistGradientBoostingRegressor(
        loss="poisson",
        learning_rate=0.3,
        max_iter=10,
        max_depth=3,
        max_leaf_nodes=None,
        min_samples_leaf=5,
        early_stopping=False,
    ).fit(X, y)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-4)  # theirs sums in float32
    assert ours.score(X, y) == pytest.approx(theirs.score(X, y), rel=1e-4)
    staged = list(ours.staged_predict(X))
    assert np.array_equal(staged[-1], np.exp(ours.raw_prediction(X)))
    plain = GradientBoostingRegressor(loss=ExpressionLoss(POISSON), min_samples_leaf=5, **SETTINGS).fit(X, y)
    assert np.array_equal(plain.predict(X), ours.raw_prediction(X))


@pytest.mark.parametrize(
    ("link", "predictions"),
    [("identity", [-2.0, 0.0, 3.5]), ("log", [1e-9, 1.0, 1e9]), ("logit", [1e-9, 0.5, 1 - 1e-9])],
)
def test_a_link_there_and_back(link: str, predictions: list[float]) -> None:
    loss = ExpressionLoss("(y - F)**2", link_function=link)
    F = loss.link(predictions)
    np.testing.assert_allclose(loss.inverse_link(F), predictions, rtol=1e-9)
    assert loss.inverse_link(np.zeros(1)).tolist() == {"identity": [0], "log": [1], "logit": [0.5]}[link]
    assert isinstance(loss.link(predictions[1]), float)
    assert np.isfinite(ExpressionLoss("F**2", link_function="logit").link([0.0, 1.0])).all()
    assert loss.inverse_link(np.array([1e6]))[0] in (1e6, np.inf, 1.0)  # and no warning


def test_a_base_score_is_in_the_terms_of_the_prediction() -> None:
    X, y = counts()
    loss = ExpressionLoss(POISSON, link_function="log")
    model = GradientBoostingRegressor(loss=loss, base_score=2.0, n_estimators=1).fit(X, y)
    assert model.initial_raw_prediction_ == pytest.approx(np.log(2.0))
    for base_score, rule in ((-1.0, "-1 has no log: it must be greater than 0"), (0.0, "0 has no log: it")):
        with pytest.raises(ValueError, match="^a prediction of " + re.escape(rule)):
            GradientBoostingRegressor(loss=loss, base_score=base_score).fit(X, y)
    share = ExpressionLoss("log(1 + exp(F)) - y*F", link_function="logit")
    with pytest.raises(ValueError, match=r"^a prediction of 1.5 has no logit: it must be at least 0 and at"):
        GradientBoostingRegressor(loss=share, base_score=1.5).fit(X, y > 0)


def test_links_that_there_are() -> None:
    with pytest.raises(ValueError, match=r"^link_function='exp' must be one of 'identity', 'log', 'logit'$"):
        ExpressionLoss("F**2", link_function="exp")
    with pytest.raises(ValueError, match=r"^link_function='log' must be one of 'logit'$"):
        BinaryExpressionLoss("F**2", link_function="log")
    assert BinaryExpressionLoss("F**2").inverse_link(np.zeros(1)).tolist() == [0.5]
