"""The loss over the rounds, with the cursor on it."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from gbtlib.boosting import Round
from workbench.figures.prediction import finished
from workbench.theme import BLUE, GREY, ORANGE
from workbench.viewmodel import number, padded


def loss_curve(trace: list[Round], start_loss: float, cursor: int) -> go.Figure:
    """Mean loss after every round, on training and held-out rows; the cursor's values stand on the curves."""
    rounds = np.arange(len(trace) + 1)
    training = np.array([start_loss, *(round_.train_loss for round_ in trace)])
    held_out = np.array([np.nan, *(round_.validation_loss for round_ in trace)])
    figure = go.Figure()
    top = float(np.nanmax([training, held_out]))
    for name, values, colour in (("training rows", training, BLUE), ("held-out rows", held_out, ORANGE)):
        if np.isnan(values).all():
            continue
        figure.add_scatter(x=rounds, y=values, mode="lines", name=name, line={"color": colour, "width": 2.5})
        figure.add_scatter(
            x=[cursor],
            y=[values[cursor]],
            mode="markers+text",
            text=[number(values[cursor])],
            textposition="top right" if cursor < 0.8 * len(trace) else "top left",
            textfont={"size": 15, "color": colour},
            marker={"size": 11, "color": colour},
            showlegend=False,
        )
    figure.add_vline(x=cursor, line={"color": GREY, "width": 1, "dash": "dot"})
    figure.update_xaxes(title="round", range=padded(0, len(trace), 0.02))
    figure.update_yaxes(title="mean loss", range=(0, 1.12 * top))
    return finished(figure)
