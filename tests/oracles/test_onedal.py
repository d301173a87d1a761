"""oneDAL itself, tree by tree, where daal4py is installed (`pip install '.[onedal]'`).

daal4py (2026.2) does not hand lambda on: it is 1 whatever one asks for, so that no test here changes it.
"""

import warnings
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gbtlib import (
    ONEDAL_PARAMETERS,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    Round,
    onedal_params,
)
from gbtlib.estimators.boosting import GradientBoosting

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    daal = pytest.importorskip("daal4py", reason="oneDAL is an extra: pip install '.[onedal]'")

Floats = NDArray[np.float64]
BY_BINS = ("tree_method", "max_bin", "min_bin_size")
TOLERANCE = 1e-6  # oneDAL keeps gradients in float32
ROUNDS = 5
SETTINGS: list[dict[str, Any]] = [
    {},
    {"minSplitLoss": 0.4},
    {"maxTreeDepth": 0},
    {"maxTreeDepth": 2, "shrinkage": 0.05},
    {"minObservationsInLeafNode": 25},
    {"splitMethod": "inexact"},
]


def rows(n: int = 250) -> tuple[Floats, Floats]:
    """Rows without ties, at most 256 values a feature, exact in float32."""
    random = np.random.default_rng(8)
    X = np.argsort(random.random((5, n)), axis=1).T / 256.0
    return X, np.sin(7 * X[:, 0]) + X[:, 1] * X[:, 2] + random.normal(scale=0.1, size=n)


def their_trees(training: Any, X: Floats, y: Floats) -> list[tuple[Any, Floats]]:
    """The nodes of every tree, depth first, and what each leaf adds, learning rate included."""
    model = training.compute(X, y.astype(np.float64)[:, np.newaxis]).model
    states = [daal.getTreeState(model, k) for k in range(model.NumberOfTrees)]
    return [(state.node_ar, state.value_ar.ravel()) for state in states]


def mine(task: str, changed: dict[str, Any]) -> dict[str, Any]:
    """The preset for the exact search: inexact is the same here, a bin for each value."""
    found = onedal_params(task, **{"maxIterations": ROUNDS, **changed, "splitMethod": "exact"})
    return {name: value for name, value in found.items() if name not in BY_BINS}


def agree(model: GradientBoosting, theirs: list[tuple[Any, Floats]], X: Floats, first: float = 0.0) -> int:
    """Walk the trees of both from the root, round by round; how many splits and leaves were the same.

    Where cuts gain the same, oneDAL may choose another: below it nothing can be compared, nor in later
    rounds. first: what oneDAL has added to the leaves of its first tree.
    """
    compared, n_outputs = 0, model.loss_.n_outputs
    assert len(theirs) == len(model.trace_) * n_outputs
    for round_ in model.trace_:
        ties = 0
        for k in range(n_outputs):
            start = first if round_.number == 1 else 0.0
            tree = theirs[(round_.number - 1) * n_outputs + k]
            found = agree_on_a_tree(round_, k, tree, X, start)
            compared, ties = compared + found[0], ties + found[1]
        if ties:
            break
    return compared


def agree_on_a_tree(
    round_: Round, k: int, theirs: tuple[Any, Floats], X: Floats, start: float
) -> tuple[int, int]:
    """How many splits and leaves are the same, and how many were a choice between equal gains.

    The same feature must part the rows in the same way; oneDAL's threshold is a value of theirs.
    """
    (nodes, values), tree = theirs, round_.trees[k]
    waiting, compared, ties = [(0, 0, np.arange(len(X)))], 0, 0
    while waiting:
        node, other, here = waiting.pop()
        assert nodes["n_node_samples"][other] == len(here)
        is_leaf, is_leaf_there = tree.children_left[node] < 0, nodes["left_child"][other] < 0
        if is_leaf and is_leaf_there:
            added = start + round_.learning_rate * tree.weight[node]
            assert values[other] == pytest.approx(added, abs=TOLERANCE)
            compared += 1
            continue
        left = X[here, tree.feature[node]] <= tree.threshold[node]
        left_there = X[here, nodes["feature"][other]] <= nodes["threshold"][other]
        if is_leaf or is_leaf_there or (left != left_there).any():
            gains = [gain(round_, k, here, sides) for sides in (left, left_there)]
            assert gains[0] == pytest.approx(gains[1], abs=TOLERANCE), (round_.number, k, node)
            ties += 1
            continue
        assert nodes["feature"][other] == tree.feature[node]
        assert nodes["threshold"][other] in X[here, tree.feature[node]]
        compared += 1
        waiting.append((tree.children_left[node], nodes["left_child"][other], here[left]))
        waiting.append((tree.children_right[node], nodes["right_child"][other], here[~left]))
    return compared, ties


