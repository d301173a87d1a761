"""The derivation in pictures: rows' losses, their sum, its parabola with what the leaf costs. Pure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from workbench.charts.axes import spread, within
from workbench.charts.colours import CHOSEN, MODEL, OTHER, TRUTH
from workbench.charts.panels import DASHED, DOTTED, FAINT, SOLID, Dots, Floats, Label, Line, Panel, floats
from workbench.lessons.one_leaf.derivation import ShownLeaf
from workbench.lessons.one_leaf.leaf import LeafRows, moved, penalty, x_range
from workbench.lessons.one_leaf.parabola_data import parabola, true_curve
from workbench.text.grammar import how_many
from workbench.text.numbers import number

POINTS = 81
MOST_CURVES = 24


def pictures(shown: ShownLeaf) -> list[Panel]:
    """The three panels, all over the same values of w."""
    w = np.linspace(*x_range(shown.leaf), POINTS)
    return [rows_panel(shown, w), sum_panel(shown, w), cost_panel(shown, w)]


def rows_panel(shown: ShownLeaf, w: Floats) -> Panel:
    """The loss of each row over w, and the parabola of the row that pulls most."""
    leaf = shown.leaf
    at = int(np.abs(leaf.gradient).argmax())
    some = np.union1d(spread(len(leaf.y), MOST_CURVES), [at])
    curves = row_losses(leaf, some, w)
    bottom, top = ends(curves, float(leaf.loss.loss(leaf.y, leaf.raw)[some].max()))
    mine = curves[list(some).index(at)]
    g, h = float(leaf.gradient[at]), float(leaf.hessian[at])
    taylor = float(leaf.loss.loss(leaf.y, leaf.raw)[at]) + g * w + 0.5 * h * w**2
    others = [each for each, row in zip(curves, some, strict=True) if row != at]
    names = ["other rows", *[""] * len(others)]
    lines = [line(w, y, (bottom, top), FAINT, name) for y, name in zip(others, names, strict=False)]
    lines.append(line(w, mine, (bottom, top), TRUTH, f"row {leaf.rows[at]}", width=4.5))
    lines.append(line(w, taylor, (bottom, top), MODEL, "its parabola", DASHED))
    left_out = "" if len(some) == len(leaf.y) else f", {len(some)} of {len(leaf.y):,} rows"
    extent = (float(w[0]), float(w[-1]), bottom, top)
    return Panel(f"1, 2: loss of a row{left_out}", extent, "w", "", 1.0, tuple(lines))


def sum_panel(shown: ShownLeaf, w: Floats) -> Panel:
    """The loss of all rows over w, and its Taylor series: the line, and the parabola."""
    leaf = shown.leaf
    true = shown.loss_before + true_curve(leaf, w)
    slope = shown.loss_before + shown.G * w
    parabola_ = slope + 0.5 * leaf.H * w**2
    bottom, top = ends(np.array([true, parabola_]), shown.loss_before)
    lines = (
        line(w, true, (bottom, top), TRUTH, "all rows", width=4.5),
        line(w, slope, (bottom, top), OTHER, "slope G", DOTTED),
        line(w, parabola_, (bottom, top), MODEL, "with the bend H", DASHED),
    )
    start = Dots((0.0,), (float(f"{shown.loss_before:.6g}"),), CHOSEN, size=4.0)
    extent = (float(w[0]), float(w[-1]), bottom, top)
    return Panel(f"3: loss of {how_many(len(leaf.y), 'row')}", extent, "w", "", 1.0, lines, (start,))


def cost_panel(shown: ShownLeaf, w: Floats) -> Panel:
    """The parabola without and with the penalty on w, and the lowest point of the latter."""
    leaf = shown.leaf
    bare = shown.G * w + 0.5 * leaf.H * w**2
    whole = np.asarray(parabola(leaf, w, shown.reg_lambda)) + shown.gamma
    bottom, top = ends(np.array([bare, whole]), shown.gamma)
    lines = (
        line((w[0], w[-1]), (0.0, 0.0), (bottom, top), CHOSEN, width=1.0),
        line(w, bare, (bottom, top), MODEL, "loss", DASHED),
        line(
            w, np.asarray(penalty(leaf, w, shown.reg_lambda)) + shown.gamma, (bottom, top), OTHER, "Ω", DOTTED
        ),
        line(w, whole, (bottom, top), MODEL, "loss + Ω"),
    )
    best, low = float(f"{shown.best:.6g}"), float(f"{shown.gamma - shown.depth:.6g}")
    dot = Dots((best,), (low,), MODEL, size=4.0)
    label = Label(best, low, f"{number(low)} at w* = {number(best)}", MODEL)
    extent = (float(w[0]), float(w[-1]), bottom, top)
    return Panel("4, 5, 6: its change, with Ω", extent, "w", "", 1.0, lines, (dot,), (label,))


def row_losses(leaf: LeafRows, some: np.ndarray, w: Floats) -> Floats:
    """The loss of some rows at every w: (n, n_w)."""
    few = replace(leaf, y=leaf.y[some], raw=leaf.raw[some])
    return np.array([few.loss.loss(few.y, moved(few, float(each))) for each in w]).T


def ends(curves: Floats, start: float) -> tuple[float, float]:
    """Heights that hold the lower part of some curves, (n, n_w): as far above their start as below it."""
    low = min(float(curves.min()), start)
    high = max(start, min(float(curves.max()), 2 * start - low))
    room = 0.08 * (high - low) or 1.0
    return low - room, high + room


def line(
    w: Floats | tuple[float, ...],
    y: Floats | tuple[float, ...],
    heights: tuple[float, float],
    colour: str,
    name: str = "",
    dash: str = SOLID,
    width: float = 2.5,
) -> Line:
    """A curve within two heights."""
    x, shown = within(np.asarray(w, dtype=float), np.asarray(y, dtype=float), *heights)
    return Line(floats(x), floats(shown), colour, name, dash, width)
