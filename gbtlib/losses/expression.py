"""A loss typed as a formula of y and F: ExpressionLoss("log(1 + exp(F - y))")."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit, logit

from gbtlib.checks.rules import Choice, check
from gbtlib.core.losses import Array, Target, clipped
from gbtlib.losses.derivative import derivative
from gbtlib.losses.formula import Formula, FormulaError, Number, as_text, evaluate, parse_formula, steps
from gbtlib.losses.own import OwnLoss


class Link(NamedTuple):
    """What F is of a prediction, and the other way round; and which predictions it takes, in words too."""

    of: Callable[[Array], Array]
    inverse: Callable[[Array], Array]
    low: float = -np.inf
    high: float = np.inf
    range: str = "a number"


def same(values: Array) -> Array:
    return values


SMALLEST = float(np.nextafter(0, 1))
LINKS = {
    "identity": Link(same, same),
    "log": Link(np.log, np.exp, low=SMALLEST, range="greater than 0"),
    "logit": Link(lambda share: logit(clipped(share)), expit, 0, 1, "at least 0 and at most 1"),
}
MOST_STEPS = 1000  # operations of the second derivative: each is an array as long as the rows


@dataclass(frozen=True)
class ExpressionLoss(OwnLoss):
    """A loss of numbers as a formula of y and F, with both derivatives by rule.

    text: see gbtlib.losses.formula for what may stand in it.
    second_order: False puts 1 in the place of the hessian, for a loss that is not convex, or made of straight
        lines such as abs(y - F): a leaf is then minus the mean gradient of its rows, shrunk by lambda, as in
        gradient boosting of first order (J. Friedman, "Greedy function approximation: a gradient boosting
        machine", Annals of Statistics 29, 2001, without the line search in the leaves).
    link_function: what F is of the prediction: "identity" for itself; "log" for its logarithm, as in
        ExpressionLoss("exp(F) - y*F", link_function="log") for counts, so that predict gives their mean;
        "logit" for the log odds of a share.

    It starts at the minimum of the mean loss. Where y, F or an intermediate value is out of range, loss,
    gradient and hessian are infinite or NaN; the estimators then say so (see CheckedLoss), and
    gbtlib.loss_report tells where. Errors: FormulaError, a ValueError, naming the place and the rule.
    """

    text: str
    second_order: bool = True
    link_function: str = "identity"

    name = "expression"
    remedy: ClassVar[str] = "second_order=False puts 1 in its place"

    def __post_init__(self) -> None:
        if not isinstance(self.second_order, bool):
            raise ValueError(f"second_order={self.second_order!r} must be True or False")
        check("link_function", self.link_function, Choice(("logit",) if self.is_binary else tuple(LINKS)))
        _, gradient, hessian = self.formulas
        if isinstance(gradient, Number):
            raise FormulaError("the loss has the same slope for every F: there is nothing to minimise")
        if len(steps(hessian)) > MOST_STEPS:
            raise FormulaError(
                f"the second derivative has more than {MOST_STEPS} operations; a shorter formula"
            )

    @cached_property
    def formulas(self) -> tuple[Formula, Formula, Formula]:
        """The loss and its first and second derivative in F."""
        loss = parse_formula(self.text)
        gradient = derivative(loss)
        return loss, gradient, derivative(gradient)

    @property
    def gradient_text(self) -> str | None:
        """The first derivative as a formula; None where it is too long to be read."""
        return as_text(self.formulas[1])

    @property
    def hessian_text(self) -> str | None:
        """The second derivative as a formula (1 with second_order=False); None where it is too long."""
        return as_text(self.formulas[2]) if self.second_order else "1"

    def loss(self, y: Target, raw_prediction: Array) -> Array:
        return evaluate(self.formulas[0], y, raw_prediction)

    def gradient(self, y: Target, raw_prediction: Array) -> Array:
        return evaluate(self.formulas[1], y, raw_prediction)

    def hessian(self, y: Target, raw_prediction: Array) -> Array:
        """The second derivative as it is, negative where the loss is not convex; or 1."""
        if not self.second_order:
            return np.ones(raw_prediction.shape)
        return evaluate(self.formulas[2], y, raw_prediction)

    def inverse_link(self, raw_prediction: Array) -> Array:
        with np.errstate(over="ignore"):
            return np.asarray(LINKS[self.link_function].inverse(raw_prediction))

    def link(self, prediction: ArrayLike) -> Any:
        """What F is of a prediction; of a share clipped to [2^-52, 1 - 2^-52]. Errors: ValueError."""
        link, given = LINKS[self.link_function], np.asarray(prediction, dtype=np.float64)
        if not ((given >= link.low) & (given <= link.high)).all():
            wrong = f"a prediction of {np.extract(~((given >= link.low) & (given <= link.high)), given)[0]:g}"
            raise ValueError(f"{wrong} has no {self.link_function}: it must be {link.range}")
        return link.of(given)[()]

    @property
    def is_binary(self) -> bool:
        """Whether it is a loss of two classes."""
        return self.task == "classification"


@dataclass(frozen=True)
class BinaryExpressionLoss(ExpressionLoss):
    """A loss of two classes as a formula of y, 0 or 1, and F; 2*y - 1 is the label as -1 or +1.

    The prediction is p = 1 / (1 + exp(-F)), as for the logistic loss "log(1 + exp(F)) - y * F". A loss whose
    minimiser is not the log odds has its classes right (F = 0 is the border) but its probabilities are not.
    """

    link_function: str = "logit"

    name = "binary_expression"
    task: ClassVar[Literal["regression", "classification"]] = "classification"
