"""Loss plus penalty before trees: linear and logistic regression by gradient descent, with L1 and L2. Pure.

Obj = sum of losses + l1 sum |theta_j| + 1/2 l2 sum theta_j^2; the intercept is free. A step goes against the
gradient of the losses and of l2; then l1 moves each coefficient towards 0, and not past it.
Source: I. Daubechies, M. Defrise and C. De Mol, 2004 (the proximal gradient).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.core.criteria import soft_threshold
from gbtlib.core.losses import HalfSquaredError, Logistic, Loss
from workbench.charts.axes import padded
from workbench.charts.colours import CHOSEN, MODEL, OTHER
from workbench.charts.panels import DASHED, SOLID, Line, Panel, floats
from workbench.text.numbers import number
from workbench.text.tables import markdown_table

Floats = NDArray[np.float64]

N_STEPS, N_DRAWN, PENALTY = 400, 40, 2.0
ROWS: Floats = np.array(
    [[-4, 1], [-3, -1], [-2, 1], [-1, 1], [0, -1], [0, 1], [1, -1], [2, -1], [3, 1], [4, -1]], dtype=float
)
NUMBERS: Floats = np.array([-2.5, -2.2, -0.4, -0.9, 0.1, 1.2, 0.9, 2.4, 2.9, 3.6])
CODES: Floats = np.array([0, 0, 1, 0, 0, 1, 1, 0, 1, 1], dtype=float)
KINDS: dict[str, tuple[Loss, Floats]] = {
    "linear regression": (HalfSquaredError(), NUMBERS),
    "logistic regression": (Logistic(), CODES),
}
PENALTIES = {"none": (0.0, 0.0), "L2": (0.0, PENALTY), "L1": (PENALTY, 0.0)}
_COLOURS = {"none": OTHER, "L2": MODEL, "L1": CHOSEN}


@dataclass(frozen=True, eq=False)
class Descent:
    """Gradient descent from 0: theta after every step, (n_steps + 1, 1 + n_features), the intercept first.

    loss, cost: of the last theta, the sum of the rows' losses and what the penalties take.
    """

    theta: Floats
    loss: float
    cost: float

    @property
    def objective(self) -> float:
        """Loss plus penalty."""
        return self.loss + self.cost


def descend(
    X: ArrayLike, y: Floats, loss: Loss, l1: float = 0.0, l2: float = 0.0, *, intercept: bool = True
) -> Descent:
    """Descend on rows X (n, n_features) and y (n,), numbers or the codes 0 and 1.

    The rate is the largest that never overshoots: one over the largest curvature that there can be.
    """
    columns = np.column_stack((np.ones(len(y)), np.asarray(X, dtype=float)))
    free = np.array([float(intercept), *[1.0] * (columns.shape[1] - 1)])  # without one it stays at 0
    ridge, lasso = (np.array([0.0, *[each] * (columns.shape[1] - 1)]) for each in (l2, l1))
    most = 0.25 if loss.name == "logistic" else 1.0
    rate = 1.0 / (most * float(np.linalg.eigvalsh(columns.T @ columns)[-1]) + l2)
    theta, path = np.zeros(columns.shape[1]), []
    for _ in range(N_STEPS + 1):
        path.append(theta)
        slope = columns.T @ loss.gradient(y, columns @ theta) + ridge * theta
        moved = theta - rate * slope
        theta = free * np.where(lasso > 0, soft_threshold(moved, rate * l1), moved)
    last = path[-1]
    cost = float((lasso * np.abs(last)).sum() + 0.5 * (ridge * last**2).sum())
    return Descent(np.array(path), float(loss.loss(y, columns @ last).sum()), cost)


def descents() -> dict[str, dict[str, Descent]]:
    """Each kind of regression under each penalty."""
    return {
        kind: {name: descend(ROWS, y, loss, *each) for name, each in PENALTIES.items()}
        for kind, (loss, y) in KINDS.items()
    }


def paths(found: dict[str, dict[str, Descent]]) -> list[Panel]:
    """The coefficients over the first steps, of each kind of regression."""
    panels = []
    for kind, by_penalty in found.items():
        lines = []
        for name, each in by_penalty.items():
            x = np.arange(N_DRAWN + 1.0)
            for j, dash in ((1, SOLID), (2, DASHED)):
                named = f"θ{j}, {'no penalty' if name == 'none' else name}"
                lines.append(
                    Line(floats(x), floats(each.theta[: N_DRAWN + 1, j]), _COLOURS[name], named, dash)
                )
        values = np.concatenate([each.y for each in lines])
        extent = (*padded(0, N_DRAWN, 0.02), *padded(float(values.min()), float(values.max())))
        panels.append(Panel(f"{kind}: θ over the steps", extent, "step", "", tuple(lines), whole=True))
    return panels


def table(found: dict[str, dict[str, Descent]]) -> str:
    """What each arrives at, in markdown."""
    rows = []
    for kind, by_penalty in found.items():
        for name, each in by_penalty.items():
            numbers = [*each.theta[-1], each.loss, each.cost, each.objective]
            rows.append((kind, name, *(number(round(float(v), 9)) for v in numbers)))
    return markdown_table(("", "penalty", "θ0", "θ1", "θ2", "loss L", "Ω", "L + Ω"), rows, "llr")


def as_leaf(y: Sequence[float], reg_lambda: float) -> float:
    """The weight of a leaf as a regression on one column, which says 1 in all its rows, without intercept."""
    descent = descend(np.ones((len(y), 1)), np.array(y), HalfSquaredError(), l2=reg_lambda, intercept=False)
    return float(descent.theta[-1, 1])


FORMULA = (
    r"\begin{aligned}&\text{Obj}(\theta)=\underbrace{\sum_i\ell(y_i,\hat y_i)}_{L}+\underbrace{\tfrac12"
    r"\lambda\sum_j\theta_j^2\;\text{(L2)}\;\text{ or }\;\lambda\sum_j|\theta_j|\;\text{(L1)}}_{\Omega},\quad"
    r"\hat y_i=\theta_0+\sum_j\theta_jx_{ij}\\&\theta\leftarrow\theta-\eta\,\frac{\partial\,\text{Obj}}"
    r"{\partial\theta}\end{aligned}"
)


def words() -> str:
    """The way from regression to this objective."""
    return (
        "Trees did not bring the objective “loss plus what the model costs”: it is that of penalised "
        "regression. Linear regression adds up half squared errors, logistic regression log losses, and both "
        "add a penalty on their coefficients θ, so that a little more loss buys a simpler model. **Gradient "
        "descent** starts at θ = 0 and goes, step by step, against the slope of the objective; here on ten "
        f"rows with two features, with λ = {number(PENALTY)}:"
    )


def after_words() -> str:
    """What the penalties do, and how a leaf is such a regression."""
    return (
        "**L2** makes all coefficients smaller; **L1** takes the same from each, whatever its size, and sets "
        "the small ones to 0: the same T that moves G towards 0 by α in a leaf. And a leaf *is* such a "
        "regression: on one column that says 1 in its rows, with L2. For y = 6, 7 and λ = 1 descent arrives "
        f"at θ = {number(as_leaf((6.0, 7.0), 1.0))}, which is −G/(H + λ) = 13/3. Divided by the bend, one "
        "step is enough there; boosting takes such a step in every leaf of every round."
    )
