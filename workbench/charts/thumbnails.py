"""Small pictures of lessons as SVG, drawn from what a model computed. Pure.

A picture is 200 by 112 and stands on light and dark ground: marks have the colours of their roles, or the colour of
the text. What shall move when the reader points at it has one of the classes of MOTIONS, and comes to rest where it
is drawn. Coordinates have one decimal: no thumbnail is larger than MOST_BYTES.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from workbench.charts.colours import MODEL, OTHER

WIDTH, HEIGHT, MARGIN = 200, 112, 12
MOST_BYTES = 6000
MOTIONS = ("arrives", "draws", "rises", "moves", "passes")
"""Fades in; is drawn along its way; grows from its foot; comes from where --from says; is seen only meanwhile."""
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
    given = {key.replace("_", "-"): _text(value) for key, value in attributes.items()}
    if motion:
        given["class"] = motion
        style = [f"--delay:{delay:.2g}s"] * (delay > 0) + [f"--from:{start}"] * bool(start)
        given |= {"style": ";".join(style)} if style else {}
        given |= {"pathLength": "1"} if motion == "draws" else {}
    return f"<{name} {_listed(given)}/>"


def _text(value: Any) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def _listed(attributes: Mapping[str, str]) -> str:
    return " ".join(f'{key}="{value}"' for key, value in attributes.items())


def line(x: Sequence[float] | Floats, y: Sequence[float] | Floats, colour: str, width: float = 2.5, **more: Any) -> str:
    """A line through places. dash: as SVG's stroke-dasharray."""
    dash = {"stroke_dasharray": more.pop("dash")} if more.get("dash") else {}
    return mark("path", d=_through(x, y), stroke=colour, stroke_width=width, stroke_linejoin="round", **dash, **more)


def _through(x: Sequence[float] | Floats, y: Sequence[float] | Floats) -> str:
    """A path; of places in a row at one height only the ends are told."""
    places = [(_text(float(a)), _text(float(b))) for a, b in zip(x, y, strict=True)]
    kept = [
        place
        for i, place in enumerate(places)
        if i in (0, len(places) - 1) or not places[i - 1][1] == place[1] == places[i + 1][1]
    ]
    return "M" + "L".join(f"{a} {b}" for a, b in kept)


def dots(x: Sequence[float] | Floats, y: Sequence[float] | Floats, colour: str = TEXT, size: float = 2.2, **more: Any) -> str:
    """Points, as one path of round caps."""
    places = "".join(f"M{_text(float(a))} {_text(float(b))}h0" for a, b in zip(x, y, strict=True))
    return mark("path", d=places, stroke=colour, stroke_width=2 * size, stroke_linecap="round", **more)


def bar(x: float, width: float, low: float, high: float, colour: str, **more: Any) -> str:
    """A bar between two heights, at least 1 high."""
    top, height = min(low, high), max(abs(high - low), 1.0)
    return mark("rect", x=float(x), y=float(top), width=float(width), height=float(height), rx=1.5, fill=colour, **more)


def words(x: float, y: float, text: str, colour: str = TEXT, size: int = 13) -> str:
    """A short text around a place."""
    return (
        f'<text x="{_text(float(x))}" y="{_text(float(y))}" fill="{colour}" font-size="{size}" '
        f'font-weight="600" text-anchor="middle">{escape(text)}</text>'
    )


# -- trees


def tree_places(tree: Tree, box: tuple[float, float, float, float]) -> dict[int, tuple[float, float]]:
    """Where the nodes of a tree stand in a box (left, top, right, bottom): leaves side by side."""
    left, top, right, bottom = box
    x: dict[int, float] = {}
    stack, n_placed, step = [0], 0, (right - left) / tree.n_leaves
    order: list[int] = []
    while stack:
        node = stack.pop()
        order.append(node)
        if tree.children_left[node] >= 0:
            stack += [int(tree.children_right[node]), int(tree.children_left[node])]
        else:
            x[node] = left + (n_placed + 0.5) * step
            n_placed += 1
    for node in reversed(order):
        if node not in x:
            x[node] = (x[int(tree.children_left[node])] + x[int(tree.children_right[node])]) / 2
    level = (bottom - top) / max(1, tree.max_depth)
    return {node: (x[node], top + level * int(tree.depth[node])) for node in sorted(x)}


def branch(upper: tuple[float, float], lower: tuple[float, float], colour: str = OTHER, width: float = 1.8, **more: Any) -> str:
    """The way from a node to one below it."""
    (x0, y0), (x1, y1) = upper, lower
    middle = (y0 + y1) / 2
    ends = [_text(float(value)) for value in (x0, y0, x0, middle, x1, middle, x1, y1)]
    d = "M{} {}C{} {} {} {} {} {}".format(*ends)
    dash = {"stroke_dasharray": more.pop("dash")} if more.get("dash") else {}
    return mark("path", d=d, stroke=colour, stroke_width=width, **dash, **more)


def leaf_box(place: tuple[float, float], colour: str = MODEL, width: float = 14.0, **more: Any) -> str:
    """A leaf."""
    x, y = place
    return mark("rect", x=x - width / 2, y=y - 4, width=width, height=8, rx=2.5, fill=colour, **more)


def node_dot(place: tuple[float, float], colour: str = TEXT, size: float = 4.5, **more: Any) -> str:
    """A node that is split."""
    return mark("circle", cx=float(place[0]), cy=float(place[1]), r=size, fill=colour, **more)


def plain(title: str) -> str:
    """What a lesson shows that has no picture of its own: a tree of three leaves."""
    nodes = ((100.0, 24.0), (64.0, 56.0), (136.0, 56.0), (40.0, 88.0), (88.0, 88.0))
    ways = ((0, 1), (0, 2), (1, 3), (1, 4))
    return picture(
        title,
        [branch(nodes[a], nodes[b]) for a, b in ways]
        + [node_dot(nodes[i]) for i in (0, 1)]
        + [leaf_box(nodes[i], OTHER) for i in (2, 3, 4)],
    )