def gain(round_: Round, k: int, here: NDArray[np.intp], left: NDArray[np.bool_]) -> float:
    """What oneDAL gains by parting rows: without the 1/2, lambda 1. A leaf parts none, and gains nothing."""
    g, h = (each.reshape(len(each), -1)[:, k] for each in (round_.gradient, round_.hessian))
    parts = (here[left], here[~left], here)
    scores = [g[rows].sum() ** 2 / (h[rows].sum() + 1) if len(rows) else 0.0 for rows in parts]
    return float(scores[0] + scores[1] - scores[2])


@pytest.mark.parametrize("changed", SETTINGS, ids=str)
def test_regression(changed: dict[str, Any]) -> None:
    X, y = rows()
    asked = {"splitMethod": "exact", "maxIterations": ROUNDS, **changed}
    theirs = their_trees(daal.gbt_regression_training(fptype="double", **asked), X, y)
    model = GradientBoostingRegressor(**mine("regression", changed)).fit(X, y)
    assert agree(model, theirs, X, first=y.mean()) >= 35


@pytest.mark.parametrize("changed", SETTINGS, ids=str)
def test_two_classes(changed: dict[str, Any]) -> None:
    X, y = rows()
    labels = y > 0.7
    asked = {"splitMethod": "exact", "maxIterations": ROUNDS, **changed}
    theirs = their_trees(daal.gbt_classification_training(nClasses=2, fptype="double", **asked), X, labels)
    model = GradientBoostingClassifier(**mine("classification", changed)).fit(X, labels)
    assert agree(model, theirs, X) >= 15


@pytest.mark.parametrize("n_classes", [3, 4])
def test_softmax_has_twice_the_hessian(n_classes: int) -> None:
    """A tree for each class and round, the classes of a round one after another."""
    X, y = rows()
    labels = np.searchsorted(np.quantile(y, np.linspace(0, 1, n_classes + 1)[1:-1]), y)
    training = daal.gbt_classification_training(
        nClasses=n_classes, fptype="double", splitMethod="exact", maxIterations=ROUNDS
    )
    theirs = their_trees(training, X, labels)
    model = GradientBoostingClassifier(**mine("classification", {})).fit(X, labels)
    assert model.loss_.hessian_scale == 2
    assert agree(model, theirs, X) >= 50


def test_the_defaults_are_those_of_the_library() -> None:
    """Asked for by name, the defaults change nothing."""
    X, y = rows()
    names = {each.name: each.default for each in ONEDAL_PARAMETERS if each.name not in ("engine", "lambda_")}
    usual = their_trees(daal.gbt_regression_training(fptype="double", **names), X, y)
    asked = their_trees(daal.gbt_regression_training(fptype="double"), X, y)
    for (nodes, values), (others, other_values) in zip(usual, asked, strict=True):
        np.testing.assert_array_equal(nodes, others)
        np.testing.assert_array_equal(values, other_values)


def test_a_gain_of_min_split_loss_is_enough_there_and_not_here() -> None:
    """By hand: y of 0 and 1, 20 each, gives g = +-1/2, and 2 (10^2 / 21) without the 1/2 of the gain."""
    X = np.arange(40.0)[:, np.newaxis]
    y = (X[:, 0] >= 20).astype(float)
    gain = 200 / 21
    for loss, nodes, grown in [(gain * 0.999, [3], 3), (gain, [3], 1), (gain * 1.001, [], 1)]:
        changed = {"maxTreeDepth": 1, "minSplitLoss": loss, "maxIterations": 1}
        training = daal.gbt_regression_training(fptype="double", splitMethod="exact", **changed)
        assert [len(tree[0]) for tree in their_trees(training, X, y)] == nodes  # none without a split
        model = GradientBoostingRegressor(**mine("regression", changed)).fit(X, y)
        assert model.trace_[0].trees[0].n_nodes == grown


def test_rows_are_drawn_without_replacement() -> None:
    X, y = rows(40)
    training = daal.gbt_regression_training(fptype="double", maxIterations=4, observationsPerTreeFraction=0.5)
    for nodes, _ in their_trees(training, X, y):
        assert nodes["n_node_samples"][0] == 20
