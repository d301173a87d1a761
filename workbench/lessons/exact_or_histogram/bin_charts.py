"""The charts of the lesson, by Plotly: gains over their comb of cuts, histograms, error and work. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from plotly.subplots import make_subplots

from workbench.charts.axes import padded, spread
from workbench.charts.colours import MODEL, OTHER, RESIDUAL, TRUTH
from workbench.lessons.exact_or_histogram.bin_sums import Family
from workbench.lessons.exact_or_histogram.error_course import BinnedModel
from workbench.lessons.exact_or_histogram.node_cuts import CutComb, feature_name
from workbench.text.numbers import threshold_text

Floats = NDArray[np.float64]
MOST_POINTS = 1500  # of a curve: more than the picture has pixels
_TIGHT = {"l": 60, "r": 8, "t": 26, "b": 40}
_LEGEND = {"orientation": "h", "x": 0, "y": 1.0, "yanchor": "bottom", "xanchor": "left"}
OUTLINE = {"width": 1, "color": "white"}
COLUMNS, ROWS = ((0.0, 0.435), (0.565, 1.0)), ((0.73, 1.0), (0.365, 0.635), (0.0, 0.27))
HOVER = "x ≤ %{x:.5g}<br>gain %{y:.4g}"
EXACT_ROW, BIN_ROW = (0.55, 1.0), (0.0, 0.45)  # of the comb


def arranged(figure: go.Figure, state: str, **layout: Any) -> go.Figure:
    """Margins and legend as on all charts here.

    state: zoom and hidden curves stay while it is the same.
    """
    figure.update_layout(
        margin=_TIGHT,
        legend=_LEGEND,
        uirevision=state,
        hoverlabel={"align": "left"},
        dragmode="zoom",
        **layout,
    )
    return figure


def ticks_at(values: Floats, row: tuple[float, float]) -> tuple[Floats, Floats]:
    """Vertical ticks at some values, as one line with gaps: x and y."""
    x = np.repeat(values, 3)
    y = np.tile([*row, np.nan], len(values))
    return x, y


@lru_cache(maxsize=32)
def cuts_chart(exact: CutComb, binned: CutComb | None) -> go.Figure:
    """The gain of every cut, and under it the comb: every midpoint, and longer the borders of the bins.

    binned: None while one guesses.
    """
    at = exact.found.threshold
    drawn = spread(len(at), MOST_POINTS)
    curve = {"x": at[drawn], "y": exact.found.gain[drawn], "name": "every cut", "hovertemplate": HOVER}
    traces = [{**curve, "mode": "lines", "line": {"color": OTHER, "width": 2}}]
    traces.append(comb("midpoints", at, EXACT_ROW, {"color": OTHER, "width": 1}))
    best = [(exact, TRUTH, "best of all", "circle", 16)]
    if binned is not None:
        borders = binned.found.threshold
        dots = {"x": borders, "y": binned.found.gain, "name": "between bins", "hovertemplate": HOVER}
        traces.append({**dots, "mode": "markers", "marker": {"color": MODEL, "size": 6}})
        traces.append(
            comb("borders of bins", borders, (BIN_ROW[0], EXACT_ROW[1]), {"color": MODEL, "width": 2})
        )
        best.append((binned, MODEL, "best of these", "diamond", 9))
    shapes = []
    for cuts, colour, name, shape, size in best:
        if cuts.best is not None:
            mark = {"color": colour, "size": size, "symbol": shape, "line": OUTLINE}
            one = {"x": [cuts.threshold], "y": [cuts.gain], "name": name, "hovertemplate": HOVER}
            traces.append({**one, "mode": "markers", "marker": mark})
            line = {"color": colour, "width": 1.5, "dash": "dot"}
            ends = {"x0": cuts.threshold, "x1": cuts.threshold, "y0": 0, "y1": 1, "yref": "paper"}
            shapes.append({"type": "line", **ends, "line": line})
    values = exact.first.X[:, exact.feature]
    top = max(exact.gain, float(np.max(exact.found.gain, initial=0.0)))
    across = padded(float(values.min()), float(values.max()), 0.02)
    axes = {
        "xaxis": {"range": across, "title": {"text": feature_title(exact)}, "anchor": "y2"},
        "yaxis": {"range": (-0.06 * top, 1.12 * top), "title": {"text": "gain"}, "domain": (0.22, 1)},
        "yaxis2": {
            "domain": (0, 0.19), "range": (-0.05, 1.05), "showgrid": False, "zeroline": False,
            "fixedrange": True, "tickvals": [0.2, 0.78], "ticktext": ["bins" if binned else "", "all"],
        },
    }  # fmt: skip
    state = f"{exact.first.recipe}{exact.node}{exact.feature}"
    look = {"margin": _TIGHT, "legend": _LEGEND, "uirevision": state, "shapes": shapes}
    return go.Figure({"data": traces, "layout": {**look, **axes}})


def comb(name: str, values: Floats, row: tuple[float, float], line: dict[str, Any]) -> dict[str, Any]:
    """A trace of ticks under the gains."""
    x, y = ticks_at(values, row)
    hidden = {"showlegend": False, "hoverinfo": "x", "yaxis": "y2"}
    return {"x": x, "y": y, "name": name, "mode": "lines", "line": line, **hidden}


def feature_title(cuts: CutComb) -> str:
    """The name of the feature with its unit."""
    name, unit = feature_name(cuts), cuts.first.dataset.units[cuts.feature]
    return f"{name} [{unit}]" if unit else name


def gradients_chart(exact: CutComb) -> go.Figure:
    """The rows of the node while one guesses: their negative gradients over the feature."""
    first, rows = exact.first, exact.first.rows(exact.node)
    rows = rows[spread(len(rows), MOST_POINTS)]
    figure = go.Figure()
    figure.add_scattergl(
        x=first.X[rows, exact.feature], y=-first.gradient[rows], mode="markers", name="rows of the node",
        marker={"color": RESIDUAL, "size": 5, "opacity": 0.7}, showlegend=True,
    )  # fmt: skip
    if exact.best is not None:
        figure.add_vline(x=exact.threshold, line={"color": TRUTH, "width": 1.5, "dash": "dot"})
    values, heights = first.X[:, exact.feature], -first.gradient
    figure.update_xaxes(title_text=feature_title(exact), range=padded(values.min(), values.max(), 0.02))
    figure.update_yaxes(title_text="−g", range=padded(heights.min(), heights.max()))
    return arranged(figure, f"{first.recipe}{exact.node}{exact.feature}")


@lru_cache(maxsize=32)
def histograms_chart(found: Family, name: str, marked: int, state: str) -> go.Figure:
    """Parent, smaller child and sibling: rows of every bin, and sums of its gradients; one bin is marked.

    name: of the feature. state: see arranged.
    """
    parent, smaller, sibling = found.members
    titles = (parent.name, f"− {smaller.name.split()[0]} (smaller)", f"= {sibling.name.split()[0]}")
    bins = np.arange(1, len(parent.n_rows) + 1)
    traces, words, axes = [], [], {}
    spans = parent.n_rows, np.concatenate([each.G for each in found.members])
    for place in range(6):
        row, column = divmod(place, 2)
        each, at = found.members[row], str(place + 1) if place else ""
        values, colour = ((each.n_rows, OTHER), (each.G, RESIDUAL))[column]
        fills = [MODEL if i == marked else colour for i in range(len(bins))]
        traces.append({
            "type": "bar", "x": bins, "y": values, "marker": {"color": fills, "line": {"width": 0}},
            "showlegend": False, "hovertemplate": "bin %{x}: %{y:.4g}<extra></extra>",
            "xaxis": f"x{at}", "yaxis": f"y{at}",
        })  # fmt: skip
        span = spans[column]
        limits = padded(min(0.0, float(span.min())), max(0.0, float(span.max())))
        across, up = COLUMNS[column], ROWS[row]
        below = {"title": {"text": f"bin of {name}"}} if row == 2 else {"showticklabels": False}
        axes[f"xaxis{at}"] = {
            "domain": across, "anchor": f"y{at}", "range": (0.4, len(bins) + 0.6), **below
        }  # fmt: skip
        axes[f"yaxis{at}"] = {"domain": up, "anchor": f"x{at}", "range": limits, "nticks": 4}
        words.append({
            "text": f"{titles[row]}: {('rows', 'sum of g')[column]}", "font": {"size": 13},
            "x": sum(across) / 2, "y": up[1], "xref": "paper", "yref": "paper",
            "xanchor": "center", "yanchor": "bottom", "showarrow": False,
        })  # fmt: skip
    margin = {"l": 44, "r": 4, "t": 24, "b": 38}
    look = {"margin": margin, "uirevision": state, "bargap": 0.08, "annotations": words}
    return go.Figure({"data": traces, "layout": {**look, **axes}})


def course_chart(models: Sequence[BinnedModel], max_bin: int) -> go.Figure:
    """Error and work of every max_bin: losses, and as shares of the exact search cuts scored and time."""
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
    figure.update_xaxes(title_text="max_bin", type="category")
    if str(max_bin) in names:
        figure.add_vline(x=names.index(str(max_bin)), line={"color": OTHER, "width": 1, "dash": "dot"})
    figure = arranged(figure, f"course{len(models)}")
    return figure.update_layout(margin={**_TIGHT, "t": 60}, legend={**_LEGEND, "y": 1.07})


def chart_words(exact: CutComb, binned: CutComb | None) -> str:
    """The chart of gains for those who cannot see it."""
    words = (
        f"The gain of every cut of {feature_title(exact)}, {len(exact.found):,} of them, is largest at "
        f"{threshold_text(exact.threshold, feature_name(exact))}."
    )
    if binned is None:
        return words
    best = threshold_text(binned.threshold, feature_name(binned))
    return f"{words} Of the {len(binned.found)} cuts between bins the best is {best}."
