"""The sum so far, term by term: the library's, and the one of the other arithmetic. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from workbench.add_up.words import LedgerTerm
from workbench.charts.colours import GUESS, MODEL, OTHER
from workbench.charts.waterfall import framed


def courses(lines: Sequence[LedgerTerm]) -> go.Figure:
    """Both sums over the terms; a mark where they part."""
    summed = [line for line in lines if line.adds is not None or line.other_adds is not None]
    figure = go.Figure()
    names = [line.name for line in summed]
    at = [*range(-1, len(summed) - 1)]

    def line(name: str, values: list[float | None], colour: str, dash: str) -> None:
        figure.add_scatter(
            x=at,
            y=values,
            name=name,
            text=names,
            mode="lines+markers" if len(at) < 40 else "lines",
            line={"color": colour, "dash": dash, "shape": "hv"},
            hovertemplate="%{text}: %{y:.6g}",
        )

    line("the library", [each.so_far for each in summed], MODEL, "solid")
    first = next((i for i, each in enumerate(summed) if each.parts), None)
    if first is not None:
        line("your arithmetic", [each.other_so_far for each in summed], GUESS, "dash")
        mark = {"color": OTHER, "width": 1.5, "dash": "dot"}
        figure.add_vline(x=at[first], line=mark, annotation_text=f"parts here: {names[first]}")
    return framed(figure, "tree; left of 0 the base score", "sum so far")
