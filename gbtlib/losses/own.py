"""A loss of one's own: two methods are enough, and what they return is checked before it is believed."""

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.core.losses import EPSILON, Array, Loss, Target

ROUNDING = 2.0**-30  # a hessian that is negative by less of the largest gradient or hessian is taken for 0
STEPS_AWAY = 4.0 ** np.arange(-5, 16)  # how far from the middle of y the search looks, in spreads of y
REMEDY = "it must have a minimum, or base_score must be given"
QUANTILES = np.linspace(0, 1, 33)


class OwnLoss(Loss):
    """A loss by its loss and its gradient; what else is not given is worked out.

        class LogCosh(OwnLoss):
            def loss(self, y, raw_prediction):
                return np.log(np.cosh(raw_prediction - y))

            def gradient(self, y, raw_prediction):
                return np.tanh(raw_prediction - y)

        GradientBoostingRegressor(loss=LogCosh()).fit(X, y)

    The hessian is then a difference of gradients, good to about nine digits, and the starting value the
    minimum of the mean loss, by search. For two classes set task = "classification" and give inverse_link and
    link. The estimators check what it returns, see CheckedLoss.
    """

    name: ClassVar[str] = "own"
    remedy: ClassVar[str] = "give a hessian that is an upper bound, such as 1 everywhere"

    @abstractmethod
    def loss(self, y: Target, raw_prediction: Array) -> Array:
        """The loss of every row, (n,)."""

    @abstractmethod
    def gradient(self, y: Target, raw_prediction: Array) -> Array:
        """First derivative of a row's loss with respect to its raw prediction, in the shape of the latter."""

    def hessian(self, y: Target, raw_prediction: Array) -> Array:
        """The central difference of the gradient of each output, the others held fast."""
        hessian, step = np.empty_like(raw_prediction), difference_step(y, raw_prediction)
        for of_output in outputs(raw_prediction):
            after, before = raw_prediction.copy(), raw_prediction.copy()
            after[of_output] += step[of_output]
            before[of_output] -= step[of_output]
            change = self.gradient(y, after) - self.gradient(y, before)
            hessian[of_output] = change[of_output] / (after - before)[of_output]
        return hessian

    def initial_raw_prediction(self, y: Target, sample_weight: Array | None = None) -> float | Array:
        """The minimum of the mean loss, see minimise_mean_loss. Errors: ValueError without one."""
        if self.n_outputs > 1:
            raise ValueError(f"{type(self).__name__} has {self.n_outputs} outputs: it must define its start")
        return minimise_mean_loss(self, y, sample_weight)


