"""What the model predicts before and after a round, and the negative gradients its tree is fit to."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from gbtlib.boosting import Round
from gbtlib.losses import Loss
from workbench.data import Dataset
from workbench.theme import BLUE, GREEN, GREY, ORANGE, VIOLET
from workbench.viewmodel import padded, spread

MOST_MARKERS, MOST_STEMS, MOST_LINE = 400, 60, 1000
Floats = NDArray[np.float64]


def over_feature(data: Dataset, trace: list[Round], round_: Round) -> go.Figure:
    """One feature: rows, truth, prediction before (ghost) and after, negative gradients as stems.

    The trace fixes the axes, so that they stay while one steps.
    """
    x, y = data.X[:, 0], data.y.astype(np.float64)
    order = np.argsort(x, kind="stable")
    line = order[spread(len(x), MOST_LINE)]
    some = order[spread(len(x), MOST_MARKERS)]
    stems = order[spread(len(x), MOST_STEMS)]
    figure = go.Figure()
    figure.add_scatter(
        x=x[some],
        y=y[some],
        mode="markers",
        name="rows" if len(some) == len(x) else f"{len(some)} of {len(x):,} rows",
        marker={"size": 4, "color": GREY, "opacity": 0.6},
    )
    add_stems(figure, x[stems], round_.raw_before[stems], round_.raw_before[stems] - round_.gradient[stems])
    add_line(figure, x[line], round_.raw_before[line], "before", GREY, "dash")
    add_line(figure, x[line], round_.raw_after[line], "after", BLUE, "solid")
    raws = [trace[0].raw_before, *(r.raw_after for r in trace)]
    low = min(float(y.min()), *(float(raw.min()) for raw in raws))
    high = max(float(y.max()), *(float(raw.max()) for raw in raws))
    figure.update_xaxes(title=data.feature_names[0], range=padded(float(x.min()), float(x.max()), 0.02))
    figure.update_yaxes(title=f"raw prediction of {data.target_name}", range=padded(low, high))
    return finished(figure)


def by_row(data: Dataset, y: NDArray[Any], trace: list[Round], round_: Round, loss: Loss) -> go.Figure:
    """Two classes, many features: the probability of every row, sorted by class and final probability.

    A stem goes from the probability before the round to the label, 0 or 1: that is the negative gradient.
    """
    order = np.lexsort((trace[-1].raw_after, y))
    place = np.arange(len(y))
    before, after = loss.inverse_link(round_.raw_before)[order], loss.inverse_link(round_.raw_after)[order]
    labels = y[order]
    figure = go.Figure()
    add_stems(figure, place.astype(np.float64), before, before - round_.gradient[order])
    figure.add_scatter(
        x=place,
        y=before,
        mode="markers",
        name="before",
        marker={"size": 6, "color": GREY, "symbol": "circle-open"},
    )
    for code, (colour, symbol) in enumerate(((VIOLET, "diamond"), (GREEN, "circle"))):
        mine = labels == code
        figure.add_scatter(
            x=place[mine],
            y=after[mine],
            mode="markers",
            name=f"after, {data.class_names[code]} (label {code})",
            marker={"size": 8, "color": colour, "symbol": symbol},
        )
    figure.update_xaxes(
        title="training rows, by class, then by final probability", range=padded(0, len(y) - 1, 0.01)
    )
    figure.update_yaxes(title=f"probability of {data.class_names[1]}", range=(-0.04, 1.04))
    return finished(figure)


def add_stems(figure: go.Figure, x: Floats, start: Floats, end: Floats) -> None:
    """Vertical lines from start to end, as one trace."""
    gap = np.full(len(x), np.nan)
    figure.add_scatter(
        x=np.column_stack((x, x, gap)).ravel(),
        y=np.column_stack((start, end, gap)).ravel(),
        mode="lines",
        name="negative gradient",
        line={"color": ORANGE, "width": 1.2},
        hoverinfo="skip",
    )


def add_line(figure: go.Figure, x: Floats, y: Floats, name: str, colour: str, dash: str) -> None:
    """A step function."""
    line = {"color": colour, "width": 2.5, "dash": dash, "shape": "hvh"}
    figure.add_scatter(x=x, y=y, mode="lines", name=name, line=line)


def finished(figure: go.Figure) -> go.Figure:
    """Margins, and a legend that touches the picture."""
    figure.update_layout(
        height=370,
        margin={"l": 60, "r": 10, "t": 30, "b": 45},
        legend={"orientation": "h", "x": 0, "y": 1.0, "yanchor": "bottom"},
        font={"size": 14},
    )
    return figure
