"""The gain curves of a node: drag, click or arrow keys lead to any candidate, small curves to any feature."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workbench.components import plain, register, when_told
from workbench.gains.view import GainView

_gains = register(
    __file__,
    '<div class="gains"><div class="main"><p class="read"></p>'
    '<div class="plot" role="slider" tabindex="0" aria-label="Cut" aria-valuenow="0"></div>'
    '<div class="foot"><p class="note"></p><button type="button" class="peak">Next peak</button></div></div>'
    '<div class="features" role="group" aria-label="All features"></div></div>',
)


def gains_data(view: GainView) -> dict[str, Any]:
    """What the browser needs to draw the gain curves."""
    return dict(plain(view))


def gain_curves(view: GainView, *, key: str, on_move: Callable[[], None]) -> None:
    """Draw the gain curves. Where the reader goes is in the session state under `key`, as `move`.

    move: {"feature": a column, "candidate": a count within it, or None for its best}.
    """
    show_gains(gains_data(view), key=key, on_move=on_move)


def show_gains(data: Mapping[str, Any], *, key: str, on_move: Callable[[], None]) -> None:
    """The same from data that are made already."""
    _gains(data=data, key=key, on_move_change=when_told(key, "move", on_move))
