"""The rows of a node over one feature: drag, click or arrow keys place a cut between their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.components import plain, register, when_told
from workbench.lessons.find_the_split.row_strip_view import StripView

_strip = register(
    __file__,
    '<div class="row-strip"><div class="main"><p class="read"></p><div class="compared"></div>'
    '<div class="plot"></div><p class="note"></p></div>'
    '<div class="features" role="group" aria-label="All features"></div></div>',
)


def strip_data(view: StripView) -> dict[str, Any]:
    """What the browser needs to draw the rows."""
    return dict(plain(view))


def row_strip(
    view: StripView, *, key: str, on_place: Callable[[], None], on_look: Callable[[], None]
) -> None:
    """Draw the rows. What the reader does is in the session state under `key`, as `placed` and `looked`.

    placed: {"feature": a column, "cut": a count within it}. looked: {"feature": a column}.
    """
    _strip(
        data=strip_data(view),
        key=key,
        on_placed_change=when_told(key, "placed", on_place),
        on_looked_change=when_told(key, "looked", on_look),
    )
