"""What a split is worth: statistics of the rows, and the score of a sum of them.

A criterion gives each row a few statistics. A node's score is a function of their sums, and the gain of a
cut is score(left) + score(right) - score(parent). The split search knows nothing more about a criterion:
SecondOrder, the criterion of boosting, is here; those of single trees, squared error, Gini and entropy, are
in gbtlib.cart.

Statistics are summed in fixed point, as integers times a power of two. Integer sums are exact, so they do
not depend on the order of the rows, and every number that is shown is the same from run to run.
"""

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.candidates import Candidates
from gbtlib.core.tree import Tree
from gbtlib.loops.growing import noise_of
from gbtlib.loops.records import BETWEEN, BOUNDED, NO_NOISE, ROW, SECOND_ORDER, Formula, Noise
from gbtlib.loops.stack import read_only

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Rows = NDArray[np.intp]
Sums = tuple[int, ...]  # of some rows: their number, and the sum of every statistic in fixed point

MAX_EXPONENT = 1000  # keeps the unit 2**-1000 far above the smallest float


def fixed_point(values: Floats) -> tuple[Integers, float]:
    """Write values as integers times a unit, a power of two: values = integers * unit.

    The unit is chosen so that the sum of any subset fits into 62 bits; rounding costs each value at most
    half a unit, which is max(|values|) * n / 2**61 or less.
    """
    top = float(np.abs(values).max(initial=0.0)) * len(values)
    exponent = min(61 - int(np.frexp(top)[1]), MAX_EXPONENT)
    return np.rint(values * 2.0**exponent).astype(np.int64), 2.0**-exponent


class Criterion(ABC):
    """What the split search and the grower ask of a criterion.

    Sums are those of some rows: (1 + n_statistics,) or (1 + n_statistics, n), their number first.

    statistics: (n, n_samples) integers; one less than there are sums where the last counts the rows.
    formula: the score of sums, in fixed-point units; times `unit` it is in true units, and never negative.
    weights: the sums from this one on make the weight of rows, which min_child_weight limits: times
    weight_unit it is true. needs_positive_weight: whether a side may weigh nothing, and has no score then.
    record: what a list of candidates is. noise: what rounding of the rows' numbers can make of nothing.
    """

    record: type[Candidates] = Candidates
    statistics: Integers
    n_statistics: int
    formula: Formula
    unit: float
    weights: int
    weight_unit: float
    needs_positive_weight: bool
    noise: Noise = NO_NOISE

    def totals(self, rows: Rows) -> Sums:
        """The sums over some rows."""
        sums = [int(statistic.take(rows).sum()) for statistic in self.statistics]
        return (len(rows), *sums, *[len(rows)] * (self.n_statistics - len(sums)))

    def left_out(self, totals: Sums) -> float:
        """The score of a node, in the true unit, where those of its cuts are measured from there; else 0."""
        return 0.0

    def noise_of(self, rows: Rows) -> float:
        """What the noise is in the node with these rows, a score in fixed-point units."""
        return float(noise_of(tuple(self.noise), rows)) if self.noise.most > 0 else 0.0

    @abstractmethod
    def node_values(self, sums: Integers) -> dict[str, NDArray[Any]]:
        """What a tree tells of its nodes, from their sums (1 + n_statistics, n_nodes)."""

    @abstractmethod
    def side_values(self, sums: Integers) -> tuple[NDArray[Any], ...]:
        """What a list of candidates tells of one side of its cuts: G, H, and more where there is more."""

    def finished(self, tree: Tree, leaf: Rows) -> Tree:
        """The tree with what can be told only when it is grown. leaf: of each row; -1 for rows left out."""
        return tree


