"""Areas of all variants, differences of two, and ROC curves of one split as Plotly charts. Pure."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from gbtlib.metrics import auc_error, roc_auc, roc_curve
from workbench.charts.colours import GUESS, MODEL, OTHER
from workbench.lessons.sonar_laboratory.class_trees import AccuracyCourse
from workbench.lessons.sonar_laboratory.findings import Areas
from workbench.lessons.sonar_laboratory.splits import Floats
from workbench.lessons.sonar_laboratory.variants import VARIANTS
from workbench.lessons.sonar_laboratory.words import signed

LOWEST = 0.5  # of the areas' axis; an area below it is drawn at its edge
REACHES = (0.2, 0.3, 0.4, 0.6)  # of the differences' axis, to both sides of 0
N_BINS = 40
LINES_BELOW = 4  # of intervals, below the dots of the differences
WIDE, THIN = 9, 3


def jitter(n: int) -> Floats:
    """Places from -1 to 1 for n dots of a strip, the same for every split whatever else is shown."""
    return np.random.default_rng(0).uniform(-1.0, 1.0, n)


def colour_of(name: str, areas: Areas) -> str:
    """The first of the two that are compared has the model's colour."""
    return MODEL if name == areas.first else OTHER


def strip_figure(areas: Areas, *, one_split: int | None = None) -> go.Figure:
    """A strip of dots for each variant, a dot for each split; one_split: that alone, without means."""
    figure, names = go.Figure(), list(VARIANTS)
    shown = range(areas.job.n_splits) if one_split is None else [one_split]
    places = 0.2 * jitter(areas.job.n_splits)[list(shown)]
    for i, name in enumerate(names):
        chosen = name in (areas.first, areas.second)
        figure.add_scatter(
            x=np.maximum(areas.of(name)[list(shown)], LOWEST),
            y=i + places,
            mode="markers",
            marker={
                "color": colour_of(name, areas),
                "size": 7 if one_split is None else 11,
                "opacity": 0.75 if chosen else 0.4,
                "symbol": "circle" if name != areas.second else "circle-open",
                "line": {"width": 1.6, "color": colour_of(name, areas)},
            },
            customdata=[k + 1 for k in shown],
            hovertemplate="split %{customdata}: %{x:.3f}<extra>" + VARIANTS[name].title + "</extra>",
        )
    if one_split is None:
        add_means(figure, areas)
    add_published(figure)
    both = (areas.first, areas.second)
    labels = [f"<b>{each.short}</b>" if name in both else each.short for name, each in VARIANTS.items()]
    figure.update_layout(
        xaxis={
            "title": "AUC on unseen rows",
            "range": [LOWEST - 0.01, 1.08],
            "dtick": 0.1,
            "zeroline": False,
        },
        yaxis={
            "tickvals": list(range(len(names))),
            "ticktext": labels,
            "range": [len(names) - 0.45, -0.65],
            "showgrid": False,
            "zeroline": False,
        },
        showlegend=False,
        margin={"l": 92, "r": 4, "t": 8, "b": 46},
    )
    return figure


def accuracy_figure(courses: Mapping[str, AccuracyCourse]) -> go.Figure:
    """A strip of accuracies for each model of one tree or a few, with its mean and both intervals."""
    figure, names = go.Figure(), [course.title for course in courses.values()]
    for i, course in enumerate(courses.values()):
        figure.add_scatter(
            x=course.accuracy,
            y=i + 0.2 * jitter(len(course.accuracy)),
            mode="markers",
            marker={"color": OTHER, "size": 7, "opacity": 0.4},
            customdata=np.arange(len(course.accuracy)) + 1,
            hovertemplate="split %{customdata}: %{x:.3f}<extra>" + course.title + "</extra>",
        )
        found = course.spreads[0]
        add_interval(figure, found.mean, i + 0.36, found.of_new, MODEL, THIN)
        add_interval(figure, found.mean, i + 0.36, found.of_mean, MODEL, WIDE)
    figure.update_layout(
        xaxis={"title": "accuracy on unseen rows", "dtick": 0.1, "zeroline": False},
        yaxis={
            "tickvals": list(range(len(names))),
            "ticktext": names,
            "range": [len(names) - 0.4, -0.5],
            "showgrid": False,
            "zeroline": False,
        },
        showlegend=False,
        height=300,
        margin={"l": 150, "r": 8, "t": 8, "b": 46},
    )
    return figure


def add_means(figure: go.Figure, areas: Areas) -> None:
    """The mean of every strip with its two intervals, below the dots."""
    for i, name in enumerate(VARIANTS):
        found = areas.spread(name)
        if found is None:
            continue
        y, colour = i + 0.36, colour_of(name, areas)
        add_interval(figure, found.mean, y, found.of_new, colour, THIN)
        add_interval(figure, found.mean, y, found.of_mean, colour, WIDE)
        figure.add_scatter(
            x=[found.mean + found.of_new],
            y=[y],
            mode="text",
            text=f"  <b>{found.mean:.3f}</b>",
            textposition="middle right",
            hovertemplate=(
                f"mean {found.mean:.3f} ± {found.of_mean:.3f}, for new rows ± {found.of_new:.3f}; "
                f"one split ± {found.of_one:.3f}<extra></extra>"
            ),
        )


def add_interval(figure: go.Figure, middle: float, y: float, half: float, colour: str, width: int) -> None:
    """A bar from middle - half to middle + half."""
    figure.add_scatter(
        x=[middle - half, middle + half],
        y=[y, y],
        mode="lines",
        line={"color": colour, "width": width},
        hoverinfo="skip",
    )


