"""The rows with what a loss asks of each: a click chooses a row, and it is dragged up and down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.components import register, when_told

_pulls = register(__file__, '<div class="pulls"><div class="legend"></div><div class="plot"></div></div>')


def row_pulls(data: dict[str, Any], *, key: str, on_place: Callable[[], None]) -> None:
    """Draw the rows, as pulls_data says. What the reader does is in the session under `key`, as `placed`.

    placed: {"position": of a training row, "y": where it was dragged to, None where it was only chosen}.
    """
    _pulls(data=data, key=key, on_placed_change=when_told(key, "placed", on_place))
