"""What two leaves gain over one: three parabolas, and by how much lower the two end together. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.criteria import soft_threshold
from workbench.charts.axes import padded, within
from workbench.charts.colours import CHOSEN, MODEL, OTHER
from workbench.charts.panels import DASHED, SOLID, Label, Line, Panel, floats
from workbench.lessons.one_leaf.leaf import LeafRows
from workbench.text.numbers import number

POINTS = 121
NAMES = ("one leaf", "left leaf", "right leaf")


@dataclass(frozen=True)
class TwoLeaves:
    """A leaf and the two that it is parted into: sums (3,) of the whole, the left and the right rows.

    gamma: the price of a leaf.
    """

    G: NDArray[np.float64]
    H: NDArray[np.float64]
    reg_lambda: float
    reg_alpha: float = 0.0
    gamma: float = 0.0

    @property
    def T(self) -> NDArray[np.float64]:
        """G moved towards 0 by alpha; G itself where alpha is 0."""
        return np.asarray(soft_threshold(self.G, self.reg_alpha))

    @property
    def weight(self) -> NDArray[np.float64]:
        """-G / (H + lambda) of each, with T(G) for G; 0 where nothing bends it."""
        below = self.H + self.reg_lambda
        found: NDArray[np.float64] = np.divide(-self.T, below, out=np.zeros(3), where=below > 0)
        return found

    @property
    def depth(self) -> NDArray[np.float64]:
        """How far each parabola falls to its lowest point: 1/2 G^2 / (H + lambda), with T(G) for G."""
        found: NDArray[np.float64] = -0.5 * self.T * self.weight
        return found

    @property
    def gain(self) -> float:
        """What both fall together beyond what one falls, less the price of the leaf more."""
        return float(self.depth[1] + self.depth[2] - self.depth[0] - self.gamma)

    def change(self, at: int, w: NDArray[np.float64]) -> NDArray[np.float64]:
        """The parabola of one of the three, with both penalties on w."""
        found: NDArray[np.float64] = (
            self.G[at] * w + 0.5 * (self.H[at] + self.reg_lambda) * w**2 + self.reg_alpha * np.abs(w)
        )
        return found


def two_leaves(leaf: LeafRows, n_left: int, reg_lambda: float, gamma: float = 0.0) -> TwoLeaves:
    """Part the rows of a leaf in the order of their gradients."""
    order = np.argsort(leaf.gradient, kind="stable")
    sums = [
        (float(values.sum()), float(values[order[:n_left]].sum()), float(values[order[n_left:]].sum()))
        for values in (leaf.gradient, leaf.hessian)
    ]
    return TwoLeaves(np.array(sums[0]), np.array(sums[1]), reg_lambda, leaf.reg_alpha, gamma)


def parabolas(two: TwoLeaves) -> Panel:
    """The three parabolas over w; at their lowest points how far each has fallen."""
    low, high = padded(min(0.0, float(two.weight.min())), max(0.0, float(two.weight.max())), 0.6)
    w = np.linspace(low, high, POINTS)
    bottom = -1.25 * float(two.depth.max()) or -1.0
    top = -0.6 * bottom
    styles = ((OTHER, SOLID), (MODEL, SOLID), (MODEL, DASHED))
    lines, labels = [], []
    for at, (name, (colour, dash)) in enumerate(zip(NAMES, styles, strict=True)):
        x, y = within(w, two.change(at, w), bottom, top)
        lines.append(Line(floats(x), floats(y), colour, name, dash, 3))
        falls = f"{name}: {number(-float(two.depth[at]))}"
        labels.append(Label(float(two.weight[at]), -float(two.depth[at]), falls, colour, dash, 3))
    zero = Line((low, high), (0.0, 0.0), CHOSEN, width=1)
    extent = (low, high, bottom, top)
    title = "change of the loss, penalty included"
    return Panel(title, extent, "w of the leaf", "", 1.0, (zero, *lines), (), tuple(labels))


def gain_words(two: TwoLeaves) -> str:
    """What the cut gains, with the numbers of this cut."""
    one, left, right = (number(float(each)) for each in two.depth)
    pays = "So the cut pays" if two.gain > 0 else "So the cut does not pay"
    price = f", less γ = {number(two.gamma)} for the leaf more" if two.gamma else ""
    return (
        f"One leaf takes **{one}** off the loss; a left and a right leaf, each at the bottom of its own "
        f"parabola, take {left} + {right}{price}. {pays}: the gain is **{number(two.gain)}**."
    )
