"""Bias and variance: what a tree, a forest and boosting make of many training samples of the same truth.

At every place x the squared error that one expects of a new target has three parts: the square of how far the
mean prediction lies off the truth (bias), how much predictions of different samples scatter about their mean
(variance), and the noise of the target itself, which no model can foresee.
Source: S. Geman, E. Bienenstock and R. Doursat, "Neural networks and the bias/variance dilemma", Neural
Computation 4, 1992. Pure, without streamlit.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import DecisionTreeRegressor, GradientBoostingRegressor, RandomForestRegressor

Floats = NDArray[np.float64]

N_SAMPLES, N_ROWS, NOISE = 40, 40, 0.4
END, N_PLACES = 4 * np.pi, 120  # of x
DEPTH = 5

MODELS: dict[str, Callable[[int], Any]] = {
    "small tree": lambda seed: DecisionTreeRegressor(max_depth=2),
    "deep tree": lambda seed: DecisionTreeRegressor(max_depth=DEPTH),
    "forest": lambda seed: RandomForestRegressor(n_estimators=10, max_depth=DEPTH, seed=seed),
    "boosting": lambda seed: GradientBoostingRegressor(n_estimators=20, max_depth=2, learning_rate=0.3),
}
"""Each makes an estimator for a sample, from the sample's number."""

ABOUT = {
    "small tree": "2 levels",
    "deep tree": f"{DEPTH} levels",
    "forest": f"the mean of 10 trees of {DEPTH} levels",
    "boosting": "the sum of 20 trees of 2 levels, learning rate 0.3",
}


@dataclass(frozen=True, eq=False)
class Scatter:
    """What the models of one kind predict at x (m,): one row a training sample, (n_samples, m).

    truth: (m,). noise: the standard deviation of a target about the truth.
    """

    x: Floats
    truth: Floats
    predicted: Floats
    noise: float

    @property
    def mean(self) -> Floats:
        """The mean prediction at every place, (m,)."""
        return np.asarray(self.predicted.mean(axis=0))

    @property
    def spread(self) -> Floats:
        """The standard deviation of the predictions at every place, (m,)."""
        return np.asarray(self.predicted.std(axis=0))

    @property
    def bias2(self) -> float:
        """The square of the bias, averaged over the places."""
        return float(((self.mean - self.truth) ** 2).mean())

    @property
    def variance(self) -> float:
        """The variance of the predictions, averaged over the places."""
        return float((self.spread**2).mean())

    @property
    def expected(self) -> float:
        """The squared error that one expects of a new target: the sum of the three parts."""
        return self.bias2 + self.variance + self.noise**2

    def measured(self, seed: int) -> tuple[float, float]:
        """The mean squared error of new targets, one for every sample and place, and its standard error.

        Samples are independent of each other, places are not.
        """
        targets = self.truth + np.random.default_rng(seed).normal(0.0, self.noise, self.predicted.shape)
        of_sample = ((targets - self.predicted) ** 2).mean(axis=1)
        return float(of_sample.mean()), float(of_sample.std(ddof=1) / np.sqrt(len(of_sample)))


def sample(number: int) -> tuple[Floats, Floats]:
    """A training sample, the same each time: cos(x) at random places, with noise. X (n, 1) and y (n,)."""
    random = np.random.default_rng((1, number))
    x = np.sort(random.uniform(0.0, END, N_ROWS))
    return x[:, np.newaxis], np.cos(x) + random.normal(0.0, NOISE, N_ROWS)


def scatters(n_samples: int = N_SAMPLES) -> dict[str, Scatter]:
    """The predictions of every model for every sample."""
    x = np.linspace(0.0, END, N_PLACES)
    samples = [sample(number) for number in range(n_samples)]
    found = {}
    for name, made in MODELS.items():
        predicted = [made(i).fit(*each).predict(x[:, np.newaxis]) for i, each in enumerate(samples)]
        found[name] = Scatter(x, np.cos(x), np.array(predicted), NOISE)
    return found
