"""What boosting is given beside X and y: constraints on features, and rows to stop early by."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.checks.rules import RULES, check
from gbtlib.core.boosting import FOR_VALIDATION, Validation
from gbtlib.core.criteria import Rows
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


def check_validation(given: Any) -> tuple[Any, Any, Any]:
    """X, y, and weights or None. Errors: ValueError for anything but (X, y) or (X, y, sample_weight)."""
    if not isinstance(given, tuple | list) or len(given) not in (2, 3):
        raise ValueError("validation must be a pair, (X, y), or (X, y, sample_weight)")
    return given[0], given[1], given[2] if len(given) == 3 else None


def some_rows(rows: Validation, chosen: Rows) -> Validation:
    """Some of the rows, by their numbers."""
    weight = None if rows.sample_weight is None else rows.sample_weight[chosen]
    return Validation(rows.X[chosen], rows.y[chosen], weight)


def rows_aside(
    share: float, n_samples: int, seed: int, *, strata: NDArray[Any] | None = None, weight: Any = None
) -> Rows:
    """A share of the rows, drawn by the seed without replacement, ascending; rows without weight stay.

    strata: (n_samples,) classes; of each the share is set aside, up to rounding, and one row at least stays.
    Errors: ValueError if no row is set aside.
    """
    order = np.random.default_rng((seed, FOR_VALIDATION)).permutation(n_samples)
    if weight is not None:
        order = order[weight[order] > 0]
    groups = [order] if strata is None else [order[strata[order] == k] for k in np.unique(strata[order])]
    aside = np.concatenate([group[: min(round(share * len(group)), len(group) - 1)] for group in groups])
    if len(aside) == 0:
        rule = "early stopping needs one to look at, or validation=(X, y) in fit"
        raise ValueError(f"validation_fraction={share!r} sets none of {n_samples} rows aside; {rule}")
    return np.sort(aside)
