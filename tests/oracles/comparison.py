"""Two trees of one round, gbtlib's and XGBoost's, walked together from the root."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.checks.rules import BoostingParams
from gbtlib.core.tree import Tree
from tests.oracles.xgboost_adapter import TheirTree, contribution, default_in_xgboost, goes_left

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]
Sides = NDArray[np.bool_]  # which rows go left

FLOOR = 1e-6  # XGBoost makes no split whose un-halved gain is not above this (kRtEps in its source)
TOLERANCE = 1e-6  # share of the scores by which gains may differ: XGBoost keeps them in float32
ROUNDING = 1e-9  # the same between gbtlib's integer sums and numpy's sums of floats


class Cut(NamedTuple):
    """One way to part the rows of a node.

    left: which rows go left. gain: before gamma. measure: score(left) + score(right), as if reg_alpha were 0.
    slack: by how much XGBoost's gain may be off.
    """

    left: NDArray[np.bool_]
    gain: float
    measure: float
    slack: float


@dataclass
class Comparison:
    """Two trees of one round, node by node. Paths: 1 is the root, 2k and 2k + 1 are the children of k.

    X (n, n_features), gradient and hessian (n,): what both were grown on; blur (n,): by how much the
    gradients may differ. excused: paths of splits that were a matter of choice in the trees before pruning,
    so that pruning may differ at them and above.
    Found: how many splits and leaves were equal; the paths where equal gains left a choice, below which
    nothing can be compared; the paths where XGBoost stopped at its floor.
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

    def of(self, ours: Tree, theirs: TheirTree) -> Comparison:
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
            eta = self.params.learning_rate
            np.testing.assert_allclose(contribution(theirs, j), eta * theirs.weight[j], rtol=TOLERANCE)
            self.leaves += 1

    def sums(self, ours: Tree, theirs: TheirTree, i: int, j: int, rows: Rows) -> None:
        """Cover and optimal weight of the node."""
        h = self.hessian[rows]
        assert ours.n_samples[i] == len(rows)
        np.testing.assert_allclose(ours.H[i], h.sum(), rtol=ROUNDING)
        np.testing.assert_allclose(theirs.H[j], ours.H[i], rtol=TOLERANCE)
        slack = (self.blur[rows].sum() + ROUNDING * np.abs(self.gradient[rows]).sum()) / self.denominator(
            rows
        )
        np.testing.assert_allclose(theirs.weight[j], ours.weight[i], rtol=TOLERANCE, atol=slack)

    def two_splits(self, ours: Tree, theirs: TheirTree, i: int, j: int, rows: Rows, path: int) -> None:
        """The same feature, the same rows on the left; or else a tie, with no better cut than ours."""
        our, their = self.our_cut(ours, i, rows), self.their_cut(theirs, j, rows)
        if ours.feature[i] == theirs.feature[j] and np.array_equal(our.left, their.left):
            x = self.X[:, ours.feature[i]]
            assert theirs.default_left[j] == default_in_xgboost(ours.default_left[i], x[rows], x)
            self.splits += 1
            below = rows[our.left], rows[~our.left]
            self.nodes(ours, theirs, ours.children_left[i], theirs.left[j], below[0], 2 * path)
            self.nodes(ours, theirs, ours.children_right[i], theirs.right[j], below[1], 2 * path + 1)
        else:
            self.same_or_better(our, their, path)
            self.ties.append(path)

    def same_or_better(self, our: Cut, their: Cut, path: int) -> None:
        """Of two cuts, ours must be the better by no more than XGBoost can tell, and never the worse."""
        message = f"path {path}: we gain {our.gain}, XGBoost {their.gain}"
        assert our.gain - their.gain <= their.slack, message
        assert their.gain - our.gain <= ROUNDING * our.measure, message

    def only_ours(self, ours: Tree, i: int, rows: Rows, path: int) -> None:
        """We split, and XGBoost has a leaf: its floor, or a choice at or below the node, and then pruning."""
        cut = self.our_cut(ours, i, rows)
        if 2 * cut.gain <= FLOOR + cut.slack:
            self.floors.append(path)
        else:
            assert self.is_excused(path), f"path {path}: only gbtlib splits, gaining {cut.gain}"
            self.ties.append(path)

    def only_theirs(self, theirs: TheirTree, j: int, rows: Rows, path: int) -> None:
        """XGBoost splits, and we have a leaf: a gain that is its rounding, or a choice, and then pruning."""
        cut = self.their_cut(theirs, j, rows)
        no_gain = cut.gain <= ROUNDING * cut.measure
        assert no_gain or self.is_excused(path), f"path {path}: only XGBoost splits, gaining {cut.gain}"
        self.ties.append(path)

    def our_cut(self, ours: Tree, i: int, rows: Rows) -> Cut:
        """Our split, its gain checked against the formula."""
        x = self.X[rows, ours.feature[i]]
        cut = self.cut(rows, goes_left(x, ours.threshold[i], ours.default_left[i], strictly=False))
        assert abs(ours.gain[i] + self.params.gamma - cut.gain) <= ROUNDING * cut.measure
        return cut

    def their_cut(self, theirs: TheirTree, j: int, rows: Rows) -> Cut:
        """Their split, its gain checked against the formula."""
        x = self.X[rows, theirs.feature[j]]
        cut = self.cut(rows, goes_left(x, theirs.threshold[j], theirs.default_left[j], strictly=True))
        assert abs(theirs.gain[j] - cut.gain) <= cut.slack, f"XGBoost's {theirs.gain[j]} is not {cut.gain}"
        return cut

    def cut(self, rows: Rows, left: Sides) -> Cut:
        """What a cut gains before gamma, in numpy's plain sums."""
        of_left, of_right, of_all = self.score(rows[left]), self.score(rows[~left]), self.score(rows)
        score, measure, _ = of_left + of_right
        blur = of_left[2] + of_right[2] + of_all[2]
        return Cut(left, score - of_all[0], measure, TOLERANCE * measure + blur)

    def score(self, rows: Rows) -> Floats:
        """A node's score, 1/2 T(G)^2 / (H + lambda); its measure, and what the gradients' blur makes of it.

        The measure is the score itself but for reg_alpha: T(G) is what is left of G, and just as far off.
        """
        G = abs(self.gradient[rows].sum())
        shrunk = max(G - self.params.reg_alpha, 0.0)
        terms = np.array([shrunk / 2, G / 2, self.blur[rows].sum()])
        return shrunk / self.denominator(rows) * terms

    def denominator(self, rows: Rows) -> float:
        return float(self.hessian[rows].sum()) + self.params.reg_lambda

    def is_excused(self, path: int) -> bool:
        """Whether there was a choice at a node or below it."""
        steps = [(choice, choice.bit_length() - path.bit_length()) for choice in self.excused]
        return any(down >= 0 and choice >> down == path for choice, down in steps)
