"""Checks at the boundary: parameters, targets, labels and weights; of X in gbtlib.inputs.

Every message names the parameter, the value and the rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.estimators.rules import RULES as PARAMETER_RULES
from gbtlib.estimators.rules import Choice, Rule, check
from gbtlib.inputs.arrays import NOT_NUMBERS, check_vector, is_missing

LARGEST_TARGET = 1e100  # squares of sums of targets must stay finite
SMALLEST_TARGET = 1e-90  # for the largest of all: products of weights and squares must not vanish
# Parameters of estimators beside those of TreeParams and BoostingParams.
RULES: dict[str, Rule | Choice] = {
    **PARAMETER_RULES,
    "early_stopping_rounds": Rule(whole=True, low=1, none_means="no early stopping"),
    "tree_method": Choice(("exact", "hist")),
    "max_bin": Rule(whole=True, low=2),
    "min_bin_size": Rule(whole=True, low=1),
    "criterion": Choice(("gini", "entropy")),
    "purity_stop": Rule(low=0, open_low=True, high=1, none_means="no purity stop"),
    "ccp_alpha": Rule(low=0),
    "ccp_folds": Rule(whole=True, low=2, none_means="no cross-validation"),
}


def check_parameters(values: Mapping[str, object]) -> None:
    """Check named parameters by their rules. Errors: ValueError naming the first that breaks its rule."""
    for name, value in values.items():
        check(name, value, RULES[name])


def check_index(name: str, value: object, low: int, high: int) -> None:
    """Check a whole number from low to high. Errors: ValueError naming it, its value and the bounds."""
    check(name, value, Rule(whole=True, low=low, high=high))


def check_pair(name: str, value: Any) -> tuple[Any, Any]:
    """A tuple or list of two. Errors: ValueError for anything else."""
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise ValueError(f"{name} must be a pair, (X, y)")
    return value[0], value[1]


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

    Errors: ValueError for NaN, infinity, |y| > 1e100, or if y varies and all |y| are below 1e-90.
    """
    vector = check_vector(y, n_samples, name=name)
    if vector.dtype == object:
        vector = np.array([np.nan if is_missing(value) else value for value in vector.tolist()])
    try:
        if vector.dtype.kind in NOT_NUMBERS:
            complex_too = "; Complex data not supported" if vector.dtype.kind == "c" else ""
            raise TypeError(f"it has the type {vector.dtype}{complex_too}")
        numbers = vector.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must hold numbers only: {error}") from None
    if not np.isfinite(numbers).all():
        row = int(np.flatnonzero(~np.isfinite(numbers))[0])
        raise ValueError(f"{name}[{row}]={numbers[row]} must be finite")
    row = int(np.abs(numbers).argmax())
    if abs(numbers[row]) > LARGEST_TARGET:
        raise ValueError(
            f"{name}[{row}]={numbers[row]:g} must lie between -1e100 and 1e100: its square is summed"
        )
    if np.ptp(numbers) > 0:
        check_not_tiny(numbers, name)
    return numbers


def check_not_tiny(numbers: NDArray[np.float64], name: str) -> None:
    """Errors: ValueError if the largest of some numbers is so small that its square vanishes, and not 0."""
    row = int(np.abs(numbers).argmax())
    if 0 < abs(numbers[row]) < SMALLEST_TARGET:
        rule = "is the largest in size, and must be at least 1e-90: its square is summed"
        raise ValueError(f"{name}[{row}]={numbers[row]:g} {rule}; multiply {name} by a constant")


def check_labels(y: ArrayLike, n_samples: int, *, name: str = "y") -> NDArray[Any]:
    """Class labels (n_samples,): whole numbers, texts, or whatever else can be sorted.

    Errors: ValueError for a missing label, for fractions, or for labels that would read alike as text.
    """
    labels = check_vector(y, n_samples, name=name)
    if isinstance(y, list | tuple) and labels.dtype.kind == "U":
        labels = np.array(y, dtype=object)  # numpy makes text of a mixture at once
    if labels.dtype.kind == "O":
        return check_label_objects(labels, name)
    if labels.dtype.kind == "f":
        if np.isnan(labels).any():
            raise missing_label(name, labels, int(np.flatnonzero(np.isnan(labels))[0]))
        not_whole = ~np.isfinite(labels) | (labels != np.floor(labels))
        if not_whole.any():
            row = int(np.flatnonzero(not_whole)[0])
            rule = "must be a class label, a whole number or a text: a continuous target is for a regressor"
            raise ValueError(f"{name}[{row}]={labels[row]} {rule}")
    return labels


def check_label_objects(labels: NDArray[Any], name: str) -> NDArray[Any]:
    """Labels of any kind as an array of one kind: numbers stay numbers, a mixture becomes text."""
    given = labels.tolist()
    missing = next((row for row, label in enumerate(given) if is_missing(label)), None)
    if missing is not None:
        raise missing_label(name, labels, missing)
    found = np.array(given)
    if found.dtype.kind != "U":
        return check_labels(found, len(found), name=name)
    first: dict[str, object] = {}
    for label, text in zip(given, found.tolist(), strict=True):
        if first.setdefault(text, label) != label:
            alike = f"{first[text]!r} and {label!r}"
            raise ValueError(f"{name} has the labels {alike}, which read alike; make them texts, or numbers")
    if len(first) > len(set(given)):
        raise ValueError(f"{name} has labels that are equal but read differently, such as 1 and 1.0")
    return found


def missing_label(name: str, labels: NDArray[Any], row: int) -> ValueError:
    return ValueError(f"{name}[{row}]={labels[row]} must be a class label, not a missing value")


def encode_labels(labels: NDArray[Any], classes: NDArray[Any], *, name: str = "y") -> NDArray[np.intp]:
    """The position of every label in the sorted classes. Errors: ValueError for a label not among them."""
    if classes.dtype.kind == "U":
        labels = labels.astype(str)
    unknown = ~np.isin(labels, classes)
    if unknown.any():
        row = int(np.flatnonzero(unknown)[0])
        raise ValueError(
            f"{name}[{row}]={labels[row]!s} was not among the labels in fit: {', '.join(map(str, classes))}"
        )
    return np.searchsorted(classes, labels)


def check_sample_weight(weight: ArrayLike | None, n_samples: int, name: str = "sample_weight") -> Any:
    """Weights as float64 (n_samples,), or None.

    Errors: ValueError for negative or infinite ones, or if all are 0, or below 1e-90.
    """
    if weight is None:
        return None
    weights = check_target(weight, n_samples, name=name)
    if (weights < 0).any():
        row = int(np.flatnonzero(weights < 0)[0])
        raise ValueError(f"{name}[{row}]={weights[row]:g} must be at least 0")
    if not weights.any():
        raise ValueError(f"{name} is zero for every row; at least one must be positive")
    check_not_tiny(weights, name)
    return weights
