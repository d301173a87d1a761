"""The loss of a leaf over its weight, and the parabola; the browser moves w, lambda and learning_rate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.charts.colours import CHOSEN, GUESS, MODEL, OTHER, TRUTH
from workbench.components import register, told, when_told
from workbench.shell import session

COLOURS = {"parabola": MODEL, "truth": TRUTH, "step": CHOSEN, "guess": GUESS, "other": OTHER}

_parabola = register(
    __file__,
    '<div class="leaf"><div class="sums"></div><div class="reading"></div><div class="plot"></div>'
    '<div class="knobs"><label>λ = <output class="lambda"></output><input class="lambda" type="range" '
    'min="0" step="1" aria-label="lambda"></label><label>η = <output class="rate"></output>'
    '<input class="rate" type="range" min="0" step="1" aria-label="learning_rate"></label></div></div>',
)


def parabola_picture(
    data: dict[str, Any], *, key: str, on_choose: Callable[[], None], hidden: bool = False
) -> None:
    """Draw a leaf. What the reader chooses is in the session under `key`, as `chosen`: w, lambda and rate.

    data: what parabola_data.leaf_data gives. hidden: show nothing but the sums, the axes and w, for a guess.
    """

    @session.callback
    def take() -> None:
        if session.store().takes(key, told(key, "chosen")["number"]):
            on_choose()

    drawn = picture_data(data, hidden=hidden) | {"heard": session.store().heard(key)}
    _parabola(data=drawn, key=key, on_chosen_change=when_told(key, "chosen", take))


def picture_data(data: dict[str, Any], *, hidden: bool = False) -> dict[str, Any]:
    """What the browser is sent of a leaf; data, hidden: as in parabola_picture."""
    return {**data, "hidden": hidden, "colours": COLOURS}
