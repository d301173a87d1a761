"""Charts of what features add, by Plotly: one sum as bricks, and many rows beside each other. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from workbench.charts.axes import padded
from workbench.charts.colours import ABOVE, BELOW, MODEL, OTHER

Floats = NDArray[np.float64]
Steps = Sequence[tuple[str, float]]

_LEGEND = {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0}


def framed(figure: go.Figure, x: str, y: str, **more: Any) -> go.Figure:
    """The same with the titles of its axes, and little around it."""
    figure.update_layout(
        xaxis_title=x, yaxis_title=y, legend=_LEGEND, margin={"l": 62, "r": 12, "t": 40, "b": 46}, **more
    )
    return figure


def span_of(start: float, *sums: Steps) -> tuple[float, float]:
    """A range of the axis on which several sums from one start, and 0, have room."""
    reached = [start + np.cumsum([0.0, *(value for _, value in steps)]) for steps in sums]
    low, high = min(0.0, *(each.min() for each in reached)), max(0.0, *(each.max() for each in reached))
    return padded(low, high, 0.08)


def waterfall(
    start: float, steps: Sequence[tuple[str, float]], end: float, span: tuple[float, float], along: str
) -> go.Figure:
    """Bars from a start to its end, one a step."""
    names = ["F₀", *(name for name, _ in steps), "F"]
    figure = go.Figure()
    figure.add_waterfall(
        x=names,
        y=[start, *(value for _, value in steps), end],
        measure=["absolute", *["relative"] * len(steps), "total"],
        increasing={"marker": {"color": ABOVE}},
        decreasing={"marker": {"color": BELOW}},
        totals={"marker": {"color": MODEL}},
        connector={"line": {"color": OTHER, "width": 1}},
        hovertemplate="%{x}: %{delta:+.3g}, then %{y:.3g}",
        name="",
    )
    figure = framed(figure, along, "raw prediction F", showlegend=False)
    return figure.update_layout(yaxis={"range": list(span)}, margin={"l": 62, "r": 12, "t": 8, "b": 46})


def row_strips(names: Sequence[str], adds: Floats, place: Floats, x: str) -> go.Figure:
    """One mark a row and feature, across by what the feature adds to the row, the first feature at the top.

    adds, place: (n_rows, n_features); place from 0 to 1 is the rank of the row's value, its colour; NaN where
    it is missing or a category.
    """
    figure = go.Figure()
    spread = ((np.arange(len(adds)) * 0.6180339887) % 1 - 0.5) * 0.6  # evenly, and the same at every look
    for j, name in enumerate(names):
        known = ~np.isnan(place[:, j])
        for rows, marker in (
            (known, {"color": place[known, j], "colorscale": [[0, BELOW], [1, ABOVE]], "cmin": 0, "cmax": 1}),
            (~known, {"color": OTHER}),
        ):
            figure.add_scatter(
                x=adds[rows, j],
                y=len(names) - 1 - j + spread[rows],
                mode="markers",
                marker={"size": 5, **marker},
                name=name,
                hovertemplate=f"{name}: %{{x:+.3g}}",
            )
    figure = framed(figure, x, "", showlegend=False)
    ticks = {"tickvals": list(range(len(names)))[::-1], "ticktext": list(names), "automargin": True}
    return figure.update_layout(margin={"l": 8, "r": 12, "t": 8, "b": 46}, yaxis=ticks)
