"""Error and work of the whole model over max_bin, by Plotly. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from workbench.charts.colours import MODEL, OTHER, TRUTH
from workbench.lessons.exact_or_histogram.error_course import BinnedModel

_MARGIN = {"l": 60, "r": 8, "t": 60, "b": 40}
_LEGEND = {"orientation": "h", "x": 0, "y": 1.07, "yanchor": "bottom", "xanchor": "left"}


def course_chart(models: Sequence[BinnedModel], max_bin: int | None) -> go.Figure:
    """Error and work of every max_bin: losses, and as shares of the exact search cuts scored and time.

    max_bin: the one that is marked, None for the exact search.
    """
    names = [str(each.max_bin or "exact") for each in models]
    exact = models[-1]
    figure = make_subplots(
        rows=1, cols=2, horizontal_spacing=0.09,
        subplot_titles=("error: mean loss after the last round", "work: times that of the exact search"),
    )  # fmt: skip
    lines = (
        ("training", [each.train_loss for each in models], MODEL, "solid", "circle", 1),
        ("unseen", [each.unseen_loss for each in models], MODEL, "dash", "circle-open", 1),
        ("cuts scored", [each.n_scored / exact.n_scored for each in models], TRUTH, "solid", "square", 2),
        ("time, measured", [each.seconds / exact.seconds for each in models], OTHER, "solid", "diamond", 2),
    )
    for name, values, colour, dash, shape, col in lines:
        figure.add_scatter(
            x=names, y=values, name=name, mode="lines+markers",
            line={"color": colour, "dash": dash, "width": 2.5},
            marker={"symbol": shape, "size": 9}, hovertemplate="max_bin %{x}<br>%{y:.4g}", row=1, col=col,
        )  # fmt: skip
    losses = [loss for each in models for loss in (each.train_loss, each.unseen_loss)]
    figure.update_yaxes(range=(0, 1.1 * max(losses)), title_text="loss", row=1, col=1)
    figure.update_yaxes(type="log", title_text="times exact", dtick=1, row=1, col=2)
    figure.update_xaxes(title_text="max_bin", type="category", autorange="reversed")  # as on the stage
    marked = str(max_bin or "exact")
    if marked in names:
        figure.add_vline(x=names.index(marked), line={"color": OTHER, "width": 1, "dash": "dot"})
    return figure.update_layout(margin=_MARGIN, legend=_LEGEND, uirevision=len(models))
