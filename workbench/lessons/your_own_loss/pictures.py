"""Loss, gradient and hessian over F for one row. Pure."""

import numpy as np

from workbench.charts.axes import padded
from workbench.lessons.your_own_loss.asked import Made
from workbench.lessons.your_own_loss.rows import HIGHEST, LOWEST
from workbench.lessons.your_own_loss.run import Floats, Run

N_POINTS = 241
REACHES = (5.0, 10.0, 20.0, 40.0)  # of F, to both sides; of numbers less to the left
LEAST = -2.5  # of F of numbers, where the nearest of REACHES is far enough: below all y
NEAR, FEW = (4.0, 2.5), 2.5  # how far around y, or 0 of classes; how many times as far the whole may reach


def span(run: Run) -> tuple[float, float]:
    """From where to where the axis of F goes: as far as any row comes in any round."""
    raw = np.stack([each.raw_after for each in run.trace])
    far = next((each for each in REACHES if float(np.abs(raw).max()) <= each), REACHES[-1])
    is_near = not run.made.asked.is_binary and far == REACHES[0] and float(raw.min()) >= LEAST
    return (LEAST if is_near else -far), far


def curves_of(made: Made, y: float, F: Floats) -> tuple[Floats, Floats, Floats]:
    """Loss, gradient and the hessian that is used, over F (n,), for one y."""
    targets = np.full(len(F), y)
    with np.errstate(all="ignore"):
        return made.bare.loss(targets, F), made.bare.gradient(targets, F), made.loss.hessian(targets, F)


def axis(made: Made, ends: tuple[float, float]) -> tuple[float, float]:
    """The ends of the axis of the loss: alike for every y, so that it does not jump."""
    F, is_binary = np.linspace(*ends, N_POINTS), made.asked.is_binary
    targets = (0.0, 1.0) if is_binary else (LOWEST / 2, 0.0, HIGHEST / 2)
    values = np.stack([curves_of(made, y, F)[0] for y in targets])
    # Around its target a curve is seen whole; beyond, it may leave the picture.
    near = np.stack([np.abs(F - (0.0 if is_binary else y)) <= NEAR[is_binary] for y in targets])
    known = np.isfinite(values)
    low, high = 0.0, 0.0
    if (known & near).any():
        here, there = values[known & near], values[known]
        low, high = (
            min(0.0, there.min() if there.min() >= FEW * here.min() else here.min()),
            max(0.0, there.max() if there.max() <= FEW * here.max() else here.max()),
        )
    return padded(float(low), float(high), 0.12)
