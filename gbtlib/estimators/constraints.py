"""Constraints on features as they are given to an estimator, in the numbers of the columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gbtlib.checks.rules import RULES, check
from gbtlib.core.losses import Loss
from gbtlib.inputs.encoding import Features, feature_number


def groups_of(given: Any, features: Features) -> tuple[tuple[int, ...], ...] | None:
    """interaction_constraints by the numbers of the features. Errors: ValueError for what is no groups."""
    if given is None:
        return None
    name = "interaction_constraints"
    listed = (list, tuple, set, frozenset, range, np.ndarray)
    if not isinstance(given, listed) or not all(isinstance(group, listed) for group in given):
        check(name, given, RULES[name])
    numbers = ({feature_number(feature, features.names, name) for feature in group} for group in given)
    return tuple(tuple(sorted(group)) for group in numbers)


def directions_of(given: Any, features: Features, loss: Loss) -> tuple[int, ...] | None:
    """monotonic_cst as a tuple, (n_features,); None where nothing is constrained.

    given: the directions of all features, or a dictionary from features, by name or number, to directions.
    Errors: ValueError for anything else, for softmax and losses that renew leaves, and with categories.
    """
    if given is None:
        return None
    directions: Any = given
    if isinstance(given, Mapping):
        directions = [0] * features.n_features
        for feature, direction in given.items():
            directions[feature_number(feature, features.names, "monotonic_cst")] = direction
    found: Any = directions.tolist() if isinstance(directions, np.ndarray) else directions
    found = tuple(found) if isinstance(found, list) else found
    check("monotonic_cst", found, RULES["monotonic_cst"])
    if len(found) != features.n_features:
        rule = f"it must have one for each of the {features.n_features} features"
        raise ValueError(f"monotonic_cst={given!r} has {len(found)} directions; {rule}")
    if not any(found):
        return None
    renewing = "a loss that renews leaves, as absolute_error and quantile: nothing bounds them"
    for is_so, rule in (
        (any(features.n_categories), "with categories: it is for numbers alone"),
        (loss.renews_leaves, f"for {renewing}"),
        (loss.n_outputs > 1, "for several classes: their probabilities share what each class gains"),
    ):
        if is_so:
            raise ValueError(f"monotonic_cst={given!r} must be None {rule}")
    return tuple(found)
