"""The gain of a cut and the weights of its leaves, with all the numbers in them. Pure, without streamlit.

gain = 1/2 [T(GL)^2/(HL+lambda) + T(GR)^2/(HR+lambda) - T(G)^2/(H+lambda)] - gamma and w* = -T(G)/(H+lambda),
where T moves a sum towards zero by alpha (T(G) = G for alpha 0).
Source: T. Chen and C. Guestrin, "XGBoost: a scalable tree boosting system", KDD 2016, equations 5 to 7.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor, log10

import numpy as np
from numpy.typing import NDArray

from gbtlib import BoostingParams, Candidates, Tree
from gbtlib.core.boosting import Round, column
from gbtlib.core.criteria import soft_threshold
from gbtlib.estimators.boosting import GradientBoosting
from workbench.gains.named_candidates import NamedCandidates
from workbench.text.grammar import how_many
from workbench.text.numbers import ROUNDING, beside
from workbench.text.questions import sent_left

ADDENDS = 5  # rows at most whose gradients are written out
HIGHEST = 1e9  # lambda and gamma that can be tried
MOST_LAMBDA = 100.0  # as a setting; a node of thousands of rows would need thousands to mind
DIGITS = 4
Floats = NDArray[np.float64]
Tried = tuple[float | None, float | None]  # lambda and gamma that the reader tries, None for the fitted one
NAMES = {"left": "L", "right": "R", "node": ""}


@dataclass(frozen=True)
class FormulaPart:
    """The left side, the right side or the node itself.

    T: G moved towards zero by alpha. score: T^2/(H+lambda), without the 1/2. weight: -T/(H+lambda).
    step: learning_rate times weight. where: what is true of its rows. made_of: how G, H and T come about.
    is_balanced: whether its gradients cancel, so that what is left of G is rounding.
    """

    side: str
    where: str
    n_rows: int
    G: float
    H: float
    T: float
    score: float
    weight: float
    step: float
    made_of: dict[str, str]
    is_balanced: bool

    @property
    def letter(self) -> str:
        return NAMES[self.side]

    @property
    def read(self) -> tuple[float, float, float]:
        """T, weight and step as they are read: 0 where only rounding is left of them."""
        return (0.0, 0.0, 0.0) if self.is_balanced else (self.T + 0.0, self.weight + 0.0, self.step + 0.0)


@dataclass(frozen=True)
class Knob:
    """A number that can be tried: as it is now, as it was fitted, and its range from 0."""

    now: float
    fitted: float
    high: float
    step: float


@dataclass(frozen=True)
class FormulaView:
    """The formula of a cut, or of a leaf alone (left and right are None, and so is gain).

    fitted_gain: the gain at the fitted lambda and gamma. exact: the arithmetic with every digit.
    """

    node: FormulaPart
    left: FormulaPart | None
    right: FormulaPart | None
    gain: float | None
    fitted_gain: float | None
    reg_alpha: float
    learning_rate: float
    reg_lambda: Knob
    gamma: Knob
    is_leaf: bool
    exact: tuple[str, ...]

    @property
    def is_what_if(self) -> bool:
        """Whether lambda or gamma is another than was fitted."""
        return any(knob.now != knob.fitted for knob in (self.reg_lambda, self.gamma))

    @property
    def parts(self) -> tuple[FormulaPart, ...]:
        """Left, right, node; or the node alone."""
        return tuple(part for part in (self.left, self.right, self.node) if part is not None)


@dataclass(frozen=True)
class RoundNode:
    """A node of tree k of a round, 1 to the last."""

    model: GradientBoosting
    number: int
    index: int
    k: int = 0

    @property
    def round(self) -> Round:
        """The round."""
        return self.model.trace_[self.number - 1]

    @property
    def tree(self) -> Tree:
        """The tree that it is of."""
        return self.round.trees[self.k]

    @cached_property
    def rows(self) -> NDArray[np.intp]:
        """The rows in it."""
        return self.round.rows_in(self.index, self.k)

    @cached_property
    def slopes(self) -> tuple[Floats, Floats]:
        """Gradients and hessians of its rows."""
        return column(self.round.gradient, self.k)[self.rows], column(self.round.hessian, self.k)[self.rows]


def formula_at(
    node: RoundNode,
    candidates: Candidates,
    position: int | None,
    names: Sequence[str],
    tried: Tried = (None, None),
) -> FormulaView:
    """The formula at a candidate of a node, by its position; None: of the node as a leaf.

    The candidates' sums do not depend on lambda and gamma, so candidates of any will do.
    """
    params, tree = node.model.params_, node.tree
    penalty = params.reg_lambda if tried[0] is None else tried[0]
    price = params.gamma if tried[1] is None else tried[1]
    make = Maker(penalty, params)
    whole = make.part(
        "node", "in the node", *node.slopes, float(tree.G[node.index]), float(tree.H[node.index])
    )
    saved = saved_by(candidates, (whole.G, whole.H), params)
    left = right = gain = fitted = None
    if position is not None:
        left, right = make.sides(node, candidates, position, names)
        gain = 0.5 * (left.score + right.score - whole.score) - price
        fitted = float(saved[position]) - params.gamma
    return FormulaView(
        node=whole,
        left=left,
        right=right,
        gain=gain,
        fitted_gain=fitted,
        reg_alpha=params.reg_alpha,
        learning_rate=params.learning_rate,
        reg_lambda=knob(penalty, params.reg_lambda, lambda_reach(left, right, whole)),
        gamma=knob(price, params.gamma, 1.2 * float(saved.max(initial=0.0))),
        is_leaf=bool(tree.is_leaf[node.index]),
        exact=exact_lines(left, right, whole, penalty, price, params),
    )


def score_of(G: float, H: float, reg_lambda: float, reg_alpha: float) -> float:
    """T(G)^2 / (H + lambda); 0 where H + lambda is 0."""
    T = float(soft_threshold(G, reg_alpha)) if reg_alpha else G
    return T * T / (H + reg_lambda) if H + reg_lambda > 0 else 0.0


def lambda_reach(left: FormulaPart | None, right: FormulaPart | None, node: FormulaPart) -> float:
    """The lambda that halves what the cut saves without one, or a leaf; from 1 to MOST_LAMBDA."""
    most = min(max(1.0, node.H), MOST_LAMBDA)
    if left is None or right is None:
        return most

    def saved(reg_lambda: float) -> float:
        scores = [score_of(part.T, part.H, reg_lambda, 0.0) for part in (left, right, node)]
        return scores[0] + scores[1] - scores[2]

    reach = 1.0
    while reach < most and saved(reach) > 0.5 * saved(0.0):
        reach *= 2
    return min(reach, most)


def saved_by(candidates: Candidates, node: tuple[float, float], params: BoostingParams) -> Floats:
    """What each of the candidates saves at the fitted lambda, before gamma. node: G and H of the node."""
    sums = (candidates.GL, candidates.HL), (candidates.GR, candidates.HR), node
    scores = []
    for G, H in sums:
        T, below = soft_threshold(np.asarray(G), params.reg_alpha), np.asarray(H) + params.reg_lambda
        scores.append(np.divide(T * T, below, out=np.zeros_like(T), where=below > 0))
    left, right, whole = scores
    return np.asarray(0.5 * (left + right - whole))


class Maker:
    """Makes the parts of a formula for one lambda."""

    def __init__(self, reg_lambda: float, params: BoostingParams) -> None:
        self.reg_lambda, self.reg_alpha = reg_lambda, params.reg_alpha
        self.learning_rate = params.learning_rate

    def sides(
        self, node: RoundNode, candidates: Candidates, i: int, names: Sequence[str]
    ) -> tuple[FormulaPart, FormulaPart]:
        """The left and the right side of candidate i of a node."""
        place, (g, h) = NamedCandidates(candidates, names), node.slopes
        x = node.model.columns_.values[candidates.feature[i]][node.rows]
        goes_left = sent_left(x, float(place.x[i]), bool(candidates.default_left[i]), place.sides(i))
        sums = [float(getattr(candidates, name)[i]) for name in ("GL", "HL", "GR", "HR")]
        return (
            self.part("left", f"with {place.cut(i)}", g[goes_left], h[goes_left], *sums[:2]),
            self.part("right", f"with {place.otherwise(i)}", g[~goes_left], h[~goes_left], *sums[2:]),
        )

    def part(self, side: str, where: str, g: Floats, h: Floats, G: float, H: float) -> FormulaPart:
        """A part from the gradients and hessians of its rows, and their sums."""
        T = float(soft_threshold(G, self.reg_alpha)) if self.reg_alpha else G
        weight = (0.0 - T) / (H + self.reg_lambda) if H + self.reg_lambda > 0 else 0.0
        letter, rows = NAMES[side], f"{how_many(len(g), 'row')} {where}"
        made_of = {
            "G": f"G{letter} is the sum of the gradients g of the {rows}: {addition(g, G)}",
            "H": f"H{letter} is the sum of the hessians h of the {rows}: {addition(h, H)}",
        }
        if self.reg_alpha:
            made_of["T"] = (
                f"T(G{letter}) is G{letter} moved towards 0 by α = {show(self.reg_alpha)}: "
                f"{show(G)} becomes {show(T)}"
            )
        return FormulaPart(
            side=side,
            where=where,
            n_rows=len(g),
            G=G,
            H=H,
            T=T,
            score=score_of(G, H, self.reg_lambda, self.reg_alpha),
            weight=weight,
            step=self.learning_rate * weight,
            made_of=made_of,
            is_balanced=is_rounding(G, g),
        )


def is_rounding(total: float, values: Floats) -> bool:
    """Whether a sum is 0 but for the rounding of its addends."""
    return abs(total) <= max(1e-13 * float(np.abs(values).sum()), ROUNDING * len(values))


def show(value: float) -> str:
    """A number of the formula: four significant digits."""
    return beside(value, DIGITS)


def addition(values: Floats, total: float) -> str:
    """A sum with its first and its last addends: 0.5 + 0.25 − 1 = −0.25."""
    result = "0" if is_rounding(total, values) else show(total)
    values = np.where(np.abs(values) <= ROUNDING, 0.0, values)
    if len(values) < 2:
        return result
    if len(values) > 2 and (values == values[0]).all():
        return f"{len(values):,} · {show(float(values[0]))} = {result}"
    some = values if len(values) <= ADDENDS else values[: ADDENDS - 2]
    text = show(float(some[0])) + "".join(signed(float(value)) for value in some[1:])
    if len(values) > ADDENDS:
        text += f" + …{signed(float(values[-1]))}"
    return f"{text} = {result}"


def signed(value: float) -> str:
    """A number with its sign, as it stands in a sum."""
    return f" − {show(-value)}" if value < 0 else f" + {show(value)}"


def knob(now: float, fitted: float, reach: float) -> Knob:
    """A slider from 0 to a round number that reaches far enough; one of its steps is the fitted value."""
    high = min(rounded_up(max(reach, 2 * fitted, 1e-6)), HIGHEST)
    high = max(high, now, fitted)
    step = rounded_up(high / 400)
    if fitted:
        step = fitted / ceil(fitted / step)
    return Knob(now, fitted, high, step)


def rounded_up(value: float) -> float:
    """The next of 1, 2, 5, 10, 20, ... (or 0.5, 0.2, ...)."""
    power = 10.0 ** floor(log10(value))
    return float(
        f"{next(factor for factor in (1, 2, 5, 10) if factor * power >= value * (1 - 1e-9)) * power:.6g}"
    )


def exact_lines(
    left: FormulaPart | None,
    right: FormulaPart | None,
    node: FormulaPart,
    penalty: float,
    price: float,
    params: BoostingParams,
) -> tuple[str, ...]:
    """The arithmetic with every digit, each line an equation that Python can check."""
    lines = []
    parts = [part for part in (left, right, node) if part is not None]
    scores = [f"({part.T!r})**2 / ({part.H!r} + {penalty!r})" for part in parts]
    if left is not None and right is not None:
        gain = 0.5 * (left.score + right.score - node.score) - price
        lines.append(f"gain = 0.5 * ({scores[0]} + {scores[1]} - {scores[2]}) - {price!r} = {gain!r}")
    for part in parts:
        name = f"w_{part.side}" if left is not None else "w"
        lines.append(f"{name} = -({part.T!r}) / ({part.H!r} + {penalty!r}) = {part.weight!r}")
    if params.reg_alpha:
        for part in parts:
            sign = "-" if part.G > 0 else "+"
            lines.append(
                f"T(G{part.letter}) = {part.G!r} {sign} {params.reg_alpha!r}, or 0 beyond = {part.T!r}"
            )
    return tuple(lines)
