"""Checks at the boundary: everything a caller hands in is checked here and nowhere else.

Every message names the parameter, the value and the rule.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

LARGEST_TARGET = 1e100  # squares of sums of targets must stay finite
NOT_NUMBERS = (
    "cmM"  # numpy's kinds of complex numbers, time spans and dates, which it would convert in silence
)


@dataclass(frozen=True)
class Rule:
    """What a number may be: its kind, its bounds, and whether None is allowed (and what None means)."""

    whole: bool = False
    low: float = -math.inf
    high: float = math.inf
    open_low: bool = False
    none_means: str | None = None

    def broken_by(self, value: object) -> str | None:
        """The rule in words if value breaks it, else None."""
        if value is None and self.none_means is not None:
            return None
        kind = int | np.integer if self.whole else int | float | np.integer | np.floating
        if not isinstance(value, kind) or isinstance(value, bool):
            return self._or_none(f"must be a {'whole number' if self.whole else 'number'}")
        if not self.whole and not math.isfinite(value):
            return self._or_none("must be finite")
        too_low = value <= self.low if self.open_low else value < self.low
        if too_low or value > self.high:
            return self._or_none(f"must be {self._bounds()}")
        return None

    def _bounds(self) -> str:
        low = f"greater than {self.low:g}" if self.open_low else f"at least {self.low:g}"
        if math.isinf(self.high):
            return low
        return f"{low} and at most {self.high:g}"

    def _or_none(self, rule: str) -> str:
        return rule if self.none_means is None else f"{rule}, or None for {self.none_means}"


@dataclass(frozen=True)
class Choice:
    """One of a few names."""

    names: tuple[str, ...]

    def broken_by(self, value: object) -> str | None:
        if isinstance(value, str) and value in self.names:
            return None
        return "must be one of " + ", ".join(map(repr, self.names))


RULES: dict[str, Rule | Choice] = {
    "max_depth": Rule(whole=True, low=1, none_means="no limit"),
    "max_leaves": Rule(whole=True, low=2, none_means="no limit"),
    "min_samples_leaf": Rule(whole=True, low=1),
    "min_child_weight": Rule(low=0),
    "reg_lambda": Rule(low=0),
    "reg_alpha": Rule(low=0),
    "gamma": Rule(low=0),
    "pruning": Choice(("post", "pre", "full")),
    "grow_policy": Choice(("depthwise", "lossguide")),
    "missing": Choice(("learn", "left")),
    "partitions": Choice(("auto", "sorted", "exhaustive", "one_vs_rest")),
    "colsample_bynode": Rule(low=0, open_low=True, high=1),
    "seed": Rule(whole=True, low=0),
    "n_estimators": Rule(whole=True, low=1),
    "learning_rate": Rule(low=0, open_low=True, high=1),
    "subsample": Rule(low=0, open_low=True, high=1),
    "base_score": Rule(none_means="the constant that minimises the loss"),
    "early_stopping_rounds": Rule(whole=True, low=1, none_means="no early stopping"),
}

# Parameters of single trees, pruning and AdaBoost that boosting does not have.
TREE_RULES: dict[str, Rule | Choice] = {
    "criterion": Choice(("gini", "entropy")),
    "min_samples_split": Rule(whole=True, low=2),
    "purity_stop": Rule(low=0, open_low=True, high=1, none_means="no purity stop"),
    "surrogates": Rule(whole=True, low=0),
    "ccp_alpha": Rule(low=0),
    "n_folds": Rule(whole=True, low=2),
}


def check_parameters(values: Mapping[str, object]) -> None:
    """Check named parameters by their rules. Errors: ValueError naming the first that breaks its rule."""
    for name, value in values.items():
        rule = (RULES.get(name) or TREE_RULES[name]).broken_by(value)
        if rule is not None:
            raise ValueError(f"{name}={value!r} {rule}")


def check_index(name: str, value: object, low: int, high: int) -> None:
    """Check a whole number from low to high. Errors: ValueError naming it, its value and the bounds."""
    rule = Rule(whole=True, low=low, high=high).broken_by(value)
    if rule is not None:
        raise ValueError(f"{name}={value!r} {rule}")


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


def check_X(X: ArrayLike, *, name: str = "X", n_features: int | None = None) -> NDArray[np.float64]:
    """The feature matrix as float64 (n_samples, n_features); NaN stays and means missing.

    Errors: ValueError for a shape that is not two-dimensional, no rows, no columns, infinity, text, or a
    number of features other than n_features.
    """
    try:
        if np.asarray(X).dtype.kind in NOT_NUMBERS:
            raise TypeError(f"it has the type {np.asarray(X).dtype}")
        values = np.array(X, dtype=np.float64, order="C")
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must hold numbers only (NaN for a missing value): {error}") from None
    if values.ndim != 2:
        raise ValueError(
            f"{name} has shape {values.shape}; it must have two dimensions, (n_samples, n_features)"
        )
    if values.shape[0] == 0 or values.shape[1] == 0:
        raise ValueError(f"{name} has shape {values.shape}; it must have at least one row and one feature")
    if np.isinf(values).any():
        row, column = np.argwhere(np.isinf(values))[0]
        raise ValueError(
            f"{name}[{row}, {column}]={values[row, column]} must be finite, or NaN for a missing value"
        )
    if n_features is not None and values.shape[1] != n_features:
        raise ValueError(f"{name} has {values.shape[1]} features; it must have {n_features}, as in fit")
    return values


def check_vector(values: ArrayLike, n_samples: int, *, name: str) -> NDArray[Any]:
    """A vector with one entry a row. Errors: ValueError for another shape or length."""
    try:
        vector = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must hold one value for each row of X") from None
    if vector.ndim != 1:
        raise ValueError(f"{name} has shape {vector.shape}; it must have one dimension, (n_samples,)")
    if len(vector) != n_samples:
        raise ValueError(f"{name} has {len(vector)} entries; it must have {n_samples}, one for each row of X")
    return vector


def check_target(y: ArrayLike, n_samples: int, *, name: str = "y") -> NDArray[np.float64]:
    """A regression target as float64 (n_samples,). Errors: ValueError for NaN, infinity, or |y| > 1e100."""
    vector = check_vector(y, n_samples, name=name)
    try:
        if vector.dtype.kind in NOT_NUMBERS:
            raise TypeError(f"it has the type {vector.dtype}")
        numbers = vector.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must hold numbers only: {error}") from None
    if not np.isfinite(numbers).all():
        row = int(np.flatnonzero(~np.isfinite(numbers))[0])
        raise ValueError(f"{name}[{row}]={numbers[row]} must be finite")
    if np.abs(numbers).max() > LARGEST_TARGET:
        row = int(np.abs(numbers).argmax())
        raise ValueError(
            f"{name}[{row}]={numbers[row]:g} must lie between -1e100 and 1e100: its square is summed"
        )
    return numbers


def check_labels(y: ArrayLike, n_samples: int, *, name: str = "y") -> NDArray[Any]:
    """Class labels (n_samples,), without missing ones. Errors: ValueError for a missing label."""
    labels = check_vector(y, n_samples, name=name)
    if labels.dtype.kind in "biuU":
        return labels  # these cannot be missing
    missing = np.array([is_missing(label) for label in labels.tolist()])
    if missing.any():
        row = int(np.flatnonzero(missing)[0])
        raise ValueError(f"{name}[{row}]={labels[row]} must be a class label, not a missing value")
    if labels.dtype == object:
        labels = np.array(labels.tolist())  # whole numbers stay numbers; a mixture becomes text
    return labels


def is_missing(label: object) -> bool:
    """Whether a label is None, NaN, or pandas' NA, which cannot even be compared with itself."""
    try:
        return label is None or bool(label != label)
    except TypeError:
        return True


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
    """Weights as float64 (n_samples,), or None. Errors: ValueError for negative, infinite, or all 0."""
    if weight is None:
        return None
    weights = check_target(weight, n_samples, name=name)
    if (weights < 0).any():
        row = int(np.flatnonzero(weights < 0)[0])
        raise ValueError(f"{name}[{row}]={weights[row]:g} must be at least 0")
    if not weights.any():
        raise ValueError(f"{name} is 0 for every row; at least one must be positive")
    return weights