def add_published(figure: go.Figure) -> None:
    """What was published, as a mark above its strip."""
    for i, each in enumerate(VARIANTS.values()):
        if each.published is not None:
            of = each.published_of and f"{each.published_of}, "
            add_mark(figure, each.published, i - 0.34, f"{of}published {each.published:.3f}")


def add_mark(figure: go.Figure, x: float, y: float, text: str, beside: str = "left") -> None:
    """A mark in the colour of text, which is the theme's, and words on its left or right."""
    words = (f"{text}     ", "middle left") if beside == "left" else (f"     {text}", "middle right")
    for said, place in (("▼", "middle center"), words):
        figure.add_scatter(x=[x], y=[y], mode="text", text=[said], textposition=place, hoverinfo="skip")


def difference_figure(areas: Areas, guess: float | None) -> go.Figure:
    """A dot for each split's difference, stacked; below them the intervals that it is compared with."""
    known = np.flatnonzero(~np.isnan(areas.gaps))
    gaps = areas.gaps[known]
    largest = max([*np.abs(gaps), areas.by_formula or 0, guess or 0])
    reach = next((each for each in REACHES if each >= largest), 1.0)
    bins = np.round(gaps / (2 * reach / N_BINS)).astype(int)
    heights = np.array([np.count_nonzero(bins[:i] == each) for i, each in enumerate(bins)], dtype=float)
    top = max(14.0, float(heights.max(initial=0)) + 4)
    figure = go.Figure()
    figure.add_scatter(
        x=bins * (2 * reach / N_BINS),
        y=heights + 0.6,
        mode="markers",
        marker={"color": MODEL, "size": 8},
        customdata=np.column_stack((known + 1, gaps)),
        hovertemplate="split %{customdata[0]}: %{customdata[1]:+.3f}<extra></extra>",
    )
    add_comparison(figure, areas, guess, reach=reach, step=top / 8)
    published = areas.published_gap
    if published is not None:
        side = "left" if published < 0 else "right"
        add_mark(figure, published, top - 1.2, f"published {signed(published)}", side)
    first, second = areas.pair
    ticks = np.linspace(-1, 1, 5) * reach
    figure.update_layout(
        xaxis={
            "title": f"AUC of {first.short} less {second.short}",
            "range": [-reach, reach],
            "zeroline": True,
            "zerolinewidth": 3,
            "zerolinecolor": OTHER,
            "tickvals": ticks,
            "ticktext": [signed(each, 2) if each else "0" for each in ticks],
        },
        yaxis={"visible": False, "range": [-(LINES_BELOW + 0.6) * top / 8, top]},
        showlegend=False,
        margin={"l": 8, "r": 8, "t": 8, "b": 46},
    )
    return figure


def add_comparison(
    figure: go.Figure, areas: Areas, guess: float | None, *, reach: float, step: float
) -> None:
    """The intervals below the dots, each under its words."""
    for i, (said, middle, half, colour) in enumerate(intervals(areas, guess)):
        y = -(i + 1) * step
        add_interval(figure, middle, y, half, colour, WIDE)
        figure.add_scatter(
            x=[-reach],
            y=[y + 0.46 * step],
            mode="text",
            text=[f"{said} ± {half:.3f}"],
            textposition="middle right",
            hoverinfo="skip",
        )


def intervals(areas: Areas, guess: float | None) -> list[tuple[str, float, float, str]]:
    """What is drawn below the differences: words, middle, half the width, colour."""
    found: list[tuple[str, float, float, str]] = []
    if areas.gap is not None:
        found.append((f"mean {signed(areas.gap.mean)}", areas.gap.mean, areas.gap.of_mean, MODEL))
        found.append(("one split, same rows", areas.gap.mean, areas.gap.of_one, MODEL))
    if areas.by_formula is not None:
        found.append(("Hanley–McNeil, other rows", 0.0, areas.by_formula, OTHER))
    if guess is not None:
        found.append(("your guess", 0.0, guess, GUESS))
    return found


def roc_figure(areas: Areas, k: int, *, with_errors: bool = True) -> go.Figure:
    """The ROC curves of both variants on the test rows of split k, with their areas and standard errors."""
    figure, labels = go.Figure(), areas.job.splits.labels(k)
    n_positive, n_negative = areas.classes(k)
    for name, dash in ((areas.second, "dash"), (areas.first, "solid")):
        ranks = areas.ranks(name, k)
        if ranks is None:
            continue
        fpr, tpr, _ = roc_curve(labels, ranks)
        area = roc_auc(labels, ranks)
        error = auc_error(area, n_positive, n_negative)
        figure.add_scatter(
            x=fpr,
            y=tpr,
            mode="lines+markers",
            name=f"{VARIANTS[name].short}: {area:.3f}" + (f" ± {error:.3f}" if with_errors else ""),
            line={"color": colour_of(name, areas), "dash": dash, "width": 3},
            marker={"size": 5},
            hovertemplate="%{y:.2f} of the mines, %{x:.2f} of the rocks<extra></extra>",
        )
    figure.add_scatter(
        x=[0, 1],
        y=[0, 1],
        mode="lines",
        line={"color": OTHER, "width": 1},
        hoverinfo="skip",
        showlegend=False,
    )
    figure.update_layout(
        xaxis={
            "title": f"share of {n_negative} rocks called mines",
            "range": [-0.02, 1.02],
            "dtick": 0.2,
        },
        yaxis={"title": f"share of the {n_positive} mines found", "range": [-0.02, 1.02], "dtick": 0.2},
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0, "traceorder": "reversed"},
        margin={"l": 56, "r": 10, "t": 34, "b": 46},
    )
    return figure
