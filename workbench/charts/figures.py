"""Charts by Plotly: what features add to many rows, beside each other. Pure."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from workbench.charts.colours import ABOVE, BELOW, OTHER

Floats = NDArray[np.float64]

_LEGEND = {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0}


def framed(figure: go.Figure, x: str, y: str, **more: Any) -> go.Figure:
    """The same with the titles of its axes, and little around it."""
    figure.update_layout(
        xaxis_title=x, yaxis_title=y, legend=_LEGEND, margin={"l": 62, "r": 12, "t": 40, "b": 46}, **more
    )
    return figure


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
