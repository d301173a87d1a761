"""Panels of curves, dots and coloured grids, drawn at once by the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workbench.charts.panels import Panel
from workbench.components import plain, register

HEIGHT = 300  # with all that stands above it, it ends on a projector's screen

_curves = register(__file__, '<div class="curves"></div>')


def curves(
    panels: Sequence[Panel],
    words: str,
    *,
    key: str,
    height: int = HEIGHT,
    rows: Sequence[tuple[int, float]] = (),
    step: Mapping[str, Any] | None = None,
) -> None:
    """Draw panels side by side; `words` say what they show to those who cannot see them.

    rows: on the stage, how many panels stand side by side in each row, and the row's share of the height that
    the page gives; without it each row is `height` pixels high and takes as many as have room. step: what
    is stepped through ("of") and how far ("at"); a step of one is a movement.
    """
    show_curves(curves_data(panels, words, height=height, rows=rows, step=step), key=key)


def show_curves(data: Mapping[str, Any], *, key: str) -> None:
    """The same from data that are made already, as by curves_data."""
    _curves(data=data, key=key)


def curves_data(
    panels: Sequence[Panel],
    words: str,
    *,
    height: int = HEIGHT,
    rows: Sequence[tuple[int, float]] = (),
    step: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """What the browser needs to draw panels; see curves."""
    drawn = [plain(panel) for panel in panels]
    return {"panels": drawn, "words": words, "height": height, "rows": rows, "step": step}
