"""lambda, alpha, the learning rate, and G of every node, out of an XGBoost model that does not say them.

A node's weight is w = -T(G) / (H + lambda) with T(G) = sign(G) max(|G| - alpha, 0), so that unless w is 0
    -G = A = w (H + lambda) + sign(w) alpha.
Two equations a split:  A = A_left + A_right,  and  loss_change = S_left + S_right - S,  S = w^2 (H + lambda).
Leaves tell the learning rate times w. Three unknowns, thousands of equations: least squares, in units of
float32's rounding, and the doubt from their covariance. Sources, in XGBoost: src/tree/param.h (CalcWeight,
CalcGain), src/tree/split_evaluator.h.

What must not vouch: at the optimum a gain does not change with w to first order, so that it does not see a
weight that was clipped a little. G is shown only where the sum holds, too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.handover.fields import Floats
from gbtlib.handover.opened import OpenedModel
from gbtlib.handover.solved import UNTOLD, Estimate, NodeSums, Solved, completed, gradients_of, untold

ROUNDING = 2.0**-24
TINIEST = 1e-37  # float32's smallest normal number, about
LAMBDA, INVERSE_RATE, ALPHA = 0, 1, 2
LEAST = (0.0, 1e-3, 0.0)
MET, NEAR = 60.0, 12.0  # roundings within which an equation holds, and nearly all that do are
MOST_EQUATIONS = 3000  # that are fitted; all are checked
PRICE = 0.05  # of another unknown, in the mean logarithm of residuals: the simplest that explains the file
STARTS = [(reg, 1 / rate) for reg in (0.0, 1.0, 30.0) for rate in (1.0, 0.3, 0.05)]


@dataclass
class Splits:
    """All nodes of a model in a row, and its splits. nodes: of each its own and its children's, (3, n).

    starts: the first node of each tree, and at last how many nodes there are.
    weight: as the file tells it. scaled: leaves, whose weight has the learning rate in it.
    rate: the learning rate where leaves tell both w and it times w (the exact method), else NaN.
    rounding: relative, of the numbers in the file.
    """

    starts: NDArray[np.intp]
    weight: Floats
    H: Floats
    gain: Floats
    scaled: NDArray[np.bool_]
    nodes: NDArray[np.intp]
    rate: float
    clipped: NDArray[np.bool_]
    rounding: float = ROUNDING

    def terms(self, at: Floats) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        """At lambda, 1 / learning rate, alpha: A of the nodes; of the splits the two residuals and units."""
        weight = self.weight * np.where(self.scaled, at[INVERSE_RATE], 1.0)
        A = -gradients_of(weight, self.H, at[LAMBDA], at[ALPHA])
        S = weight**2 * (self.H + at[LAMBDA])
        up, left, right = self.nodes
        of_sum = A[up] - A[left] - A[right]
        of_gain = S[left] + S[right] - S[up] - self.gain[up]
        unit_of_sum = self.rounding * np.sqrt(2 * (A[up] ** 2 + A[left] ** 2 + A[right] ** 2)) + TINIEST
        unit_of_gain = 3 * self.rounding * np.sqrt(S[up] ** 2 + S[left] ** 2 + S[right] ** 2) + TINIEST
        return A, of_sum, unit_of_sum, of_gain, unit_of_gain

    @property
    def has_sum(self) -> NDArray[np.bool_]:
        """Splits none of whose weights is 0, which tells only that |G| <= alpha."""
        return np.asarray((self.weight[self.nodes] != 0).all(axis=0))

    def some(self, kept: NDArray[Any]) -> Splits:
        """The same nodes with some of the splits."""
        return replace(self, nodes=self.nodes[:, kept])


def splits_of(model: OpenedModel, raw_leaves: bool) -> Splits:
    """The splits of all trees.

    raw_leaves: where leaf values were replaced (absolute error, quantile), whether base_weights still has
    w alone for them (the exact method) or times the learning rate.
    """
    trees = model.trees
    starts = np.cumsum([0, *(len(tree.feature) for tree in trees)])
    nodes = [
        start + np.stack((tree.splits, tree.children_left[tree.splits], tree.children_right[tree.splits]))
        for start, tree in zip(starts, trees, strict=False)
    ]
    weight, value, cover, gain = (
        np.concatenate([getattr(tree, name) for tree in trees])
        for name in ("told", "leaf_value", "cover", "gain")
    )
    leaf = ~np.isnan(value)
    other = leaf & (weight != value) & (weight != 0) & (value != 0)
    ratio = value[other] / weight[other]
    tells_both = not len(ratio) or nearly_all_near(ratio, np.median(ratio))
    rate = float(np.median(ratio)) if len(ratio) and tells_both else np.nan
    if not tells_both:  # it may have changed from tree to tree
        of_tree = np.searchsorted(starts, np.flatnonzero(other), side="right")
        median = {k: np.median(ratio[of_tree == k]) for k in set(of_tree.tolist())}
        tells_both = nearly_all_near(ratio, [median[k] for k in of_tree.tolist()])
    scaled = leaf & (weight == value) & (weight != 0) if tells_both else leaf & (not raw_leaves)
    return Splits(starts, weight, cover, gain, scaled, np.hstack(nodes), rate, at_one_largest(weight, leaf))


def nearly_all_near(ratio: Floats, common: Any) -> bool:
    return bool(((np.abs(ratio / common - 1) < 2e-6) & (ratio > 0)).mean() >= 0.9)


def at_one_largest(weight: Floats, leaf: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Nodes whose weight has the largest size again and again: max_delta_step stopped them."""
    found = np.zeros(len(weight), bool)
    for kind in (leaf, ~leaf):
        size = np.abs(weight) * kind
        top = kind & (size == size.max(initial=0)) & (size > 0)
        if top.sum() > 3 and top.sum() > 0.02 * kind.sum():
            found |= top
    return found


