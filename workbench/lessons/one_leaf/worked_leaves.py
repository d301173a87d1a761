"""Leaves worked by hand: few enough rows for pencil and paper, each for one thing that it shows.

Pure, without streamlit.
"""

from dataclasses import is_dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gbtlib.core.losses import HalfSquaredError, Logistic, Loss
from gbtlib.losses.named import Huber
from workbench.lessons.one_leaf.leaf import LeafRows, weight
from workbench.text.numbers import number
from workbench.text.templates import templates

_LINES = templates(__file__)
LESSON = "lesson"
"""No preset: a leaf of the lesson's own tree."""

MOST_STEPS = 4
WITH_FAR = ("four", "newton")  # whose rows the last act foretells surely and wrongly


def newton_steps(leaf: LeafRows, reg_lambda: float, rate: float, n_steps: int) -> list[dict[str, float]]:
    """The same leaf, round after round: what each round adds, what the sum is, and what it would be if each
    round's prediction replaced the last one and the rounds were summed at the end."""
    added, replaced, total = leaf, leaf, float(leaf.F[0])
    steps = []
    for round_ in range(1, n_steps + 1):
        w = weight(added, reg_lambda)
        raw = float(added.F[0])
        change = rate * weight(replaced, reg_lambda)
        total += change
        steps.append(
            {
                "round": round_,
                "F before": raw,
                "G": added.G,
                "H": added.H,
                "w*": w,
                "F after: added": raw + rate * w,
                "replaced, then summed": total,
            }
        )
        added = at_raw(leaf, raw + rate * w)
        replaced = at_raw(leaf, float(leaf.F[0]) + change)
    return steps


def at_raw(leaf: LeafRows, raw: float) -> LeafRows:
    """The leaf with another raw prediction, the same in all its rows."""
    kept = {name: getattr(leaf, name) for name in ("reg_lambda", "learning_rate", "norm", "gamma")}
    return made_leaf(leaf.title, leaf.loss, leaf.y, raw, **kept)


def made_leaf(title: str, loss: Loss, y: ArrayLike, raw: float = 0.0, **more: Any) -> LeafRows:
    """A leaf made by hand: its targets, and one raw prediction for all of them. more: what else it has."""
    target = np.asarray(y, dtype=np.float64)
    F = np.full(len(target), raw)
    g, h = loss.gradient(target, F), loss.hessian(target, F)
    G, H = float(g.sum()), float(h.sum())
    return LeafRows(title, loss, target, F, g, h, G, H, np.arange(len(target)), **more)


