"""Why -G / (H + lambda), and where the gain comes from: each step in symbols and in a leaf's numbers. Pure.

From the objective, loss plus what the tree itself costs, by Taylor's series to the sums G and H, to the
lowest point, its depth, and by how much two leaves lie lower than one.
Source: T. Chen and C. Guestrin, "XGBoost: A Scalable Tree Boosting System", 2016, equations 2 to 7.
"""

from dataclasses import dataclass

import numpy as np

from gbtlib.core.criteria import soft_threshold
from workbench.lessons.one_leaf.leaf import LeafRows, TwoLeaves, moved, true_change, weight
from workbench.text.grammar import how_many
from workbench.text.losses import bracketed_latex, words_of
from workbench.text.numbers import latex, number

ROUNDING = 1e-12  # a sum below this share of its summands is left over from rounding


@dataclass(frozen=True)
class DerivationStep:
    """One step of the derivation.

    words: a sentence or two, in markdown. symbols, numbers: lines of LaTeX, the formula and the same with the
    leaf's numbers. value: what it comes to.
    """

    name: str
    words: str
    symbols: tuple[str, ...]
    numbers: tuple[str, ...]
    value: float


@dataclass(frozen=True, eq=False)
class ShownLeaf:
    """A leaf with the w, lambda and gamma of the screen."""

    leaf: LeafRows
    w: float
    reg_lambda: float
    gamma: float

    @property
    def G(self) -> float:
        """The sum of gradients, exactly 0 where only rounding is left of it."""
        size = float(np.abs(self.leaf.gradient).sum())
        return 0.0 if abs(self.leaf.G) <= ROUNDING * size else self.leaf.G

    @property
    def T(self) -> float:
        """G moved towards 0 by alpha."""
        return float(soft_threshold(np.float64(self.G), self.leaf.reg_alpha)) + 0.0

    @property
    def best(self) -> float:
        """w*."""
        return weight(self.leaf, self.reg_lambda)

    @property
    def loss_before(self) -> float:
        """The sum of the rows' losses at w = 0."""
        return float(self.leaf.loss.loss(self.leaf.y, self.leaf.raw).sum())

    @property
    def loss_after(self) -> float:
        """The same once w is added."""
        return self.loss_before + true_change(self.leaf, self.w) - self.leaf.reg_alpha * abs(self.w)

    @property
    def depth(self) -> float:
        """By how much the parabola falls to its lowest point."""
        return -0.5 * self.T * self.best + 0.0


def of_leaf(shown: ShownLeaf) -> list[DerivationStep]:
    """The steps from the objective to the depth of the parabola."""
    return [the_objective(shown), one_row(shown), all_rows(shown), lowest(shown), deep(shown)]


def of_two(two: TwoLeaves) -> list[DerivationStep]:
    """The steps from two leaves to the gain."""
    return [both_leaves(two), the_gain(two)]


def the_objective(shown: ShownLeaf) -> DerivationStep:
    """Loss plus what the tree costs."""
    leaf, w = shown.leaf, shown.w
    absolute, said = (r"+\alpha\sum_j|w_j|", " and α for their sizes") if leaf.reg_alpha else ("", "")
    ell = r"L=\sum_i\ell(y_i,F_i+f(x_i))"
    omega = rf"\Omega=\gamma T+\tfrac12\lambda\sum_jw_j^2{absolute}"
    costs = shown.gamma + 0.5 * shown.reg_lambda * w**2 + leaf.reg_alpha * abs(w)
    value = shown.loss_after + costs
    return DerivationStep(
        "What is to be least",
        "The **objective** is the loss L of the rows plus the **regularisation** Ω, what the tree itself "
        f"costs: γ for each of its T leaves, and ½ λ for the squares of their weights{said}. This leaf is "
        f"one (T = 1), and f(x) is its w. With w = {number(w)}:",
        (ell, omega, r"\text{Obj}=L+\Omega"),
        (
            rf"={latex(shown.loss_after)}+\left({latex(shown.gamma)}\cdot1+{half(shown.reg_lambda, w)}"
            rf"{alpha_term(leaf.reg_alpha, w)}\right)={latex(value)}",
        ),
        value,
    )


