"""XGBoost's `exact` trees in gbtlib's terms: each divergence of parameters, units and rules by name."""

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import xgboost
from numpy.typing import NDArray

from gbtlib.checks.rules import BoostingParams
from gbtlib.core.boosting import Round
from gbtlib.core.losses import Loss

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]

OBJECTIVES = {"squared_error": "reg:squarederror", "logistic": "binary:logistic", "softmax": "multi:softprob"}


class TheirTree(NamedTuple):
    """A tree out of XGBoost, one entry a node, its numbers turned into gbtlib's units.

    threshold: rows with x < threshold go left. gain: halved, gamma not subtracted. weight: without eta.
    """

    feature: Integers
    threshold: Floats
    default_left: NDArray[np.bool_]
    left: Integers
    right: Integers
    gain: Floats
    H: Floats
    weight: Floats


@dataclass(frozen=True)
class InFloat32(Loss):
    """A loss whose derivatives are rounded to float32, in which XGBoost keeps them.

    With it both libraries sum the very same numbers, and their trees may differ by rounding of sums only.
    """

    loss_: Loss

    @property
    def name(self) -> str:
        return self.loss_.name

    @property
    def task(self) -> str:
        return self.loss_.task

    @property
    def n_outputs(self) -> int:
        return self.loss_.n_outputs

    def loss(self, y: Any, raw_prediction: Floats) -> Floats:
        return self.loss_.loss(y, raw_prediction)

    def gradient(self, y: Any, raw_prediction: Floats) -> Floats:
        return self.loss_.gradient(y, raw_prediction).astype(np.float32).astype(np.float64)

    def hessian(self, y: Any, raw_prediction: Floats) -> Floats:
        return self.loss_.hessian(y, raw_prediction).astype(np.float32).astype(np.float64)

    def initial_raw_prediction(self, y: Any, sample_weight: Floats | None = None) -> float | Floats:
        return self.loss_.initial_raw_prediction(y, sample_weight)

    def inverse_link(self, raw_prediction: Floats) -> Floats:
        return self.loss_.inverse_link(raw_prediction)


def gradient_blur(loss: Loss, round_: Round, weight: Floats | None = None) -> Floats:
    """How far XGBoost's own gradients may be from ours: for every row, in the shape of raw_before.

    Three numbers are rounded to float32: the margin (which the hessian turns into an error of the gradient),
    the prediction, from which y is subtracted, and the difference, times its weight. Rounding costs half of
    2^-23 at most; a whole one leaves room for the exponential.
    """
    raw, prediction = np.abs(round_.raw_before), np.abs(loss.inverse_link(round_.raw_before))
    if weight is not None:
        prediction = prediction * (weight if raw.ndim == 1 else weight[:, np.newaxis])
    return 2.0**-23 * (raw * round_.hessian + prediction + np.abs(round_.gradient))


def their_parameters(loss: Loss, params: BoostingParams) -> dict[str, Any]:
    """gbtlib's parameters as XGBoost calls them: its gamma is twice ours, and `exact` needs a max_depth.

    base_score is on the scale of the prediction in both; a start that is estimated differs (XGBoost's is a
    single Newton step), so that whole models are compared with a given one.
    """
    theirs = {
        "objective": OBJECTIVES[loss.name],
        "tree_method": "exact",
        "max_depth": params.max_depth,
        "eta": params.learning_rate,
        "reg_lambda": params.reg_lambda,
        "reg_alpha": params.reg_alpha,
        "gamma": 2 * params.gamma,
        "min_child_weight": params.min_child_weight,
        "nthread": 1,
    }
    if loss.n_outputs > 1:
        theirs["num_class"] = loss.n_outputs
    if params.base_score is not None:
        theirs["base_score"] = params.base_score
    return theirs


def trees_of_margin(
    X: Floats, y: Floats, round_: Round, loss: Loss, params: BoostingParams, weight: Floats | None = None
) -> list[TheirTree]:
    """The trees that XGBoost grows from the margin of a round, with its own objective."""
    data = xgboost.DMatrix(X, label=y, weight=weight, base_margin=round_.raw_before)
    return their_trees(xgboost.train(their_parameters(loss, params), data, num_boost_round=1))


