"""Panels as SVG, side by side under one legend, in the colours of the page that they stand on. Pure."""

from collections.abc import Sequence
from html import escape

import numpy as np

from gbtlib.pictures.chart import Plot, axes, line
from gbtlib.pictures.colours import FADED, FAINT_LINE, GROUND, INK, PAPER, PATH
from gbtlib.pictures.svg import FONT, Style, drawing, element, text, text_width
from workbench.charts.panels import Dots, Label, Line, Panel

WIDTH, HEIGHT, BOX = 440, 290, (58.0, 30.0, 426.0, 244.0)  # pixels; box: left, top, right, bottom
BETWEEN, BESIDE = 17.0, 10.0  # pixels from number to number, and from a point to its number
_ON_A_PAGE = {
    **dict.fromkeys((INK, FADED, PATH), "currentColor"),
    FAINT_LINE: "color-mix(in srgb, currentColor 22%, transparent)",
    PAPER: "color-mix(in srgb, currentColor 9%, transparent)",
    GROUND: "none",
}


def on_a_page(svg: str) -> str:
    """A picture of gbtlib without a ground of its own, in the ink of the page, and not told by a tooltip."""
    for colour, instead in _ON_A_PAGE.items():
        svg = svg.replace(f'"{colour}"', f'"{instead}"')
    head, _, rest = svg.partition("<title>")
    words, _, body = rest.partition("</title>")
    label = words.replace('"', "&quot;")
    return in_its_letters(f'{head.rstrip()[:-1]} aria-label="{label}">{body}')


def in_its_letters(svg: str) -> str:
    """A picture of gbtlib in the letters of the page that it stands on."""
    return svg.replace(f' font-family="{FONT}"', "")


def panels_html(panels: Sequence[Panel], words: str) -> str:
    """Panels side by side, as many as have room. words: what they show, for those who cannot see them."""
    least = "max(340px, 40%)" if len(panels) == 4 else "340px"
    drawn = "".join(
        f'<div style="flex:1 1 {least};max-width:480px">{panel_svg(panel, words)}</div>' for panel in panels
    )
    row = "display:flex;flex-wrap:wrap;gap:2px 18px"
    return f'<div style="{row}">{legend(panels)}</div><div style="{row}">{drawn}</div>'


def legend(panels: Sequence[Panel]) -> str:
    """What has a name, each once."""
    marks: list[Line | Dots] = []
    for panel in panels:
        marks += [*panel.lines, *panel.dots]
    named = {each.name: each for each in marks if each.name}
    return "".join(f"<span>{swatch(each)} {escape(name)}</span>" for name, each in named.items())


def swatch(mark: Line | Dots) -> str:
    """A piece of a line, or one of the dots."""
    drawn = (
        line(np.array([0.0, 26.0]), np.array([6.0, 6.0]), mark.colour, mark.width, mark.dash)
        if (isinstance(mark, Line))
        else dot(mark, 13.0, 6.0, 4.0)
    )
    return f'<svg width="26" height="12" aria-hidden="true">{drawn}</svg>'


def panel_svg(panel: Panel, words: str) -> str:
    """One panel."""
    plot, (left, top, _, bottom) = Plot(panel.extent, BOX), BOX
    parts = axes(plot, panel.x_label, "", whole=panel.whole)
    parts.append(
        text(panel.title or panel.y_label, left, top - 10, Style(bold=bool(panel.title), anchor="start"))
    )
    if panel.title and panel.y_label:
        turned = f'<g transform="translate(16 {(top + bottom) / 2}) rotate(-90)">'
        parts.append(f"{turned}{text(panel.y_label, 0, 0)}</g>")
    for kind in panel.dots:
        parts += [
            dot(kind, float(plot.x(x)), float(plot.y(y)), kind.size)
            for x, y in zip(kind.x, kind.y, strict=True)
        ]
    parts += [
        line(plot.x(each.x), plot.y(each.y), each.colour, each.width, each.dash) for each in panel.lines
    ]
    parts += labels(panel.labels, plot)
    return on_a_page(
        drawing(WIDTH, HEIGHT, words, [each for each in parts if each]).replace(
            "max-width:100%;height:auto", "display:block;width:100%;height:auto"
        )
    )


def dot(kind: Dots, x: float, y: float, size: float) -> str:
    """A point; a ring is hollow."""
    hue = (
        {"fill": "none", "stroke": kind.colour, "stroke_width": 1.5}
        if kind.shape == "ring"
        else {"fill": kind.colour}
    )
    return element("circle", cx=x, cy=y, r=size, **hue)


def labels(given: Sequence[Label], plot: Plot) -> list[str]:
    """The numbers at points, each beside its own, and no two over each other."""
    left, top, right, bottom = plot.box
    places = sorted((float(plot.y(each.y)), float(plot.x(each.x)), at) for at, each in enumerate(given))
    parts, before = [], top - 4.0
    for at, (y, x, which) in enumerate(places):
        label = given[which]
        wide = text_width(f"■ {label.text}") * 1.12
        down = min(max(y - 7.0, before + BETWEEN), bottom - 5.0 - BETWEEN * (len(places) - 1 - at))
        before = down
        start = min(max(x + BESIDE if x + BESIDE + wide <= right else x - BESIDE - wide, left), right - wide)
        mark = Style(colour=label.colour, anchor="start")
        parts.append(text("■", start, down, mark))
        parts.append(text(label.text, start + 14, down, Style(bold=True, anchor="start")))
    return (
        [f'<g style="paint-order:stroke;stroke:Canvas;stroke-width:4px">{"".join(parts)}</g>']
        if parts
        else []
    )
