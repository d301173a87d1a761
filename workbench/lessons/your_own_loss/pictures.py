"""What the stage shows: loss, gradient and hessian over F for one row; all rows with their pulls. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from workbench.charts.axes import padded
from workbench.charts.colours import CHOSEN, GUESS, MODEL, OTHER, RESIDUAL, TRUTH
from workbench.charts.panels import DASHED, DOTTED, SOLID, Label, Line, Panel, floats
from workbench.lessons.your_own_loss.asked import Made
from workbench.lessons.your_own_loss.rows import GRAIN, HIGHEST, LOWEST
from workbench.lessons.your_own_loss.run import Floats, Run
from workbench.text.numbers import number

N_POINTS = 241
REACHES = (5.0, 10.0, 20.0, 40.0)  # of F, to both sides
NEAR, FEW = (4.0, 2.5), 2.5  # how far around y, or 0 of classes; how many times as far the whole may reach
TOUCH = 0.25  # of the way from 0 to the end of the axis: half of the tangent


def reach(run: Run) -> float:
    """How far the axis of F goes to both sides: as far as any row comes in any round."""
    far = max(float(np.abs(each.raw_after).max()) for each in run.trace)
    return next((each for each in REACHES if far <= each), REACHES[-1])


def curves_of(made: Made, y: float, F: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Loss, gradient, second derivative, and the hessian that is used, over F (n,), for one y."""
    targets = np.full(len(F), y)
    with np.errstate(all="ignore"):
        bare, used = made.bare, made.loss
        return (
            bare.loss(targets, F),
            bare.gradient(targets, F),
            bare.hessian(targets, F),
            used.hessian(targets, F),
        )


def axis(made: Made, which: int, far: float) -> tuple[float, float]:
    """The ends of an axis of loss (0), gradient (1) or hessian (2): alike for every y, so that none jumps."""
    F, is_binary = np.linspace(-far, far, N_POINTS), made.asked.is_binary
    targets = (0.0, 1.0) if is_binary else (LOWEST / 2, 0.0, HIGHEST / 2)
    values = np.stack([curves_of(made, y, F)[which] for y in targets])
    # Around its target a curve is seen whole; beyond, it may leave the picture.
    near = np.stack([np.abs(F - (0.0 if is_binary else y)) <= NEAR[is_binary] for y in targets])
    known = np.isfinite(values)
    low, high = 0.0, 0.0
    if (known & near).any():
        here, there = values[known & near], values[known]
        low, high = (
            min(0.0, there.min() if there.min() >= FEW * here.min() else here.min()),
            max(0.0, there.max() if there.max() <= FEW * here.max() else here.max()),
        )
    if which == 2:
        low, high = min(low, -0.1), max(high, 1.1)
    return padded(float(low), float(high), 0.12)


def inside(x: Floats, y: Floats, ends: tuple[float, float], **style: Any) -> list[Line]:
    """A curve in pieces that stay within the ends of its axis, the first one with the name."""
    held = np.isfinite(y) & (y >= ends[0]) & (y <= ends[1])
    starts = np.flatnonzero(held & ~np.concatenate(([False], held[:-1])))
    stops = np.flatnonzero(held & ~np.concatenate((held[1:], [False]))) + 1
    lines = [
        Line(floats(x[a:b]), floats(y[a:b]), **style) for a, b in zip(starts, stops, strict=True) if b - a > 1
    ]
    return [
        line if i == 0 else Line(line.x, line.y, line.colour, "", line.dash, line.width)
        for i, line in enumerate(lines)
    ]


def loss_panels(run: Run, y: float, F: float, *, hiding: bool, guess: float | None = None) -> list[Panel]:
    """Three panels over F for a row at y, with their values at F; hiding: only that of the loss.

    guess: how hard the reader said that the row pulls, or None.
    """
    far = reach(run)
    grid = np.linspace(-far, far, N_POINTS)
    curves = curves_of(run.made, y, grid)
    here = [float(each[0]) for each in curves_of(run.made, y, np.array([F]))]
    panels = []
    for which, name in enumerate(("loss", "gradient g", "hessian h")):
        # While one guesses, the axis of g is that of half squared error: its own would tell how far g goes.
        ends = (-far, far) if hiding and which == 1 else axis(run.made, which, far)
        lines = [Line((y, y), ends, TRUTH, "y", DASHED, 1.5)]
        if which == 0:
            lines += loss_lines(grid, curves[0], here, F, ends, hiding=hiding)
        elif which == 1:
            lines.append(Line((-far, far), (0.0, 0.0), OTHER, width=1.0))
            lines += [] if hiding else inside(grid, curves[1], ends, colour=RESIDUAL, width=3.0)
            lines += guess_line(guess, here[1], far, ends)
        elif not hiding:
            lines += hessian_lines(run.made, grid, curves, ends)
        value = here[3] if which == 2 else here[which]
        is_seen = abs(F) <= far and ends[0] <= value <= ends[1] and not (hiding and which)
        said = f"{('', 'g = ', 'h = ')[which]}{number(value)}"
        panels.append(
            Panel(
                title=name,
                extent=(-far, far, *ends),
                x_label="F" if which == 2 else "",
                y_label="",
                lines=tuple(lines),
                labels=(Label(F, value, said, CHOSEN),) if is_seen else (),
                cursor=F if abs(F) <= far else None,
            )
        )
    return panels


