"""Worked examples, small enough for pencil and paper: expected values as fractions, found to 1e-12."""

import math
from fractions import Fraction as Fr

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from gbtlib import (
    BoostingParams,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    HalfSquaredError,
    Logistic,
    Loss,
    SecondOrder,
    SplitSearch,
    TreeParams,
    boost,
    grow_tree,
    prune_by_gamma,
    sort_columns,
)
from gbtlib.metrics import log_loss
from gbtlib.tables import from_flat_table

FIVE = np.arange(1.0, 6.0)[:, np.newaxis]
FIVE_Y = np.array([0, 0, 1, 1, 1])
FOUR = np.arange(1.0, 5.0)[:, np.newaxis]
FOUR_Y = np.array([1.0, 2.0, 6.0, 7.0])
XOR = np.array([[0, 0], [0, 0], [0, 1], [1, 0], [1, 1]], dtype=float)
XOR_Y = np.array([0.0, 0.0, 1.0, 1.0, 0.0])
NEAR = Fr(1, 10**12)


def exactly(*values: Fr) -> object:
    return pytest.approx([float(value) for value in values], abs=1e-12, rel=0)


def logistic_at_zero(y: np.ndarray) -> SecondOrder:
    return SecondOrder(0.5 - y, np.full(len(y), 0.25), reg_lambda=1.0)


class SquaredError(Loss):
    """(y - F)^2, without the 1/2: twice the gradient and hessian of half the squared error."""

    name = "full_squared_error"

    def loss(self, y, raw_prediction):
        return (raw_prediction - y) ** 2

    def gradient(self, y, raw_prediction):
        return 2 * (raw_prediction - y)

    def hessian(self, y, raw_prediction):
        return np.full(raw_prediction.shape, 2.0)

    def initial_raw_prediction(self, y, sample_weight=None):
        return float(np.average(y, weights=sample_weight))


def test_leaf_vector_and_penalty() -> None:
    import pandas as pd

    table = pd.DataFrame(
        {
            "NodeIndex": [0, 1, 2, 3, 4],
            "LeftNodeIndex": [1, -1, 3, -1, -1],
            "RightNodeIndex": [2, -1, 4, -1, -1],
            "FeatureIndex": [0, -1, 1, -1, -1],
            "FeatureDecisionVal": [0.5, -1, 0.5, -1, -1],
            "Score": [-1, 2.0, -1, 0.1, -1.0],
        }
    )
    tree = from_flat_table(table, n_features=2)
    rows = np.array([[1, 1], [0, 0], [1, 1], [1, 0], [1, 1]], dtype=float)
    leaf_number = {leaf: i + 1 for i, leaf in enumerate(tree.leaves)}
    assert [leaf_number[leaf] for leaf in tree.apply(rows)] == [3, 1, 3, 2, 3]
    assert tree.predict(rows).tolist() == [-1, 2, -1, 0.1, -1]
    weights = tree.weight[tree.leaves]
    assert 1 * tree.n_leaves + 0.5 * 1 * (weights**2).sum() == pytest.approx(5.505, abs=1e-12)


def test_logistic_gains_and_leaves() -> None:
    columns = sort_columns(FIVE)
    criterion = logistic_at_zero(FIVE_Y)
    found = SplitSearch(columns, criterion, TreeParams()).candidates()
    assert found.threshold.tolist() == [1.5, 2.5, 3.5, 4.5]
    assert found.gain == exactly(Fr(53, 180), Fr(58, 63), Fr(22, 63), Fr(2, 45))
    tree = grow_tree(columns, criterion, TreeParams(max_depth=1)).tree
    assert tree.threshold[0] == 2.5
    assert tree.weight[1:] == exactly(Fr(-2, 3), Fr(6, 7))


@pytest.mark.parametrize(("learning_rate", "after"), [(1.0, 0.377987), (0.3, 0.582947)])
def test_logistic_log_loss(learning_rate: float, after: float) -> None:
    model = GradientBoostingClassifier(
        n_estimators=1, max_depth=1, learning_rate=learning_rate, base_score=0.5, trace="full"
    ).fit(FIVE, FIVE_Y)
    (round_,) = model.trace_
    assert Logistic().loss(FIVE_Y, round_.raw_before).mean() == pytest.approx(np.log(2), abs=1e-12)
    left, right = np.log1p(np.exp(-learning_rate * np.array([2 / 3, 6 / 7])))
    assert round_.train_loss == pytest.approx((2 * left + 3 * right) / 5, abs=1e-12)
    assert round(round_.train_loss, 6) == after
    assert log_loss(FIVE_Y, model.predict_proba(FIVE)[:, 1]) == pytest.approx(round_.train_loss, abs=1e-12)


