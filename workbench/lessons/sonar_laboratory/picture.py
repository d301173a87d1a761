"""Areas of all variants, and accuracies of trees, as strips of dots in Plotly charts. Pure."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from workbench.charts.colours import MODEL, OTHER
from workbench.lessons.sonar_laboratory.class_trees import AccuracyCourse
from workbench.lessons.sonar_laboratory.findings import Areas
from workbench.lessons.sonar_laboratory.splits import Floats
from workbench.lessons.sonar_laboratory.variants import VARIANTS

LOWEST = 0.5  # of the areas' axis; an area below it is drawn at its edge
WIDE, THIN = 9, 3


def jitter(n: int) -> Floats:
    """Places from -1 to 1 for n dots of a strip, the same for every strip."""
    return np.random.default_rng(0).uniform(-1.0, 1.0, n)


def colour_of(name: str, areas: Areas) -> str:
    """The first of the two that are compared has the model's colour."""
    return MODEL if name == areas.first else OTHER


def strip_figure(areas: Areas) -> go.Figure:
    """A strip of dots for each variant, a dot for each deal, with its mean and what was published."""
    figure, names = go.Figure(), list(VARIANTS)
    for i, name in enumerate(names):
        figure.add_scatter(
            x=np.maximum(areas.of(name), LOWEST),
            y=i + 0.2 * jitter(areas.job.n_splits),
            mode="markers",
            marker={
                "color": colour_of(name, areas),
                "size": 7,
                "opacity": 0.75 if name in (areas.first, areas.second) else 0.4,
                "symbol": "circle" if name != areas.second else "circle-open",
                "line": {"width": 1.6, "color": colour_of(name, areas)},
            },
            customdata=np.arange(areas.job.n_splits) + 1,
            hovertemplate="deal %{customdata}: %{x:.3f}<extra>" + VARIANTS[name].title + "</extra>",
        )
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
        height=520,
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
            hovertemplate="deal %{customdata}: %{x:.3f}<extra>" + course.title + "</extra>",
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
                f"one deal ± {found.of_one:.3f}<extra></extra>"
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
            words = f"{of}published {each.published:.3f}     "
            for said, place in (("▼", "middle center"), (words, "middle left")):
                figure.add_scatter(
                    x=[each.published],
                    y=[i - 0.34],
                    mode="text",
                    text=[said],
                    textposition=place,
                    hoverinfo="skip",
                )
