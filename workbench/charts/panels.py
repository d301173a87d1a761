"""The records of a chart: panels with lines, dots and labels. Pure."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.charts.colours import OTHER

FAINT = f"color-mix(in srgb, {OTHER} 45%, transparent)"
SOLID, DASHED, DOTTED = "", "7 5", "2 4"


Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Line:
    """A line through points; a name puts it into the legend."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    colour: str
    name: str = ""
    dash: str = SOLID
    width: float = 2.5


@dataclass(frozen=True)
class Dots:
    """Points of one kind; shape: "circle" or "ring"."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    colour: str
    name: str = ""
    shape: str = "circle"
    size: float = 2.5


@dataclass(frozen=True)
class Label:
    """A point with its number at it."""

    x: float
    y: float
    text: str
    colour: str


@dataclass(frozen=True)
class Panel:
    """One pair of axes. extent: x and y range. whole: only whole numbers stand below."""

    title: str
    extent: tuple[float, float, float, float]
    x_label: str
    y_label: str
    lines: tuple[Line, ...] = ()
    dots: tuple[Dots, ...] = ()
    labels: tuple[Label, ...] = ()
    whole: bool = False


def floats(values: NDArray[np.floating]) -> tuple[float, ...]:
    """Numbers for the browser, with the digits that a picture can show."""
    # Python's own numbers are formatted twice as fast as numpy's; a picture has thousands, at every step.
    return tuple(float(f"{value:.6g}") for value in values.tolist())
