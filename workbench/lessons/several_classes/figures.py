"""The charts below the stage, by Plotly. Pure, without streamlit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from workbench.charts.axes import padded
from workbench.charts.colours import ABOVE, BELOW, MODEL, OTHER, TRUTH
from workbench.lessons.several_classes.explained import TwoCuts
from workbench.lessons.several_classes.scales import Floats, Scale
from workbench.text.numbers import number

MOST_BARS = 12
_LEGEND = {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0}


def colour_of_scale(scale: Scale) -> str:
    """The true derivative has the colour of truth, the model's own scale that of the model."""
    return {1.0: TRUTH, 2.0: MODEL}.get(scale.factor, OTHER)


def framed(figure: go.Figure, x: str, y: str, **more: Any) -> go.Figure:
    """The same with the titles of its axes, and little around it."""
    figure.update_layout(
        xaxis_title=x, yaxis_title=y, legend=_LEGEND, margin={"l": 62, "r": 12, "t": 40, "b": 46}, **more
    )
    return figure


def weights_figure(scales: Sequence[Scale], weights: Sequence[Floats]) -> go.Figure:
    """The weights of a tree's leaves, left to right, under each scale of the hessian."""
    figure = go.Figure()
    places = [str(i + 1) for i in range(len(weights[0]))]
    for scale, values in zip(scales, weights, strict=True):
        figure.add_bar(
            x=places,
            y=values,
            name=f"h = {scale.name}",
            marker={"color": colour_of_scale(scale)},
            hovertemplate="leaf %{x}: w = %{y:.3g}",
        )
    return framed(figure, "leaf, from left to right", "leaf weight w", barmode="group")


def losses_figure(scales: Sequence[Scale], losses: Sequence[Floats]) -> go.Figure:
    """The loss over the rounds under each scale: training rows solid, unseen ones dashed."""
    figure = go.Figure()
    for scale, (seen, unseen) in zip(scales, losses, strict=True):
        for name, y, dash in (("training", seen, "solid"), ("unseen", unseen, "dash")):
            if np.isfinite(y).any():
                figure.add_scatter(
                    x=np.arange(1, len(y) + 1),
                    y=y,
                    mode="lines",
                    name=f"{scale.name}, {name}",
                    line={"color": colour_of_scale(scale), "width": 2.5, "dash": dash},
                    hovertemplate="%{y:.3g}",
                )
    return framed(figure, "round", "log loss", hovermode="x unified", yaxis_rangemode="tozero")


def importance_figure(table: pd.DataFrame, kind: str) -> go.Figure:
    """One kind of importance, the most important feature at the top."""
    top = table[kind].sort_values(ascending=False, kind="stable").head(MOST_BARS)[::-1]
    figure = go.Figure()
    figure.add_bar(
        x=top.to_numpy(),
        y=top.index.tolist(),
        orientation="h",
        marker={"color": MODEL},
        text=[number(float(value)) for value in top],
        textposition="auto",
        cliponaxis=False,
        hovertemplate="%{y}: %{x:.4g}",
        name="",
    )
    figure = framed(figure, kind.replace("_", " "), "", showlegend=False)
    return figure.update_layout(margin={"l": 8, "r": 24, "t": 8, "b": 46}, yaxis={"automargin": True})


def waterfalls(cuts: TwoCuts) -> tuple[go.Figure, go.Figure]:
    """F of a row by features, and by rounds, on one scale."""
    features = cuts.feature_steps
    rounds = [(f"round {i + 1}", float(value)) for i, value in enumerate(cuts.rounds)]
    sums = [cuts.start + np.cumsum([0.0, *(value for _, value in steps)]) for steps in (features, rounds)]
    span = padded(min(0.0, *(each.min() for each in sums)), max(0.0, *(each.max() for each in sums)), 0.08)
    by_features = waterfall(cuts.start, features, cuts.by_features, span, "feature")
    return by_features, waterfall(cuts.start, rounds, cuts.by_rounds, span, "round")


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
