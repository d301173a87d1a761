"""Which loss the reader asks for, and the gbtlib loss that it becomes. Pure, without streamlit."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gbtlib import (
    BinaryExpressionLoss,
    Exponential,
    ExpressionLoss,
    HalfSquaredError,
    Huber,
    Logistic,
    Loss,
    loss_report,
)
from gbtlib.losses.report import USUAL_GRID, LossReport
from workbench.text.losses import words_of
from workbench.text.numbers import number

OWN = "own"
KNOWN: dict[str, type[Loss]] = {kind.name: kind for kind in (HalfSquaredError, Huber, Logistic, Exponential)}
STRAIGHT = {"absolute": "absolute error", "quantile": "quantile loss"}
"""Losses of straight lines, which have no hessian: formulas, with 1 in its place."""
SHORT = {
    "squared_error": "squared",
    "huber": "Huber",
    "absolute": "absolute",
    "quantile": "quantile",
    "logistic": "log loss",
    "exponential": "exp loss",
    OWN: "your own",
}
"""All losses as they stand beside each other."""
LOSS_NAMES = tuple(SHORT)
NUMBERS, CLASSES = TARGETS = ("numbers", "classes")
DEFAULT_TEXT = "sqrt(1 + (F - y) ** 2) - 1"
# Fine enough to find where exp rounds 1 - p to 0, which is between 36 and 37.
GRID = np.unique(np.concatenate((USUAL_GRID, np.arange(-400, 401) / 8)))
# Where a loss must be convex: beyond, a formula that subtracts what is nearly equal bends by rounding.
NEAR, BENDS = 10.0, 1e-6


@dataclass(frozen=True)
class AskedLoss:
    """A loss as it is asked for: its name; text and target of one's own; delta of Huber, tau of quantile."""

    name: str
    text: str = DEFAULT_TEXT
    target: str = NUMBERS
    delta: float = 0.5
    tau: float = 0.9

    @property
    def is_binary(self) -> bool:
        """Whether y is 0 or 1."""
        known = KNOWN.get(self.name)
        of_own = self.name == OWN and self.target == CLASSES
        return of_own or (known is not None and known.task == "classification")

    @property
    def title(self) -> str:
        """What it is called."""
        if self.name in KNOWN:
            return words_of(KNOWN[self.name]).name
        return STRAIGHT.get(self.name, "your own loss")

    @property
    def label(self) -> str:
        """The same beside others: shortly, with its parameter."""
        parameter = {"huber": f" δ {self.delta:g}", "quantile": f" τ {self.tau:g}"}
        return SHORT[self.name] + parameter.get(self.name, "")

    @property
    def pulls(self) -> str:
        """How hard its rows pull, in few words; "" of one's own."""
        return {
            "squared_error": "the farther, the harder",
            "huber": f"{self.delta:g} at most, however far",
            "absolute": "all alike, however far",
            "quantile": f"{self.tau:g} up, {round(1 - self.tau, 9):g} down",
            "logistic": "the more wrong, the harder, 1 at most",
            "exponential": "the more wrong, the harder, without end",
        }.get(self.name, "")

    @property
    def formula(self) -> str:
        """The text of a loss that is a formula; "" of those that gbtlib has."""
        pinball = f"where(y > F, {self.tau:g} * (y - F), {round(1 - self.tau, 9):g} * (F - y))"
        return {"absolute": "abs(y - F)", "quantile": pinball, OWN: self.text}.get(self.name, "")


@dataclass(frozen=True, eq=False)
class Made:
    """A loss that can be boosted.

    loss: as it is boosted. bare: the same with its own second derivative, which may be negative or 0.
    troubles: what is wrong with it, and what is done about that, a sentence each.
    """

    asked: AskedLoss
    loss: Loss
    bare: Loss
    troubles: tuple[str, ...]

    @property
    def is_first_order(self) -> bool:
        """Whether 1 stands in the place of its hessian."""
        return self.loss is not self.bare


@lru_cache(maxsize=256)
def made(asked: AskedLoss) -> Made:
    """The loss that is asked for. Errors: FormulaError, a ValueError, where its text is no formula."""
    if asked.name in KNOWN:
        kind = KNOWN[asked.name]
        loss = Huber(asked.delta) if kind is Huber else kind()
        return Made(asked, loss, loss, ())
    kind_of = BinaryExpressionLoss if asked.is_binary else ExpressionLoss
    bare = kind_of(asked.formula)
    report = loss_report(bare, (0.0, 1.0) if asked.is_binary else (0.0, 2.0, -2.0), GRID)
    bent, is_straight = bend_words(report), not (report.hessian > 0).any()
    troubles = [bent] if bent else [STRAIGHT_WORDS] if is_straight else []
    troubles += [words for words in [end_words(report)] if words]
    loss = kind_of(asked.formula, second_order=False) if bent or is_straight else bare
    return Made(asked, loss, bare, tuple(troubles))


STRAIGHT_WORDS = (
    "No hessian: its pieces are straight, h = 0 in every row, and −G / (H + λ) would divide by λ alone. "
    "So each row counts with h = 1."
)


def bend_words(report: LossReport) -> str:
    """Where the loss is not convex, and what is done; "" where it is."""
    for i, y in enumerate(report.y):
        is_near = (np.abs(report.F) <= NEAR) & np.isfinite(report.hessian[i])
        hessian = np.where(is_near, report.hessian[i], 0)
        below = report.F[hessian < -BENDS * np.abs(hessian).max()]
        if len(below):
            near = float(below[np.abs(below - y).argmin()])
            return (
                f"Not convex: for y = {number(float(y))} the hessian is negative, as at F = {number(near)} "
                "(such rows would make H too small, or negative). So each row counts with h = 1."
            )
    return ""


def end_words(report: LossReport) -> str:
    """Where the loss, g or h is no number any more; "" where it always is one."""
    parts = np.stack((report.loss, report.gradient, report.hessian))
    failing: NDArray[np.bool_] = np.logical_not(np.isfinite(parts).all(axis=0))
    if not failing.any():
        return ""
    places = report.F[failing.any(axis=0)]
    near = float(places[np.abs(places).argmin()])
    y = float(report.y[int(failing[:, report.F.searchsorted(near)].argmax())])
    return (
        f"No number at F = {number(near)} for y = {number(y)}: a float overflows there, or a logarithm "
        "meets 0. Rounds end before a row gets so far."
    )
