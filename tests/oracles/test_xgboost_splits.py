"""gbtlib against XGBoost's `exact`, split by split from the same gradients or margin; then whole models."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import xgboost
from numpy.typing import NDArray

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.checks.rules import BoostingParams
from gbtlib.core.boosting import Round, column, second_order
from gbtlib.core.grow import grow_tree
from gbtlib.core.losses import HalfSquaredError, Logistic, Loss
from gbtlib.core.tree import Tree
from gbtlib.estimators.boosting import GradientBoosting
from gbtlib.explain.importance import IMPORTANCE
from gbtlib.losses.named import Softmax
from tests.oracles import xgboost_adapter as adapter
from tests.oracles.comparison import Comparison
from tests.oracles.tables import Table, table
from tests.oracles.xgboost_adapter import InFloat32, TheirTree

Floats = NDArray[np.float64]

WITHOUT_HOLES: dict[str, Loss] = {
    **dict.fromkeys(("diabetes", "wave", "plain", "coarse"), HalfSquaredError()),
    **dict.fromkeys(("xor", "breast_cancer", "sonar"), Logistic()),
    **dict.fromkeys(("iris", "wine"), Softmax(3)),
}
LOSSES = WITHOUT_HOLES | {f"{name} with holes": loss for name, loss in WITHOUT_HOLES.items()}
SETTINGS: dict[str, dict[str, Any]] = {
    "plain": {"max_depth": 4},
    "small lambda, deep": {"reg_lambda": 0.1, "max_depth": 8},
    "no lambda, to the end": {"reg_lambda": 0.0, "max_depth": 30},
    "heavy children": {"reg_lambda": 5.0, "min_child_weight": 3.0},
    "reg_alpha": {"reg_alpha": 2.0, "max_depth": 8},
    "all of them": {"reg_lambda": 2.0, "reg_alpha": 0.5, "min_child_weight": 1.0, "learning_rate": 1.0},
}


def fit(data: Table, loss: Loss, *, sample_weight: Floats | None = None, **params: Any) -> GradientBoosting:
    kind = GradientBoostingRegressor if loss.task == "regression" else GradientBoostingClassifier
    settings = {"n_estimators": 4, "learning_rate": 0.3, **params}
    return kind(loss=loss, trace="full", **settings).fit(data.X, data.y, sample_weight=sample_weight)


def compared(
    data: Table,
    round_: Round,
    theirs: list[TheirTree],
    params: BoostingParams,
    *,
    blur: Floats | None = None,
    grown: list[Comparison] | None = None,
) -> Iterator[Comparison]:
    """The trees of a round, each compared with XGBoost's.

    blur: by how much gradients may differ; None for not at all. grown: the comparisons before pruning, if
    these trees are pruned: what was a matter of choice then may make pruning differ.
    """
    blur = np.zeros_like(round_.gradient) if blur is None else blur
    for k, (ours, their) in enumerate(zip(round_.trees, theirs, strict=True)):
        g, h, b = (column(values, k) for values in (round_.gradient, round_.hessian, blur))
        excused = frozenset(grown[k].ties + grown[k].floors if grown else ())
        yield Comparison(data.X, g, h, b, params, excused).of(ours, their)


def assert_nearly_all_equal(found: list[Comparison], share: float) -> None:
    """That many splits were compared, and choices (ties, XGBoost's floor) were at most a share of them."""
    splits = sum(each.splits for each in found)
    choices = sum(len(each.ties) + len(each.floors) for each in found)
    assert splits >= 2 * len(found)
    assert choices <= share * splits


def share_of_choices(name: str, setting: str) -> float:
    """How many choices we put up with for each split that is equal.

    Without lambda all gains in a node of one value are 0, and XGBoost splits it where its rounding passes its
    floor; whole-numbered features and targets give equal gains. Elsewhere a tie is an accident.
    """
    if setting.startswith("no lambda"):
        return 0.2
    return 0.06 if name.startswith("coarse") else 0.02


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("name", LOSSES)
def test_every_split_from_the_same_derivatives(name: str, setting: str) -> None:
    data, loss = table(name), InFloat32(LOSSES[name])
    model = fit(data, loss, **SETTINGS[setting])
    found: list[Comparison] = []
    for round_ in model.trace_:
        theirs = adapter.trees_of_derivatives(*data, round_, loss, model.params_)
        found += compared(data, round_, theirs, model.params_)
    assert_nearly_all_equal(found, share_of_choices(name, setting))


@pytest.mark.parametrize("name", LOSSES)
def test_every_split_from_the_same_margin(name: str) -> None:
    data, loss = table(name), LOSSES[name]
    model = fit(data, loss, min_child_weight=0.5)
    found: list[Comparison] = []
    for round_ in model.trace_:
        theirs = adapter.trees_of_margin(*data, round_, loss, model.params_)
        found += compared(data, round_, theirs, model.params_, blur=adapter.gradient_blur(loss, round_))
    assert_nearly_all_equal(found, share_of_choices(name, "plain"))


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("name", ["diabetes", "coarse with holes", "xor", "breast_cancer with holes", "wine"])
def test_every_split_with_sample_weights(name: str, whole: bool) -> None:
    data, loss = table(name), LOSSES[name]
    random = np.random.default_rng(5)
    n = len(data.y)
    weight = random.integers(1, 4, n).astype(np.float64) if whole else random.integers(1, 1024, n) / 512
    model = fit(data, loss, sample_weight=weight)
    found: list[Comparison] = []
    for round_ in model.trace_:
        theirs = adapter.trees_of_margin(*data, round_, loss, model.params_, weight)
        blur = adapter.gradient_blur(loss, round_, weight)
        found += compared(data, round_, theirs, model.params_, blur=blur)
    assert_nearly_all_equal(found, share_of_choices(name, "plain"))


# -- gamma


def price(name: str, share: float) -> float:
    """A gamma that this share of the first round's splits do not gain, and none gains exactly; or 0."""
    trees = fit(table(name), LOSSES[name], n_estimators=1).trace_[0].trees
    gains = np.concatenate([tree.gain[~tree.is_leaf] for tree in trees])
    return 1.001 * float(np.quantile(gains, share)) if share else 0.0


@pytest.mark.parametrize("share", [0.2, 0.6])
@pytest.mark.parametrize("name", LOSSES)
def test_pruning_by_gamma(name: str, share: float) -> None:
    """XGBoost's `exact` grows without regard to gamma and prunes afterwards, bottom up: our "post"."""
    data, loss = table(name), InFloat32(LOSSES[name])
    model = fit(data, loss, n_estimators=3, gamma=price(name, share), min_child_weight=0.5)
    grown: list[Comparison] = []
    pruned: list[Comparison] = []
    for round_ in model.trace_:
        before = list(compared_before_pruning(data, round_, loss, model))
        theirs = adapter.trees_of_derivatives(*data, round_, loss, model.params_)
        pruned += compared(data, round_, theirs, model.params_, grown=before)
        grown += before
    assert sum(each.splits for each in pruned) < sum(each.splits for each in grown)
    assert sum(len(each.ties) for each in pruned) <= sum(len(each.ties) for each in grown)
    assert_nearly_all_equal(grown, share_of_choices(name, "plain"))


def compared_before_pruning(
    data: Table, round_: Round, loss: Loss, model: GradientBoosting
) -> Iterator[Comparison]:
    """The trees of a round as they were before gamma was charged."""
    params = replace(model.params_, gamma=0.0)
    criteria = [
        second_order(column(round_.gradient, k), column(round_.hessian, k), params)
        for k in range(len(round_.trees))
    ]
    trees = tuple(grow_tree(model.columns_, criterion, params).tree for criterion in criteria)
    theirs = adapter.trees_of_derivatives(*data, round_, loss, params)
    yield from compared(data, replace(round_, trees=trees), theirs, params)


# -- rules that differ, each in its smallest example


def both_trees(X: Any, y: Any, **params: Any) -> tuple[Tree, TheirTree, Comparison]:
    """One tree of each library for squared error from the margin 0, and their comparison."""
    data, loss = Table(np.array(X, dtype=np.float64), np.array(y, dtype=np.float64)), HalfSquaredError()
    model = fit(data, loss, n_estimators=1, base_score=0.0, **params)
    round_ = model.trace_[0]
    theirs = adapter.trees_of_derivatives(*data, round_, loss, model.params_)
    return round_.trees[0], theirs[0], next(compared(data, round_, theirs, model.params_))


def test_of_equal_gains_we_take_the_lowest_threshold_and_xgboost_the_highest() -> None:
    ours, theirs, comparison = both_trees([[0], [1], [2], [3]], [1, -1, -1, 1], max_depth=1)
    assert (ours.threshold[0], theirs.threshold[0]) == (0.5, 2.5)
    assert comparison.ties == [1]


def test_of_equal_gains_both_take_the_lowest_feature() -> None:
    X = [[5, -x, x, x] for x in range(6)]
    ours, theirs, comparison = both_trees(X, [0, 0, 0, 3, 4, 7], max_depth=1)
    assert (ours.feature[0], theirs.feature[0]) == (1, 1)
    assert (comparison.splits, comparison.ties) == (1, [])


def test_present_against_missing() -> None:
    """With every present value on the left our threshold is infinite, and XGBoost's above the largest."""
    X = [[1], [2], [np.nan], [np.nan]]
    ours, theirs, comparison = both_trees(X, [-1, -1, 1, 1], max_depth=1)
    assert (comparison.splits, comparison.ties) == (1, [])
    assert (ours.threshold[0], ours.default_left[0]) == (np.inf, False)
    assert (theirs.threshold[0], theirs.default_left[0]) == (np.float32(2 + (2 + 1e-6)), False)


def test_present_against_missing_of_a_single_value() -> None:
    """In a feature of one value XGBoost always sends the missing left: our two sides, the other way round."""
    X = [[1], [1], [np.nan], [np.nan]]
    ours, theirs, comparison = both_trees(X, [-1, -1, 1, 1], max_depth=1)
    assert comparison.ties == [1]
    assert (ours.threshold[0], ours.default_left[0]) == (np.inf, False)
    assert (theirs.threshold[0] < 1, theirs.default_left[0]) == (True, True)
    assert ours.gain[0] == pytest.approx(theirs.gain[0], rel=1e-6)
    assert ours.weight[1:] == pytest.approx(theirs.weight[[2, 1]], rel=1e-6)


def test_where_no_row_of_a_node_tells_the_way_of_the_missing() -> None:
    """A row of the table misses feature 1, but none of the node split on it: we say left, they right."""
    X = [[0, np.nan], [0, 2], [1, 1], [1, 2], [1, 3], [1, 4]]
    ours, theirs, comparison = both_trees(X, [-20, -20, 1, 1, 5, 5], max_depth=2, reg_lambda=0.1)
    assert comparison.splits == 2
    assert ours.feature.tolist()[:3] == [0, -1, 1]
    assert (ours.default_left[2], theirs.default_left[theirs.right[0]]) == (True, False)


def test_xgboost_makes_no_split_below_its_floor() -> None:
    y = np.array([-1, -1, 1, 1])
    for size, floors in ((1e-3, []), (1e-4, [1])):
        ours, _, comparison = both_trees([[0], [1], [2], [3]], size * y, max_depth=1)
        assert ours.gain[0] == pytest.approx(size**2 * 4 / 3, rel=1e-12)  # 2 * 1/2 (2 size)^2 / (2 + 1)
        assert comparison.floors == floors


# -- whole models


WITHOUT_TIES = ["wave", "plain", "diabetes", "xor", "breast_cancer", "iris", "wine"]


def both_models(name: str, n_rounds: int, **params: Any) -> tuple[GradientBoosting, xgboost.Booster]:
    """A model of each library, boosting on its own from the same start."""
    data, loss = table(name), LOSSES[name]
    start = 0.25 if loss.task == "classification" else 0.5
    settings = {"max_depth": 4, "min_child_weight": 0.25, "base_score": start, **params}
    ours = fit(data, loss, n_estimators=n_rounds, **settings)
    theirs = adapter.their_parameters(loss, ours.params_)
    return ours, xgboost.train(theirs, xgboost.DMatrix(data.X, label=data.y), num_boost_round=n_rounds)


def shape(feature: Floats, threshold: Floats, left: Floats, right: Floats, node: int = 0) -> Any:
    """Features and thresholds of a tree, nested as its splits are; a leaf is None."""
    if left[node] < 0:
        return None
    below = (shape(feature, threshold, left, right, child) for child in (left[node], right[node]))
    return int(feature[node]), float(threshold[node]), *below


@pytest.mark.parametrize("name", WITHOUT_TIES)
def test_whole_models(name: str) -> None:
    ours, theirs = both_models(name, n_rounds=20)
    trees = [tree for round_ in ours.trace_ for tree in round_.trees]
    assert [shape(t.feature, t.threshold, t.children_left, t.children_right) for t in trees] == [
        shape(t.feature, t.threshold, t.left, t.right) for t in adapter.their_trees(theirs)
    ]
    X = table(name).X
    holes = np.where(np.random.default_rng(8).random(X.shape) < 0.1, np.nan, X)
    for rows in (X, holes):
        raw = ours.raw_prediction(rows)
        margin = adapter.their_raw_prediction(theirs, rows, ours.loss_, ours.params_)
        # Every round adds a rounding of the margin, whose error comes back through the next gradients.
        np.testing.assert_allclose(margin, raw, rtol=0, atol=20 * 2.0**-23 * np.abs(raw).max())


@pytest.mark.parametrize("share", [0.0, 0.3])
@pytest.mark.parametrize("name", WITHOUT_TIES)
def test_feature_importance(name: str, share: float) -> None:
    gamma = price(name, share)
    ours, theirs = both_models(name, n_rounds=8, gamma=gamma)
    for kind in IMPORTANCE.names:
        expected = adapter.their_importance(theirs, kind, ours.n_features_in_, gamma)
        slack = 1e-5 * expected.max()
        np.testing.assert_allclose(ours.feature_importance(kind), expected, rtol=1e-5, atol=slack)
