"""The course of a patient and of its healthy twin as a Plotly chart. Pure, without streamlit."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from workbench.charts.colours import MODEL, OTHER
from workbench.lessons.clinic.findings import TwoCourses, shown
from workbench.models.booster import Floats
from workbench.text.numbers import number

STEPS = 8  # so many of them, and each has its tick
FAR = 20.0  # a range so many times the healthy one is drawn by powers of ten


def course_figure(courses: TwoCourses, name: str) -> go.Figure:
    """Patient and twin, on training rows solid and on unseen ones dashed."""
    figure = go.Figure()
    mine, other = courses.names or (name, "healthy twin")
    for who, colour, width, seen, unseen in (
        (other, OTHER, 2, courses.healthy, courses.healthy_unseen),
        (mine, MODEL, 3, courses.patient, courses.patient_unseen),
    ):
        for rows, y, dash in (("training rows", seen, "solid"), ("unseen rows", unseen, "dash")):
            if y is not None:
                figure.add_scatter(
                    x=courses.x,
                    y=y,
                    mode="lines+markers" if len(y) < 30 else "lines",
                    name=f"{who}, {rows}" if courses.patient_unseen is not None else who,
                    line={"color": colour, "width": width, "dash": dash},
                    marker={"size": 5 if dash == "solid" else 4},
                    hovertemplate="%{y:.3g}",
                )
    mark_end(figure, courses)
    axis: dict[str, Any] = {"title": courses.measure, "fixedrange": False, "tickformat": ",.3~r"}
    if spans_far(courses):
        axis |= {"type": "log", "title": f"{courses.measure}, powers of ten", "dtick": 1}
    figure.update_layout(
        # Steps are whole, however few there are.
        xaxis={"title": courses.along, "zeroline": False, "dtick": 1 if np.ptp(courses.x) < STEPS else None},
        yaxis=axis,
        hovermode="x unified",
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        margin={"l": 62, "r": 12, "t": 44, "b": 46},
    )
    return figure


def mark_end(figure: go.Figure, courses: TwoCourses) -> None:
    """Where a course breaks off because there is no number any more, say so."""
    for y in (courses.patient, courses.patient_unseen):
        if y is not None and np.isnan(y[-1]) and not np.isnan(y).all():
            last = int(np.flatnonzero(~np.isnan(y))[-1])
            figure.add_annotation(
                x=courses.x[last],
                y=y[last],
                text="NaN from here on",
                showarrow=True,
                arrowcolor=MODEL,
                ay=-40,
            )
            return


def spans_far(courses: TwoCourses) -> bool:
    """Whether the patient leaves the healthy range so far that a linear axis would show it alone."""
    everything = all_values(courses)
    top = np.nanmax(np.abs(np.concatenate([courses.healthy, courses.patient[:1]])))
    return bool(np.nanmin(everything) > 0 and np.nanmax(everything) > FAR * top)


def all_values(courses: TwoCourses) -> Floats:
    """What is drawn, in one array."""
    found = (courses.patient, courses.healthy, courses.patient_unseen, courses.healthy_unseen)
    return np.concatenate([each for each in found if each is not None])


def course_words(courses: TwoCourses, name: str) -> str:
    """The chart for those who cannot see it."""
    parts = []
    for who, seen, unseen in (
        (name, courses.patient, courses.patient_unseen),
        ("the healthy twin", courses.healthy, courses.healthy_unseen),
    ):
        ends = [f"from {shown(seen[0])} to {shown(seen[-1])}"]
        if unseen is not None:
            ends.append(f"on unseen rows from {shown(unseen[0])} to {shown(unseen[-1])}")
        parts.append(f"{who} {', '.join(ends)}")
    last = number(float(courses.x[-1]))
    return f"{courses.measure} by {courses.along}, up to {last}: {'; '.join(parts)}."
