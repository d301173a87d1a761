"""More losses: of several classes, of AdaBoost, of numbers with outliers; and all losses by name.

    name            loss of one row                gradient         hessian          prediction
    softmax         log sum_k exp(F_k - F_y)       p_k - [y = k]    2 p_k (1 - p_k)  p_k ~ exp(F_k)
    exponential     exp(-s F)                      -s exp(-s F)     exp(-s F)        p = 1 / (1 + exp(-2F))
    huber           1/2 r^2, a line beyond delta   r, clipped       1                F
    absolute_error  |r|                            -1, or 1         1                F
    quantile        -alpha r, or (1 - alpha) r     -alpha, 1-alpha  1                F

with s = 2y - 1 (the label as -1 or +1) and r = F - y; the others are in gbtlib.core.losses. The last two
have no curvature: their trees are grown with 1 for it, and each leaf then adds the median or the quantile of
what its rows lack, as in scikit-learn's GradientBoostingRegressor.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, logit, softmax

from gbtlib.checks.rules import SHARE, Rule, check
from gbtlib.core.losses import EPSILON, Array, HalfSquaredError, Logistic, Loss, Target, clipped, label_sign

LARGEST_EXPONENT = 300.0  # exp(300)^2 = 1e260: room for the square of a sum over 1e20 rows


@dataclass(frozen=True)
class Softmax(Loss):
    """Log loss of K classes, y in 0 .. K-1, with one raw prediction a class: p_k = exp(F_k) / sum_j exp(F_j).

    It starts at the logarithms of the class shares, clipped as in Logistic. A constant added to all raw
    predictions of a row changes nothing; this start is the one whose exponentials sum to 1.

    The true Hessian of a row is the matrix diag(p) - p p^T, and each class's tree sees only its diagonal.
    Two classes that both move by a full Newton step on the diagonal overshoot, because each step counts on
    the other class staying put. hessian_scale makes steps smaller, by what p_k (1 - p_k) is multiplied with:

        2           Off the diagonal the absolute values of row k sum to p_k (1 - p_k), the diagonal entry
                    itself, so that by Gershgorin's theorem twice the diagonal less the Hessian has no
                    negative eigenvalue, and no step overshoots. The bound is that of T. Chen, S. Singh,
                    B. Taskar and C. Guestrin, "Efficient second-order gradient boosting for conditional
                    random fields", AISTATS 2015; XGBoost (3.2) and oneDAL take it.
        K/(K - 1)   Newton's steps on the diagonal times (K - 1)/K: Friedman 2001, algorithm 6, after
                    LogitBoost (Friedman, Hastie and Tibshirani 2000, algorithm 6). So do LightGBM and
                    scikit-learn's GradientBoostingClassifier. For two classes it is 2.
        1           The true diagonal, p_k (1 - p_k).

    n_classes: K, at least 2. hessian_scale: greater than 0. Errors: ValueError.
    """

    n_classes: int
    hessian_scale: float = 2.0

    name = "softmax"
    task = "classification"

    def __post_init__(self) -> None:
        check("n_classes", self.n_classes, Rule(whole=True, low=2))
        check("hessian_scale", self.hessian_scale, Rule(low=0, open_low=True))

    @property
    def n_outputs(self) -> int:
        return self.n_classes

    def loss(self, y: Target, raw_prediction: Array) -> Array:
        own = np.take_along_axis(raw_prediction, _column(y), axis=1)
        return np.asarray(np.logaddexp.reduce(raw_prediction - own, axis=1))

    def gradient(self, y: Target, raw_prediction: Array) -> Array:
        """p_k - [y = k], (n, K): p_k for the other classes and -(1 - p_k) for the true one. Rows sum to 0."""
        p = self.inverse_link(raw_prediction)
        true_class = _column(y)
        np.put_along_axis(p, true_class, -np.take_along_axis(_complement(p), true_class, axis=1), axis=1)
        return p

    def hessian(self, y: Target, raw_prediction: Array) -> Array:
        """hessian_scale p_k (1 - p_k), (n, K): from scale 2 on an upper bound of the whole Hessian."""
        p = self.inverse_link(raw_prediction)
        return self.hessian_scale * p * _complement(p)

    def initial_raw_prediction(self, y: Target, sample_weight: Array | None = None) -> Array:
        counts = np.bincount(y.astype(np.intp), weights=sample_weight, minlength=self.n_classes)
        return np.asarray(self.link(counts / counts.sum()))

    def inverse_link(self, raw_prediction: Array) -> Array:
        return np.asarray(softmax(raw_prediction, axis=-1))

    def link(self, prediction: ArrayLike) -> Any:
        """The logarithms of probabilities (..., K), clipped to [2^-52, 1 - 2^-52]."""
        return np.log(clipped(prediction))


@dataclass(frozen=True)
class Exponential(Loss):
    """Exponential loss of two classes, y in {0, 1}, s = 2y - 1: exp(-s F), the loss behind AdaBoost.

    Its population minimiser is half the log odds, hence P(y = 1) = 1 / (1 + exp(-2F)) and the start at half
    the log odds of the class shares, clipped as in Logistic (Friedman, Hastie and Tibshirani 2000, lemma 1).

    The exponent is clipped to [-300, 300], so that squares of sums stay finite. Beyond it the loss is flat,
    but gradient and hessian keep the values they have at the edge, and a lost row still pulls.
    """

    name = "exponential"
    task = "classification"

    def loss(self, y: Target, raw_prediction: Array) -> Array:
        return np.exp(np.clip(-label_sign(y) * raw_prediction, -LARGEST_EXPONENT, LARGEST_EXPONENT))

    def gradient(self, y: Target, raw_prediction: Array) -> Array:
        return -label_sign(y) * self.loss(y, raw_prediction)

    def hessian(self, y: Target, raw_prediction: Array) -> Array:
        """exp(-s F), the loss itself, since s^2 = 1."""
        return self.loss(y, raw_prediction)

    def initial_raw_prediction(self, y: Target, sample_weight: Array | None = None) -> float:
        return float(self.link(np.average(y, weights=sample_weight)))

    def inverse_link(self, raw_prediction: Array) -> Array:
        return expit(2.0 * raw_prediction)

    def link(self, prediction: ArrayLike) -> Any:
        """Half the log odds of a probability, clipped to [2^-52, 1 - 2^-52]."""
        return 0.5 * logit(clipped(prediction))


@dataclass(frozen=True)
class Huber(Loss):
    """Huber's loss: half squared error up to a residual of delta, a straight line with slope delta beyond.

    1/2 r^2 for |r| <= delta, else delta (|r| - delta/2), with r = F - y; an outlier pulls with delta at most
    (P. Huber, "Robust estimation of a location parameter", Annals of Mathematical Statistics 35, 1964;
    Friedman 2001, where delta is a quantile of the residuals and changes every round: here it is fixed).

    It starts at the minimiser, exact but for rounding; where a whole interval minimises, at its middle.

    delta: in the unit of y, greater than 0. Errors: ValueError.
    """

    delta: float = 1.0

    name = "huber"

    def __post_init__(self) -> None:
        check("delta", self.delta, Rule(low=0, open_low=True))

    def loss(self, y: Target, raw_prediction: Array) -> Array:
        r = np.abs(raw_prediction - y)
        inside = np.minimum(r, self.delta)
        return inside * (r - 0.5 * inside)

    def gradient(self, y: Target, raw_prediction: Array) -> Array:
        return np.clip(raw_prediction - y, -self.delta, self.delta)

    def hessian(self, y: Target, raw_prediction: Array) -> Array:
        """1 in every row: the second derivative where |r| < delta, an upper bound of it, 0, beyond.

        With the true zeros a leaf of outliers would have H = 0 and no finite step. LightGBM uses 1 as well.
        """
        return np.ones(raw_prediction.shape)

    def initial_raw_prediction(self, y: Target, sample_weight: Array | None = None) -> float:
        """The zero of sum_i w_i clip(F - y_i, -delta, delta), which never falls as F rises: by bisection."""
        if sample_weight is None:
            weight = np.ones(len(y))
        else:
            y, weight = y[sample_weight > 0], sample_weight[sample_weight > 0]

        def slope(constant: float) -> float:
            # In units of delta, so that rows on the line count in whole weights and cancel exactly.
            return float(weight @ (np.clip(constant - y, -self.delta, self.delta) / self.delta))

        def crossing(below: Callable[[float], bool]) -> float:
            low, high = float(y.min()), float(y.max())
            tolerance = EPSILON * min(self.delta, high - low)
            while high - low > tolerance and low < (middle := 0.5 * (low + high)) < high:
                low, high = (middle, high) if below(middle) else (low, middle)
            return 0.5 * (low + high)

        return 0.5 * (crossing(lambda F: slope(F) < 0) + crossing(lambda F: slope(F) <= 0))


class Pinball(Loss):
    """What the losses of a quantile share; alpha: the share of the rows that shall be below F."""

    alpha: float
    renews_leaves = True

    def hessian(self, y: Target, raw_prediction: Array) -> Array:
        """1 in every row: there is none, and so a cut is worth what it is for squared error of the slopes."""
        return np.ones(raw_prediction.shape)

    def initial_raw_prediction(self, y: Target, sample_weight: Array | None = None) -> float:
        if sample_weight is None:
            return float(np.quantile(y, self.alpha))
        return quantile(y, sample_weight, self.alpha)

    def renewed_leaf(self, residual: Array, sample_weight: Array | None) -> float:
        return quantile(residual, sample_weight, self.alpha)


@dataclass(frozen=True)
class Quantile(Pinball):
    """The pinball loss of a quantile, alpha (y - F) for y above F and (1 - alpha) (F - y) below it.

    A round's tree is grown on the slopes, -alpha where F is at most y and 1 - alpha above; its leaves are
    then renewed: each adds learning_rate times the alpha-quantile of the residuals y - F of its rows,
    whatever reg_lambda and reg_alpha are, which choose cuts alone (R. Koenker and G. Bassett, "Regression
    quantiles", Econometrica 46, 1978; the median: Friedman 2001, algorithm 3).

    The quantile in a leaf is the smallest residual up to which a share alpha of the weight lies. With weights
    it starts there, too; without them at numpy's quantile of y, between two values. Both are
    GradientBoostingRegressor's in scikit-learn. XGBoost (3.2) renews leaves with
    weights to the same residual, without them to place alpha (n + 1), between two; tree_method="exact" renews
    none and keeps Newton steps, and from 3.4 on it smooths the loss instead.

    alpha: the share of the rows that shall be below F, in (0, 1]. Errors: ValueError.
    """

    alpha: float = 0.9

    name = "quantile"

    def __post_init__(self) -> None:
        check("alpha", self.alpha, SHARE)

    def loss(self, y: Target, raw_prediction: Array) -> Array:
        r = y - raw_prediction
        return np.maximum(self.alpha * r, (self.alpha - 1.0) * r)

    def gradient(self, y: Target, raw_prediction: Array) -> Array:
        return np.where(y >= raw_prediction, -self.alpha, 1.0 - self.alpha)


@dataclass(frozen=True)
class AbsoluteError(Pinball):
    """The absolute error |F - y|: leaves are renewed to medians, and it starts at one; see Quantile.

    It is twice the pinball loss of alpha = 1/2.
    """

    name = "absolute_error"
    alpha = 0.5

    def loss(self, y: Target, raw_prediction: Array) -> Array:
        return np.abs(raw_prediction - y)

    def gradient(self, y: Target, raw_prediction: Array) -> Array:
        return np.where(y >= raw_prediction, -1.0, 1.0)


def quantile(values: Array, sample_weight: Array | None, share: float) -> float:
    """The smallest of the values (n,) up to which a share of the weight lies; 0 if there is no weight."""
    order = np.argsort(values, kind="stable")
    weight = np.ones(len(values)) if sample_weight is None else sample_weight[order]
    up_to = np.cumsum(weight)
    return float(values[order[np.searchsorted(up_to, share * up_to[-1])]]) if up_to[-1] > 0 else 0.0


def _column(y: Target) -> NDArray[np.intp]:
    """Class codes (n,) as a column of indices (n, 1)."""
    return y.astype(np.intp)[:, np.newaxis]


def _complement(p: Array) -> Array:
    """1 - p for rows of probabilities (n, K); the largest by summing the others, to keep its digits."""
    largest = p.argmax(axis=1, keepdims=True)
    others = p.copy()
    np.put_along_axis(others, largest, 0.0, axis=1)
    complement = 1.0 - p
    np.put_along_axis(complement, largest, others.sum(axis=1, keepdims=True), axis=1)
    return complement


LOSSES: dict[str, type[Loss]] = {
    loss.name: loss
    for loss in (HalfSquaredError, Logistic, Softmax, Exponential, Huber, AbsoluteError, Quantile)
}
