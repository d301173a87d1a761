"""Panels of curves, dots and coloured grids, drawn at once by the browser."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.charts.panels import Panel
from workbench.components import plain, register

HEIGHT = 300  # with all that stands above it, it ends on a projector's screen

_curves = register(__file__, '<div class="curves"></div>')


def curves(panels: Sequence[Panel], words: str, *, key: str, height: int = HEIGHT) -> None:
    """Draw panels side by side; `words` say what they show to those who cannot see them."""
    _curves(data={"panels": [plain(panel) for panel in panels], "words": words, "height": height}, key=key)
