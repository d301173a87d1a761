"""class_weight: what rows weigh by their class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.checks.rules import Rule, check

ClassWeight = Mapping[Any, float] | str | None
BALANCED = "balanced"
WEIGHT = Rule(low=0)


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
