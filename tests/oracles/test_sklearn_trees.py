"""gbtlib's trees beside scikit-learn's regression trees, split by split; more stages; metrics of classes."""

from typing import Any

import numpy as np
import pytest
import sklearn.metrics
from numpy.typing import NDArray
from sklearn.ensemble import GradientBoostingRegressor as TheirBooster
from sklearn.tree import DecisionTreeRegressor

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.core.boosting import Round
from gbtlib.core.tree import Tree
from gbtlib.metrics import log_loss, roc_auc
from tests.oracles.sklearn_trees import Comparison, Floats, Rows, their_parameters
from tests.oracles.tables import Table, table

TOLERANCE = 1e-10  # of a gain, as a share of the scores: sums of floats in different orders


def fit(data: Table, weight: Floats | None = None, **params: Any) -> GradientBoostingRegressor:
    model = GradientBoostingRegressor(reg_lambda=0.0, trace="full", **params)
    return model.fit(data.X, data.y, sample_weight=weight)


class SquaredErrors(Comparison):
    """Trees of numbers, by half the squared error; both need reg_lambda=0, which scikit-learn has not.

    Since 1.9 its booster has no choice of criterion: friedman_mse is gone, and the gain is that of plain
    squared error.
    """

    def sums(self, ours: Tree, theirs: Any, i: int, j: int, rows: Rows) -> None:
        """Rows, sum of weights (our H) and weighted mean of the target."""
        W = self.weight[rows].sum()
        assert ours.n_samples[i] == theirs.n_node_samples[j] == len(rows)
        assert ours.H[i] == pytest.approx(W, rel=1e-12)
        assert theirs.weighted_n_node_samples[j] == pytest.approx(W, rel=1e-12)
        size = np.abs(self.target[rows]).max()
        assert ours.weight[i] == pytest.approx(theirs.value[j].item(), rel=1e-10, abs=1e-12 * size)

    def cut(self, rows: Rows, feature: int, threshold: float) -> tuple[NDArray[np.bool_], float, float]:
        """The rows that go left, the gain in half squared error, and by how much it may be off."""
        left = self.X[rows, feature] <= threshold
        sides = self.score(rows[left]) + self.score(rows[~left])
        return left, sides - self.score(rows), TOLERANCE * (sides + self.score(rows))

    def score(self, rows: Rows) -> float:
        """(sum of w t)^2 / 2 (sum of w): half the squares that a constant explains."""
        weight = self.weight[rows]
        return float(0.5 * (weight @ self.target[rows]) ** 2 / weight.sum())


def compared(data: Table, round_: Round, weight: Floats | None, params: dict[str, Any]) -> SquaredErrors:
    """The tree of a round beside scikit-learn's on the same residuals, so that no error is passed on."""
    w = np.ones(len(data.y)) if weight is None else weight
    residual = -round_.gradient / w
    theirs = DecisionTreeRegressor(**their_parameters(**params)).fit(data.X, residual, sample_weight=weight)
    comparison = SquaredErrors(data.X, residual, w)
    comparison.nodes(round_.trees[0], theirs.tree_, 0, 0, np.arange(len(w)))
    return comparison


# How many choices we put up with for each split that is equal: none where all values differ; some where
# whole-numbered features and targets give equal gains, or class codes serve as a target.
CHOICES = {"wave": 0.0, "slow_wave": 0.0, "plain": 0.0, "diabetes": 0.02, "coarse": 0.06, "wine": 0.2}
SETTINGS: dict[str, dict[str, Any]] = {
    "stump": {"max_depth": 1},
    "deep": {"max_depth": 8},
    "to the end": {"max_depth": None},
    "large leaves": {"max_depth": None, "min_samples_leaf": 9},
    "best first": {"max_depth": None, "max_leaves": 20, "grow_policy": "lossguide"},
    "best first, large leaves": {
        "max_depth": None,
        "max_leaves": 7,
        "grow_policy": "lossguide",
        "min_samples_leaf": 5,
    },
}


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("name", CHOICES)
def test_every_split(name: str, setting: str, weighted: bool) -> None:
    data = table(name)
    weight = np.random.default_rng(6).uniform(0.2, 3, len(data.y)) if weighted else None
    params = SETTINGS[setting]
    model = fit(data, weight, n_estimators=4, learning_rate=0.3, **params)
    found = [compared(data, round_, weight, params) for round_ in model.trace_]
    splits = sum(each.splits for each in found)
    assert splits >= len(found)
    assert sum(each.choices for each in found) <= CHOICES[name] * splits


