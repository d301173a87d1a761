"""What the stage of the lesson draws: a leaf act by act, from its rows to the gain. Pure."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from workbench.lessons.one_leaf.curves import (
    bowls,
    change_heights,
    groups_of,
    row_losses,
    rows_heights,
    sum_heights,
    true_curve,
    w_axis,
)
from workbench.lessons.one_leaf.derivation import ROUNDING, ShownLeaf
from workbench.lessons.one_leaf.leaf import (
    LeafRows,
    best_parting,
    best_weight,
    parting_order,
    true_change,
    true_minimum,
    two_leaves,
    uphill_of,
    weight,
)
from workbench.lessons.one_leaf.stage_formulas import lines_at, parting
from workbench.lessons.one_leaf.worked_leaves import at_raw

N_GRID = 241  # points of a curve
FAR, N_SHIFTS = 4.0, 33  # the raw prediction at which the last act ends, and how many there are on the way
ACTS = (
    ("its rows", "ℓ(y, F+w)"),
    ("their sum", "L"),
    ("slope, bend", "Gw + ½Hw²"),
    ("the penalty", "L + Ω"),
    ("two leaves", "L, R"),
    ("the gain", "L+R − one"),
    ("too sure", "H → 0"),
)
PARTED = (4, 5)  # the acts that need two rows
_DERIVATIVES = {
    "squared_error": ("F − y", "1"),
    "logistic": ("p − y", "p(1 − p)"),
    "huber": ("clip(F − y)", "1"),
}


@dataclass(frozen=True, eq=False)
class Drawn:
    """A leaf as the stage draws it: with the lambda, gamma and learning_rate of the screen.

    has_far: whether the last act is played, in which the same rows are foretold surely and wrongly.
    """

    leaf: LeafRows
    reg_lambda: float
    gamma: float
    rate: float
    has_far: bool = False

    @property
    def places(self) -> list[int]:
        """Rows on the left at which the leaf can be parted: between the groups that are drawn."""
        counts = [len(each) for each in groups_of(self.leaf)]
        return [int(each) for each in np.cumsum(counts)[:-1]]

    @property
    def acts(self) -> list[int]:
        """Which of the acts the leaf has."""
        found = [at for at in range(len(ACTS)) if at not in PARTED or len(self.leaf.y) > 1]
        return found if self.has_far else found[:-1]

    def hand(self) -> float:
        """Where w stands as long as nobody moves it, once it is told."""
        return weight(self.leaf, self.reg_lambda) if self.leaf.w is None else self.leaf.w


def record_of(drawn: Drawn) -> dict[str, Any]:
    """All that the stage shows whatever w is.

    best_place: where two leaves gain most under the leaf's own lambda; None where one row cannot be parted.
    bowls: axes for the parabolas of this cut, with the leaf's own lambda and with that of the screen.
    """
    leaf, places, axis = drawn.leaf, drawn.places, w_axis(drawn.leaf)
    best = best_parting(leaf, places, leaf.reg_lambda) if places else None
    both = (leaf.reg_lambda, drawn.reg_lambda)
    grid = np.linspace(*axis, N_GRID)
    groups = groups_of(leaf)
    means = np.array([row_losses(leaf, each, grid).mean(axis=0) for each in groups])
    counts = np.array([len(each) for each in groups], dtype=float)
    before = leaf.loss.loss(leaf.y, leaf.raw)
    change, total = true_curve(leaf, grid), counts @ means
    rows = rows_heights(means, np.array([before[each].mean() for each in groups]))
    return {
        "acts": [ACTS[at] for at in drawn.acts],
        "which": drawn.acts,
        "title": leaf.title,
        "n_rows": len(leaf.y),
        "rows": rows_record(leaf),
        "sums": sums_record(drawn),
        "axis": axis,
        "means": means.ravel(),
        "change": change,
        "heights": [
            rows,
            sum_heights(total, float(before.sum()), rows[0]),
            change_heights(leaf, grid, change),
        ],
        "bowls": None if best is None else bowls(leaf, [two_leaves(leaf, best, each) for each in both]),
        "places": places,
        "best_place": best,
        "parted": [parted_record(drawn, n_left) for n_left in places],
        "lines": lines_at(ShownLeaf(leaf, drawn.hand() + 0.0, drawn.reg_lambda, drawn.gamma)),
        "norm": leaf.norm,
        "far": far_record(leaf, drawn.reg_lambda) if drawn.has_far else None,
    }


def rows_record(leaf: LeafRows) -> dict[str, Any]:
    """The table: of each group how many rows, their mean target and raw prediction, their sums of g and h."""
    groups = groups_of(leaf)
    target = (leaf.y == leaf.k).astype(float) if leaf.raw.ndim > 1 else leaf.y.astype(float)
    has_p = len(groups) == len(leaf.y) and leaf.loss.name == "logistic"
    return {
        "n": [len(each) for each in groups],
        "y": [float(target[each].mean()) for each in groups],
        "F": [float(leaf.F[each].mean()) for each in groups],
        "p": [float((leaf.gradient + target)[each].mean()) for each in groups] if has_p else [],
        "g": [float(leaf.gradient[each].sum()) for each in groups],
        "h": [float(leaf.hessian[each].sum()) for each in groups],
        "heads": list(_DERIVATIVES.get(leaf.loss.name, ("", ""))),
    }


def sums_record(drawn: Drawn) -> dict[str, Any]:
    """The leaf in numbers. best: w*; promised, change: what parabola and truth say of it, both with penalty;
    lowest: where the truth is lowest, None for nowhere; free_lowest: that without a penalty; pulls: how much
    its rows pull there to either side; can: by how much it can fall, and at which w."""
    leaf, reg_lambda = drawn.leaf, drawn.reg_lambda
    shown = ShownLeaf(leaf, 0.0, reg_lambda, drawn.gamma)
    reached = best_weight(leaf, reg_lambda)
    free = true_minimum(replace(leaf, reg_alpha=0.0), 0.0)
    return {
        "G": shown.G,
        "H": leaf.H,
        "alpha": leaf.reg_alpha,
        "lambda": reg_lambda,
        "gamma": drawn.gamma,
        "rate": drawn.rate,
        "L0": shown.loss_before,
        "best": shown.best,
        "hand": drawn.hand(),
        "depth": shown.depth,
        "change": true_change(leaf, shown.best, reg_lambda),
        "lowest": true_minimum(leaf, reg_lambda),
        "free_lowest": free,
        "pulls": None if free is None else uphill_of(leaf, free),
        "can": [reached, -true_change(leaf, reached, reg_lambda)],
    }


def parted_record(drawn: Drawn, n_left: int) -> dict[str, Any]:
    """Both leaves of a cut: sums, weights and depths of the left and the right one, and the gain."""
    two = two_leaves(drawn.leaf, n_left, drawn.reg_lambda, drawn.gamma)
    sides = {"G": two.G, "H": two.H, "w": two.weight, "depth": two.depth}
    gain = 0.0 if abs(two.gain) <= ROUNDING * float(two.depth.sum()) else two.gain
    return {**{name: each[1:].tolist() for name, each in sides.items()}, "gain": gain, **parting(two)}


def far_record(leaf: LeafRows, reg_lambda: float) -> dict[str, Any]:
    """The same rows on the way from their raw prediction to F = 4, without a penalty.

    shift: the raw predictions on the way; G, H: the sums there; g, h: of each row, one after another. At the
    end: axis, heights, w*, what is promised, and what the truth is; held: w* with the lambda of the screen.
    total: the loss of all rows over raw predictions in reach.
    """
    start = float(leaf.F[0])
    shifts = np.linspace(start, FAR, N_SHIFTS)
    way = [at_raw(replace(leaf, reg_lambda=0.0), float(each)) for each in shifts]
    end, order = way[-1], parting_order(leaf)
    best = weight(end, 0.0)
    low, high = 1.3 * best, -0.35 * best
    grid = np.linspace(start + low, FAR + high, 2 * N_GRID)
    curve = at_raw(leaf, 0.0)
    total = row_losses(curve, np.arange(len(leaf.y)), grid).sum(axis=0)
    change = true_change(end, best)
    promised = 0.5 * end.G * best
    return {
        "shift": shifts.tolist(),
        "G": [each.G for each in way],
        "H": [each.H for each in way],
        "g": np.array([each.gradient[order] for each in way]).T.ravel(),
        "h": np.array([each.hessian[order] for each in way]).T.ravel(),
        "lines": lines_at(ShownLeaf(end, best, 0.0, leaf.gamma))["3"][1:],
        "axis": [low, high],
        "heights": [1.3 * promised, 1.35 * change],
        "reach": [float(grid[0]), float(grid[-1])],
        "total": total,
        "best": best,
        "held": weight(end, reg_lambda),
        "promised": promised,
        "change": change,
        "L0": float(end.loss.loss(end.y, end.raw).sum()),
    }
