"""Parameters of gradient boosted trees, and what each is called and becomes elsewhere: the table names.toml.

oneDAL's come first, then what others have beside. Meanings and defaults: oneDAL's documentation, "Gradient
boosted trees", batch processing. The other systems are this library, XGBoost and LightGBM by their
estimators, and scikit-learn's HistGradientBoosting.
"""

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from gbtlib.checks.rules import Choice, Rule, Truth

SYSTEMS = ("gbtlib", "xgboost", "lightgbm", "scikit-learn")
TITLES = {"xgboost": "XGBoost", "lightgbm": "LightGBM", "scikit-learn": "scikit-learn", "onedal": "oneDAL"}
MOST_LEAVES = 131_072  # LightGBM takes no more
MOST_BINS = 255  # of scikit-learn, beside the bin of the missing
DEEPER_THAN_ANY = 10**6  # where XGBoost's exact search wants a number


@dataclass(frozen=True)
class Spelling:
    """What a parameter of oneDAL is called in another system, and what its value becomes there.

    name: None where the system has no such parameter.
    factor: the value there is so many times oneDAL's, and at most `most`.
    words: the values there, for oneDAL's that are words, or 0 where that means no limit.
    is_share: a share of the features there, not a number of them.
    note: what else is different.
    """

    name: str | None = None
    factor: float = 1.0
    most: float = math.inf
    words: Mapping[Any, Any] = field(default_factory=lambda: MappingProxyType({}))
    is_share: bool = False
    note: str = ""

    def value(self, given: Any, n_features: int | None) -> Any:
        """oneDAL's value in the terms of this system; n_features is needed where 0 < given is a share."""
        if given in self.words and not isinstance(given, bool):
            return self.words[given]
        if self.is_share:
            return given / n_features if n_features else 1.0
        found = given if self.factor == 1 else self.factor * given
        return found if self.most == math.inf else min(found, self.most)


@dataclass(frozen=True)
class Parameter:
    """One thing, and what it is called in each of SYSTEMS.

    name: oneDAL's in Python (lambda_ has an underscore), "" where oneDAL has not got it. default, rule and
    meaning: oneDAL's; else default is the value of gbtlib's that asks for nothing.
    """

    name: str
    default: Any
    rule: Any
    meaning: str
    spellings: Mapping[str, Spelling]

    def spelling(self, system: str) -> Spelling:
        """What it is called in a system, or in oneDAL itself."""
        return Spelling(self.name or None) if system == "onedal" else self.spellings.get(system, ABSENT)


ABSENT = Spelling()
_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def spelling_of(said: Any) -> Spelling:
    """A name, or a table of the fields of Spelling. no_limit: the value there for oneDAL's 0."""
    if isinstance(said, str):
        return Spelling(said or None)
    fields = dict(said)
    if "no_limit" in fields:
        there = fields.pop("no_limit")
        fields["words"] = {0: None if there == "None" else there}
    if fields.get("is_share"):
        fields["words"] = {0: 1.0}  # all features
    return Spelling(**fields)


def parameter_of(said: Mapping[str, Any]) -> Parameter:
    """A parameter of the table."""
    spellings = {system: spelling_of(said.get(system, said.get("everywhere", ""))) for system in SYSTEMS}
    rule = rule_of(said["rule"]) if "rule" in said else None
    return Parameter(said.get("name", ""), said.get("default"), rule, said.get("meaning", ""), spellings)


def rule_of(said: Mapping[str, Any]) -> Rule | Choice | Truth:
    """What a value may be: one of choices, a number by the fields of Rule, or without any true or false."""
    if "choices" in said:
        return Choice(tuple(said["choices"]))
    return Rule(**said) if said else Truth()


ONEDAL_PARAMETERS = tuple(map(parameter_of, _TABLE["onedal"]))
BESIDE_ONEDAL = tuple(map(parameter_of, _TABLE["beside"]))
BY_NAME = {each.name: each for each in ONEDAL_PARAMETERS}
OF_BINS = ("maxBins", "minBinSize")  # without meaning where every cut is looked at


def hessian_of_softmax(system: str, n_classes: int) -> float:
    """What a system multiplies p (1 - p) by; see CONVENTIONS."""
    return n_classes / (n_classes - 1) if system == "lightgbm" else 1.0 if system == "scikit-learn" else 2.0


@dataclass(frozen=True)
class Convention:
    """What no parameter says, and each system does in its own way, in words."""

    what: str
    onedal: str
    gbtlib: str
    xgboost: str
    lightgbm: str
    sklearn: str


CONVENTIONS = tuple(
    Convention(what, **{system: answer for answer, systems in told.items() for system in systems.split()})
    for what, told in _TABLE["conventions"].items()
)