class CheckedLoss(Loss):
    """Any loss, checked while it is boosted: the estimators wrap every loss that is not in gbtlib.LOSSES.

    Always: losses are (n,), gradient and hessian have the shape of the raw prediction, all numbers are
    finite, the starting value's too, and no hessian is negative (but for rounding). Once, at the first
    gradient: it is the slope of the loss, and some hessian is positive.
    Errors: ValueError naming the loss, the method, a row and the rule.
    """

    name = "checked"

    def __init__(self, loss: Loss) -> None:
        self.given = loss
        self.renews_leaves = loss.renews_leaves  # type: ignore[misc]
        self.is_known = False

    @property
    def n_outputs(self) -> int:
        return self.given.n_outputs

    def loss(self, y: Target, raw_prediction: Array) -> Array:
        return self._finite("loss", y, raw_prediction)

    def gradient(self, y: Target, raw_prediction: Array) -> Array:
        if not self.is_known:
            self._meet(y, raw_prediction)
            self.is_known = True
        return self._finite("gradient", y, raw_prediction)

    def hessian(self, y: Target, raw_prediction: Array) -> Array:
        hessian = self._finite("hessian", y, raw_prediction)
        lowest = hessian.min(initial=0.0)
        if lowest == 0:
            return hessian
        size = max(hessian.max(), np.abs(self.given.gradient(y, raw_prediction)).max())
        if lowest < -ROUNDING * size:
            self._refuse(
                "hessian",
                np.unravel_index(hessian.argmin(), hessian.shape),
                (y, raw_prediction, hessian),
                f"must not be negative: the loss is not convex there; {self._remedy()}",
            )
        return np.maximum(hessian, 0.0)

    def initial_raw_prediction(self, y: Target, sample_weight: Array | None = None) -> float | Array:
        raw = np.zeros((len(y), self.n_outputs) if self.n_outputs > 1 else len(y))
        with np.errstate(all="ignore"):  # 0 may be out of range; it is about shapes only
            self._shaped("loss", self.given.loss(y, raw), (len(y),))
            self._shaped("gradient", self.given.gradient(y, raw), raw.shape)
        start = self.given.initial_raw_prediction(y, sample_weight)
        values = np.asarray(start)
        if values.shape not in ((), (self.n_outputs,)) or not np.isfinite(values).all():
            rule = "a finite number" if self.n_outputs == 1 else f"{self.n_outputs} finite numbers"
            raise ValueError(f"{self._title()}.initial_raw_prediction is {start!r}; it must be {rule}")
        return start

    def renewed_leaf(self, residual: Array, sample_weight: Array | None) -> float:
        leaf = self.given.renewed_leaf(residual, sample_weight)
        if np.ndim(leaf) != 0 or not np.isfinite(leaf):
            raise ValueError(f"{self._title()}.renewed_leaf is {leaf!r}; it must be a finite number")
        return float(leaf)

    def inverse_link(self, raw_prediction: Array) -> Array:
        return self.given.inverse_link(raw_prediction)

    def link(self, prediction: ArrayLike) -> Any:
        return self.given.link(prediction)

    def _meet(self, y: Target, raw: Array) -> None:
        """What is checked once: the loss, its slope, and whether there is any curvature."""
        self.loss(y, raw)
        gradient = self._finite("gradient", y, raw)
        for of_output in outputs(raw):
            self._check_slope(y, raw, gradient, of_output)
        if not self.hessian(y, raw).any():
            raise ValueError(
                f"{self._title()}.hessian is 0 in every row, at F = {raw.flat[0]:g}; "
                f"a leaf divides by its sum; {self._remedy()}"
            )

    def _check_slope(self, y: Target, raw: Array, gradient: Array, column: tuple[Any, ...]) -> None:
        """Whether the gradient lies between the slopes of the loss on both sides; at a kink they differ."""
        step = np.zeros_like(raw)
        step[column] = difference_step(y, raw)[column]
        with np.errstate(all="ignore"):
            here, after, before = (self.given.loss(y, raw + shift) for shift in (0 * step, step, -step))
            left = (here - before) / (raw - (raw - step))[column]
            right = (after - here) / ((raw + step) - raw)[column]
            size = np.abs(left) + np.abs(right)
            rounding = 8 * EPSILON * (np.abs(here) + np.abs(after) + np.abs(before)) / step[column]
        # Bent upwards, the loss has its slope between both; bent downwards, too, the other way round.
        allowed = SLOPE_TOLERANCE * (size + np.abs(gradient[column]).max()) + rounding
        low, high = np.minimum(left, right) - allowed, np.maximum(left, right) + allowed
        wrong = (gradient[column] < low) | (gradient[column] > high)
        if wrong.any():
            row = int(np.flatnonzero(wrong)[0])
            rule = f"must be the slope of the loss, which is {0.5 * (left + right)[row]:.6g} there"
            self._refuse("gradient", (row, *column[1:]), (y, raw, gradient), rule)

    def _finite(self, method: str, y: Target, raw: Array) -> Array:
        """What a method returns, in its shape. Errors: ValueError naming a row where it is not finite."""
        shape = raw.shape[:1] if method == "loss" else raw.shape
        values = self._shaped(method, getattr(self.given, method)(y, raw), shape)
        if not np.isfinite(values).all():
            place = np.unravel_index(int(np.flatnonzero(~np.isfinite(values))[0]), values.shape)
            self._refuse(method, place, (y, raw, values), "must be finite")
        return values

    def _shaped(self, method: str, values: object, shape: tuple[int, ...]) -> Array:
        """Errors: ValueError for anything but real numbers in this shape."""
        array = np.asarray(values)
        if array.dtype.kind not in "fiu" or array.shape != shape:
            what = f"{array.dtype} {array.shape}"
            raise ValueError(f"{self._title()}.{method} returned {what}; it must return numbers {shape}")
        return array.astype(np.float64, copy=False)

    def _refuse(
        self, method: str, place: tuple[Any, ...], given: tuple[Target, Array, Array], rule: str
    ) -> None:
        """Raise a ValueError that names the row and what is wrong there."""
        y, raw, values = given
        F = np.atleast_1d(raw[place])
        at = f"y={float(y[place[0]]):g}, F={', '.join(f'{each:g}' for each in F)}"
        raise ValueError(
            f"{self._title()}.{method} is {values[place]:g} for {at} (row {place[0]}); it {rule}"
        )

    def _title(self) -> str:
        return type(self.given).__name__

    def _remedy(self) -> str:
        return self.given.remedy if isinstance(self.given, OwnLoss) else OwnLoss.remedy


def outputs(raw_prediction: Array) -> list[tuple[Any, ...]]:
    """The places of each output in a raw prediction: all of (n,), or a column of (n, K)."""
    columns = range(raw_prediction.shape[1]) if raw_prediction.ndim == 2 else None
    return [(slice(None),)] if columns is None else [(slice(None), k) for k in columns]


SLOPE_TOLERANCE = 2.0**-17  # of the slopes: differences over steps of 2^-17 err by less for a smooth loss


def difference_step(y: Target, raw_prediction: Array) -> Array:
    """How far to go on both sides for a difference: 2^-17 of F, or of what F is measured in.

    The cube root of the rounding of a float, where what a central difference leaves out and what it rounds
    away are of the same size. At F = 0 the spread of y tells the unit, and 1 where it is larger.
    """
    spread = float(np.ptp(y)) if len(y) else 0.0
    unit = min(1.0, spread) if spread > 0 else 1.0
    return np.asarray(2.0**-17 * np.maximum(np.abs(raw_prediction), unit))


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
