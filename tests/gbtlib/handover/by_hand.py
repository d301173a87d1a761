"""A prediction worked out by hand from what a library itself shows of a model (its dump, its leaves, its own
predict), rightly or with slips; nothing of the package is asked."""

import json
import operator
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import lightgbm as lgb
import numpy as np
import xgboost as xgb

Tree = dict[str, Any]


@dataclass(frozen=True)
class Habits:
    """How somebody goes about it; as it is made, rightly.

    less: left where less(x, threshold). gap: of NaN: "default", "right", "left", "other". as_zero: NaN is 0.
    zero_is_gap: 0 is NaN. cast: of the row; cut: of thresholds. leaf: of leaf values. trees: of a list
    of trees.
    """

    less: Callable[[Any, Any], bool] = operator.lt
    gap: str = "default"
    as_zero: bool = False
    zero_is_gap: bool = False
    cast: Callable[[Any], Any] = np.float32
    cut: Callable[[Any], Any] = float
    leaf: Callable[[float], float] = float
    trees: Callable[[list[Any]], list[Any]] = list
    base: Callable[[float], float] = float
    link: Callable[[Any, int], float] = field(default=lambda margins, k: float(margins[k]))
    k: int = 0


def side(node: Tree, x: float, how: Habits) -> str:
    """The child that a value goes to."""
    if how.zero_is_gap and x == 0:
        x = float("nan")
    if how.as_zero and x != x:
        x = 0.0
    if x != x:
        other = "no" if node["default"] == "yes" else "yes"
        return {"default": node["default"], "right": "no", "left": "yes", "other": other}[how.gap]
    return "yes" if how.less(how.cast(x), how.cut(node["cut"])) else "no"


def leaf(tree: Tree, row: np.ndarray, how: Habits) -> float:
    """Down a tree, to the value of the leaf."""
    while "leaf" not in tree:
        tree = tree[side(tree, float(row[tree["column"]]), how)]
    return how.leaf(tree["leaf"])


def of_xgboost(node: dict[str, Any]) -> Tree:
    """A node of get_dump(dump_format="json")."""
    if "leaf" in node:
        return {"leaf": node["leaf"]}
    child = {each["nodeid"]: each for each in node["children"]}
    return {
        "column": int(node["split"][1:]),
        "cut": node["split_condition"],
        "default": "yes" if node["missing"] == node["yes"] else "no",
        "yes": of_xgboost(child[node["yes"]]),
        "no": of_xgboost(child[node["no"]]),
    }


def of_lightgbm(node: dict[str, Any]) -> Tree:
    """A node of dump_model()."""
    if "leaf_value" in node:
        return {"leaf": node["leaf_value"]}
    default = node["default_left"] if node["missing_type"] != "None" else node["threshold"] >= 0
    return {
        "column": node["split_feature"],
        "cut": node["threshold"],
        "default": "yes" if default else "no",
        "yes": of_lightgbm(node["left_child"]),
        "no": of_lightgbm(node["right_child"]),
    }


def of_sklearn(tree: Any, node: int = 0) -> Tree:
    """A node of an estimator's tree_."""
    left, right = tree.children_left[node], tree.children_right[node]
    if left < 0:
        return {"leaf": float(tree.value[node].ravel()[0])}
    return {
        "column": tree.feature[node],
        "cut": tree.threshold[node],
        "default": "yes" if tree.missing_go_to_left[node] else "no",
        "yes": of_sklearn(tree, left),
        "no": of_sklearn(tree, right),
    }


def logistic(raw: float) -> float:
    return float(1 / (1 + np.exp(-raw)))


def softmax(margins: Any) -> np.ndarray:
    shares = np.exp(np.asarray(margins) - max(margins))
    return shares / shares.sum()


@dataclass(frozen=True)
class ByHand:
    """Trees of a library, by rounds, each with one for each output; the start; how it is rightly done."""

    rounds: list[list[Tree]]
    start: tuple[float, ...]
    right: Habits
    weights: tuple[float, ...] = ()

    def number(self, row: np.ndarray, **slips: Any) -> float:
        """The prediction, rightly but for the slips."""
        weights = slips.pop("weights", self.weights) or (1.0,) * len(self.rounds)
        how = replace(self.right, **slips)
        weighted = how.trees([*zip(self.rounds, weights, strict=True)])
        margins = [how.base(each) for each in self.start]
        for trees, weight in weighted:
            for k, tree in enumerate(trees):
                margins[k] += weight * leaf(tree, row, how)
        return how.link(margins, how.k)


def xgboost_by_hand(booster: xgb.Booster, right: Habits, n_outputs: int = 1) -> ByHand:
    """From its dump in JSON, and the base score in its configuration."""
    trees = [of_xgboost(json.loads(each)) for each in booster.get_dump(dump_format="json")]
    learner = json.loads(booster.save_config())["learner"]
    told = learner["learner_model_param"]["base_score"].strip("[]").split(",")
    start = tuple(float(each) for each in np.resize(told, n_outputs))
    saved = json.loads(booster.save_raw("json"))["learner"]["gradient_booster"]
    weights = saved.get("weight_drop") or saved.get("model", {}).get("weight_drop") or ()
    rounds = [trees[i : i + n_outputs] for i in range(0, len(trees), n_outputs)]
    return ByHand(rounds, start, right, tuple(weights))


def lightgbm_by_hand(booster: lgb.Booster, right: Habits) -> ByHand:
    """From dump_model."""
    told = booster.dump_model()
    trees = [of_lightgbm(each["tree_structure"]) for each in told["tree_info"]]
    each = told["num_tree_per_iteration"]
    return ByHand([trees[i : i + each] for i in range(0, len(trees), each)], (0.0,) * each, right)
