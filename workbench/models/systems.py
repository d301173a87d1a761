"""The same algorithm in the terms of several systems: lambda, gamma and the learning rate, translated. Pure.

A system differs from another in five things, all of which are scales:

    s   its squared error is s times 1/2 (F - y)^2, and so are its gradients and hessians
    k   its softmax has k times the hessian p (1 - p)
    r   its rate stands inside: g is multiplied by r, and h by r^2; then nothing shrinks the leaf
    u   its gamma is compared with u times the gain that has its 1/2
    v   its rate stands on the leaf

With g = a G and h = b H, where a = s r and b = s k r^2, its leaf is -a G / (b H + lambda')
= (a/b) x -G / (H + lambda'/b), and its gain a^2/b x 1/2 [G^2 / (H + lambda'/b) ...] - gamma'/u. So without
any of these scales it is called

    lambda = lambda' / b,    gamma = gamma' b / (a^2 u),    rate = v a / b.

What the parameters of the libraries are called, and how their gammas relate, is gbtlib's own table
(ONEDAL_PARAMETERS). Gain and leaf: T. Chen and C. Guestrin, "XGBoost: a scalable tree boosting system", KDD
2016, equations 5 to 7.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from gbtlib.handover.names import BY_NAME, TITLES, hessian_of_softmax
from gbtlib.handover.names import SYSTEMS as LIBRARIES

LOSSES_OF_TERMS = ("logistic", "squared")
N_CLASSES = 3  # of softmax, as in iris
_TERMS = [BY_NAME[name] for name in ("lambda_", "minSplitLoss", "shrinkage")]  # as in Terms


class Terms(NamedTuple):
    """What one types in a system; gamma is None where the system has none."""

    reg_lambda: float
    gamma: float | None
    rate: float


@dataclass(frozen=True)
class System:
    """How a system says it.

    names: of lambda, gamma and rate there, "" for one that it has not. scale: s of each loss that it has.
    times_hessian: k. times_gain: u. rate_inside: whether its rate is r, else it is v.
    """

    title: str
    names: tuple[str, str, str]
    times_gain: float = 1.0
    scale: Mapping[str, float] = field(
        default_factory=lambda: MappingProxyType({"logistic": 1.0, "squared": 1.0, "softmax": 1.0})
    )
    times_hessian: float = 2.0
    rate_inside: bool = False

    def scales(self, loss: str, rate: float) -> tuple[float, float]:
        """a and b: what gradient and hessian are multiplied by. Errors: KeyError for another loss."""
        s, r = self.scale[loss], rate if self.rate_inside else 1.0
        return s * r, s * r * r * (self.times_hessian if loss == "softmax" else 1.0)


def library(name: str) -> System:
    """A library by its column of gbtlib's table."""
    reg_lambda, gamma, rate = (each.spelling(name) for each in _TERMS)
    names = (reg_lambda.name or "", gamma.name or "", rate.name or "")
    times_gain = gamma.factor / _TERMS[1].spelling("gbtlib").factor
    times_hessian = hessian_of_softmax(name, N_CLASSES)
    return System(TITLES.get(name, "here"), names, times_gain, times_hessian=times_hessian)


SYSTEMS: dict[str, System] = {
    **{name: library(name) for name in (*LIBRARIES, "onedal")},
    "scratch": System(
        "from scratch",
        ("lambda", "gamma", "learningRate"),
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
NESTED = System("nested ifs", ("", "", "shrinkage"), scale=MappingProxyType({"squared": 2.0}))
"""Regression trees without lambda and gamma, whose terms are therefore few."""
_ALL = SYSTEMS | {"nested": NESTED}


def to_plain(system: str, loss: str, said: Terms) -> Terms:
    """What a system's terms are without scales. Errors: ValueError for a rate that is not positive."""
    _check_rate(said.rate)
    found = _ALL[system]
    a, b = found.scales(loss, said.rate)
    gamma = (said.gamma or 0.0) * b / (a * a * found.times_gain)
    return Terms(said.reg_lambda / b, gamma, (1.0 if found.rate_inside else said.rate) * a / b)


def from_plain(system: str, loss: str, plain: Terms) -> Terms:
    """What plain terms are called in a system. Errors: ValueError for a rate that is not positive."""
    _check_rate(plain.rate)
    found = _ALL[system]
    a, b = found.scales(loss, 1.0)
    rate = a / (b * plain.rate) if found.rate_inside else plain.rate * b / a
    a, b = found.scales(loss, rate)
    gamma = (plain.gamma or 0.0) * a * a * found.times_gain / b if found.names[1] else None
    return Terms(plain.reg_lambda * b, gamma, rate)


def translated(system: str, other: str, loss: str, said: Terms) -> Terms | None:
    """The terms of one system in those of another; None where that one cannot say it."""
    if loss not in _ALL[other].scale:
        return None
    plain = to_plain(system, loss, said)
    found = from_plain(other, loss, plain)
    return None if found.gamma is None and plain.gamma else found


def _check_rate(rate: float) -> None:
    if not rate > 0:
        raise ValueError(f"rate={rate} must be greater than 0")
