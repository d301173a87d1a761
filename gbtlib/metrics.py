"""How good predictions are: log loss, squared error, R squared, accuracy, and the ROC curve with its area.

All take one entry a row (lists or arrays), weigh rows by sample_weight if it is given, and return floats or
float arrays. Labels of two classes are 0 and 1, and 1 is the positive class. Errors: ValueError where
lengths differ, with both of them; where there are no rows; where a label is not what it may be.

Source: T. Hastie, R. Tibshirani and J. Friedman, "The Elements of Statistical Learning", 2009, sections 7.2
and 9.2.5; T. Fawcett, "An introduction to ROC analysis", Pattern Recognition Letters 27, 2006.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.checks.validation import check_sample_weight
from gbtlib.core.losses import EPSILON

Array = NDArray[np.float64]

ROUNDING = 2.0**-40  # a mean of probabilities may lie so far outside of [0, 1]


def log_loss(y: ArrayLike, probability: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
    """Mean of -log(probability given to the true class), in nats: 0 is perfect, log 2 a coin toss.

    y: (n,) 0 or 1, or class codes 0 .. K-1. probability: (n,) of class 1, or (n, K) of every class.
    Probabilities are clipped to [2^-52, 1 - 2^-52], so that one sure and wrong row costs 36 and not infinity.
    Errors: ValueError for what is no probability, too, and for rows that do not add up to 1 within the square
    root of their type's rounding, as scikit-learn allows.
    """
    labels, p = np.asarray(y), _numbers("probability", probability)
    if p.ndim > 2 or (p.ndim == 2 and p.shape[1] < 2):
        raise ValueError(f"probability has shape {p.shape}; it must be (n,), or (n, K) with a column a class")
    right = (p >= -ROUNDING) & (p <= 1 + ROUNDING)
    if not right.all():
        place = tuple(int(at) for at in np.argwhere(~right)[0])
        where = ", ".join(map(str, place))
        raise ValueError(f"probability[{where}]={p[place]:g} must be at least 0 and at most 1")
    if p.ndim == 1:
        p = np.column_stack([1.0 - p, p])
    total, given = p.sum(axis=1), np.asarray(probability).dtype
    off = np.abs(total - 1) > np.sqrt(np.finfo(given if given.kind == "f" else np.float64).eps)
    if off.any():
        row = int(off.argmax())
        rule = "the probabilities of a row must add up to 1"
        raise ValueError(f"probability[{row}] adds up to {total[row]:.9g}; {rule}")
    weight = _check_rows(labels, "probability", p[:, 0], sample_weight)
    _check_codes(labels, n_classes=p.shape[1])
    of_true_class = np.take_along_axis(p, labels.astype(np.intp)[:, np.newaxis], axis=1)[:, 0]
    return float(np.average(-np.log(np.clip(of_true_class, EPSILON, 1.0 - EPSILON)), weights=weight))


def mean_squared_error(y: ArrayLike, prediction: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
    """Mean of (prediction - y)^2, in the squared unit of y: twice the mean of the half squared error."""
    target, predicted = _numbers("y", y), _numbers("prediction", prediction)
    weight = _check_rows(target, "prediction", predicted, sample_weight)
    return float(np.average((predicted - target) ** 2, weights=weight))


def r_squared(y: ArrayLike, prediction: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
    """1 - sum w (y - prediction)^2 / sum w (y - mean)^2: 1 is perfect, 0 what the mean of y is worth.

    Where y is constant it is 1 for a perfect prediction, else 0.
    """
    around_prediction, target = mean_squared_error(y, prediction, sample_weight), _numbers("y", y)
    weight = check_sample_weight(sample_weight, len(target))
    around_mean = mean_squared_error(target, np.full(len(target), np.average(target, weights=weight)), weight)
    if np.ptp(target if weight is None else target[weight > 0]) == 0:
        return float(around_prediction == 0)
    return 1.0 - around_prediction / around_mean


def accuracy(y: ArrayLike, prediction: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
    """Share of the rows whose predicted label is the true one, in [0, 1]; labels of any kind."""
    labels, predicted = np.asarray(y), np.asarray(prediction)
    weight = _check_rows(labels, "prediction", predicted, sample_weight)
    return float(np.average(labels == predicted, weights=weight))


def roc_curve(
    y: ArrayLike, score: ArrayLike, sample_weight: ArrayLike | None = None
) -> tuple[Array, Array, Array]:
    """False and true positive rate of calling positive what scores at least a threshold, for every threshold.

    y: (n,) 0 or 1. score: (n,) any number that rises with the chance of class 1.
    Returns (fpr, tpr, thresholds), each (m + 1,) for m distinct scores: from threshold infinity, the point
    (0, 0), down to the lowest score, the point (1, 1). Rows with equal scores step together, diagonally.
    Errors: ValueError where one class has no rows (or no weight), or where a score is NaN.
    """
    false_positives, true_positives, thresholds = _positives(y, score, sample_weight)
    return false_positives / false_positives[-1], true_positives / true_positives[-1], thresholds


def roc_auc(y: ArrayLike, score: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
    """Area under the ROC curve: the chance that a positive row scores above a negative one, a tie being half.

    This is the Mann-Whitney statistic over the number of pairs. Without weights the pairs are counted in
    whole numbers, and only the final division is rounded. Arguments and errors as in roc_curve.
    """
    false_positives, true_positives, _ = _positives(y, score, sample_weight)
    pairs_won_twice = np.diff(false_positives) @ (true_positives[1:] + true_positives[:-1])
    return float(pairs_won_twice / (2.0 * false_positives[-1] * true_positives[-1]))


def auc_error(area: float, n_positive: int, n_negative: int) -> float:
    """The standard error of an area under the ROC curve, from the area and the numbers of rows alone.

    Source: J. Hanley and B. McNeil, "The meaning and use of the area under a receiver operating
    characteristic (ROC) curve", Radiology 143, 1982, p. 29-36.
    """
    q1, q2 = area / (2 - area), 2 * area**2 / (1 + area)
    spread = area * (1 - area) + (n_positive - 1) * (q1 - area**2) + (n_negative - 1) * (q2 - area**2)
    return float(np.sqrt(max(spread, 0.0) / (n_positive * n_negative)))


def _positives(y: ArrayLike, score: ArrayLike, sample_weight: ArrayLike | None) -> tuple[Array, Array, Array]:
    """False positives, true positives and thresholds of roc_curve, as counts (or sums of weights)."""
    labels, scores = np.asarray(y), _numbers("score", score)
    weight = _check_rows(labels, "score", scores, sample_weight)
    _check_codes(labels, n_classes=2)
    if np.isnan(scores).any():
        raise ValueError(f"score[{int(np.isnan(scores).argmax())}]=nan must be a number: ROC orders the rows")
    order = np.argsort(-scores, kind="stable")
    scores, positive = scores[order], labels[order] == 1
    weight = np.ones(len(order)) if weight is None else weight[order]
    last_of_ties = np.flatnonzero(np.append(scores[1:] != scores[:-1], True))
    false_positives = np.append(0.0, np.cumsum(weight * ~positive)[last_of_ties])
    true_positives = np.append(0.0, np.cumsum(weight * positive)[last_of_ties])
    if false_positives[-1] == 0 or true_positives[-1] == 0:
        raise ValueError("y holds one class only: ROC needs both")
    return false_positives, true_positives, np.append(np.inf, scores[last_of_ties])


def _numbers(name: str, values: ArrayLike) -> Array:
    """Errors: ValueError for what holds no numbers."""
    try:
        return np.asarray(values, dtype=np.float64)
    except (OverflowError, TypeError, ValueError) as error:
        raise ValueError(f"{name} must hold numbers only: {error}") from None


def _check_rows(
    labels: NDArray[Any], name: str, second: NDArray[Any], sample_weight: ArrayLike | None
) -> Array | None:
    """The weights, or None. Errors: ValueError where an array is no vector, empty, or of another length."""
    for title, array in (("y", labels), (name, second)):
        if array.ndim != 1:
            raise ValueError(f"{title} has shape {array.shape}; it must have one dimension, (n,)")
    if len(labels) != len(second):
        raise ValueError(f"y has {len(labels)} rows, {name} has {len(second)}: they must agree")
    if len(labels) == 0:
        raise ValueError("y has no rows")
    weight: Array | None = check_sample_weight(sample_weight, len(labels))
    return weight


def _check_codes(labels: NDArray[Any], n_classes: int) -> None:
    """Errors: ValueError where a label is not one of 0 .. n_classes - 1."""
    wrong = ~np.isin(labels, np.arange(n_classes))
    if wrong.any():
        row = int(wrong.argmax())
        raise ValueError(f"y[{row}]={labels[row]!s} must be a class code, 0 to {n_classes - 1}")
