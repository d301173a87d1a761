"""The same algorithm in the terms of several systems: lambda, gamma and the learning rate, translated. Pure.

A system differs from this library in four things, all of which are scales:

    s   its squared error is s times 1/2 (F - y)^2, and so are its gradients and hessians
    r   its rate stands inside: g is multiplied by r, and h by r^2; then nothing shrinks the leaf
    u   its gamma is compared with u times the gain that has its 1/2
    v   its rate stands on the leaf

With g = s r G and h = s r^2 H its leaf is -s r G / (s r^2 H + lambda') = (1/r) x -G / (H + lambda'/(s r^2)),
and its gain s x 1/2 [G^2 / (H + lambda'/(s r^2)) ...] - gamma'/u. So here it is called

    lambda = lambda' / (s r^2),    gamma = gamma' / (s u),    rate = v, or 1/r where it stands inside.

What the parameters of the libraries are called, and how their gammas relate, is gbtlib's own table
(ONEDAL_PARAMETERS). Gain and leaf: T. Chen and C. Guestrin, "XGBoost: a scalable tree boosting system", KDD
2016, equations 5 to 7.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from gbtlib import ONEDAL_PARAMETERS
from gbtlib.handover.names import SYSTEMS as LIBRARIES

LOSSES_OF_TERMS = ("logistic", "squared")
_TABLE = {parameter.name: parameter for parameter in ONEDAL_PARAMETERS}
_ORDER = ("lambda_", "minSplitLoss", "shrinkage")  # as in Terms


class Terms(NamedTuple):
    """What one types in a system; gamma is None where the system has none."""

    reg_lambda: float
    gamma: float | None
    rate: float


@dataclass(frozen=True)
class System:
    """How a system says it.

    names: of lambda, gamma and rate there, "" for one that it has not. scale: s of each loss that it has.
    times_gain: u. rate_inside: whether its rate is r, else it is v. on_leaf: the leaf as it adds it.
    """

    title: str
    names: tuple[str, str, str]
    times_gain: float = 1.0
    scale: Mapping[str, float] = field(
        default_factory=lambda: MappingProxyType({"logistic": 1.0, "squared": 1.0})
    )
    rate_inside: bool = False

    def scales(self, loss: str, rate: float) -> tuple[float, float]:
        """s r and s r^2: what gradient and hessian are multiplied by. Errors: KeyError for another loss."""
        s, r = self.scale[loss], rate if self.rate_inside else 1.0
        return s * r, s * r * r


def library(name: str, title: str) -> System:
    """A library by its column of gbtlib's table; oneDAL is the table's own."""
    if name == "onedal":
        names, factor = _ORDER, 1.0
    else:
        spellings = [_TABLE[parameter].spelling(name) for parameter in _ORDER]
        names = tuple(each.name or "" for each in spellings)  # type: ignore[assignment]
        factor = spellings[1].factor
    return System(title, (names[0], names[1], names[2]), factor / _TABLE[_ORDER[1]].gbtlib.factor)


_TITLES = ("here", "XGBoost", "LightGBM", "scikit-learn")
SYSTEMS: dict[str, System] = {
    **{name: library(name, title) for name, title in zip(LIBRARIES, _TITLES, strict=True)},
    "onedal": library("onedal", "oneDAL"),
    "scratch": System(
        "from scratch",
        ("lambda", "gamma", "rate"),
        scale=MappingProxyType({"logistic": 1.0}),
        rate_inside=True,
    ),
    "pluggable": System(
        "pluggable loss",
        ("lambda", "gamma", "rate"),
        scale=MappingProxyType({"logistic": 1.0, "squared": 2.0}),
        rate_inside=True,
    ),
}
HERE = "gbtlib"


def to_here(system: str, loss: str, said: Terms) -> Terms:
    """What a system's terms are called here. Errors: ValueError for a rate that is not positive."""
    _check_rate(said.rate)
    found = SYSTEMS[system]
    s, r = found.scale[loss], said.rate if found.rate_inside else 1.0
    rate = 1 / said.rate if found.rate_inside else said.rate
    gamma = (said.gamma or 0.0) / (s * found.times_gain)
    return Terms(said.reg_lambda / (s * r * r), gamma, rate)


def from_here(system: str, loss: str, here: Terms) -> Terms:
    """What terms here are called in a system. Errors: ValueError for a rate that is not positive."""
    _check_rate(here.rate)
    found = SYSTEMS[system]
    s, r = found.scale[loss], 1 / here.rate if found.rate_inside else 1.0
    gamma = (here.gamma or 0.0) * s * found.times_gain if found.names[1] else None
    return Terms(here.reg_lambda * s * r * r, gamma, 1 / here.rate if found.rate_inside else here.rate)


def translated(system: str, other: str, loss: str, said: Terms) -> Terms | None:
    """The terms of one system in those of another; None where that one cannot say it."""
    if loss not in SYSTEMS[other].scale:
        return None
    here = to_here(system, loss, said)
    found = from_here(other, loss, here)
    return None if found.gamma is None and here.gamma else found


def _check_rate(rate: float) -> None:
    if not rate > 0:
        raise ValueError(f"rate={rate} must be greater than 0")
