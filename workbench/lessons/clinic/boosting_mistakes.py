"""Boosting whose prediction forgets the minus, or the hessian, that its fit has used. Pure, no streamlit.

With the squared loss (F - y)^2 the gradient of a row is 2 (F - y) and its hessian 2. A tree that is fitted to
the gradients answers m, the mean of those in its leaf, and the step down is -rate m / 2. A prediction that
adds up rate m instead is -2 times the one that was fitted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gbtlib import DecisionTreeRegressor
from workbench.charts.axes import padded, spread
from workbench.charts.colours import ABOVE, BELOW, TRUTH
from workbench.charts.panels import DASHED, PAIR, Line, Panel, floats
from workbench.data.catalogue import load_dataset
from workbench.text.numbers import number

Floats = NDArray[np.float64]

N_ROUNDS, RATE, LEAST_POINTS, MOST_POINTS = 20, 0.1, 150, 400
HESSIAN = 2.0
FACTORS = {"as fitted": 1.0, "minus lost": -1.0, "hessian lost": HESSIAN, "both lost": -HESSIAN}
"""What each way to predict makes of the prediction that was fitted."""
COLOURS = dict(zip(FACTORS, (*PAIR, ABOVE, BELOW), strict=True))


@dataclass(frozen=True, eq=False)
class Predicted:
    """What every way to predict says of the training rows after 0, 1, 2, ... rounds.

    said: by its name in FACTORS, (n_rounds + 1, n_samples). y: the targets.
    """

    said: dict[str, Floats]
    y: Floats

    def error(self, way: str) -> Floats:
        """The mean squared error of a way after 0, 1, 2, ... rounds: (n_rounds + 1,)."""
        found: Floats = np.mean((self.said[way] - self.y) ** 2, axis=1)
        return found


def boosted(X: Floats, y: Floats, n_rounds: int, rate: float, least_points: int) -> Predicted:
    """Boost from 0 on the squared loss, the fit as it should be; add up its trees in all four ways."""
    F = np.zeros(len(y))
    said = {way: [F] for way in FACTORS}
    for _ in range(n_rounds):
        gradient = 2 * (F - y)
        m = DecisionTreeRegressor(min_samples_split=least_points).fit(X, gradient).predict(X)
        F = F - rate * m / HESSIAN
        for way, step in (
            ("as fitted", -m / HESSIAN),
            ("minus lost", m / HESSIAN),
            ("hessian lost", -m),
            ("both lost", m),
        ):
            said[way].append(said[way][-1] + rate * step)
    return Predicted({way: np.array(each) for way, each in said.items()}, y)


@lru_cache(maxsize=1)
def boosted_wave() -> Predicted:
    """The same for cos(x²), where nodes of 150 points are split."""
    data = load_dataset("cos_x2")
    return boosted(data.X, data.y.astype(np.float64), N_ROUNDS, RATE, LEAST_POINTS)


def lost_panels() -> list[Panel]:
    """What each way predicts after the last round, and its error round by round."""
    data, found = load_dataset("cos_x2"), boosted_wave()
    some = spread(len(found.y), MOST_POINTS)
    x = floats(data.X[some, 0])
    lines = [Line(x, floats(found.y[some]), TRUTH, "truth", DASHED, 2)]
    courses, top = [], 0.0
    for way, colour in COLOURS.items():
        lines.append(Line(x, floats(found.said[way][-1][some]), colour, way, width=2))
        error = found.error(way)
        courses.append(Line(floats(np.arange(N_ROUNDS + 1.0)), floats(error), colour, way))
        top = max(top, float(error.max()))
    most = max(float(np.abs(each[-1]).max()) for each in found.said.values())
    extent = (*padded(0.0, 5.0, 0.01), *padded(-most, most))
    return [
        Panel("", extent, "x", f"prediction after round {N_ROUNDS}", tuple(lines)),
        Panel(
            "",
            (*padded(0.0, N_ROUNDS, 0.02), 0.0, 1.1 * top),
            "round",
            "mean squared error",
            tuple(courses),
        ),
    ]


def lost_words() -> str:
    """What is lost between fit and predict, with numbers."""
    found = boosted_wave()
    errors = {way: found.error(way) for way in FACTORS}
    last = {way: number(float(each[-1])) for way, each in errors.items()}
    doubled = errors["hessian lost"]
    best = int(doubled.argmin())
    return (
        "**The minus and the hessian are lost between fit and predict.** Each tree answers m, the mean of "
        "the gradients g = 2(F − y) in a leaf. The fit steps by −rate · m / h with h = 2; predict adds up "
        f"rate · m, −2 times what was fitted. From the same {N_ROUNDS} trees, at rate {RATE:g}, the mean "
        f"squared error is **{last['as fitted']}** as fitted. Without the minus it grows in every round, "
        f"from {number(float(errors['minus lost'][0]))} to **{last['minus lost']}**. Without the hessian "
        f"each step is twice as long: the error falls until round {best}, then rises to "
        f"**{last['hessian lost']}** on the way to 2y. Without both it is **{last['both lost']}**."
    )
