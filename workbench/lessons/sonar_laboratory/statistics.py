"""What areas over random splits say: a mean, how far it can be trusted, how far one split strays. Pure."""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri, stdtrit

from gbtlib.metrics import auc_error
from workbench.lessons.sonar_laboratory.splits import Floats, Splits

LEVEL = 95  # per cent, where nothing else is said


@dataclass(frozen=True)
class Spread:
    """Numbers over random splits, such as areas or their differences.

    n: how many; mean; sd: their standard deviation; t: Student's t at the level of confidence that is asked
    for. of_mean: half the interval of the mean over all splits of these rows. of_new: the same for splits of
    new rows; since splits share rows, the variance of the mean is not sd^2 / n but
    sd^2 (1 / n + n_test / n_train). of_one: how far one more split lies from the mean, t sd sqrt(1 + 1/n).

    Source of the latter: C. Nadeau and Y. Bengio, "Inference for the generalization error", Machine Learning
    52, 2003, p. 239-281, section 4.
    """

    n: int
    mean: float
    sd: float
    t: float
    of_mean: float
    of_new: float

    @property
    def of_one(self) -> float:
        """Half the interval of one more split."""
        return self.t * self.sd * float(np.sqrt(1 + 1 / self.n))


def student(n: int, level: int = LEVEL) -> float:
    """Student's t that n numbers lie within in so many of 100 cases."""
    return float(stdtrit(n - 1, (1 + level / 100) / 2))


def spread_of(values: Floats, splits: Splits, level: int = LEVEL) -> Spread:
    """The spread of numbers, two at least."""
    n, sd, t = len(values), float(values.std(ddof=1)), student(len(values), level)
    new = np.sqrt(1 / n + splits.n_test / splits.n_train)
    return Spread(n, float(values.mean()), sd, t, t * sd / np.sqrt(n), float(t * sd * new))


def apart(first: float, second: float, n_positive: int, n_negative: int, level: int = LEVEL) -> float:
    """How far two areas of different test rows must lie apart, by Hanley and McNeil (1982)."""
    errors = [auc_error(each, n_positive, n_negative) for each in (first, second)]
    return float(ndtri((1 + level / 100) / 2) * np.hypot(errors[0], errors[1]))
