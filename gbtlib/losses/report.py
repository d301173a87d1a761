"""Where a loss cannot be boosted: on a grid of F, what is not finite, what bends down, what is straight."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.core.losses import Array, Loss
from gbtlib.core.tree import Brief
from gbtlib.losses.own import ROUNDING

KINDS = ("loss is not finite", "gradient is not finite", "hessian is not finite")
BENDS_DOWN, IS_STRAIGHT = "hessian is negative", "hessian is 0"
# Dense around 0, where losses are used, and out to where exp(F) is no float any more.
USUAL_GRID = np.unique(np.concatenate((np.arange(-200, 201) / 20, np.arange(-200, 201) * 5.0)))


@dataclass(frozen=True)
class Stretch:
    """For the target y, what holds at every point of the grid from F = low to F = high."""

    what: str
    y: float
    low: float
    high: float


@dataclass(frozen=True, repr=False)
class LossReport(Brief):
    """What a loss is on a grid.

    y: (m,) targets. F: (n,) raw predictions, ascending. loss, gradient, hessian: (m, n).
    stretches: where something is wrong, by target, kind, and place; the names of the kinds are KINDS,
        BENDS_DOWN and IS_STRAIGHT of this module.
    """

    y: Array
    F: Array
    loss: Array
    gradient: Array
    hessian: Array
    stretches: tuple[Stretch, ...]

    @property
    def is_finite(self) -> bool:
        """Whether loss, gradient and hessian are finite everywhere on the grid."""
        return not any(stretch.what in KINDS for stretch in self.stretches)

    @property
    def is_convex(self) -> bool:
        """Whether the hessian is nowhere negative on the grid."""
        return not any(stretch.what == BENDS_DOWN for stretch in self.stretches)

    @property
    def has_hessian(self) -> bool:
        """Whether the hessian is positive somewhere; without, a Newton step would divide by 0."""
        return bool((self.hessian > 0).any())


def loss_report(loss: Loss, y: ArrayLike = (0.0, 1.0), F: ArrayLike = USUAL_GRID) -> LossReport:
    """Work out a loss with one output on a grid and say where boosting could not use it.

    y: (m,) targets. F: (n,) raw predictions. A hessian that is negative by rounding counts as 0.
    Errors: ValueError for a loss with several outputs, or where y or F hold no finite numbers.
    """
    if loss.n_outputs != 1:
        raise ValueError(f"loss={loss!r} has {loss.n_outputs} outputs; a report takes a loss with one")
    targets, grid = _numbers("y", y), np.unique(_numbers("F", F))
    rows = targets.repeat(len(grid)), np.tile(grid, len(targets))
    with np.errstate(all="ignore"):
        values = [
            np.asarray(method(*rows), dtype=np.float64).reshape(len(targets), len(grid))
            for method in (loss.loss, loss.gradient, loss.hessian)
        ]
    losses, gradient, hessian = values
    rounding = ROUNDING * np.nanmax(np.where(np.isfinite(gradient), np.abs(gradient), 0), axis=1, initial=0)
    hessian[(hessian < 0) & (hessian > -rounding[:, np.newaxis])] = 0.0
    holds = {kind: ~np.isfinite(array) for kind, array in zip(KINDS, values, strict=True)}
    holds |= {BENDS_DOWN: (hessian < 0) & np.isfinite(hessian), IS_STRAIGHT: hessian == 0}
    stretches = [
        Stretch(what, float(target), float(grid[first]), float(grid[last]))
        for k, target in enumerate(targets)
        for what, where in holds.items()
        for first, last in _runs(where[k])
    ]
    return LossReport(targets, grid, losses, gradient, hessian, tuple(stretches))


def _runs(where: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First and last place of every run of True."""
    change = np.diff(np.concatenate(([0], where.astype(np.int8), [0])))
    return list(zip(np.flatnonzero(change == 1), np.flatnonzero(change == -1) - 1, strict=True))


def _numbers(name: str, values: ArrayLike) -> Array:
    array = np.atleast_1d(np.asarray(values, dtype=np.float64))
    if array.ndim != 1 or not len(array) or not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite numbers, at least one")
    return array