@pytest.mark.parametrize(
    ("start", "gains", "leaves"),
    [
        (0.0, (Fr(111, 40), Fr(61, 15), Fr(-129, 40)), (Fr(1), Fr(13, 3))),
        (4.0, (Fr(27, 8), Fr(25, 3), Fr(27, 8)), (Fr(-5, 3), Fr(5, 3))),
    ],
)
def test_half_squared_error(start: float, gains: tuple[Fr, ...], leaves: tuple[Fr, ...]) -> None:
    model = GradientBoostingRegressor(n_estimators=1, max_depth=1, base_score=start, trace="full")
    model.fit(FOUR, FOUR_Y)
    assert model.candidates(1).gain == exactly(*gains)
    assert model.trace_[0].trees[0].weight[1:] == exactly(*leaves)


def test_full_squared_error_is_the_half_with_doubled_penalties() -> None:
    params = {"n_estimators": 3, "max_depth": 2, "base_score": 0.0, "learning_rate": 0.5}
    half = GradientBoostingRegressor(reg_lambda=1, gamma=0.1, **params).fit(FOUR, FOUR_Y)
    full = GradientBoostingRegressor(loss=SquaredError(), reg_lambda=2, gamma=0.2, **params).fit(FOUR, FOUR_Y)
    for one, other in zip(half.trace_, full.trace_, strict=True):
        assert one.trees[0].threshold.tolist() == pytest.approx(
            other.trees[0].threshold.tolist(), nan_ok=True
        )
        assert one.trees[0].weight == pytest.approx(other.trees[0].weight, abs=1e-12)
        assert 2 * one.trees[0].gain == pytest.approx(other.trees[0].gain, abs=1e-12, nan_ok=True)


def test_full_squared_error_with_the_same_lambda() -> None:
    model = GradientBoostingRegressor(loss=SquaredError(), n_estimators=1, max_depth=1, base_score=0.0)
    model.fit(FOUR, FOUR_Y)
    assert model.trace_[0].trees[0].weight[1:] == exactly(Fr(6, 5), Fr(26, 5))


def test_a_gain_can_be_negative_without_gamma() -> None:
    criterion = SecondOrder(np.ones(2), np.ones(2), reg_lambda=1.0)
    found = SplitSearch(sort_columns(np.array([[0.0], [1.0]])), criterion, TreeParams()).candidates()
    assert found.gain == exactly(Fr(-1, 6))
    assert found.best is None
    assert found.why_not(0) == "no positive gain"


def xor_tree(**params):
    return grow_tree(sort_columns(XOR), logistic_at_zero(XOR_Y), TreeParams(max_depth=2, **params)).tree


def test_xor_gains_and_leaves() -> None:
    tree = xor_tree()
    assert tree.gain[:3] == exactly(Fr(1, 63), Fr(38, 105), Fr(1, 5))
    assert tree.weight[3:] == exactly(Fr(-2, 3), Fr(2, 5), Fr(2, 5), Fr(-2, 5))
    assert tree.weight[0] == pytest.approx(-2 / 9, abs=1e-12)


@pytest.mark.parametrize(
    ("pruning", "gamma", "leaves"),
    [
        ("post", Fr(1, 10), 4),
        ("post", Fr(1, 5) - NEAR, 4),
        ("post", Fr(1, 5) + NEAR, 3),
        ("post", Fr(38, 105) - NEAR, 3),
        ("post", Fr(38, 105) + NEAR, 1),
        ("full", Fr(1, 5) - NEAR, 4),
        ("full", Fr(38, 105) + NEAR, 1),
        ("pre", Fr(1, 63) - NEAR, 4),
        ("pre", Fr(1, 63) + NEAR, 1),
    ],
)
def test_xor_on_both_sides_of_a_boundary(pruning: str, gamma: Fr, leaves: int) -> None:
    assert xor_tree(pruning=pruning, gamma=float(gamma)).n_leaves == leaves
    if pruning == "post":
        assert prune_by_gamma(xor_tree(), float(gamma))[0].n_leaves == leaves


def test_xor_stopped_early_keeps_nothing() -> None:
    assert xor_tree(gamma=0.1, pruning="pre").n_leaves == 1
    assert xor_tree(gamma=0.1, pruning="pre").node(0).why_leaf.startswith("gamma")


def objective(tree, gamma: Fr) -> float:
    """The second-order objective of a tree with lambda 1: what its leaves save, and their price."""
    G, H = tree.G[tree.leaves], tree.H[tree.leaves]
    return float(float(gamma) * tree.n_leaves - 0.5 * (G**2 / (H + 1)).sum())


