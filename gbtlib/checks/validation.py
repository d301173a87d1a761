"""Checks at the boundary: parameters, targets, labels and weights; of X in gbtlib.inputs.

Every message names the parameter, the value and the rule.
"""

import warnings
from collections.abc import Mapping
from numbers import Number
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.checks.arrays import check_vector, is_missing, numbers
from gbtlib.checks.rules import Rule, check
from gbtlib.checks.scikit_learn import column_warning

LARGEST_TARGET = 1e100  # squares of sums of targets must stay finite
SMALLEST_TARGET = 1e-90  # for the largest of all: products of weights and squares must not vanish
ClassWeight = Mapping[Any, float] | str | None
BALANCED = "balanced"
WEIGHT = Rule(low=0)


def check_index(name: str, value: object, low: int, high: int) -> None:
    """Check a whole number from low to high. Errors: ValueError naming it, its value and the bounds."""
    check(name, value, Rule(whole=True, low=low, high=high))


def check_known(names: Mapping[str, object], known: tuple[str, ...]) -> None:
    """Refuse parameter names that do not exist. Errors: ValueError with the names that do."""
    for name in names:
        if name not in known:
            raise ValueError(f"{name} is not a parameter; there are {', '.join(known)}")


def check_base_score(base_score: float | None, task: str) -> None:
    """Refuse a base score that is no prediction. Errors: ValueError for one out of range."""
    if base_score is None:
        return
    if task == "classification" and not 0 < base_score < 1:
        raise ValueError(f"base_score={base_score!r} must be a probability greater than 0 and less than 1")
    if abs(base_score) > LARGEST_TARGET:
        raise ValueError(f"base_score={base_score!r} must lie between -1e100 and 1e100")


def check_target(y: ArrayLike, n_samples: int, *, name: str = "y") -> NDArray[np.float64]:
    """A regression target as float64 (n_samples,).

    y: (n_samples,), or (n_samples, 1) with a warning, as in scikit-learn.
    Errors: ValueError for texts, NaN, infinity, |y| > 1e100, or if y varies and all |y| are below 1e-90.
    """
    return check_numbers(only_column(y, name), n_samples, name)


def check_numbers(given: ArrayLike, n_samples: int, name: str) -> NDArray[np.float64]:
    """One number a row as float64 (n_samples,), with the bounds of check_target."""
    vector = numbers(check_vector(given, n_samples, name=name), name, of_features=False)
    if not np.isfinite(vector).all():
        row = int(np.isfinite(vector).argmin())
        raise ValueError(f"{name}[{row}]={vector[row]} must be finite")
    row = int(np.abs(vector).argmax())
    if abs(vector[row]) > LARGEST_TARGET:
        rule = "must lie between -1e100 and 1e100: its square is summed"
        raise ValueError(f"{name}[{row}]={vector[row]:g} {rule}")
    if np.ptp(vector) > 0:
        check_not_tiny(vector, name)
    return vector


def check_not_tiny(vector: NDArray[np.float64], name: str) -> None:
    """Errors: ValueError if the largest of some numbers is so small that its square vanishes, and not 0."""
    row = int(np.abs(vector).argmax())
    if 0 < abs(vector[row]) < SMALLEST_TARGET:
        rule = "is the largest in size, and must be at least 1e-90: its square is summed"
        raise ValueError(f"{name}[{row}]={vector[row]:g} {rule}; multiply {name} by a constant")


def check_labels(y: ArrayLike, n_samples: int, *, name: str = "y") -> NDArray[Any]:
    """Class labels (n_samples,): whole numbers, texts, dates, or whatever else can be sorted.

    y: (n_samples,), or (n_samples, 1) with a warning, as in scikit-learn.
    Errors: ValueError for a missing label, for fractions, for labels that would read alike as text, or for
    those that have no order.
    """
    y = only_column(y, name)
    labels = check_vector(y, n_samples, name=name)
    if isinstance(y, list | tuple) and labels.dtype.kind == "U":
        labels = np.array(y, dtype=object)  # numpy makes text of a mixture at once
    is_object = labels.dtype.kind == "O"
    missing = np.array([is_missing(label) for label in labels.tolist()]) if is_object else labels != labels
    if missing.any():
        row = int(missing.argmax())
        raise ValueError(f"{name}[{row}]={labels[row]} must be a class label, not a missing value")
    if is_object:
        labels = label_objects(labels, name)
    if labels.dtype.kind in "fO":
        whole = are_whole(labels)
        if not whole.all():
            row = int(whole.argmin())
            rule = "must be a class label, a whole number or a text: a continuous target is for a regressor"
            raise ValueError(f"{name}[{row}]={labels[row]} {rule}")
    return labels


def label_objects(labels: NDArray[Any], name: str) -> NDArray[Any]:
    """Labels of any kind as an array of one kind: numbers stay numbers, text and numbers become text."""
    given = labels.tolist()
    try:
        found = np.array(given)
    except ValueError:  # lists of several lengths
        found = labels[:, np.newaxis]
    if found.ndim > 1:
        raise ValueError(f"{name} has shape {found.shape}; it must have one dimension, (n_samples,)")
    if found.dtype.kind != "U":
        return sortable_labels(labels, name) if found.dtype.kind == "O" else found
    first: dict[str, object] = {}
    for label, text in zip(given, found.tolist(), strict=True):
        if first.setdefault(text, label) != label:
            alike = f"{first[text]!r} and {label!r}"
            raise ValueError(f"{name} has the labels {alike}, which read alike; make them texts, or numbers")
    if len(first) > len(set(given)):
        raise ValueError(f"{name} has labels that are equal but read differently, such as 1 and 1.0")
    return found


