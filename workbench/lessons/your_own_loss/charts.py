"""The Plotly charts below the stage: one row's pull under all losses, unseen rows over the rounds. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from workbench.charts.colours import GUESS, MODEL, OTHER, RESIDUAL
from workbench.lessons.your_own_loss.ledger import Pull
from workbench.lessons.your_own_loss.run import Run
from workbench.text.numbers import number

FAR = 8.0  # a pull beyond is drawn up to here, its number stands beside it


def ledger_figure(pulls: Sequence[Pull]) -> go.Figure:
    """A bar for each loss, as long as it pulls the row; beside it the way, and the share of all pull."""
    kept = [each for each in reversed(pulls) if np.isfinite(each.pull)]
    lengths = [min(abs(each.pull), FAR) for each in kept]
    figure = go.Figure()
    figure.add_bar(
        x=lengths,
        y=[each.title for each in kept],
        orientation="h",
        marker={"color": [RESIDUAL if each.is_shown else OTHER for each in kept]},
        text=[f"{number(each.pull)}: {100 * each.share:.0f} % of all pull" for each in kept],
        textposition="outside",
        cliponaxis=False,
        customdata=[[each.pull, each.hessian] for each in kept],
        hovertemplate="%{y}: −g = %{customdata[0]:.4g}, h = %{customdata[1]:.4g}<extra></extra>",
    )
    figure.update_layout(
        title={"text": "How hard each loss pulls this row", "font": {"size": 15}},
        xaxis={"title": "|g|", "range": [0, 1.5 * max(1.0, *lengths, 1.0)]},
        yaxis={"automargin": True},
        margin={"l": 10, "r": 10, "t": 40, "b": 44},
        showlegend=False,
    )
    return figure


def course_figure(runs: Sequence[Run], number_: int) -> go.Figure:
    """How far predictions are from y on unseen rows without outliers, over the rounds."""
    styles = (("dash", OTHER), ("solid", MODEL), ("dot", GUESS))
    figure = go.Figure()
    for run, (dash, colour) in zip(runs, styles, strict=False):
        figure.add_scatter(
            x=np.arange(len(run.unseen)),
            y=run.unseen,
            mode="lines",
            name=run.made.asked.title,
            line={"color": colour, "width": 3, "dash": dash},
            hovertemplate="%{y:.3g}",
        )
    figure.add_vline(x=number_, line={"color": OTHER, "width": 1, "dash": "dot"})
    top = max(float(run.unseen[0]) for run in runs)
    figure.update_layout(
        title={"text": "Unseen rows without outliers", "font": {"size": 15}},
        xaxis={"title": "round", "zeroline": False},
        yaxis={"title": "mean ½(prediction − y)²", "range": [0, 1.3 * top], "tickformat": ".2~g"},
        hovermode="x unified",
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 1, "xanchor": "right"},
        margin={"l": 60, "r": 10, "t": 40, "b": 44},
    )
    return figure