def one_row(shown: ShownLeaf) -> DerivationStep:
    """Taylor's series of the loss of the row that pulls most."""
    leaf, w = shown.leaf, shown.w
    at = int(np.abs(leaf.gradient).argmax())
    before = float(leaf.loss.loss(leaf.y, leaf.raw)[at])
    true = float(leaf.loss.loss(leaf.y, moved(leaf, w))[at])
    g, h = float(leaf.gradient[at]), float(leaf.hessian[at])
    value = before + g * w + 0.5 * h * w**2
    larger = words_of(leaf.loss).larger(leaf.loss) or words_of(leaf.loss).bound
    where = f"row {leaf.rows[at]} (y = {number(float(leaf.y[at]))}, F = {number(float(leaf.F[at]))})"
    return DerivationStep(
        "One row, by Taylor's series",
        "Over w the loss of a row is a curve. Near w = 0 it is nearly a parabola: where it starts, plus its "
        "slope there, the **gradient** g, times w, plus half its bend, the **hessian** h, times w². Of "
        f"{where} it says {number(value, 4)}; the curve itself {number(true, 4)}. {larger}".strip(),
        (r"\ell(y_i,F_i+w)\approx\ell(y_i,F_i)+g_i\,w+\tfrac12h_i\,w^2",),
        (rf"={latex(before)}{times(g, w)}+{half(h, w)}={latex(value)}",),
        value,
    )


def all_rows(shown: ShownLeaf) -> DerivationStep:
    """The rows' parabolas added up."""
    leaf, w = shown.leaf, shown.w
    value = shown.loss_before + shown.G * w + 0.5 * leaf.H * w**2
    return DerivationStep(
        "All rows of the leaf",
        "All get the same w. So their slopes add up to **G**, their bends to **H**: of "
        f"{how_many(len(leaf.y), 'row')} only two sums are left. They say {number(value, 4)}; the rows' own "
        f"curves {number(shown.loss_after, 4)}.",
        (r"G=\sum_ig_i,\quad H=\sum_ih_i", r"\sum_i\ell(y_i,F_i+w)\approx L_0+G\,w+\tfrac12H\,w^2"),
        (rf"={latex(shown.loss_before)}{times(shown.G, w)}+{half(leaf.H, w)}={latex(value)}",),
        value,
    )


def lowest(shown: ShownLeaf) -> DerivationStep:
    """Where the slope is 0."""
    leaf, best = shown.leaf, shown.best
    words = "The slope of G w is G, that of ½ (H + λ) w² is (H + λ) w. At the lowest point both cancel."
    sign, top = "", "G"
    if leaf.reg_alpha:
        words += " α pulls towards 0 with the same force at every w: T(G) is G moved towards 0 by α."
        sign, top = r"+\alpha\,\text{sign}(w)", "T(G)"
    if leaf.H + shown.reg_lambda <= 0:
        words += " Here nothing bends the line, H + λ is 0: it has no lowest point, and w* is set to 0."
        return DerivationStep("Its lowest point", words, (r"G+(H+\lambda)\,w=0",), (r"w^*=0",), 0.0)
    below = rf"{latex(leaf.H)}+{latex(shown.reg_lambda)}"
    return DerivationStep(
        "Its lowest point",
        words,
        (rf"G{sign}+(H+\lambda)\,w=0\;\Rightarrow w^*=-\frac{{{top}}}{{H+\lambda}}",),
        (rf"w^*=-\frac{{{latex(shown.T)}}}{{{below}}}={latex(best)}",),
        best,
    )


def deep(shown: ShownLeaf) -> DerivationStep:
    """The value at w*, and with the price of the leaf."""
    top, absolute = ("T(G)", r"+\alpha|w^*|") if shown.leaf.reg_alpha else ("G", "")
    score, depth = rf"\frac{{{top}^2}}{{H+\lambda}}", shown.depth
    value = shown.gamma - depth
    return DerivationStep(
        "How low it lies",
        f"With w* put in, the first term falls by the square of {top} over H + λ, and the bend gives half of "
        "that back. With γ it is the least objective that one leaf can have.",
        (
            rf"G\,w^*{absolute}+\tfrac12(H+\lambda)\,w^{{*2}}",
            rf"=-{score}+\tfrac12{score}=-\tfrac12{score}",
            rf"\text{{Obj}}_{{\text{{one}}}}=-\tfrac12{score}+\gamma",
        ),
        (
            rf"={latex(-2 * depth + 0.0)}+{latex(depth)}+{latex(shown.gamma)}"
            rf"={latex(-depth + 0.0)}+{latex(shown.gamma)}={latex(value)}",
        ),
        value,
    )