def loss_lines(
    grid: Floats, loss: Floats, here: Sequence[float], F: float, ends: tuple[float, float], *, hiding: bool
) -> list[Line]:
    """The loss; and unless one guesses, its slope at F, and the parabola of g and h that a tree sees."""
    curve = inside(grid, loss, ends, colour=MODEL, width=3.0)
    if hiding:
        return curve
    far, away = float(grid[-1]), grid - F
    near = np.linspace(max(-far, F - TOUCH * far), min(far, F + TOUCH * far), 41)
    bow = here[0] + here[1] * away + 0.5 * here[3] * away**2
    return [
        *inside(near, here[0] + here[1] * (near - F), ends, colour=RESIDUAL, width=7.0, name="slope g"),
        *curve,
        *inside(grid, bow, ends, colour=OTHER, width=2.0, dash=DASHED, name="what the tree sees"),
    ]


def hessian_lines(
    shown: Made, grid: Floats, curves: Sequence[Floats], ends: tuple[float, float]
) -> list[Line]:
    """The second derivative; dotted where 1 stands in its place, which is drawn, too."""
    if not shown.is_first_order:
        return inside(grid, curves[2], ends, colour=OTHER, width=3.0)
    return [
        *inside(grid, curves[3], ends, colour=MODEL, width=3.0, name="1 in its place"),
        *inside(grid, curves[2], ends, colour=OTHER, width=3.0, dash=DOTTED),
    ]


def guess_line(guess: float | None, g: float, far: float, ends: tuple[float, float]) -> list[Line]:
    """The pull that the reader guessed, as a gradient of the true sign."""
    if guess is None:
        return []
    level = float(np.clip(np.copysign(guess, g), *ends))
    return [Line((-far, far), (level, level), GUESS, "your guess", SOLID, 2.0)]


def pulls_data(run: Run, beside: Run | None, after: int, position: int, *, hiding: bool) -> dict[str, Any]:
    """The rows after a round, for row_pulls. beside: the usual loss, to be compared with."""
    rows, train = run.rows, run.rows.train
    link = run.made.loss.inverse_link
    x, y, foot = rows.x[train], rows.y[train], link(run.raw(after))
    tip = foot + run.pulls(after)
    is_capped = np.abs(tip - foot) < np.abs(y - foot) - 1e-9
    lines = [Line(floats(rows.x), floats(rows.truth), TRUTH, "truth", DASHED, 1.5)]
    if beside is not None:
        last = min(after, len(beside.trace))
        drawn = beside.made.loss.inverse_link(beside.drawn[last])
        lines.append(Line(floats(beside.places), floats(drawn), OTHER, beside.made.asked.title, SOLID, 1.6))
    drawn = link(run.drawn[after])
    lines.append(Line(floats(run.places), floats(drawn), MODEL, run.made.asked.title, SOLID, 3.0))
    extent = (
        *padded(rows.x[0], rows.x[-1], 0.02),
        *((-0.6, 1.6) if rows.is_binary else (LOWEST - 0.4, HIGHEST + 0.3)),
    )
    return {
        "extent": extent,
        "xLabel": "x",
        "yLabel": "probability of class 1" if rows.is_binary else "y and prediction",
        "lines": [vars(line) for line in lines],
        "rows": {"x": floats(x), "y": floats(y), "outlier": rows.is_outlier[train].tolist()},
        "unseen": {"x": floats(rows.x[rows.unseen]), "y": floats(rows.y[rows.unseen])},
        "stems": None
        if hiding
        else {
            "x": floats(x),
            "foot": floats(foot),
            "tip": floats(np.clip(tip, -1e3, 1e3)),
            "rest": [float(f"{a:.6g}") if capped else None for a, capped in zip(y, is_capped, strict=True)],
        },
        "chosen": position,
        "limits": (0, 1) if rows.is_binary else (LOWEST, HIGHEST),
        "grain": 1 if rows.is_binary else GRAIN,
        "legend": legend(lines, hiding=hiding),
    }


def legend(lines: Sequence[Line], *, hiding: bool) -> list[dict[str, Any]]:
    """What is drawn, by name: lines as they are, rows by their shape."""
    named: list[dict[str, Any]] = [
        {"name": each.name, "colour": each.colour, "dash": each.dash, "width": each.width} for each in lines
    ]
    if not hiding:
        named.append({"name": "pull −g", "colour": RESIDUAL, "dash": SOLID, "width": 2.4})
    return [
        *named,
        {"name": "this row", "colour": GUESS, "shape": "circle"},
        {"name": "unseen", "colour": MODEL, "shape": "ring"},
    ]
