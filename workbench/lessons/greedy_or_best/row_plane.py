"""A few rows in the plane with the regions of a tree; a click gives a row the other y."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workbench.components import register, when_told

_plane = register(__file__, '<div class="plane"></div>')


def row_plane(data: Mapping[str, Any], *, key: str, on_flip: Callable[[], None]) -> None:
    """Draw the rows, as plane_data says. Which was clicked is in the session under `key`, as `flipped`."""
    _plane(data=data, key=key, on_flipped_change=when_told(key, "flipped", on_flip))
