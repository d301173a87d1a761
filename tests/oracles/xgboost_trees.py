"""XGBoost's `exact` trees beside gbtlib's: one round from the same margin, compared from the root down."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import xgboost
from numpy.typing import NDArray

from gbtlib.boosting import Round
from gbtlib.losses import Loss
from gbtlib.params import BoostingParams
from gbtlib.tree import Tree

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]

FLOOR = 1e-6  # XGBoost makes no split whose un-halved gain is not above this (kRtEps in its source)
TOLERANCE = 1e-6  # share of the scores by which gains may differ: XGBoost keeps them in float32
ROUNDING = 1e-9  # the same between gbtlib's integer sums and numpy's sums of floats

OBJECTIVES = {"squared_error": "reg:squarederror", "logistic": "binary:logistic", "softmax": "multi:softprob"}


class TheirTree(NamedTuple):
    """A tree out of XGBoost, one entry a node, its numbers turned into gbtlib's units.

    threshold: rows with x < threshold go left. gain: halved, gamma not subtracted. weight: without eta.
    """

    feature: Rows
    threshold: Floats
    default_left: NDArray[np.bool_]
    left: Rows
    right: Rows
    gain: Floats
    H: Floats
    weight: Floats


def their_parameters(loss: Loss, params: BoostingParams) -> dict[str, Any]:
    """gbtlib's parameters as XGBoost calls them: its gamma is twice ours, its max_depth 0 is our None.

    base_score is on the scale of the prediction in both; a start that is estimated differs (XGBoost's is a
    single Newton step), so that here it is always given.
    """
    theirs = {
        "objective": OBJECTIVES[loss.name],
        "tree_method": "exact",
        "grow_policy": params.grow_policy,
        "max_depth": 0 if params.max_depth is None else params.max_depth,
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


def one_round(X: Floats, y: Floats, margin: Floats, loss: Loss, params: BoostingParams) -> list[TheirTree]:
    """The trees that XGBoost grows in one round from a margin, (n,) or (n, K): one, or one for each class."""
    data = xgboost.DMatrix(X, label=y, base_margin=margin)
    booster = xgboost.train(their_parameters(loss, params), data, num_boost_round=1)
    return their_trees(booster, params.learning_rate)


def their_trees(booster: xgboost.Booster, eta: float) -> list[TheirTree]:
    """The trees of a model, with gbtlib's units: see TheirTree.

    XGBoost's gain lacks the 1/2, and eta is inside its leaves (which are stored where a split has its
    threshold). Its weights of inner nodes are without eta.
    """
    model = json.loads(bytes(booster.save_raw("json")))["learner"]["gradient_booster"]["model"]
    return [their_tree(tree, eta) for tree in model["trees"]]


def their_tree(tree: dict[str, list[Any]], eta: float) -> TheirTree:
    condition, left = np.array(tree["split_conditions"]), np.array(tree["left_children"])
    return TheirTree(
        feature=np.array(tree["split_indices"]),
        threshold=condition,
        default_left=np.array(tree["default_left"], dtype=bool),
        left=left,
        right=np.array(tree["right_children"]),
        gain=np.array(tree["loss_changes"]) / 2,
        H=np.array(tree["sum_hessian"]),
        weight=np.where(left < 0, condition / eta, np.array(tree["base_weights"])),
    )


def gradient_blur(loss: Loss, round_: Round) -> Floats:
    """How far XGBoost's float32 gradients may be from ours: for every row, in the shape of raw_before.

    Three numbers are rounded: the margin (which the hessian turns into an error of the gradient), the
    prediction, from which y is subtracted, and the difference, times its weight. Rounding costs half of 2^-23
    at most; a whole one leaves room for the exponential.
    """
    margin = np.abs(round_.raw_before) * round_.hessian
    return 2.0**-23 * (margin + np.abs(loss.inverse_link(round_.raw_before)) + np.abs(round_.gradient))


def goes_left(x: Floats, threshold: float, default_left: bool, *, strictly: bool) -> NDArray[np.bool_]:
    """Which values go left: x < threshold in XGBoost (strictly), x <= threshold in gbtlib; NaN by default."""
    below = x < threshold if strictly else x <= threshold
    return np.where(np.isnan(x), default_left, below)


@dataclass
class Comparison:
    """Two trees of one round, node by node. Paths: 1 is the root, 2k and 2k + 1 are the children of k.

    X (n, n_features), gradient and hessian (n,): what both were grown on. excused: paths of splits that
    were a matter of choice in the trees before pruning, so that pruning may differ above them.
    Found: how many splits and leaves were equal; the paths where equal gains left a choice; where XGBoost
    stopped at its floor.
    """

    X: Floats
    gradient: Floats
    hessian: Floats
    blur: Floats
    params: BoostingParams
    excused: frozenset[int] = frozenset()
    splits: int = 0
    leaves: int = 0
    ties: list[int] = field(default_factory=list)
    floors: list[int] = field(default_factory=list)

    def trees(self, ours: Tree, theirs: TheirTree) -> Comparison:
        """Compare from the root."""
        self.nodes(ours, theirs, 0, 0, np.arange(len(self.X)), 1)
        return self

    def nodes(self, ours: Tree, theirs: TheirTree, i: int, j: int, rows: Rows, path: int) -> None:
        """Compare our node i with their node j, which hold the same rows, and all that is below."""
        self.sums(ours, theirs, i, j, rows)
        we_split, they_split = ours.children_left[i] >= 0, theirs.left[j] >= 0
        if we_split and they_split:
            self.two_splits(ours, theirs, i, j, rows, path)
        elif we_split:
            self.only_ours(ours, i, rows, path)
        elif they_split:
            self.only_theirs(theirs, j, rows, path)
        else:
            self.leaves += 1

    def sums(self, ours: Tree, theirs: TheirTree, i: int, j: int, rows: Rows) -> None:
        """Cover and weight. A float32 gradient is off by a share of its own size, so that is the measure."""
        h = self.hessian[rows]
        H = h.sum() + self.params.reg_lambda
        assert ours.n_samples[i] == len(rows)
        np.testing.assert_allclose(ours.H[i], h.sum(), rtol=ROUNDING)
        np.testing.assert_allclose(theirs.H[j], ours.H[i], rtol=TOLERANCE)
        slack = self.blur[rows].sum() / H
        np.testing.assert_allclose(theirs.weight[j], ours.weight[i], rtol=TOLERANCE, atol=slack)

    def two_splits(self, ours: Tree, theirs: TheirTree, i: int, j: int, rows: Rows, path: int) -> None:
        """The same feature, the same rows on the left; or else a tie, below which nothing is compared."""
        left, our_gain = self.our_split(ours, i, rows)
        their_left, their_gain, slack = self.their_split(theirs, j, rows)
        if ours.feature[i] == theirs.feature[j] and np.array_equal(left, their_left):
            self.splits += 1
            at_left, at_right = ours.children_left[i], ours.children_right[i]
            self.nodes(ours, theirs, at_left, theirs.left[j], rows[left], 2 * path)
            self.nodes(ours, theirs, at_right, theirs.right[j], rows[~left], 2 * path + 1)
        else:
            assert abs(our_gain - their_gain) <= slack, f"path {path}: {our_gain} and {their_gain}"
            self.ties.append(path)

    def our_split(self, ours: Tree, i: int, rows: Rows) -> tuple[NDArray[np.bool_], float]:
        """Which rows go left in our split, and its gain before gamma, checked against the formula."""
        x = self.X[rows, ours.feature[i]]
        left = goes_left(x, ours.threshold[i], ours.default_left[i], strictly=False)
        gain, scores = self.gain(rows, left)
        assert abs(ours.gain[i] + self.params.gamma - gain) <= ROUNDING * scores
        return left, gain

    def their_split(self, theirs: TheirTree, j: int, rows: Rows) -> tuple[NDArray[np.bool_], float, float]:
        """The same of their split, and by how much gains may differ here."""
        x = self.X[rows, theirs.feature[j]]
        left = goes_left(x, theirs.threshold[j], theirs.default_left[j], strictly=True)
        gain, scores = self.gain(rows, left)
        assert abs(theirs.gain[j] - gain) <= TOLERANCE * scores
        return left, gain, TOLERANCE * scores

    def gain(self, rows: Rows, left: NDArray[np.bool_]) -> tuple[float, float]:
        """What a cut gains before gamma, in numpy's plain sums; and score(left) + score(right), the measure."""
        (in_left, by_left), (in_right, by_right) = self.score(rows[left]), self.score(rows[~left])
        return in_left + in_right - self.score(rows)[0], by_left + by_right

    def score(self, rows: Rows) -> tuple[float, float]:
        """A node's score T(G)^2 / 2(H + lambda), and the measure of its error.

        The measure is the score itself without reg_alpha. With it, T(G) is what is left of G, but as far off.
        """
        G, H = abs(self.gradient[rows].sum()), self.hessian[rows].sum()
        shrunk = max(G - self.params.reg_alpha, 0.0)
        half = 0.5 / (H + self.params.reg_lambda)
        return half * shrunk**2, half * shrunk * G

    def only_ours(self, ours: Tree, i: int, rows: Rows, path: int) -> None:
        """We split, and XGBoost has a leaf: its floor, or a tie below that let pruning through."""
        left, gain = self.our_split(ours, i, rows)
        slack = TOLERANCE * self.gain(rows, left)[1]
        if 2 * gain <= FLOOR + slack:
            self.floors.append(path)
        else:
            assert self.is_excused(path), f"path {path}: only gbtlib splits, gaining {gain}"
            self.ties.append(path)

    def only_theirs(self, theirs: TheirTree, j: int, rows: Rows, path: int) -> None:
        """XGBoost splits, and we have a leaf: a gain that is its rounding, or a tie below."""
        _, gain, slack = self.their_split(theirs, j, rows)
        assert gain <= slack or self.is_excused(path), f"path {path}: only XGBoost splits, gaining {gain}"
        self.ties.append(path)

    def is_excused(self, path: int) -> bool:
        """Whether there was a matter of choice at a node or below it."""
        return any(
            below >> (below.bit_length() - path.bit_length()) == path
            for below in self.excused
            if below.bit_length() >= path.bit_length()
        )
