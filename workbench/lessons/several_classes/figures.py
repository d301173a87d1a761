"""The charts below the stage, by Plotly. Pure, without streamlit."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from workbench.charts.colours import MODEL, OTHER, TRUTH
from workbench.charts.waterfall import framed, span_of, waterfall
from workbench.lessons.several_classes.scales import Floats, Scale
from workbench.models.explained import TwoCuts
from workbench.text.numbers import number

MOST_BARS = 12


def colour_of_scale(scale: Scale) -> str:
    """The true derivative has the colour of truth, the model's own scale that of the model."""
    return {1.0: TRUTH, 2.0: MODEL}.get(scale.factor, OTHER)


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
    span = span_of(cuts.start, features, rounds)
    by_features = waterfall(cuts.start, features, cuts.by_features, span, "feature")
    return by_features, waterfall(cuts.start, rounds, cuts.by_rounds, span, "round")
