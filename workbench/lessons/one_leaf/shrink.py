"""The weight of a leaf over lambda; the browser moves lambda in the picture beside it."""

from __future__ import annotations

from typing import Any

from workbench.charts.colours import MODEL
from workbench.components import register

_shrink = register(__file__, '<div class="shrink"></div>')


def shrink_picture(data: dict[str, Any], *, key: str) -> None:
    """Draw what lambda shrinks; data: what parabola_data.shrink_data gives."""
    _shrink(data=curve_data(data), key=key)


def curve_data(data: dict[str, Any]) -> dict[str, Any]:
    """What the browser is sent of it; data: as in shrink_picture."""
    return {**data, "colour": MODEL}
