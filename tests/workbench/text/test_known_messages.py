"""What libraries say is known by what they say now: each message is provoked, and found again."""

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import lightgbm as lgb
import numpy as np
import pandas as pd
import pytest
import xgboost as xgb
from sklearn import ensemble, linear_model, tree

from workbench.text.known_messages import message_in

random = np.random.default_rng(0)
X = random.normal(size=(40, 3))
y = X[:, 0] + X[:, 1]
TABLE = pd.DataFrame(X, columns=["a", "b", "c"])
LABELS = (y > 0).astype(int)


class Heard:
    """Takes what LightGBM says."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def info(self, text: str) -> None:
        self.said.append(text)

    warning = info


@pytest.fixture
def heard() -> Iterator[Heard]:
    found = Heard()
    lgb.register_logger(found)
    yield found
    lgb.register_logger(Silent())


class Silent(Heard):
    """Says nothing any more."""

    def info(self, text: str) -> None:
        pass

    warning = info


def lightgbm(target: Any = y, data: Any = X, rounds: int = 1, **settings: Any) -> lgb.Booster:
    return lgb.train(settings | {"num_threads": 1, "verbose": 1}, lgb.Dataset(data, label=target), rounds)


def xgboost(target: Any = y, data: Any = X, **settings: Any) -> xgb.Booster:
    return xgb.train(settings | {"nthread": 1}, xgb.DMatrix(data, label=target), 1)


def knows(said: str, in_means: str) -> None:
    found = message_in(said)
    assert found is not None, said
    assert in_means in found.means, said


SAID_BY_LIGHTGBM: dict[str, Callable[[], object]] = {
    "A tree stopped before": lambda: lightgbm(min_data_in_leaf=15),
    "not even the root could be split": lambda: lightgbm(np.round(X[:, 0]), rounds=3, min_data_in_leaf=30),
    "Every column was dropped": lambda: lightgbm(data=np.ones((40, 2))),
    "read as a missing value": lambda: lightgbm(data=np.floor(X), categorical_feature=[0]),
    "All labels are the same": lambda: lightgbm(np.ones(40), objective="binary"),
    "Boosting starts from the best constant": lambda: lightgbm(LABELS, objective="binary"),
    "Two names of one parameter": lambda: lightgbm(min_data_in_leaf=5, min_child_samples=7),
    "No parameter has this name": lambda: lightgbm(colsample_bylevel=0.5),
    "two ways to make histograms": lambda: lightgbm(min_data_in_leaf=5),
}


@pytest.mark.parametrize("means", SAID_BY_LIGHTGBM)
def test_what_lightgbm_says_is_known(means: str, heard: Heard) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        SAID_BY_LIGHTGBM[means]()
    found = [each for text in heard.said if (each := message_in(text)) is not None]
    assert any(means in each.means for each in found), heard.said


RAISED: dict[str, list[Callable[[], object]]] = {
    "one of the characters that JSON uses": [
        lambda: lightgbm(data=TABLE.set_axis(["a:b", "c", "d"], axis=1))
    ],
    "asks the wrong one": [lambda: lightgbm().predict(X[:, :2])],
    "only one may be given": [
        lambda: lightgbm(LABELS, objective="binary", is_unbalance=True, scale_pos_weight=2)
    ],
    "The columns have other names": [
        lambda: xgboost(data=TABLE).predict(xgb.DMatrix(TABLE[["b", "a", "c"]])),
        lambda: xgboost(data=TABLE).predict(xgb.DMatrix(X)),
        lambda: tree.DecisionTreeRegressor().fit(TABLE, y).predict(TABLE[["b", "a", "c"]]),
    ],
    "Often the target is still in the table": [
        lambda: xgb.XGBRegressor(n_estimators=1).fit(X, y).predict(X[:, :2])
    ],
    "0 and 1 have none": [
        lambda: xgboost(LABELS, objective="binary:logistic", base_score=1.5),
        lambda: xgboost(LABELS + 1, objective="binary:logistic"),
    ],
    "whole numbers 0 to K": [lambda: xgboost(LABELS + 1, objective="multi:softprob", num_class=2)],
    "without a hole": [lambda: xgb.XGBClassifier(n_estimators=1).fit(X, LABELS * 2)],
    "wants labels of 0 and 1": [lambda: xgboost(LABELS + 1, objective="binary:logistic", base_score=0.5)],
    "A target is missing": [lambda: xgboost(np.where(y > 1, np.nan, y))],
    "The loss takes a logarithm": [
        lambda: xgboost(-np.abs(y), objective="reg:gamma"),
        lambda: xgboost(-np.abs(y), objective="count:poisson"),
    ],
    "not the same number of rows": [
        lambda: xgb.train({}, xgb.DMatrix(X, label=y[:-1]), 1),
        lambda: tree.DecisionTreeRegressor().fit(X, y[:-1]),
    ],
    "A column holds texts or objects": [lambda: xgb.DMatrix(TABLE.assign(c="x"))],
    "only with it there is a best_iteration": [lambda: xgboost().best_iteration],
    "the target was left in": [lambda: tree.DecisionTreeRegressor().fit(X, y).predict(X[:, :2])],
    "cannot do with gaps": [
        lambda: ensemble.GradientBoostingRegressor().fit(np.where(X > 1, np.nan, X), y),
        lambda: tree.DecisionTreeRegressor().fit(X, np.where(y > 1, np.nan, y)),
    ],
    "Encode it": [lambda: tree.DecisionTreeRegressor().fit([["x"], ["y"]], [0, 1])],
    "numbers with a fraction as classes": [lambda: tree.DecisionTreeClassifier().fit(X, y)],
    "Rows must be a table": [lambda: tree.DecisionTreeRegressor().fit(X, y).predict(X[0])],
    "before fit": [lambda: tree.DecisionTreeRegressor().predict(X)],
    "errs on more of the weighted rows": [
        lambda: ensemble.AdaBoostClassifier(linear_model.Perceptron(max_iter=1, tol=None)).fit(
            np.ones((40, 1)), np.arange(40) % 2
        )
    ],
}


@pytest.mark.parametrize("means", RAISED)
def test_what_is_raised_is_known(means: str) -> None:
    for provoke in RAISED[means]:
        with warnings.catch_warnings(), pytest.raises(Exception) as raised:
            warnings.simplefilter("ignore")
            provoke()
        knows(str(raised.value), means)


WARNED: dict[str, Callable[[], object]] = {
    "now asked with bare numbers": lambda: tree.DecisionTreeRegressor().fit(TABLE, y).predict(X),
    "now asked with a table": lambda: tree.DecisionTreeRegressor().fit(X, y).predict(TABLE),
    "These names are no parameters": lambda: xgboost(number_of_trees=3),
    "exp of a large number is infinite": lambda: np.exp(np.array([1e3])),
    "log 0 is −inf": lambda: np.log(np.array([0.0])),
}


@pytest.mark.parametrize("means", WARNED)
def test_what_is_warned_of_is_known(means: str) -> None:
    with pytest.warns(Warning) as warned:
        WARNED[means]()
    knows(str(warned[0].message), means)