PRESETS: dict[str, LeafRows] = {
    "four": made_leaf(
        "Four rows: y = 0, 1, 1, 1, from F = 0",
        Logistic(),
        (0, 1, 1, 1),
        gamma=0.1,
        fit="Pencil and paper: every row has p = 1/2, so g = 1/2 or −1/2 and h = 1/4. G = −1, H = 1: "
        "w* = 1/(1 + 1). Parted into the 0 and the 1s the rows gain 0.1 + 0.643 − 0.25, less γ.",
    ),
    "squared": made_leaf(
        "Half squared error: y = 6, 7, from F = 0",
        HalfSquaredError(),
        (6, 7),
        fit="The squared error is a parabola itself: both curves are one, whatever w is. λ = 1 counts "
        "like one more row that wants nothing to change, so 13/2 becomes 13/3.",
    ),
    "sign": made_leaf(
        "The sign: y = 6, 7, from F = 4",
        HalfSquaredError(),
        (6, 7),
        4.0,
        w=-5 / 3,
        fit="The handle stands at +G/(H+λ) = −5/3, the weight with its sign forgotten. The mean squared "
        "error of these rows is 6.5 before, 0.944 after w* = 5/3, and 17.6 after −5/3.",
    ),
    "norm": made_leaf(
        "Penalty on |w| instead: y = 1, 2, from F = 0",
        HalfSquaredError(),
        (1, 2),
        w=1.25,
        norm=True,
        fit="With G = −3, H = 2 and λ = 1 the penalty ½ λ w² gives w* = 1. A penalty ½ λ |w| (dashed) "
        "gives (3 − ½)/2 = 1.25: it takes the same from G whatever the weight, and does not grow with it.",
    ),
    "logistic": made_leaf(
        "Two classes: y = 1, 1, 1, from F = 0",
        Logistic(),
        (1, 1, 1),
        learning_rate=0.3,
        fit="Every row has p = 1/2, so g = −1/2 and h = 1/4: w* = 1.5/(0.75 + 1) = 6/7.",
    ),
    "logistic_left": made_leaf(
        "Two classes: y = 0, 0, from F = 0",
        Logistic(),
        (0, 0),
        learning_rate=0.3,
        fit="Every row has p = 1/2, so g = 1/2 and h = 1/4: w* = −1/(0.5 + 1) = −2/3.",
    ),
    "newton": made_leaf(
        "Newton steps: y = 1, 1, 1, 0, from F = 0",
        Logistic(),
        (1, 1, 1, 0),
        reg_lambda=0.0,
        fit="The best F is ln 3 = 1.0986. One step leads to 1, two to 1.0963, three to 1.0986: each round "
        "starts where the last one arrived, and repairs what its parabola got wrong.",
    ),
    "huber": made_leaf(
        "Too careful: Huber, y = 3, 3.4, 3.8, 4.2, 30",
        Huber(1.0),
        (3, 3.4, 3.8, 4.2, 30),
        reg_lambda=0.0,
        w=1.0,
        fit="Every residual is larger than δ = 1, so every row pulls with 1, the outlier no harder than "
        "the others. The true loss is a straight line there; the hessian 1 is an upper bound, and the step 1 "
        "is much shorter than the way to the minimum at 3.85. The mean of y would be 8.88.",
    ),
    "one_class": made_leaf(
        "Sure and wrong: y = 1, 1, 1, from F = −4, λ = 0",
        Logistic(),
        (1, 1, 1),
        -4.0,
        reg_lambda=0.0,
        w=4.0,
        fit="The model is sure of the wrong class: p = 0.018. The gradient is almost −1 a row, but the "
        "hessian p(1−p) is tiny, and G/H is huge: one step from F = −4 to F = 51.6, where no later "
        "round can repair it. λ is added to H, and tames it.",
    ),
    "overshoot": made_leaf(
        "Sure, one row against: y = 1, 1, 1, 0, from F = 4, λ = 0",
        Logistic(),
        (1, 1, 1, 0),
        4.0,
        reg_lambda=0.0,
        w=-8.0,
        fit="One row in four is lost at p = 0.982. The parabola is so flat that its lowest point lies far "
        "beyond the true minimum: at w* the loss is larger than before. λ or a small learning_rate helps.",
    ),
}
"""Every leaf worked by hand, by its name in the link."""


def preset_leaf(
    name: str, n_steps: int = 0, reg_lambda: float | None = None, rate: float | None = None
) -> LeafRows:
    """A leaf worked by hand, after some Newton steps with lambda and learning_rate, its own if None."""
    leaf = PRESETS[name]
    if n_steps == 0:
        return leaf
    steps = newton_steps(
        leaf,
        leaf.reg_lambda if reg_lambda is None else reg_lambda,
        leaf.learning_rate if rate is None else rate,
        n_steps,
    )
    raw = steps[-1]["F after: added"]
    title = f"{leaf.title}; now at F = {number(raw, 4)}"
    return replace(at_raw(leaf, raw), title=title)


def leaf_snippet(leaf: LeafRows, n_steps: int, reg_lambda: float, rate: float) -> str:
    """Lines that make the leaf from its rows and print its weight, after some steps taken before.

    leaf: as it is before any step.
    """
    kind = type(leaf.loss)
    return _LINES["snippet"].format(
        module=kind.__module__,
        loss=kind.__name__,
        made=repr(leaf.loss) if is_dataclass(kind) else f"{kind.__name__}()",
        y=[float(each) for each in leaf.y],
        raw=float(leaf.F[0]),
        reg_lambda=float(reg_lambda),
        rate=float(rate),
        n=n_steps + 1,
    )