def test_a_gain_of_0_splits_only_there() -> None:
    """The table of XOR: no cut gains, scikit-learn makes one nevertheless, and gbtlib has a single leaf."""
    data = Table(np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0.0, 1, 1, 0]))
    params = {"max_depth": 2}
    model = fit(data, n_estimators=1, **params)
    comparison = compared(data, model.trace_[0], None, params)
    assert (comparison.splits, comparison.choices) == (0, 1)
    assert model.trace_[0].trees[0].node(0).why_leaf == "no cut has a positive gain"


# -- every stage of boosting


def assert_equal_stages(data: Table, weight: Floats | None, **params: Any) -> None:
    ours = fit(data, weight, **params)
    theirs = TheirBooster(**their_parameters(**params)).fit(data.X, data.y, sample_weight=weight)
    stages = zip(ours.staged_predict(data.X), theirs.staged_predict(data.X), strict=True)
    for number, (mine, other) in enumerate(stages, start=1):
        np.testing.assert_allclose(mine, other, rtol=0, atol=1e-10, err_msg=f"round {number}")
    # Theirs is the mean of the squared residuals, ours of half of them.
    train_loss = [2 * round_.train_loss for round_ in ours.trace_]
    np.testing.assert_allclose(train_loss, theirs.train_score_, rtol=1e-9, atol=1e-13)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("setting", ["stump", "large leaves", "best first", "best first, large leaves"])
@pytest.mark.parametrize("name", ["wave", "slow_wave"])
def test_every_stage(name: str, setting: str, weighted: bool) -> None:
    data = table(name)
    weight = np.random.default_rng(6).uniform(0.2, 3, len(data.y)) if weighted else None
    assert_equal_stages(data, weight, n_estimators=60, learning_rate=0.1, **SETTINGS[setting])


@pytest.mark.parametrize("setting", ["large leaves", "best first, large leaves"])
@pytest.mark.parametrize("name", ["plain", "diabetes"])
def test_every_stage_with_leaves_too_large_for_ties(name: str, setting: str) -> None:
    """In small nodes two features often cut alike; new rows tell them apart, the rows of training do not."""
    assert_equal_stages(table(name), None, n_estimators=30, learning_rate=0.2, **SETTINGS[setting])


@pytest.mark.parametrize("fraction", [1 / 64, 1 / 16])
def test_min_child_weight_is_their_min_weight_fraction_leaf(fraction: float) -> None:
    data = table("plain")
    weight = np.random.default_rng(6).integers(1, 9, len(data.y)) / 8
    same = {"n_estimators": 10, "learning_rate": 0.3, "max_depth": 5}
    ours = fit(data, weight, min_child_weight=fraction * weight.sum(), **same)
    theirs = TheirBooster(min_weight_fraction_leaf=fraction, random_state=0, **same)
    theirs.fit(data.X, data.y, sample_weight=weight)
    np.testing.assert_allclose(ours.predict(data.X), theirs.predict(data.X), rtol=0, atol=1e-10)
    free = fit(data, weight, **same)
    assert sum(t.trees[0].n_leaves for t in ours.trace_) < sum(t.trees[0].n_leaves for t in free.trace_)


@pytest.mark.parametrize("max_leaves", [2, 5, 40])
def test_one_round_is_a_regression_tree(max_leaves: int) -> None:
    data = table("diabetes")
    params = {"max_depth": None, "max_leaves": max_leaves, "min_samples_leaf": 4, "grow_policy": "lossguide"}
    ours = fit(data, n_estimators=1, learning_rate=1.0, **params)
    theirs = DecisionTreeRegressor(**their_parameters(**params)).fit(data.X, data.y)
    np.testing.assert_allclose(ours.predict(data.X), theirs.predict(data.X), rtol=0, atol=1e-10)
    assert ours.initial_raw_prediction_ == pytest.approx(theirs.tree_.value[0].item(), rel=1e-12)


# -- classes


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", ["xor", "breast_cancer", "sonar", "iris", "wine"])
def test_log_loss_and_auc_of_probabilities(name: str, weighted: bool) -> None:
    """Two rounds of stumps give few probabilities, and so many ties, each half a pair to the AUC."""
    data = table(name)
    weight = np.random.default_rng(6).uniform(0.2, 3, len(data.y)) if weighted else None
    model = GradientBoostingClassifier(n_estimators=2, max_depth=1, trace="full")
    p = model.fit(data.X, data.y, sample_weight=weight).predict_proba(data.X)
    expected = sklearn.metrics.log_loss(data.y, p, sample_weight=weight)
    assert log_loss(data.y, p, weight) == pytest.approx(expected, rel=1e-12)
    assert model.trace_[-1].train_loss == pytest.approx(expected, rel=1e-12)
    for k, label in enumerate(model.classes_):
        auc = sklearn.metrics.roc_auc_score(data.y == label, p[:, k], sample_weight=weight)
        assert roc_auc(data.y == label, p[:, k], weight) == pytest.approx(auc, rel=1e-12)
