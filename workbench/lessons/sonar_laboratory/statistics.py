"""What areas over random splits say: a mean, how far it can be trusted, how far one split strays. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri, stdtrit

from gbtlib.metrics import auc_error
from workbench.lessons.sonar_laboratory.splits import Floats, Splits

LEVEL = 0.95
NORMAL = float(ndtri((1 + LEVEL) / 2))  # 1.96


@dataclass(frozen=True)
class Spread:
    """Numbers over random splits, such as areas or their differences.

    n: how many; mean; sd: their standard deviation. of_mean: half the 95 % interval of the mean over all
    splits of these rows, by Student's t. of_new: the same for splits of new rows; since splits share rows,
    the variance of the mean is not sd^2 / n but sd^2 (1 / n + n_test / n_train).

    Source of the latter: C. Nadeau and Y. Bengio, "Inference for the generalization error", Machine Learning
    52, 2003, p. 239-281, section 4.
    """

    n: int
    mean: float
    sd: float
    of_mean: float
    of_new: float

    @property
    def of_one(self) -> float:
        """How far one more split lies from the mean, in 95 of 100 cases: t sd sqrt(1 + 1/n)."""
        return student(self.n) * self.sd * float(np.sqrt(1 + 1 / self.n))


def student(n: int) -> float:
    """Student's t that n numbers lie within in 95 of 100 cases."""
    return float(stdtrit(n - 1, (1 + LEVEL) / 2))


def spread_of(values: Floats, splits: Splits) -> Spread | None:
    """The spread of numbers that are known, two at least; NaN is not known yet."""
    known = values[~np.isnan(values)]
    n = len(known)
    if n < 2:
        return None
    sd = float(known.std(ddof=1))
    t = student(n)
    new = np.sqrt(1 / n + splits.n_test / splits.n_train)
    return Spread(n, float(known.mean()), sd, t * sd / np.sqrt(n), float(t * sd * new))


def apart(first: float, second: float, n_positive: int, n_negative: int) -> float:
    """How far two areas of different test rows must lie apart, at 95 %, by Hanley and McNeil (1982)."""
    errors = [auc_error(each, n_positive, n_negative) for each in (first, second)]
    return NORMAL * float(np.hypot(errors[0], errors[1]))
