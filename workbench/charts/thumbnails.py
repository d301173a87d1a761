"""Small pictures of lessons as SVG, drawn from what a model computed. Pure.

A picture is 200 by 112 and stands on light and dark ground: marks have the colours of their roles, or that
of the text. What shall move when the reader points at it has one of the classes of MOTIONS, and comes to rest
where it is drawn. Coordinates have one decimal: no thumbnail is larger than MOST_BYTES.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT, MARGIN = 200, 112, 12
MOST_BYTES = 6000
MOTIONS = ("arrives", "draws", "moves", "passes")
"""Fades in; is drawn along its way; comes from where --from says; is seen only meanwhile."""
TEXT = "currentColor"

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Axes:
    """Scales from values to places: extent is (x0, x1, y0, y1), box (left, top, right, bottom)."""

    extent: tuple[float, float, float, float]
    box: tuple[float, float, float, float] = (MARGIN, MARGIN, WIDTH - MARGIN, HEIGHT - MARGIN)

    def x(self, value: Any) -> Any:
        """Where a value of x, or an array of them, lies."""
        x0, x1, _, _ = self.extent
        return self.box[0] + (value - x0) / ((x1 - x0) or 1.0) * (self.box[2] - self.box[0])

    def y(self, value: Any) -> Any:
        """Where a value of y, or an array of them, lies; upwards."""
        _, _, y0, y1 = self.extent
        return self.box[3] - (value - y0) / ((y1 - y0) or 1.0) * (self.box[3] - self.box[1])


def picture(title: str, parts: Iterable[str]) -> str:
    """A whole thumbnail. title: what is seen, for those who cannot see it."""
    inner = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" fill="none">'
        f"<title>{escape(title)}</title>{inner}</svg>"
    )


def mark(name: str, motion: str = "", delay: float = 0.0, start: str = "", **attributes: Any) -> str:
    """An element. motion: how it comes, after `delay` seconds; start: a transform that it comes from."""
    given = {key.replace("_", "-"): text_of(value) for key, value in attributes.items()}
    if motion:
        given["class"] = motion
        style = [f"--delay:{delay:.2g}s"] * (delay > 0) + [f"--from:{start}"] * bool(start)
        given |= {"style": ";".join(style)} if style else {}
        given |= {"pathLength": "1"} if motion == "draws" else {}
    return f"<{name} {_listed(given)}/>"


def text_of(value: Any) -> str:
    """A number as an attribute has it."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def _listed(attributes: Mapping[str, str]) -> str:
    return " ".join(f'{key}="{value}"' for key, value in attributes.items())


def line(
    x: Sequence[float] | Floats, y: Sequence[float] | Floats, colour: str, width: float = 2.5, **more: Any
) -> str:
    """A line through places. dash: as SVG's stroke-dasharray."""
    dash = {"stroke_dasharray": more.pop("dash")} if more.get("dash") else {}
    return mark(
        "path", d=_through(x, y), stroke=colour, stroke_width=width, stroke_linejoin="round", **dash, **more
    )


def _through(x: Sequence[float] | Floats, y: Sequence[float] | Floats) -> str:
    """A path; of places in a row at one height only the ends are told."""
    places = [(text_of(float(a)), text_of(float(b))) for a, b in zip(x, y, strict=True)]
    kept = [
        place
        for i, place in enumerate(places)
        if i in (0, len(places) - 1) or not places[i - 1][1] == place[1] == places[i + 1][1]
    ]
    return "M" + "L".join(f"{a} {b}" for a, b in kept)


def dots(
    x: Sequence[float] | Floats,
    y: Sequence[float] | Floats,
    colour: str = TEXT,
    size: float = 2.2,
    **more: Any,
) -> str:
    """Points, as one path of round caps."""
    places = "".join(f"M{text_of(float(a))} {text_of(float(b))}h0" for a, b in zip(x, y, strict=True))
    return mark("path", d=places, stroke=colour, stroke_width=2 * size, stroke_linecap="round", **more)


def bar(x: float, width: float, low: float, high: float, colour: str, **more: Any) -> str:
    """A bar between two heights, at least 1 high."""
    top, height = min(low, high), max(abs(high - low), 1.0)
    return mark(
        "rect",
        x=float(x),
        y=float(top),
        width=float(width),
        height=float(height),
        rx=1.5,
        fill=colour,
        **more,
    )


def words(x: float, y: float, text: str, colour: str = TEXT, size: int = 13) -> str:
    """A short text around a place."""
    return (
        f'<text x="{text_of(float(x))}" y="{text_of(float(y))}" fill="{colour}" font-size="{size}" '
        f'font-weight="600" text-anchor="middle">{escape(text)}</text>'
    )
