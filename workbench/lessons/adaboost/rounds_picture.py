"""AdaBoost in all rounds in the browser: rows by weight, gradients beside them, errors, weights and votes.

Stepping asks nobody; the round is told to Python when the reader lets go.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from workbench.components import register, told, when_told
from workbench.components.frames_store import keep_in_browser
from workbench.components.rounds import BUTTONS
from workbench.lessons.adaboost.frames import AdaFrames


def _parts(names: str) -> str:
    """Places for pictures, each with a line above it."""
    return "".join(
        f'<div data-part="{name}"><div class="head"></div><div class="plot"></div></div>'
        for name in names.split()
    )


_ada = register(
    __file__,
    f'<div class="rounds-picture"><div class="upper"><div class="key"></div>'
    f'<div class="main">{_parts("rows")}<div class="controls" role="group" aria-label="Round">{BUTTONS}'
    '<input type="range" step="1" aria-label="Round"><output></output>'
    '<button type="button" class="motion"></button></div></div>'
    f'<div class="beside">{_parts("twin scatter")}</div></div>'
    f'<div class="grid4">{_parts("error weight vote votes")}</div></div>',
)


@dataclass(frozen=True)
class AdaMarks:
    """The cursor: the round, the chosen row among the training rows, its name, whether its label is wrong.

    rounds: of the whole fit, also where the frames end at a hidden round. chooses: whether another row can be
    chosen.
    """

    round: int
    rounds: int
    row: int
    row_name: str
    flipped: bool
    chooses: bool = True


def ada_data(frames: AdaFrames, marks: AdaMarks) -> dict[str, Any]:
    """What the browser needs beside the frames themselves: little, for it is sent at every step."""
    return {"signature": frames.signature, **vars(marks)}


def ada_picture(
    frames: AdaFrames,
    marks: AdaMarks,
    *,
    key: str,
    on_round: Callable[[int], None],
    on_row: Callable[[int], None],
) -> None:
    """Draw all rounds. on_round, on_row: called with the round, or training row, that one chose."""

    def take_round() -> None:
        on_round(int(told(key, "moved")))

    def take_row() -> None:
        on_row(int(told(key, "picked")))

    _ada(
        data=ada_data(frames, marks),
        key=key,
        on_moved_change=when_told(key, "moved", take_round),
        on_picked_change=when_told(key, "picked", take_row),
    )
    packed: Any = frames  # the store asks for nothing but the packed bytes
    keep_in_browser(packed, key=f"{key}_frames")
