"""Pictures that one looks at rather than steps through: charts of Plotly, all drawn in one way."""

from typing import Any, Literal

import streamlit as st

_BAR = {
    "displaylogo": False,
    # A drag zooms without a button for it.
    "modeBarButtonsToRemove": ["zoom", "pan", "select", "lasso", "zoomIn", "zoomOut", "autoScale"],
}
_NO_BAR = {"displayModeBar": False}
_WORDS = {"size": 14}


def plot(
    figure: Any, words: str, *, key: str, height: int | Literal["stretch"] = "stretch", bar: bool = True
) -> None:
    """Draw a chart in the whole of its place, in letters that a projector shows.

    words: what it shows, for those who cannot see it. bar: with buttons to save it and to fill the screen.
    """
    figure.update_layout(font=_WORDS, legend_font=_WORDS)
    figure.update_xaxes(tickfont=_WORDS, title_font=_WORDS)
    figure.update_yaxes(tickfont=_WORDS, title_font=_WORDS)
    st.plotly_chart(figure, key=key, height=height, config=_BAR if bar else _NO_BAR, alt=words)
