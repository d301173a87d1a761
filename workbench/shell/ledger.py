"""The sum behind a prediction, term by term: as a table and as a curve."""

from collections.abc import Sequence

import plotly.graph_objects as go
import streamlit as st

from gbtlib.handover.mistakes import Choice, HandComputation
from workbench.charts.colours import GUESS, MODEL, OTHER, channels
from workbench.charts.figures import framed
from workbench.shell.page import folded
from workbench.shell.plots import plot
from workbench.text.ledger import LedgerTerm, ledger, ledger_table, shown_lines

BETWEEN = f"rgba{(*channels(GUESS), 0.18)}"  # both sums


def the_ledger(hand: HandComputation, choice: Choice | None) -> None:
    """The sum term by term, as the library has it and as the number has it."""
    lines = ledger(hand, choice)
    with st.container(height=270, border=False):
        plot(courses(lines), "The sum so far, term by term.", key="add_courses", bar=False)
    st.html(ledger_table(shown_lines(lines), choice is not None))
    if len(lines) > len(shown_lines(lines)):
        with folded("All terms") as is_open:
            if is_open:
                st.html(ledger_table(lines, choice is not None))


def courses(lines: Sequence[LedgerTerm]) -> go.Figure:
    """Both sums over the terms; a mark where they part."""
    summed = [line for line in lines if line.adds is not None or line.other_adds is not None]
    figure = go.Figure()
    names = [line.name for line in summed]
    at = [*range(-1, len(summed) - 1)]

    def line(name: str, values: list[float | None], colour: str, dash: str, fill: str = "none") -> None:
        figure.add_scatter(
            x=[*at, len(at) - 1],  # the last sum has a step, too
            y=[*values, values[-1]],
            name=name,
            text=[*names, names[-1]],
            mode="lines",
            fill=fill,
            fillcolor=BETWEEN,
            line={"color": colour, "dash": dash, "shape": "hv"},
            hovertemplate="%{text}: %{y:.6g}",
        )

    line("the library", [each.so_far for each in summed], MODEL, "solid")
    first = next((i for i, each in enumerate(summed) if each.parts), None)
    if first is not None:
        line("your arithmetic", [each.other_so_far for each in summed], GUESS, "dash", "tonexty")
        mark = {"color": OTHER, "width": 1.5, "dash": "dot"}
        figure.add_vline(x=at[first], line=mark, name=f"parts here: {names[first]}", showlegend=True)
    return framed(figure, "tree; left of 0 the base score", "sum so far").update_layout(
        legend_traceorder="normal"
    )