class SecondOrder(Criterion):
    """The second-order criterion of gradient boosting: score 1/2 T(G)^2 / (H + lambda).

    G and H are the sums of gradient and hessian over the rows of a node, T shrinks G towards zero by
    reg_alpha (soft threshold; T(G) = G for reg_alpha 0). The leaf weight -T(G) / (H + lambda) minimises
    G w + 1/2 (H + lambda) w^2 + alpha |w|, and the score is what it gains over w = 0.

    Source: T. Chen and C. Guestrin, "XGBoost: a scalable tree boosting system", KDD 2016, equations 5 to 7.

    Without lambda and alpha a cut is worth how far apart both sides' weights are, and a node nothing: the
    same gain, and no small difference of large scores where all gradients of a node are large.

    gradient, hessian: (n_samples,), already times the sample weight.
    """

    n_statistics, weights = 2, 2

    def __init__(
        self, gradient: Floats, hessian: Floats, *, reg_lambda: float = 1.0, reg_alpha: float = 0.0
    ) -> None:
        self.reg_lambda, self.reg_alpha = reg_lambda, reg_alpha
        integers, self._unit_g = fixed_point(gradient)
        # A hessian that is the same in every row is a row count: one array less to sum.
        hessian_is_count = len(hessian) > 0 and hessian[0] > 0 and bool((hessian == hessian[0]).all())
        if hessian_is_count:
            self.statistics, self.weight_unit = integers[np.newaxis], float(hessian[0])
        else:
            integers_h, self.weight_unit = fixed_point(hessian)
            self.statistics = np.stack((integers, integers_h))
        # Without lambda a score needs a positive H; with it, an empty H is harmless.
        self.needs_positive_weight = reg_lambda == 0 and not hessian_is_count
        # Scores are computed in fixed-point units and scaled once per split, not once per candidate.
        self.unit = 0.5 * self._unit_g * (self._unit_g / self.weight_unit)
        self.formula = Formula(
            kind=SECOND_ORDER,
            reg_lambda=reg_lambda / self.weight_unit,
            reg_alpha=reg_alpha / self._unit_g,
            least=0.5 if self.needs_positive_weight else -np.inf,
            unit_g=self._unit_g,
            unit_h=self.weight_unit,
            true_lambda=float(reg_lambda),
            true_alpha=float(reg_alpha),
        )
        if reg_lambda == 0 and reg_alpha == 0:
            self.formula = self.formula._replace(kind=BETWEEN)
            ratio = np.divide(gradient, hessian, out=np.zeros(len(gradient)), where=hessian > 0)
            self.noise = self.noise_around(ratio, hessian)

    def noise_around(self, y: Floats, weight: Floats, mean: float = 0.0, *, of_target: bool = False) -> Noise:
        """What rounding of y (n_samples,) may make of nothing, see Noise."""
        unit_h = self.weight_unit if len(self.statistics) > 1 else 0.0
        rows = read_only(y, np.float64), read_only(weight, np.float64)
        self.noise = Noise(*rows, mean, self._unit_g, unit_h, self.unit, np.inf, of_target)
        return self.noise._replace(most=self.noise_of(np.arange(len(y), dtype=ROW)))

    def left_out(self, totals: Sums) -> float:
        G, H = totals[1] * self._unit_g, totals[2] * self.weight_unit
        return 0.5 * G * G / H if self.formula.kind == BETWEEN and H > 0 else 0.0

    def node_values(self, sums: Integers) -> dict[str, NDArray[Any]]:
        G, H = self.side_values(sums)
        return {"G": G, "H": H, "weight": self.leaf_weight(G, H)}

    def bounded(self, lowest: float, highest: float, directions: Integers) -> Formula:
        """The formula where leaf weights are bounded, see gbtlib.loops.bounded; bounds in their true unit."""
        unit = self._unit_g / self.weight_unit
        lowest, highest = float(lowest) / unit, float(highest) / unit
        return self.formula._replace(kind=BOUNDED, lowest=lowest, highest=highest, directions=directions)

    def side_values(self, sums: Integers) -> tuple[Floats, Floats]:
        """G and H in their true units, from sums (3, n)."""
        return sums[1] * self._unit_g, sums[2] * self.weight_unit

    def leaf_weight(self, G: Floats, H: Floats) -> Floats:
        """The optimal leaf weight w* = -T(G) / (H + lambda); 0 where H + lambda is 0."""
        if self.reg_alpha:
            G = soft_threshold(G, self.reg_alpha)
        denominator = H + self.reg_lambda
        weight = np.zeros_like(G)
        np.divide(-G, denominator, out=weight, where=denominator > 0)
        return weight + 0.0  # -0.0 reads badly on a page


def soft_threshold(G: Any, alpha: float) -> Any:
    """G moved towards zero by alpha, and 0 where |G| <= alpha: what an L1 penalty does to a gradient sum."""
    return np.sign(G) * np.maximum(np.abs(G) - alpha, 0.0)
