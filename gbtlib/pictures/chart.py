"""A plot with its axes: scales, ticks, grid, and lines through points."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gbtlib.core.criteria import Floats
from gbtlib.pictures.colours import FAINT_LINE, INK
from gbtlib.pictures.numbers import number
from gbtlib.pictures.svg import SMALL, Style, element, text

FEW_POWERS = 2.5


@dataclass(frozen=True)
class Plot:
    """Where values lie: extent is (x0, x1, y0, y1), box (left, top, right, bottom) in pixels."""

    extent: tuple[float, float, float, float]
    box: tuple[float, float, float, float]

    def x(self, value: Any) -> Any:
        """Where values of x lie."""
        x0, x1, _, _ = self.extent
        return self.box[0] + (np.asarray(value) - x0) / (x1 - x0) * (self.box[2] - self.box[0])

    def y(self, value: Any) -> Any:
        """Where values of y lie, upwards; not far beyond the box."""
        _, top, _, bottom = self.box
        _, _, y0, y1 = self.extent
        place = bottom - (np.asarray(value) - y0) / (y1 - y0) * (bottom - top)
        return np.clip(place, 2 * top - bottom, 2 * bottom - top)


def ticks(low: float, high: float, about: int) -> list[float]:
    """Round values from low to high, about so many."""
    rough = (high - low) / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = power * next(factor for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - 1e-9))
    return [k * step for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def powers_of_ten(low: float, high: float) -> list[float]:
    """The logarithms of 1, 10, 100, ... that lie between two; of 1, 2, 5, 10, ... where these are few."""
    factors = (1.0,) if high - low > FEW_POWERS else (1.0, 2.0, 5.0)
    found = [k + math.log10(factor) for k in range(math.floor(low), math.ceil(high)) for factor in factors]
    return [value for value in found if low <= value <= high]


def padded(low: float, high: float, share: float = 0.06) -> tuple[float, float]:
    """A range of an axis with some room on both sides."""
    room = share * (high - low) or 1.0
    return low - room, high + room


def axes(plot: Plot, x_label: str, y_label: str, *, powers: bool = False, whole: bool = False) -> list[str]:
    """The grid of a plot with the numbers on it.

    powers: y is the power of ten of what is read. whole: only whole numbers stand below.
    """
    left, top, right, bottom = plot.box
    x0, x1, y0, y1 = plot.extent
    parts = []
    for value in ticks(x0, x1, max(3, round((right - left) / 100))):
        if whole and value % 1:
            continue
        x = float(plot.x(value))
        parts.append(element("path", d=f"M{x:.1f},{top}V{bottom}", stroke=FAINT_LINE, stroke_opacity=0.6))
        parts.append(text(number(value), x, bottom + 17, SMALL))
    for value in powers_of_ten(y0, y1) if powers else ticks(y0, y1, max(2, round((bottom - top) / 50))):
        y = float(plot.y(value))
        parts.append(element("path", d=f"M{left},{y:.1f}H{right}", stroke=FAINT_LINE, stroke_opacity=0.6))
        shown = number(10.0**value if powers else value)
        parts.append(text(shown, left - 7, y + 4, SMALL._replace(anchor="end")))
    parts.append(text(x_label, (left + right) / 2, bottom + 36))
    parts.append(text(y_label, left, top - 8, Style(anchor="start")))
    return parts


def line(x: Floats, y: Floats, colour: str = INK, width: float = 2.0, dash: str = "") -> str:
    """A line through places in pixels; it breaks where one of them is not finite."""
    return element(
        "path",
        d=way(x, y),
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_linejoin="round",
        **({"stroke_dasharray": dash} if dash else {}),
    )


def dots(x: Floats, y: Floats, colour: str = INK, size: float = 6.0) -> str:
    """Points at places in pixels."""
    places = "".join(f"M{a:.1f},{b:.1f}h0" for a, b in zip(x, y, strict=True))
    return element("path", d=places, stroke=colour, stroke_width=size, stroke_linecap="round")


def way(x: Iterable[float], y: Iterable[float]) -> str:
    """A path through places, as SVG has it."""
    found, pen = [], "M"
    for a, b in zip(x, y, strict=True):
        if not (math.isfinite(a) and math.isfinite(b)):
            pen = "M"
            continue
        found.append(f"{pen}{a:.1f},{b:.1f}")
        pen = "L"
    return "".join(found)
