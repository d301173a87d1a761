"""What every split of a model says of lambda and the learning rate eta: a line in the plane of both. Pure.

Of XGBoost: a node tells w = -G / (H + lambda), a leaf eta w. With t = 1 / eta the sum G = G_left + G_right of
a split is c0 + c1 lambda + c2 t + c3 lambda t = 0, a hyperbola. Of LightGBM eta stands in the file, and each
gain tells lambda, to the digits that the file has. An alpha adds sign(w) alpha to every node: the lines are
drawn at the alpha that was solved for, and while few are heard it leaves more of both open.

The plane goes from 0 to infinity along both axes, x = lambda / (lambda + 3) and y = (t - 1) / (t + 7), so
that no axis tells of an answer; hyperbolas stay that.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.handover import OpenedModel
from gbtlib.handover.solve_xgboost import splits_of
from gbtlib.handover.solved import Solved, gains_at, gradients_of

Floats = NDArray[np.float64]
HALF_LAMBDA, HALF_INVERSE = 3.0, 8.0  # in the middle of the axes, the latter beyond 1
FIRST = 5  # witnesses that cross squarely are heard first
COUNTS = (1, 2, 3, 5, 10, 30, 90)  # heard one step after another, then all
DIGITS = 0.5e-5  # relative: what a gain of six digits may be off by
ERRORS = 4  # standard errors in a doubt, as the solvers have it
STEPS_OF_LINE = 49
OTHER_ALPHAS = (0.1, 1.0, 10.0)  # at which a line is drawn, too, where no alpha is told
BLUNT = 1.0  # a gain that leaves lambda open further than this is no witness


@dataclass(frozen=True)
class Witnesses:
    """The splits that say something, in the order of hearing.

    tree, node: of each. line: (n, 4) coefficients c0 to c3 of 1, lambda, t and lambda t. off, slope: (n,) and
    (n, 3), the residual of the equation at the solved point and what it changes by with lambda, t and alpha,
    in units of what the file's digits leave open; NaN where nothing was solved for. width: units of a doubt.
    others: (m, 4) the line of the first at OTHER_ALPHAS, where alpha is not told; none elsewhere.
    """

    tree: NDArray[np.intp]
    node: NDArray[np.intp]
    line: Floats
    off: Floats
    slope: Floats
    width: float
    rate_in_file: bool
    others: Floats = field(default_factory=lambda: np.zeros((0, 4)))

    def __len__(self) -> int:
        return len(self.tree)

    @property
    def counts(self) -> list[int]:
        """How many are heard after each step."""
        return [count for count in COUNTS if count < len(self)] + [len(self)] * (len(self) > 0)

    def at(self, order: NDArray[np.intp]) -> Witnesses:
        """Some of them, in this order."""
        names = ("tree", "node", "line", "off", "slope")
        return replace(self, **{name: getattr(self, name)[order] for name in names})


def across(value: Any) -> Any:
    """Where lambda stands in the plane, 0 to 1."""
    return value / (value + HALF_LAMBDA)


def up(inverse: Any) -> Any:
    """Where 1 / eta stands, 0 at eta 1."""
    return (inverse - 1) / (inverse - 1 + HALF_INVERSE)


def witnesses_of(model: OpenedModel, solved: Solved) -> Witnesses:
    """All witnesses; none where the file itself has the settings and nothing to check them by."""
    if model.library == "xgboost":
        return heard_in_turn(of_sums(model, solved), solved)
    return heard_in_turn(of_gains(model, solved), solved) if model.library == "lightgbm" else nobody()


def nobody() -> Witnesses:
    none = np.zeros(0, np.intp)
    return Witnesses(none, none, np.zeros((0, 4)), np.zeros(0), np.zeros((0, 3)), 1.0, True)


def point_of(solved: Solved) -> tuple[float, float, float]:
    """lambda, 1 / eta and alpha, NaN where not told; an alpha that is not told is drawn as 0."""
    found = solved.settings
    alpha = found["alpha"].value if found["alpha"].is_told else 0.0
    return found["lambda"].value, 1 / found["learning rate"].value, alpha


def of_sums(model: OpenedModel, solved: Solved) -> Witnesses:
    """Of an XGBoost model: the splits whose sums hold, none of whose weights was stopped."""
    splits = splits_of(model, False)
    nodes = splits.nodes
    kept = np.isfinite(splits.weight * splits.H)[nodes].all(axis=0) & splits.has_sum
    kept &= ~splits.clipped[nodes].any(axis=0)
    nodes = nodes[:, kept]
    *point, alpha = point_of(solved)
    weight, H, leaf = splits.weight[nodes], splits.H[nodes], splits.scaled[nodes]
    sign = np.array([[1.0], [-1.0], [-1.0]])
    columns = [
        ((~leaf * weight * H + np.sign(weight) * alpha) * sign).sum(axis=0),
        (~leaf * weight * sign).sum(axis=0),
        (leaf * weight * H * sign).sum(axis=0),
        (leaf * weight * sign).sum(axis=0),
    ]
    here = np.array([*point, alpha])
    _, of_sum, unit, *_ = splits.terms(here)
    slope = np.array([(splits.terms(here + step)[1] - of_sum)[kept] / unit[kept] for step in np.eye(3)]).T
    tree = np.searchsorted(splits.starts, nodes[0], side="right") - 1
    off = (of_sum / unit)[kept]
    line = np.column_stack(columns)
    others = np.repeat(line[: 0 if solved.settings["alpha"].is_told else 1], len(OTHER_ALPHAS), axis=0)
    others[:, 0] += (sign * np.sign(weight)).sum(axis=0)[:1] * OTHER_ALPHAS[: len(others)]
    return Witnesses(tree, nodes[0] - splits.starts[tree], line, off, slope, ERRORS, not leaf.any(), others)


def of_gains(model: OpenedModel, solved: Solved) -> Witnesses:
    """Of a LightGBM model: the lambda nearest to the file's at which a gain is that of the leaves.

    The first trees, with the average in their leaves, and splits below categories say nothing here.
    """
    found: list[tuple[int, int, float, float]] = []
    reg_lambda, _, alpha = point_of(solved)
    for k, tree in enumerate(model.trees):
        if k < model.n_outputs or tree.categories or not np.isfinite(reg_lambda) or not len(tree.splits):
            continue
        weight = tree.leaf_value / tree.shrinkage
        gains = []
        for at in reg_lambda + np.array([-1e-4, 0.0, 1e-4]) * (1 + reg_lambda):
            G = tree.sums(gradients_of(weight, tree.cover, at, alpha))
            gains.append(gains_at(tree, G, at, at, alpha)[tree.splits])
        slope = (gains[2] - gains[0]) / (2e-4 * (1 + reg_lambda))
        told = tree.gain[tree.splits]
        with np.errstate(all="ignore"):
            places, open_by = (told - gains[1]) / slope, DIGITS * told / np.abs(slope)
        for node, by, left_open in zip(tree.splits, places, open_by, strict=True):
            if left_open < BLUNT and abs(by) < 60 * left_open:
                found.append((k, int(node), reg_lambda + by, left_open))
    table = np.array(found).reshape(-1, 4)
    tree_at, node_at, place, left_open = table.T
    line = np.column_stack((-place, np.ones(len(table)), np.zeros((len(table), 2))))
    off, slope = (reg_lambda - place) / left_open, np.column_stack((1 / left_open, 0 * place, 0 * place))
    return Witnesses(tree_at.astype(np.intp), node_at.astype(np.intp), line, off, slope, 1.0, True)


def heard_in_turn(found: Witnesses, solved: Solved) -> Witnesses:
    """The same: first some that cross each other squarely in the plane, then the others as in the file."""
    reg_lambda, inverse, _ = point_of(solved)
    if not np.isfinite(reg_lambda * inverse) or len(found) < 2 or found.rate_in_file:
        return found
    wide = np.array(
        [(reg_lambda + HALF_LAMBDA) ** 2 / HALF_LAMBDA, (inverse - 1 + HALF_INVERSE) ** 2 / HALF_INVERSE]
    )
    steep = found.slope[:, :2] * wide
    angle = np.arctan2(steep[:, 1], steep[:, 0]) % np.pi
    slanted = np.flatnonzero(np.abs(np.sin(2 * angle)) > 0.3)
    first, size = [int(slanted[0]) if len(slanted) else 0], 0.15 * np.log10(np.linalg.norm(steep, axis=1))
    while len(first) < min(FIRST, len(found)):
        square = np.abs(np.sin(angle[:, None] - angle[first])).min(axis=1) + size
        square[first] = -np.inf
        first.append(int(square.argmax()))
    return found.at(np.array(first + [k for k in range(len(found)) if k not in first]))


def doubts(found: Witnesses, solved: Solved) -> list[dict[str, Any] | None]:
    """After each step how far lambda and 1 / eta may be off by the sums heard, and where they then are.

    at: beside the solved point. error: of both, and of an alpha that is not 0. together: the correlation of
    both. None where they are still open; in the end the solver's own doubt, by all equations.
    """
    steps: list[dict[str, Any] | None] = []
    own = [solved.settings[name] for name in ("lambda", "learning rate", "alpha")]
    if not all(each.is_told for each in own[:2]):
        return [None] * len(found.counts)
    last = np.array([own[0].error, own[1].error / own[1].value ** 2, own[2].error])
    n_drawn = 3 if has_alpha(solved) else 2
    free = [0] if found.rate_in_file else [*range(n_drawn)]
    for count in found.counts:
        slope, off = found.slope[:count, free], found.off[:count]
        if np.linalg.matrix_rank(slope / np.linalg.norm(slope, axis=0)) < len(free):
            steps.append(None)
            continue
        by = np.linalg.lstsq(slope, -off, rcond=None)[0]
        scale = max(1.0, 1.5 * float(np.median(np.abs(off + slope @ by))))
        covariance = np.linalg.inv(slope.T @ slope) * (scale * found.width) ** 2
        at, error, together = np.zeros(3), last.copy(), 0.0
        at[free], error[free] = by, np.sqrt(np.diag(covariance))
        if len(free) > 1:
            together = float(covariance[0, 1] / error[:2].prod())
        drawn = {"at": at[:n_drawn].tolist(), "error": error[:n_drawn].tolist()}
        steps.append(drawn | {"together": together})
    if steps and steps[-1] is not None and last[0] > 0:
        steps[-1] |= {"at": [0.0] * n_drawn, "error": last[:n_drawn].tolist()}
    return steps


def has_alpha(solved: Solved) -> bool:
    """Whether an alpha is told that is not 0."""
    alpha = solved.settings["alpha"]
    return alpha.is_told and alpha.value > alpha.error


def drawn_lines(line: Floats) -> list[NDArray[np.float32]]:
    """Lines in the plane as places (x, y), flat, with NaN where one ends; each between 0 and 1."""
    return [drawn_line(each).ravel().astype(np.float32) for each in line]


def drawn_line(line: Floats) -> Floats:
    """One: by x where it is flat, by y where it is steep, on both sides of where it leaves the plane."""
    along = np.append(np.linspace(0, 1, STEPS_OF_LINE)[:-1], (0.99, 0.998))
    reg_lambda, inverse = HALF_LAMBDA * along / (1 - along), 1 + HALF_INVERSE * along / (1 - along)
    c0, c1, c2, c3 = line / np.abs(line).max()
    with np.errstate(all="ignore"):
        t = -(c0 + c1 * reg_lambda) / (c2 + c3 * reg_lambda)
        of_lambda = -(c0 + c2 * inverse) / (c1 + c3 * inverse)
        places = np.vstack((np.column_stack((along, up(t))), np.column_stack((across(of_lambda), along))))
        values = np.concatenate((reg_lambda, of_lambda)), np.concatenate((t, inverse))
        inside = (values[0] >= 0) & (values[1] >= 1) & np.isfinite(places).all(axis=1)
        beyond = c2 + c3 * values[0] > 0
    way = 1 if c0 * c3 > c1 * c2 else -1  # whether t rises with lambda, on both sides
    parts = []
    for side in (False, True):
        part = places[inside & (beyond == side)]
        if len(part) > 1:
            parts += [part[np.lexsort((way * part[:, 1], part[:, 0]))], np.full((1, 2), np.nan)]
    return np.vstack(parts) if parts else np.zeros((0, 2))
