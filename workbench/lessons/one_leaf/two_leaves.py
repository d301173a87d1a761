"""What two leaves gain over one: three parabolas, and by how much lower the two end together. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.charts.axes import padded
from workbench.charts.colours import CHOSEN, MODEL, OTHER
from workbench.charts.panels import DASHED, SOLID, Label, Line, Panel, floats
from workbench.lessons.one_leaf.leaf import LeafRows
from workbench.text.numbers import latex, number

POINTS = 121
NAMES = ("one leaf", "left leaf", "right leaf")


@dataclass(frozen=True)
class TwoLeaves:
    """A leaf and the two that it is parted into: sums (3,) of the whole, the left and the right rows."""

    G: NDArray[np.float64]
    H: NDArray[np.float64]
    reg_lambda: float

    @property
    def weight(self) -> NDArray[np.float64]:
        """-G / (H + lambda) of each; 0 where nothing bends it."""
        below = self.H + self.reg_lambda
        found: NDArray[np.float64] = np.divide(-self.G, below, out=np.zeros(3), where=below > 0)
        return found

    @property
    def depth(self) -> NDArray[np.float64]:
        """How far each parabola falls to its lowest point: 1/2 G^2 / (H + lambda)."""
        found: NDArray[np.float64] = -0.5 * self.G * self.weight
        return found

    @property
    def gain(self) -> float:
        """What both fall together beyond what one falls."""
        return float(self.depth[1] + self.depth[2] - self.depth[0])


def two_leaves(leaf: LeafRows, n_left: int, reg_lambda: float) -> TwoLeaves:
    """Part the rows of a leaf in the order of their gradients."""
    order = np.argsort(leaf.gradient, kind="stable")
    sums = [
        (float(values.sum()), float(values[order[:n_left]].sum()), float(values[order[n_left:]].sum()))
        for values in (leaf.gradient, leaf.hessian)
    ]
    return TwoLeaves(np.array(sums[0]), np.array(sums[1]), reg_lambda)


def parabolas(two: TwoLeaves) -> Panel:
    """The three parabolas over w; at their lowest points how far each has fallen."""
    low, high = padded(min(0.0, float(two.weight.min())), max(0.0, float(two.weight.max())), 0.6)
    w = np.linspace(low, high, POINTS)
    bottom = -1.25 * float(two.depth.max()) or -1.0
    styles = ((OTHER, SOLID), (MODEL, SOLID), (MODEL, DASHED))
    lines, labels = [], []
    for at, (name, (colour, dash)) in enumerate(zip(NAMES, styles, strict=True)):
        change = two.G[at] * w + 0.5 * (two.H[at] + two.reg_lambda) * w**2
        lines.append(Line(floats(w), floats(change), colour, name, dash, 3))
        falls = f"{name}: {number(-float(two.depth[at]))}"
        labels.append(Label(float(two.weight[at]), -float(two.depth[at]), falls, colour, dash, 3))
    zero = Line((low, high), (0.0, 0.0), CHOSEN, width=1)
    extent = (low, high, bottom, -0.6 * bottom)
    title = "change of the loss, penalty included"
    return Panel(title, extent, "w of the leaf", "", 1.0, (zero, *lines), (), tuple(labels))


def gain_formula(two: TwoLeaves) -> str:
    """The gain in LaTeX: in symbols, with the sums of this cut, and as depths."""
    letters = (r"\frac{G_L^2}{H_L+\lambda}", r"\frac{G_R^2}{H_R+\lambda}", r"\frac{G^2}{H+\lambda}")
    terms = [squared_over(float(G), float(H), two.reg_lambda) for G, H in zip(two.G, two.H, strict=True)]
    symbols, numbers = (rf"\tfrac12\left[{a}+{b}-{c}\right]" for a, b, c in (letters, (*terms[1:], terms[0])))
    return rf"\text{{gain}}={symbols}={numbers}={latex(two.gain)}"


def squared_over(G: float, H: float, reg_lambda: float) -> str:
    """G^2 / (H + lambda) with its numbers, in LaTeX."""
    top = f"({latex(G)})" if G < 0 else latex(G)
    return rf"\frac{{{top}^2}}{{{latex(H)}+{latex(reg_lambda)}}}"


def gain_words(two: TwoLeaves) -> str:
    """Where the formula comes from, with the numbers of this cut."""
    one, left, right = (number(float(each)) for each in two.depth)
    pays = "So the cut pays" if two.gain > 0 else "So the cut does not pay"
    return (
        f"One leaf takes **{one}** off the loss; a left and a right leaf, each at the bottom of its own "
        f"parabola, take {left} + {right}. {pays}: the gain is **{number(two.gain)}**, less γ, the price "
        "of the leaf more."
    )
