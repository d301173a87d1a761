"""The constant that a loss starts from, where no formula gives it: the minimum of the mean loss."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.losses import EPSILON, Array, Loss, Target

STEPS_AWAY = 4.0 ** np.arange(-5, 16)  # how far from the middle of y the search looks, in spreads of y
REMEDY = "it must have a minimum, or base_score must be given"
QUANTILES = np.linspace(0, 1, 33)


def minimise_mean_loss(loss: Loss, y: Target, sample_weight: Array | None = None) -> float:
    """The F that minimises the (weighted) mean of loss(y, F), y (n,); for losses with one output.

    The mean loss is looked at on a grid: quantiles of y, and steps on both sides that quadruple, in units of
    the spread of y and in units of 1. Between the neighbours of the lowest point it is minimised by Brent's
    method (scipy.optimize.minimize_scalar); where its slope changes sign there, by the slope's zero (brentq).
    Where many points are lowest, the one closest to the median of y is taken.
    Errors: ValueError where no point has a finite mean loss, or where it falls to the end of the grid.
    """

    def mean(of: Callable[[Target, Array], Array], constant: float) -> float:
        with np.errstate(all="ignore"):
            return float(np.average(of(y, np.full(len(y), constant)), weights=sample_weight))

    name = type(loss).__name__
    grid = search_grid(np.asarray(y, dtype=np.float64))
    found = np.array([mean(loss.loss, float(constant)) for constant in grid])
    if (found == -np.inf).any():
        raise ValueError(f"{name} has no starting value: its mean loss falls without end; {REMEDY}")
    if not np.isfinite(found).any():
        raise ValueError(f"{name} has no finite mean loss for any F; it needs one to start from")
    found[~np.isfinite(found)] = np.inf
    lowest = np.flatnonzero(found <= _but_for_rounding(found.min()))
    best = int(lowest[np.abs(grid[lowest] - np.median(y)).argmin()])
    if best in (0, len(grid) - 1):
        raise ValueError(
            f"{name} has no starting value: its mean loss still falls at F = {grid[best]:g}; {REMEDY}"
        )
    if mean(loss.gradient, grid[best]) == 0:
        return float(grid[best])
    around = (float(grid[best - 1]), float(grid[best]), float(grid[best + 1]))
    return _refined(partial(mean, loss.loss), partial(mean, loss.gradient), around)


def _refined(
    loss: Callable[[float], float], slope: Callable[[float], float], around: tuple[float, float, float]
) -> float:
    """The minimum of a loss of one number between two points, given a third between them that is lower."""
    from scipy import optimize  # slow to import, and most losses never ask

    low, middle, high = around
    fine = EPSILON * (high - low)
    with np.errstate(all="ignore"):
        searched = optimize.minimize_scalar(
            loss, bounds=(low, high), method="bounded", options={"xatol": fine}
        )
    found = [middle, float(searched.x)]
    if slope(low) < 0 < slope(high):
        # Where there is no slope, the search for its zero ends.
        zero = float(optimize.brentq(lambda F: np.nan_to_num(slope(F)), low, high, xtol=fine, maxiter=1000))
        # A jump of the slope, at a kink of the loss, is found but for rounding.
        found.append(middle if abs(zero - middle) <= 16 * (fine + EPSILON * abs(middle)) else zero)
    losses = np.array([loss(constant) for constant in found])
    losses[np.isnan(losses)] = np.inf
    # Near a minimum losses differ by rounding only; the zero of the slope, the last, is the exact place.
    return found[int(np.flatnonzero(losses <= _but_for_rounding(losses.min()))[-1])]


def _but_for_rounding(loss: float) -> float:
    """The largest mean loss that cannot be told from this one."""
    return loss + 64 * EPSILON * abs(loss) if np.isfinite(loss) else loss


def search_grid(y: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where the minimum is looked for, ascending."""
    middle, spread = float(np.median(y)), float(y.max() - y.min())
    near = np.concatenate((np.quantile(y, QUANTILES, method="lower"), [0.0, middle]))
    away = np.concatenate([scale * STEPS_AWAY for scale in {1.0, spread, abs(middle)} if scale > 0])
    grid = np.concatenate((near, middle + away, middle - away, away, -away))
    return np.unique(grid[np.isfinite(grid)])