def solve_xgboost(model: OpenedModel) -> Solved:
    """The hidden settings of an opened XGBoost model with one set of them, and G where they vouch for it.

    G and H have XGBoost's unit, where the hessian of softmax is 2 p (1 - p).
    """
    if not any(len(tree.splits) for tree in model.trees):
        return untold("no tree has a split", model.trees)
    with np.errstate(all="ignore"):
        found = solved_with(model, splits_of(model, False))
        return found if found.met else solved_with(model, splits_of(model, True))


def solved_with(model: OpenedModel, splits: Splits) -> Solved:
    """What the splits of a model tell."""
    nodes = splits.nodes
    sound = np.isfinite(splits.weight * splits.H)[nodes].all(axis=0) & np.isfinite(splits.gain[nodes[0]])
    use = np.flatnonzero(sound & ~splits.clipped[nodes].any(axis=0))
    if len(use) > MOST_EQUATIONS:
        use = np.sort(np.random.default_rng(0).choice(use, MOST_EQUATIONS, replace=False))
    if not len(use):
        return untold("every split has a weight that max_delta_step stopped", model.trees)
    at, error, why = fitted(splits.some(use))
    return untold(why, model.trees) if why else judged(model, splits, at, error)


def fitted(splits: Splits) -> tuple[Floats, Floats, str]:
    """lambda, 1 / learning rate, alpha; their errors, infinite where untold; and a reason, or nothing."""
    has_leaves = bool(splits.scaled[splits.nodes[1:]].any())
    best, lowest = np.zeros(3), np.inf
    for with_alpha in (False, True):
        free = [LAMBDA] + [INVERSE_RATE] * has_leaves + [ALPHA] * with_alpha
        starts = [np.array([*start, 1.0 if with_alpha else 0.0]) for start in STARTS]
        for start in [from_sums(splits, free), *starts]:
            point, cost = least_squares_at(splits, start, free)
            if cost + PRICE * len(free) < lowest:
                best, lowest = point, cost + PRICE * len(free)
            if cost < 0.5:
                break
        if lowest < 1:
            break
    residuals = units_off(splits, best)
    full = [LAMBDA] + [INVERSE_RATE] * has_leaves + [ALPHA]
    error = np.full(3, np.inf)
    error[full] = doubt(splits, best, full)
    n_sums = int(splits.has_sum.sum())
    why = ""
    near = np.abs(residuals)[np.abs(residuals) < MET]  # of the true settings, most are within a few roundings
    if len(near) < 0.5 * len(residuals) or (near < NEAR).mean() < 0.9:
        why = "no lambda, alpha and learning rate explain the file (settings that changed, clipped weights)"
    elif len(residuals) <= len(full) or n_sums < 2 or not np.isfinite(error[LAMBDA]):
        why = "too few splits for as many unknowns"
    if not has_leaves or np.isfinite(splits.rate):
        best[INVERSE_RATE], error[INVERSE_RATE] = 1 / splits.rate, 4e-7 / splits.rate
    return best, error, why


def from_sums(splits: Splits, free: list[int]) -> Floats:
    """A start: sums alone are linear in lambda, 1 / rate, alpha and, as a fourth unknown, lambda / rate."""
    up, left, right = splits.nodes[:, splits.has_sum]

    def balance(of_nodes: Floats) -> Any:
        return of_nodes[up] - of_nodes[left] - of_nodes[right]

    leaf = splits.weight * splits.scaled
    inner = splits.weight - leaf
    every = (balance(inner), balance(leaf * splits.H), balance(np.sign(splits.weight)), balance(leaf))
    unknowns = [*free, 3] if INVERSE_RATE in free else free
    columns = np.column_stack([every[unknown] for unknown in unknowns])
    known, size = -balance(inner * splits.H), np.abs(splits.weight * splits.H)
    unit = size[up] + size[left] + size[right] + TINIEST
    found, row = np.array([1.0, 1.0, 0.0]), 1 / unit
    for _ in range(5):  # rows that are far off count less each time
        width = np.linalg.norm(columns * row[:, None], axis=0) + TINIEST
        solution = np.linalg.lstsq(columns * row[:, None] / width, known * row, rcond=None)[0] / width
        off = np.abs(columns @ solution - known) / unit
        row = 1 / unit / (1 + off / (np.median(off) + ROUNDING)) if len(off) else row
    found[free] = solution[: len(free)]
    return np.asarray(np.clip(found, LEAST, 1e9))


