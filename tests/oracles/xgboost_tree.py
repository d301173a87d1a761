"""XGBoost's trees in gbtlib's terms; every difference between the two is named here and nowhere else."""

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
import xgboost as xgb

from gbtlib import Candidates, Tree
from gbtlib.checks.rules import BoostingParams
from gbtlib.loops.reasons import ALLOWED, NO_GAIN

# XGBoost does not make a split whose gain, without the factor 1/2, is at most this.
SMALLEST_GAIN = 1e-6
# It keeps gradients, hessians and the gain as float32, with 6e-8 of rounding each, and sums hundreds of them.
FLOAT32_SUMS = 2e-6


@dataclass
class Compared:
    """How many splits were equal, how many were ties in which the two chose differently, and how many only
    one of the two makes: gbtlib with a gain too small for XGBoost, XGBoost with one that is rounding noise.
    """

    equal: int = 0
    ties: int = 0
    too_small: int = 0
    noise: int = 0


def one_round(
    X: np.ndarray, y: np.ndarray, margin: np.ndarray, params: BoostingParams, objective: str
) -> list:
    """The trees of one round of XGBoost's exact search from a given margin, as nested dictionaries.

    XGBoost's gains lack the factor 1/2, so its gamma is twice gbtlib's; its eta is inside the leaves.
    """
    matrix = xgb.DMatrix(X, y, base_margin=margin)
    settings: dict[str, Any] = {
        "tree_method": "exact",
        "objective": objective,
        "eta": 1.0,
        "max_depth": params.max_depth,
        "lambda": params.reg_lambda,
        "alpha": params.reg_alpha,
        "gamma": 2 * params.gamma,
        "min_child_weight": params.min_child_weight,
        "nthread": 1,
    }
    if objective == "multi:softprob":
        settings["num_class"] = margin.shape[1]
    model = xgb.train(settings, matrix, 1)
    return [json.loads(text) for text in model.get_dump(dump_format="json", with_stats=True)]


def goes_left(theirs: dict, X: np.ndarray) -> np.ndarray:
    """Which rows XGBoost sends left: those below the split value, and the missing where it says so."""
    x = X[:, int(theirs["split"][1:])]
    default_left = theirs["missing"] == theirs["yes"]
    return np.where(np.isnan(x), default_left, x < theirs["split_condition"])


def compare(tree: Tree, node: int, theirs: dict, X: np.ndarray, found: Any, result: Compared) -> None:
    """Walk both trees together from a node; stop where a tie made them differ.

    X: the rows of the node. found: the candidates of a node of gbtlib's tree, as a function of its number.
    """
    if tree.children_left[node] < 0 and "leaf" in theirs:
        assert theirs["leaf"] == approx(tree.weight[node])
        return
    if "leaf" in theirs:
        assert 2 * (tree.gain[node] + found.gamma) <= SMALLEST_GAIN, (node, tree.gain[node])
        result.too_small += 1
        return
    assert theirs["cover"] == approx(tree.H[node])
    gain = theirs["gain"] / 2 - found.gamma
    largest = best_gain(found(node))
    assert abs(gain - largest) <= FLOAT32_SUMS * max(scores(tree, node), 1e-3), (node, gain, largest)
    if tree.children_left[node] < 0:
        # In float32 a gain of 0 may come out above 1e-6, and XGBoost then splits for nothing.
        assert "no cut has a positive gain" in tree.node(node).why_leaf or abs(gain) <= 1e-6, (node, gain)
        result.noise += 1
        return
    x = X[:, tree.feature[node]]
    left = (x <= tree.threshold[node]) | (np.isnan(x) & tree.default_left[node])
    if not np.array_equal(left, goes_left(theirs, X)):
        result.ties += 1  # the gains were found equal above
        return
    result.equal += 1
    children = {child["nodeid"]: child for child in theirs["children"]}
    compare(tree, int(tree.children_left[node]), children[theirs["yes"]], X[left], found, result)
    compare(tree, int(tree.children_right[node]), children[theirs["no"]], X[~left], found, result)


def best_gain(candidates: Candidates) -> float:
    """The largest gain of the cuts that no limit forbids, even where it is not positive."""
    return float(candidates.gain[np.isin(candidates.verdict, (ALLOWED, NO_GAIN))].max())


def scores(tree: Tree, node: int) -> float:
    """score(left) + score(right) of a split, or a leaf's own: float32 sums are off by a share of these."""
    nodes = [node] if tree.children_left[node] < 0 else [tree.children_left[node], tree.children_right[node]]
    return float(np.sum(0.5 * np.abs(tree.G[nodes] * tree.weight[nodes])))


def approx(value: float) -> Any:
    """Equal to float32 precision of sums."""
    return pytest.approx(float(value), rel=2e-5, abs=2e-6)