def sortable_labels(labels: NDArray[Any], name: str) -> NDArray[Any]:
    """Labels that numpy has no type for, such as dates, decimals or intervals, as they are.

    Errors: ValueError for those that cannot be sorted.
    """
    try:
        sorted(set(labels.tolist()))
    except TypeError as error:
        rule = "a class label is a whole number, a text, a date, or whatever else can be sorted"
        advice = "of an Enum take the names or the values"
        raise ValueError(f"{name} has labels without an order: {error}; {rule}; {advice}") from None
    return labels


def are_whole(labels: NDArray[Any]) -> NDArray[np.bool_]:
    """Whether each label is a whole number, or no number at all."""
    if labels.dtype.kind == "f":
        return np.asarray(np.isfinite(labels) & (labels == np.floor(labels)))

    def is_whole(number: Any) -> bool:
        try:
            return bool(number == int(number))
        except (OverflowError, ValueError):  # infinite
            return False

    return np.array([not isinstance(label, Number) or is_whole(label) for label in labels.tolist()])


def only_column(y: Any, name: str) -> Any:
    """y, or where it is a table or matrix of one column that column, (n_samples,), with a warning."""
    if isinstance(y, np.ma.MaskedArray) or not (isinstance(y, list | tuple) or hasattr(y, "__array__")):
        return y
    try:
        column = np.asarray(y)
    except ValueError:  # rows of several lengths, which check_vector names
        return y
    if column.ndim != 2 or column.shape[1] != 1:
        return y
    wrong = f"A column-vector {name} was passed when a 1d array was expected"
    rule = "it is read as (n_samples,): say so with ravel()"
    warnings.warn(f"{wrong}: shape {column.shape}; {rule}", column_warning(), stacklevel=2)
    return column[:, 0]


def encode_labels(labels: NDArray[Any], classes: NDArray[Any], *, name: str = "y") -> NDArray[np.intp]:
    """The position of every label in the sorted classes. Errors: ValueError for a label not among them."""
    if classes.dtype.kind == "U":
        labels = labels.astype(str)
    if classes.dtype.kind == "O":  # numpy compares intervals and decimals with arrays in ways of their own
        position = {label: code for code, label in enumerate(classes.tolist())}
        codes = np.array([position.get(label, -1) for label in labels.tolist()], dtype=np.intp)
    else:
        codes = np.where(np.isin(labels, classes), np.searchsorted(classes, labels), -1)
    unknown = codes < 0
    if unknown.any():
        row = int(np.flatnonzero(unknown)[0])
        raise ValueError(
            f"{name}[{row}]={labels[row]!s} was not among the labels in fit: {', '.join(map(str, classes))}"
        )
    return codes


def check_sample_weight(weight: ArrayLike | None, n_samples: int, name: str = "sample_weight") -> Any:
    """Weights as float64 (n_samples,), or None.

    Errors: ValueError for negative or infinite ones, or if all are 0, or below 1e-90.
    """
    if weight is None:
        return None
    weights = check_numbers(weight, n_samples, name)
    if (weights < 0).any():
        row = int(np.flatnonzero(weights < 0)[0])
        raise ValueError(f"{name}[{row}]={weights[row]:g} must be at least 0")
    if not weights.any():
        raise ValueError(f"{name} is zero for every row; at least one must be positive")
    check_not_tiny(weights, name)
    return weights


def weights_of_classes(class_weight: ClassWeight, classes: NDArray[Any], codes: NDArray[Any]) -> Any:
    """The weight of each class, (K,), as in scikit-learn; None where all are 1.

    class_weight: weights by label, 1 for labels that it does not name; or "balanced": n / (K n_k) for a class
    with n_k of n rows, so that all classes weigh the same. Rows are counted, whatever they weigh.
    Errors: ValueError for anything else, a weight below 0, or names that no label of y has while others have
    no weight.
    """
    if class_weight is None:
        return None
    if isinstance(class_weight, str) and class_weight == BALANCED:
        return len(codes) / (len(classes) * np.bincount(codes, minlength=len(classes)))
    if not isinstance(class_weight, Mapping):
        rule = "must be a dictionary of weights by label, 'balanced', or None for weights of 1"
        raise ValueError(f"class_weight={class_weight!r} {rule}")
    texts = classes.dtype.kind == "U"
    given = {str(label) if texts else label: weight for label, weight in class_weight.items()}
    for label, weight in given.items():
        check(f"class_weight[{label!r}]", weight, WEIGHT)
    labels = classes.tolist()
    unknown, unnamed = [name for name in given if name not in labels], set(labels) - set(given)
    if unknown and unnamed:
        known = ", ".join(map(str, labels))
        raise ValueError(f"class_weight names {unknown[0]!r}, which is no label of y: {known}")
    return np.array([float(given.get(label, 1.0)) for label in labels])
