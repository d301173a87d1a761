"""What is known about each loss beside its numbers: its words, its formulas, and XGBoost's name for it. Pure.

A new loss is one class in gbtlib and one row of `LOSS_WORDS`; without a row it has words made from its name
and its docstring, and its numbers stand without a formula.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gbtlib.core.losses import Loss
from workbench.models.boosted import BoostedModel
from workbench.models.predictions import Floats
from workbench.models.row_story import RowStory
from workbench.text.numbers import latex

_CLIP = r"\operatorname{clip}"

LINKS = {"logistic": 1.0, "exponential": 2.0}  # see link_of
HALF_SQUARED = "mean half squared error"  # what a page says of errors of numbers, whatever model made them


@dataclass(frozen=True, eq=False)
class RowState:
    """One row after a round, for a formula with its numbers.

    number: rounds before it, the subscript of F and p. raw: its raw predictions, (K,); k: which of them the
    formula is about, at prediction p. y: its target, a class as its code. gradient, hessian: in LaTeX.
    """

    loss: Any  # a Loss, with parameters of its own
    number: int
    raw: Floats
    k: int
    p: float
    y: float
    gradient: str
    hessian: str

    @property
    def value(self) -> float:
        """The raw prediction of class k."""
        return float(self.raw[self.k])

    @property
    def F(self) -> str:
        """Its name in LaTeX."""
        return rf"F_{{{self.number}}}"

    @property
    def spread(self) -> str:
        """p (1 - p) in LaTeX."""
        return rf"p_{{{self.number}}}(1-p_{{{self.number}}})"


def state_of(fit: BoostedModel, story: RowStory, rounds: int, k: int) -> RowState:
    """The row after so many rounds, with g and h of the tree that comes next."""
    return RowState(
        loss=fit.model.loss_,
        number=rounds,
        raw=story.raw[rounds],
        k=k,
        p=float(story.prediction[rounds, k]),
        y=story.y,
        gradient=latex(story.gradient[rounds, k]),
        hessian=latex(story.hessian[rounds, k]),
    )


Derivatives = Callable[[RowState], tuple[str, str]]


def bare_derivatives(row: RowState) -> tuple[str, str]:
    """g and h as numbers alone."""
    return row.gradient, row.hessian


def no_words(loss: Any) -> str:
    """Nothing to be said of a loss."""
    return ""


@dataclass(frozen=True)
class LossWords:
    """What is known about a loss.

    name: what it is called in a sentence. axis: on the axis of its mean, where that is shorter. about: a
        sentence on what it is, where the name does not say it.
    raw: what the raw prediction is, as log odds. is_residual: whether -g is the way from the probability to
        0 or 1. is_flat: whether h is 1 in every row, so that sums of hessians count rows.
    exact: why its parabola is nowhere wrong. bound: why the loss never lies above its parabola. larger: why h
        is larger than the second derivative, for a loss with these parameters; "" where it is not.
    one_tree: what a tree of one full step without penalty is.
    derivatives: g and h of a row in LaTeX.
    objective: XGBoost's name for it, if it has it. xgboost_start: the best constant prediction, in Python.
    why_no_xgboost: a sentence on why it has not, instead of the usual one.
    """

    name: str
    axis: str = ""
    about: str = ""
    raw: str = ""
    is_residual: bool = False
    is_flat: bool = False
    exact: str = ""
    bound: str = ""
    larger: Callable[[Any], str] = no_words
    one_tree: str = "a Newton step in every leaf"
    derivatives: Derivatives = bare_derivatives
    objective: str | None = None
    xgboost_start: str = "float(y.mean())"
    why_no_xgboost: str = ""

    @property
    def on_axis(self) -> str:
        """What stands on the axis of its mean."""
        return self.axis or self.name

    @property
    def without_xgboost(self) -> str | None:
        """Why XGBoost has no such loss, in a sentence; None if it has."""
        return None if self.objective is not None else self.why_no_xgboost or f"XGBoost has no {self.name}."


def bracketed_latex(value: float) -> str:
    """A number for a formula, in brackets where it is negative."""
    return latex(value) if value >= 0 else rf"({latex(value)})"


def _of_squared_error(row: RowState) -> tuple[str, str]:
    return rf"{row.F}-y={latex(row.value)}-{bracketed_latex(row.y)}={row.gradient}", "1"


def _of_huber(row: RowState) -> tuple[str, str]:
    delta = latex(row.loss.delta)
    numbers = rf"{_CLIP}({latex(row.value)}-{bracketed_latex(row.y)},\,\pm{delta})"
    return rf"{_CLIP}({row.F}-y,\,\pm\delta)={numbers}={row.gradient}", "1"


def _of_logistic(row: RowState) -> tuple[str, str]:
    p, numbers = rf"p_{{{row.number}}}", rf"{latex(row.p)}\cdot{latex(1 - row.p)}"
    return (
        rf"{p}-y={latex(row.p)}-{latex(row.y)}={row.gradient}",
        rf"{row.spread}={numbers}={row.hessian}",
    )


def _of_softmax(row: RowState) -> tuple[str, str]:
    p, scale = rf"p_{{{row.number}}}", latex(row.loss.hessian_scale)
    numbers = rf"{scale}\cdot{latex(row.p)}\cdot{latex(1 - row.p)}"
    return (
        rf"{p}-[y=k]={latex(row.p)}-{int(row.y == row.k)}={row.gradient}",
        rf"{scale}\,{row.spread}={numbers}={row.hessian}",
    )


def _of_exponential(row: RowState) -> tuple[str, str]:
    s = latex(2 * row.y - 1)
    power = rf"e^{{{latex(-float(s) * row.value)}}}"
    return rf"-s\,e^{{-s{row.F}}}={row.gradient}\ (s={s})", rf"e^{{-s{row.F}}}={power}={row.hessian}"


def _larger_softmax(loss: Any) -> str:
    if loss.hessian_scale <= 1:
        return ""
    return (
        f"The hessian is {loss.hessian_scale:g} p(1−p) on purpose: the trees of the other classes move too, "
        "so each one goes half as far."
    )


LOSS_WORDS: dict[str, LossWords] = {
    "squared_error": LossWords(
        "half squared error",
        is_flat=True,
        exact="half the squared error is a parabola",
        one_tree="the tree of CART, whose leaves are the means of their rows",
        derivatives=_of_squared_error,
        objective="reg:squarederror",
    ),
    "huber": LossWords(
        "Huber’s loss",
        axis="Huber loss",
        is_flat=True,
        bound="Huber’s hessian 1 is an upper bound: the true loss never lies above the parabola.",
        derivatives=_of_huber,
        why_no_xgboost="XGBoost has no Huber loss, only a smooth relative of it (reg:pseudohubererror).",
    ),
    "logistic": LossWords(
        "log loss",
        raw="log odds",
        is_residual=True,
        one_tree="a Newton step in every leaf, with the cuts of the Gini index",
        derivatives=_of_logistic,
        objective="binary:logistic",
    ),
    "softmax": LossWords(
        "log loss of several classes",
        axis="log loss",
        is_residual=True,
        larger=_larger_softmax,
        one_tree="a Newton step in every leaf, with the cuts of the Gini index, one class against the rest",
        derivatives=_of_softmax,
        objective="multi:softprob",
    ),
    "exponential": LossWords("exponential loss", derivatives=_of_exponential),
}
"""A row for every loss, by its name in gbtlib."""


def words_of(loss: Loss | type[Loss]) -> LossWords:
    """The row of a loss; for one that has none, words made from its name and its docstring."""
    known = LOSS_WORDS.get(loss.name)
    return _made_words(loss if isinstance(loss, type) else type(loss)) if known is None else known


def is_residual(loss: Loss) -> bool:
    """Whether the negative gradient of a row is its target minus its prediction."""
    return loss.name == "squared_error" or words_of(loss).is_residual


def link_of(loss: Loss) -> str | float:
    """What makes the prediction of raw ones: "identity", "softmax", or the c of p = 1 / (1 + exp(-c F))."""
    return "softmax" if loss.n_outputs > 1 else LINKS.get(loss.name, "identity")


def _made_words(kind: type[Loss]) -> LossWords:
    name = kind.name.replace("_", " ")
    return LossWords(
        name if name.endswith("loss") else f"{name} loss",
        about=_first_sentence(kind),
        why_no_xgboost=f"The workbench knows no name that XGBoost would have for {kind.name}.",
    )


def _first_sentence(kind: type[Loss]) -> str:
    """The first line of a class's own docstring, for markdown; "" without one."""
    first, *_ = (vars(kind).get("__doc__") or "").strip().splitlines() or [""]
    if first.startswith(f"{kind.__name__}("):
        return ""  # a dataclass without docstring has its signature there
    words = re.sub(r"([\\`*_{}\[\]<>$#~|:])", r"\\\1", first)
    return words if not words or words.endswith(".") else f"{words.rstrip(',;')}."
