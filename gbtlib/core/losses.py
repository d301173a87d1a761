"""What boosting minimises: the loss of a row, and its first and second derivative.

A round of boosting looks at the data only through the gradient and the hessian of the loss with respect to
the raw prediction F, the score before the link. The link turns a prediction into a raw prediction (for a
probability: its log odds), the inverse link turns it back.

    name            loss of one row                gradient         hessian          prediction
    squared_error   1/2 (F - y)^2                  F - y            1                F
    logistic        log(1 + exp(-s F))             p - y            p (1 - p)        p = 1 / (1 + exp(-F))

with s = 2y - 1 (the label as -1 or +1); softmax and more are in gbtlib.losses.named. Logarithms
are natural, so that log losses are in nats; the losses of regression are in squared units of y.

Sources: J. Friedman, "Greedy function approximation: a gradient boosting machine", Annals of Statistics 29,
2001 (losses and starting values); T. Chen and C. Guestrin, "XGBoost: a scalable tree boosting system", KDD
2016 (why two derivatives are enough); J. Friedman, T. Hastie and R. Tibshirani, "Additive logistic
regression", Annals of Statistics 28, 2000 (logistic and exponential loss); T. Hastie, R. Tibshirani and
J. Friedman, "The Elements of Statistical Learning", 2009, section 10.6 (how the losses compare).
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, logit

Array = NDArray[np.float64]
Target = NDArray[Any]  # numbers, or class codes of any integer type

EPSILON = 2.0**-52  # probabilities are kept this far from 0 and 1 where a logarithm is taken


class Loss(ABC):
    """A loss that can be boosted: subclass it, and every tree, figure and check here works with it.

    Four methods are enough for a regression loss; a loss on another scale overrides link and inverse_link.
    The full squared error, whose derivatives are twice those of HalfSquaredError:

        class SquaredError(Loss):
            name = "full_squared_error"

            def loss(self, y, raw_prediction):
                return (raw_prediction - y) ** 2

            def gradient(self, y, raw_prediction):
                return 2 * (raw_prediction - y)

            def hessian(self, y, raw_prediction):
                return np.full(raw_prediction.shape, 2.0)

            def initial_raw_prediction(self, y, sample_weight=None):
                return np.average(y, weights=sample_weight)

    In every method y is (n,): numbers, or class codes 0 .. K-1; raw_prediction is (n,), or (n, K) for a loss
    with n_outputs K > 1. Arguments are not checked: that is done where data comes in.
    """

    name: ClassVar[str]
    task: ClassVar[Literal["regression", "classification"]] = "regression"
    renews_leaves: ClassVar[bool] = False  # whether leaves add what renewed_leaf says, not a Newton step

    @property
    def n_outputs(self) -> int:
        """Raw predictions a row has, and so the trees a round grows: 1, or the number of classes."""
        return 1

    @abstractmethod
    def loss(self, y: Target, raw_prediction: Array) -> Array:
        """The loss of every row, (n,)."""

    @abstractmethod
    def gradient(self, y: Target, raw_prediction: Array) -> Array:
        """First derivative of a row's loss with respect to its raw prediction, in the shape of the latter."""

    @abstractmethod
    def hessian(self, y: Target, raw_prediction: Array) -> Array:
        """Second derivative of a row's loss, or an upper bound of it; never negative. Shape as gradient.

        With several outputs it is a diagonal: each output gets its own tree, so no mixed derivatives.
        """

    @abstractmethod
    def initial_raw_prediction(self, y: Target, sample_weight: Array | None = None) -> float | Array:
        """The constant that minimises the (weighted) sum of losses, always finite: a number, or (K,)."""

    def renewed_leaf(self, residual: Array, sample_weight: Array | None) -> float:
        """What a leaf adds to its rows, of what they lack, y - F (n,): asked only if it renews leaves.

        For losses without curvature, whose second derivative is made up: then no Newton step is meant.
        """
        raise NotImplementedError

    def inverse_link(self, raw_prediction: Array) -> Array:
        """From raw prediction to prediction: y itself here, the probability of class 1, or of each class."""
        return raw_prediction

    def link(self, prediction: ArrayLike) -> Any:
        """From prediction to raw prediction, for a number or an array; undoes inverse_link."""
        return np.asarray(prediction, dtype=np.float64)[()]


@dataclass(frozen=True)
class HalfSquaredError(Loss):
    """Half squared error, 1/2 (F - y)^2; the half makes the gradient exactly F - y (Friedman 2001).

    It starts at the mean. A tree's step with lambda 0 is the mean residual of each leaf.
    """

    name = "squared_error"

    def loss(self, y: Target, raw_prediction: Array) -> Array:
        return 0.5 * (raw_prediction - y) ** 2

    def gradient(self, y: Target, raw_prediction: Array) -> Array:
        return raw_prediction - y

    def hessian(self, y: Target, raw_prediction: Array) -> Array:
        return np.ones(raw_prediction.shape)

    def initial_raw_prediction(self, y: Target, sample_weight: Array | None = None) -> float:
        return float(np.average(y, weights=sample_weight))


@dataclass(frozen=True)
class Logistic(Loss):
    """Log loss of two classes, y in {0, 1}: minus the log of the probability given to the true class.

    F is the log odds, p = P(y = 1) = 1 / (1 + exp(-F)); Friedman, Hastie and Tibshirani (2000) and Friedman
    (2001) write F for half of that. It starts at the log odds of the class shares, clipped to
    [2^-52, 1 - 2^-52], so that a single class gives a finite start.

    Everything is written in s F, positive on the right side, because 1 - p loses its digits when p is near 1.
    """

    name = "logistic"
    task = "classification"

    def loss(self, y: Target, raw_prediction: Array) -> Array:
        margin = label_sign(y) * raw_prediction
        # log(1 + exp(-margin)), whose exp cannot overflow.
        return np.log1p(np.exp(-np.abs(margin))) + np.maximum(-margin, 0.0)

    def gradient(self, y: Target, raw_prediction: Array) -> Array:
        """p - y: p for y = 0 and -(1 - p) for y = 1, exact to the last digits in both tails."""
        s = label_sign(y)
        return -s * expit(-s * raw_prediction)

    def hessian(self, y: Target, raw_prediction: Array) -> Array:
        """p (1 - p): 1/4 at F = 0, and 0 where F is too large for a float to tell (|F| > 745)."""
        return expit(raw_prediction) * expit(-raw_prediction)

    def initial_raw_prediction(self, y: Target, sample_weight: Array | None = None) -> float:
        return float(self.link(np.average(y, weights=sample_weight)))

    def inverse_link(self, raw_prediction: Array) -> Array:
        return expit(raw_prediction)

    def link(self, prediction: ArrayLike) -> Any:
        """The log odds of a probability, clipped to [2^-52, 1 - 2^-52]."""
        return logit(clipped(prediction))


def label_sign(y: Target) -> Array:
    """The label 0 or 1 as -1.0 or +1.0."""
    return 2.0 * y - 1.0


def clipped(probability: ArrayLike) -> Array:
    """Probabilities kept away from 0 and 1, so that log and log odds are finite."""
    return np.clip(np.asarray(probability, dtype=np.float64), EPSILON, 1.0 - EPSILON)