def both_leaves(two: TwoLeaves) -> DerivationStep:
    """The lowest objective of two leaves."""
    _, left, right = two.depth.tolist()
    value = 2 * two.gamma - left - right
    depths = rf"-\tfrac12{fraction(two, 'L')}-\tfrac12{fraction(two, 'R')}"
    return DerivationStep(
        "Two leaves",
        "Part the rows. Each side has its own sums, its own weight and its own depth, and each costs γ. "
        "So it goes on: a tree of T leaves has the depths of all, and T times γ.",
        (
            rf"\text{{Obj}}_{{T\text{{ leaves}}}}=-\tfrac12\sum_{{j=1}}^T{fraction(two, 'j')}+\gamma T",
            rf"\text{{Obj}}_{{\text{{two}}}}={depths}+2\gamma",
        ),
        (rf"={latex(-left + 0.0)}-{latex(right + 0.0)}+2\cdot{latex(two.gamma)}={latex(value)}",),
        value,
    )


def the_gain(two: TwoLeaves) -> DerivationStep:
    """One leaf less two."""
    one, left, right = two.depth.tolist()
    L, R, whole = (fraction(two, side) for side in ("L", "R", ""))
    numbers = fractions(two)
    return DerivationStep(
        "One less two: the gain",
        "The gain is how much lower two leaves lie than one. Of three γ one is left: minus times minus turns "
        "the two depths positive, and ½ stands before all.",
        (
            rf"\text{{gain}}=\text{{Obj}}_{{\text{{one}}}}-\text{{Obj}}_{{\text{{two}}}}"
            rf"=\left(-\tfrac12{whole}+\gamma\right)-\text{{Obj}}_{{\text{{two}}}}",
            rf"=\tfrac12\left[{L}+{R}-{whole}\right]-\gamma",
        ),
        (
            rf"=\tfrac12\left[{numbers[1]}+{numbers[2]}-{numbers[0]}\right]-{latex(two.gamma)}",
            rf"={latex(two.gamma - one)}-{bracketed_latex(2 * two.gamma - left - right)}={latex(two.gain)}",
        ),
        two.gain,
    )


def fraction(two: TwoLeaves, side: str) -> str:
    """G^2 / (H + lambda) of a side in symbols, T(G) for G where alpha acts."""
    at = f"_{side}" if side else ""
    top = f"T(G{at})^2" if two.reg_alpha else f"G{at}^2"
    return rf"\frac{{{top}}}{{H{at}+\lambda}}"


def fractions(two: TwoLeaves) -> list[str]:
    """The same with their numbers: of the whole, the left and the right one."""
    below = latex(two.reg_lambda)
    sums = zip(two.T.tolist(), two.H.tolist(), strict=True)
    return [rf"\frac{{{squared(T)}}}{{{latex(H)}+{below}}}" for T, H in sums]


def squared(value: float) -> str:
    """The square of a number, in LaTeX."""
    text = bracketed_latex(value)
    return rf"{text}^2" if "cdot" not in text or value < 0 else rf"({text})^2"


def times(slope: float, w: float) -> str:
    """Plus or minus a slope times w, in LaTeX."""
    return rf"{'-' if slope < 0 else '+'}{latex(abs(slope))}\cdot{bracketed_latex(w)}"


def half(bend: float, w: float) -> str:
    """Half a bend times w squared, in LaTeX."""
    return rf"\tfrac12\cdot{latex(bend)}\cdot{squared(w)}"


def alpha_term(reg_alpha: float, w: float) -> str:
    """Plus alpha |w| with its numbers, in LaTeX; nothing without alpha."""
    return rf"+{latex(reg_alpha)}\cdot{latex(abs(w))}" if reg_alpha else ""