def units_off(splits: Splits, at: Floats) -> Floats:
    """Residuals of the equations, in roundings."""
    _, of_sum, unit_of_sum, of_gain, unit_of_gain = splits.terms(at)
    sums = (of_sum / unit_of_sum)[splits.has_sum]
    return np.clip(np.concatenate((sums, of_gain / unit_of_gain)), -1e30, 1e30)


def least_squares_at(splits: Splits, start: Floats, free: list[int]) -> tuple[Floats, float]:
    """The point reached from a start, and the mean logarithm of what is off there: outliers weigh little."""
    from scipy.optimize import least_squares

    def point(z: Floats) -> Floats:
        found = start.copy()
        found[free] = z
        return found

    def off(z: Floats) -> Any:
        return units_off(splits, point(z))

    limits: dict[str, Any] = {"ftol": 1e-13, "xtol": 1e-13, "max_nfev": 60}  # the valley may be flat
    bounds = np.array(LEAST)[free], np.inf
    found = least_squares(
        off, start[free], bounds=bounds, loss="cauchy", f_scale=3.0, x_scale="jac", **limits
    )
    end = point(found.x)
    return end, float(np.mean(np.log1p((units_off(splits, end) / 3) ** 2)))


def doubt(splits: Splits, at: Floats, free: list[int]) -> Floats:
    """4 standard errors of the free unknowns, by the equations that hold; infinite where they say nothing."""
    from scipy.optimize import approx_fprime

    here, units = units_off(splits, at), np.maximum(1.0, at)
    units[ALPHA] = max(units[ALPHA], float(np.median(np.abs(splits.weight * splits.H))))
    slopes = np.atleast_2d(approx_fprime(at, partial(units_off, splits), 1e-6 * units)) * units
    scale = max(1.0, 1.5 * float(np.median(np.abs(here))))
    _, size, axes = np.linalg.svd(slopes[np.abs(here) < MET * scale][:, free], full_matrices=False)
    if len(size) < len(free) or size[-1] < 1e-9 * size[0] or not np.isfinite(size).all():
        return np.full(len(free), np.inf)
    return np.asarray(4 * scale * np.sqrt((axes**2 / size[:, None] ** 2).sum(axis=0)) * units[free])


def judged(model: OpenedModel, splits: Splits, at: Floats, error: Floats) -> Solved:
    """What is told: numbers with a small doubt, and G in splits both of whose equations hold."""
    A, of_sum, unit_of_sum, of_gain, unit_of_gain = splits.terms(at)
    weight = splits.weight * np.where(splits.scaled, at[INVERSE_RATE], 1.0)
    nodes, slack = splits.nodes, np.abs(weight) * error[LAMBDA] + error[ALPHA]
    slack += np.where(splits.scaled, np.abs(A) * error[INVERSE_RATE], 0)
    sum_holds = np.abs(of_sum) < MET * unit_of_sum + np.minimum(slack, 1e-4 * np.abs(A))[nodes].sum(axis=0)
    gain_holds = np.abs(of_gain) < MET * unit_of_gain + 1e-5 * splits.gain[nodes[0]]
    holds = splits.has_sum & sum_holds & gain_holds
    met = float(holds[splits.has_sum].mean()) if splits.has_sum.any() else 0.0
    same = np.ptp(weight[nodes], axis=0) <= 1e-6 * np.abs(weight[nodes[0]])  # clipped, all of them
    vouched = holds & ~same & ~splits.clipped[nodes].any(axis=0)
    told = np.zeros(len(A), bool)
    told[nodes[:, vouched]] = True
    told &= slack < 1e-3 * np.abs(A)
    G, off = np.where(told, -A, np.nan), np.where(told, slack + 8 * splits.rounding * np.abs(A), np.nan)
    by_tree = zip(*(np.split(values, splits.starts[1:-1]) for values in (G, splits.H, off)), strict=True)
    rate = 1 / at[INVERSE_RATE]
    settings = {
        "lambda": estimate(at[LAMBDA], error[LAMBDA]),
        "alpha": estimate(at[ALPHA], error[ALPHA]),
        "learning rate": estimate(rate, error[INVERSE_RATE] * rate**2),
    }
    notes = ["weights stop at one largest size: max_delta_step"] * bool(splits.clipped.any())
    sums = (completed(tree, NodeSums(*each)) for tree, each in zip(model.trees, by_tree, strict=True))
    return Solved(settings, met, tuple(sums), tuple(notes))


def estimate(value: float, error: float) -> Estimate:
    """The number, if it is known to a hundredth; what may be 0 is 0."""
    is_told = error < 0.01 * max(abs(value), 0.1)
    return Estimate(float(value) if value > error else 0.0, float(error)) if is_told else UNTOLD
