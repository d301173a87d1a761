"""Boosters with one fault each: every class does a single step of Booster wrongly. Pure, no streamlit."""

import sys
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from gbtlib import BoostingParams, Tree
from workbench.models.booster import Booster, Cohort, Floats
from workbench.models.naive_tree import naive_tree


class NaiveBooster(Booster):
    """Healthy, but its trees are grown by sums of floats, one row after another."""

    def grow(self, X: Floats, g: Floats, h: Floats, params: BoostingParams, number: int) -> Tree:
        return naive_tree(X, g, h, params)


class ReadAsZero(Booster):
    """Missing goes left in training, and is read as 0 in prediction."""

    def read(self, X: Floats) -> Floats:
        return np.nan_to_num(X, nan=0.0)


class Vanished(Booster):
    """The rows are gathered from the entries: one without any is not among them."""

    def listed(self, cohort: Cohort) -> NDArray[np.intp]:
        return np.unique(np.nonzero(cohort.X)[0])


class SmallestPositive(Booster):
    """The largest gain is sought from the smallest positive float on: what is below 0 never beats it."""

    start = sys.float_info.min

    def limits(self, params: BoostingParams) -> BoostingParams:
        return replace(params, pruning="pre")  # a gain less gamma must be positive to be taken


class NoMinus(Booster):
    """The leaf weight is +G / (H + lambda)."""

    def weight(self, tree: Tree) -> Floats:
        return -tree.weight


class WholeGain(Booster):
    """The gain has no 1/2: compared with the same gamma, a split needs half the gain."""

    def limits(self, params: BoostingParams) -> BoostingParams:
        return replace(params, gamma=params.gamma / 2)


class GammaTwice(Booster):
    """Gamma is subtracted from the gain, and what is left must reach gamma again."""

    def limits(self, params: BoostingParams) -> BoostingParams:
        return replace(params, gamma=2 * params.gamma)


class NormNotSquare(Booster):
    """The penalty is 1/2 lambda |w|, not 1/2 lambda w^2: an L1 penalty of half lambda."""

    def limits(self, params: BoostingParams) -> BoostingParams:
        return replace(params, reg_lambda=0.0, reg_alpha=params.reg_lambda / 2)


class Bagged(Booster):
    """Trees on bootstrap samples that are averaged: every tree starts from F = 0."""

    with_replacement = True

    def sampled(self, n: int, number: int) -> NDArray[np.intp]:
        return np.random.default_rng((1, number)).choice(n, n, replace=self.with_replacement)

    def grow(self, X: Floats, g: Floats, h: Floats, params: BoostingParams, number: int) -> Tree:
        drawn = self.sampled(len(g), number)
        times = np.bincount(drawn, minlength=len(g)).astype(np.float64)
        return Booster.grow(_ALL_ROWS, X, times * g, times * h, params, number)

    def trained(self, F: Floats, step: Floats) -> Floats:
        return np.zeros_like(F)


class WithoutReplacement(Bagged):
    """As many rows as there are, drawn without replacement: every sample is the whole."""

    with_replacement = False


class MinusInUpdate(Booster):
    """The step is subtracted, though the leaf weight -G / (H + lambda) has its minus already."""

    def trained(self, F: Floats, step: Floats) -> Floats:
        return F - step

    def summed(self, F: Floats, step: Floats) -> Floats:
        return F - step


class NaiveLogLoss(Booster):
    """Log loss by y log p + (1 - y) log(1 - p): beyond a score of 37 or so 1 - p is 0, and 0 log 0 is NaN."""

    def losses(self, cohort: Cohort, y: Floats, F: Floats) -> Floats:
        p = expit(F)
        with np.errstate(all="ignore"):
            return -(y * np.log(p) + (1 - y) * np.log(1 - p))


class ScoreForProbability(Booster):
    """p names the score and the probability, so that the link is taken twice."""

    def probability(self, F: Floats) -> Floats:
        return expit(expit(F))

    def losses(self, cohort: Cohort, y: Floats, F: Floats) -> Floats:
        return super().losses(cohort, y, expit(F))


class LostInPredict(Booster):
    """The fit steps by -rate m / h, with m the mean gradient of a leaf; predict adds up rate m."""

    HESSIAN = 2.0

    def summed(self, F: Floats, step: Floats) -> Floats:
        return F - self.HESSIAN * step


_ALL_ROWS = Booster()