def test_xor_breaks_even() -> None:
    single = xor_tree(gamma=1.0)
    assert single.n_leaves == 1
    saved = objective(single, Fr(0)) - objective(xor_tree(), Fr(0))
    assert saved / 3 == pytest.approx(26 / 135, abs=1e-12)  # the whole tree has three leaves more
    for gamma in (Fr(0), Fr(1, 10), Fr(26, 135) - NEAR):
        assert objective(xor_tree(gamma=float(gamma)), gamma) < objective(single, gamma)
    for gamma in (Fr(26, 135) + NEAR, Fr(1, 5) - NEAR, Fr(1, 5) + NEAR, Fr(38, 105) - NEAR):
        kept = xor_tree(gamma=float(gamma))
        assert kept.n_leaves > 1  # though a single leaf would be better
        assert objective(kept, gamma) > objective(single, gamma)


def test_pure_xor_is_split_only_regardless_of_gain() -> None:
    def tree(gamma: Fr = Fr(0), pruning: str = "full"):
        params = TreeParams(max_depth=2, pruning=pruning, gamma=float(gamma))
        return grow_tree(sort_columns(XOR[1:]), logistic_at_zero(XOR_Y[1:]), params).tree

    assert tree(pruning="post").n_nodes == tree(pruning="pre").n_nodes == 1
    assert tree().gain[:3] == exactly(Fr(0), Fr(1, 5), Fr(1, 5))
    assert [tree(gamma).n_leaves for gamma in (Fr(0), Fr(1, 5) - NEAR, Fr(1, 5) + NEAR)] == [4, 4, 1]
    saved = objective(tree(pruning="post"), Fr(0)) - objective(tree(), Fr(0))
    assert saved / 3 == pytest.approx(2 / 15, abs=1e-12)


def newton_step(raw: float) -> float:
    """One leaf of y = 1, 1, 1, 0 without lambda: -G / H at one raw prediction."""
    p = 1 / (1 + math.exp(-raw))
    return (3 - 4 * p) / (4 * p * (1 - p))


def test_accumulated_rounds_reach_the_optimum() -> None:
    params = BoostingParams(n_estimators=8, learning_rate=1.0, reg_lambda=0.0, base_score=0.5)
    rounds = boost(sort_columns(np.zeros((4, 1))), np.array([1, 1, 1, 0]), Logistic(), params)
    series, expected = [float(round_.raw_after[0]) for round_ in rounds], [newton_step(0.0)]
    while len(expected) < 8:
        expected.append(expected[-1] + newton_step(expected[-1]))
    assert series == pytest.approx(expected, abs=1e-12)
    assert [round(raw, 6) for raw in series[:3]] == [1, 1.096339, 1.098611]
    assert series[-1] == pytest.approx(math.log(3), abs=1e-12)


def test_replaced_rounds_run_away() -> None:
    y, X = np.array([1, 1, 1, 0]), np.zeros((4, 1))
    last, exact, total, series = 0.0, 0.0, 0.0, []
    for _ in range(5):
        raw = np.full(4, last)
        criterion = SecondOrder(Logistic().gradient(y, raw), Logistic().hessian(y, raw), reg_lambda=0.0)
        last = grow_tree(sort_columns(X), criterion, TreeParams()).tree.weight.item(0)  # instead of adding it
        exact = newton_step(exact)
        assert last == pytest.approx(exact, abs=1e-12)
        total += last
        series.append(round(total, 6))
    assert series == [1, 1.096339, 2.002173, 2.186828, 3.009670]


def test_sign_of_the_leaf_weight() -> None:
    criterion = SecondOrder(HalfSquaredError().gradient(FOUR_Y, np.full(4, 4.0)), np.ones(4), reg_lambda=1.0)
    tree = grow_tree(sort_columns(FOUR), criterion, TreeParams(max_depth=1)).tree
    weight = tree.predict(FOUR)
    assert ((4 - FOUR_Y) ** 2).mean() == 6.5
    assert ((4 + weight - FOUR_Y) ** 2).mean() == pytest.approx(17 / 18, abs=1e-12)
    assert ((4 - weight - FOUR_Y) ** 2).mean() == pytest.approx(317 / 18, abs=1e-12)


def test_penalty_on_the_norm_or_its_square() -> None:
    G, H = -3.0, 2.0
    criterion = SecondOrder(np.array([G]), np.array([H]), reg_lambda=1.0)
    assert criterion.leaf_weight(np.array([G]), np.array([H])).tolist() == [1.0]
    norm = minimize_scalar(lambda w: G * w + 0.5 * H * w**2 + 0.5 * abs(w), bracket=(0.5, 1.5), tol=1e-12)
    # Near its minimum a function is flat: the place is found to the square root of the precision.
    assert norm.x == pytest.approx(1.25, abs=1e-7)
    absolute = SecondOrder(np.array([G]), np.array([H]), reg_lambda=0.0, reg_alpha=0.5)
    assert absolute.leaf_weight(np.array([G]), np.array([H])).tolist() == [1.25]