def trees_of_derivatives(
    X: Floats, y: Floats, round_: Round, loss: Loss, params: BoostingParams
) -> list[TheirTree]:
    """The trees that XGBoost grows on the gradient and hessian of a round."""
    data = xgboost.DMatrix(X, label=y, base_margin=round_.raw_before)
    booster = xgboost.train(
        their_parameters(loss, params),
        data,
        num_boost_round=1,
        obj=lambda predictions, data: (round_.gradient, round_.hessian),
    )
    return their_trees(booster)


def their_trees(booster: xgboost.Booster) -> list[TheirTree]:
    """The trees of a model, one class after another in each round."""
    model = json.loads(bytes(booster.save_raw("json")))["learner"]["gradient_booster"]["model"]
    return [their_tree(tree) for tree in model["trees"]]


def their_tree(tree: dict[str, list[Any]]) -> TheirTree:
    """A tree with gbtlib's units: XGBoost's gain lacks the 1/2, so it is halved.

    The optimal weight is stored for every node, leaves included. Where a split has its threshold, a leaf has
    what it adds to the margin, with eta in it: see `contribution` for that one.
    """

    def numbers(name: str) -> Floats:
        """Written with as few digits as tell floats apart, they are exact only when read as float32."""
        return np.array(tree[name], dtype=np.float32).astype(np.float64)

    return TheirTree(
        feature=np.array(tree["split_indices"]),
        threshold=numbers("split_conditions"),
        default_left=np.array(tree["default_left"], dtype=bool),
        left=np.array(tree["left_children"]),
        right=np.array(tree["right_children"]),
        gain=numbers("loss_changes") / 2,
        H=numbers("sum_hessian"),
        weight=numbers("base_weights"),
    )


def contribution(tree: TheirTree, leaf: int) -> float:
    """What a leaf adds to the margin: eta is inside, where gbtlib's leaves have it outside."""
    return float(tree.threshold[leaf])


def goes_left(x: Floats, threshold: float, default_left: bool, *, strictly: bool) -> NDArray[np.bool_]:
    """Which values go left: x < threshold in XGBoost (strictly), x <= threshold in gbtlib; NaN by default."""
    below = x < threshold if strictly else x <= threshold
    return np.where(np.isnan(x), default_left, below)


def default_in_xgboost(ours: bool, in_node: Floats, in_table: Floats) -> bool:
    """Where XGBoost sends missing values in a split that has our default direction and our rows.

    To the same side, but for a feature that some row of the table misses and no row of the node: there no
    row tells, gbtlib says left, and XGBoost says right. (Where no row of the table misses it, both say left.)
    """
    untold = np.isnan(in_table).any() and not np.isnan(in_node).any()
    return False if untold else bool(ours)


def their_importance(booster: xgboost.Booster, kind: str, n_features: int, gamma: float) -> Floats:
    """XGBoost's importance of every feature in our units; a feature that it does not mention has 0.

    Its gains are twice ours and have gamma (given in our unit) still in them, once for every split.
    """
    scores = booster.get_score(importance_type=kind)
    splits = booster.get_score(importance_type="weight")
    names = [f"f{j}" for j in range(n_features)]
    values = np.array([scores.get(name, 0.0) for name in names])
    if "gain" not in kind:
        return values
    count = np.array([splits.get(name, 0.0) for name in names])
    return values / 2 - gamma * (count if kind == "total_gain" else np.minimum(count, 1))


def their_raw_prediction(booster: xgboost.Booster, X: Floats, loss: Loss, params: BoostingParams) -> Floats:
    """XGBoost's margin by our rules, for X that float32 holds exactly.

    A value that equals a threshold goes right there and left here, which matters for rows that no such cut
    was made between: one float lower, x < threshold means what x <= threshold means for x. Under softmax
    XGBoost takes base_score itself for a start, and we 0.
    """
    lower = np.nextafter(X.astype(np.float32), np.float32(-np.inf))
    margin = booster.predict(xgboost.DMatrix(lower), output_margin=True).astype(np.float64)
    if loss.n_outputs == 1:
        return margin
    return margin - params.base_score
