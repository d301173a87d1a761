"""What a parameter may be, and the parameters of trees and boosting, checked as they are made."""

import inspect
import math
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

import numpy as np

from gbtlib.core import params as core

LARGEST_WHOLE = 2**63

Kind = TypeVar("Kind", bound=type)


def is_finite(number: float) -> bool:
    """Whether a number is finite as a float; a whole number may be too large for one."""
    try:
        return math.isfinite(number)
    except OverflowError:
        return False


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
            rule = "must be a whole number" if self.whole else "must be a number"
        elif not self.whole and not is_finite(value):
            rule = "must be finite"
        elif self.whole and value >= LARGEST_WHOLE:
            rule = "must be less than 2**63"
        elif value < self.low or value > self.high or (self.open_low and value == self.low):
            low = f"greater than {self.low:g}" if self.open_low else f"at least {self.low:g}"
            rule = f"must be {low}" if math.isinf(self.high) else f"must be {low} and at most {self.high:g}"
        else:
            return None
        return rule if self.none_means is None else f"{rule}, or None for {self.none_means}"


@dataclass(frozen=True)
class Choice:
    """One of a few names."""

    names: tuple[str, ...]

    def broken_by(self, value: object) -> str | None:
        """The rule in words if value breaks it, else None."""
        if isinstance(value, str) and value in self.names:
            return None
        return "must be one of " + ", ".join(map(repr, self.names))


@dataclass(frozen=True)
class Truth:
    """True or False."""

    def broken_by(self, value: object) -> str | None:
        """The rule in words if value breaks it, else None."""
        return None if isinstance(value, bool | np.bool_) else "must be True or False"


@dataclass(frozen=True)
class Directions:
    """A direction for each feature: 1, -1, or 0 for none."""

    def broken_by(self, value: object) -> str | None:
        """The rule in words if value breaks it, else None."""
        if value is None or (isinstance(value, tuple) and all(type(v) is int and abs(v) <= 1 for v in value)):
            return None
        return "must have 1, -1 or 0 for each feature, or be None for no constraints"


@dataclass(frozen=True)
class FeatureGroups:
    """Groups of features, by number."""

    def broken_by(self, value: object) -> str | None:
        """The rule in words if value breaks it, else None."""
        if value is None or (isinstance(value, tuple) and all(map(self.is_group, value))):
            return None
        return "must have groups of features, as [[0, 1], [1, 2, 3]], or be None for no constraints"

    @staticmethod
    def is_group(group: object) -> bool:
        """Whether this is a tuple of features."""
        return isinstance(group, tuple) and all(type(feature) is int and feature >= 0 for feature in group)


SHARE = Rule(low=0, open_low=True, high=1)
AnyRule = Rule | Choice | Truth | Directions | FeatureGroups
RULES: dict[str, AnyRule] = {
    "max_depth": Rule(whole=True, low=1, none_means="no limit"),
    "max_leaves": Rule(whole=True, low=2, none_means="no limit"),
    "min_samples_leaf": Rule(whole=True, low=1),
    "min_samples_split": Rule(whole=True, low=2),
    "min_child_weight": Rule(low=0),
    "reg_lambda": Rule(low=0),
    "reg_alpha": Rule(low=0),
    "gamma": Rule(low=0),
    "pruning": Choice(("post", "pre", "full")),
    "grow_policy": Choice(("depthwise", "lossguide")),
    "missing": Choice(("learn", "left")),
    "threshold": Choice(("midpoint", "observed")),
    "surrogates": Rule(whole=True, low=0),
    "partitions": Choice(("auto", "sorted", "exhaustive", "one_vs_rest")),
    "colsample_bynode": SHARE,
    "monotonic_cst": Directions(),
    "interaction_constraints": FeatureGroups(),
    "n_jobs": Rule(whole=True, low=1),
    "seed": Rule(whole=True, low=0),
    "n_estimators": Rule(whole=True, low=1),
    "learning_rate": SHARE,
    "subsample": SHARE,
    "base_score": Rule(none_means="the constant that minimises the loss"),
    "criterion": Choice(("gini", "entropy")),
    "purity_stop": Rule(low=0, open_low=True, high=1, none_means="no purity stop"),
    "ccp_alpha": Rule(low=0),
    "ccp_folds": Rule(whole=True, low=2, none_means="no cross-validation"),
    "booster": Choice(("gbtree", "dart")),
    "rate_drop": Rule(low=0, high=1),
    "skip_drop": Rule(low=0, high=1),
    "one_drop": Truth(),
    "normalize_type": Choice(("tree", "forest")),
    "early_stopping_rounds": Rule(whole=True, low=1, none_means="no early stopping"),
    "validation_fraction": Rule(low=0, open_low=True, high=0.9),
    "tree_method": Choice(("exact", "hist")),
    "max_bin": Rule(whole=True, low=2),
    "min_bin_size": Rule(whole=True, low=1),
    "trace": Choice(("full", "trees", "none")),
    "warm_start": Truth(),
    "bootstrap": Truth(),
}
OF_DART = ("rate_drop", "skip_drop", "one_drop", "normalize_type")


def check(name: str, value: object, rule: AnyRule) -> None:
    """Errors: ValueError with the name, the value and the rule that it breaks."""
    broken = rule.broken_by(value)
    if broken is not None:
        shown = repr(value)
        if isinstance(value, int) and abs(value) >= LARGEST_WHOLE:  # hundreds of digits say nothing
            shown = f"about {'-' * (value < 0)}10**{math.log10(abs(value)):.0f}"
        raise ValueError(f"{name}={shown} {broken}")


def by_name(kind: Kind) -> Kind:
    """A class whose constructor says which parameters there are; stands above @dataclass(kw_only=True).

    Errors, of the class when it is called: TypeError, as Python's own, which lists no parameters.
    """
    make: Any = kind.__init__  # type: ignore[misc]
    known = list(inspect.signature(make).parameters)[1:]

    @wraps(make)
    def checked(self: Any, *unnamed: Any, **named: Any) -> None:
        title, there_are = type(self).__name__, f"there are {', '.join(known)}"
        if unnamed:
            wrong = f"{title} takes its parameters by name, as {title}({known[0]}=...)"
            raise TypeError(f"{wrong}, and the first here has none; {there_are}")
        for name in named:
            if name not in known:
                raise TypeError(f"{name} is not a parameter of {title}; {there_are}")
        make(self, **named)

    kind.__init__ = checked  # type: ignore[misc]
    return kind


@by_name
@dataclass(frozen=True, kw_only=True)
class TreeParams(core.TreeParams):
    """How one tree is grown: see gbtlib.core.params. Errors: ValueError naming parameter, value and rule."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if name in RULES:
                check(name, value, RULES[name])


@by_name
@dataclass(frozen=True, kw_only=True)
class BoostingParams(core.BoostingParams, TreeParams):
    """How an ensemble is boosted: see gbtlib.core.params. Errors: as TreeParams."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in OF_DART:
            default = getattr(core.BoostingParams, name)
            if self.booster != "dart" and getattr(self, name) != default:
                raise ValueError(f"{name}={getattr(self, name)!r} must be {default!r} without booster='dart'")
