"""The scrubber: all rounds of a picture in the browser, by buttons, keys and play; no step asks the server.

The round is told to Python when the reader lets go, so that tree, curves and formulas follow.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

from workbench.components import register, told, when_told
from workbench.components.frames_store import keep_in_browser
from workbench.components.rounds import BUTTONS
from workbench.lessons.boosting_rounds.frames import Frames
from workbench.lessons.boosting_rounds.marks import Marks

_scrubber = register(
    __file__,
    '<div class="scrubber">'
    '<div class="head"><div class="key main"></div><button type="button" class="motion"></button></div>'
    '<div class="picture main"></div><div class="picture loss"></div>'
    '<div class="along"><input type="range" step="1" aria-label="Round"></div>'
    f'<div class="controls" role="group" aria-label="Round">{BUTTONS}<output></output>'
    '<div class="key loss"></div></div></div>',
)


def scrubber_data(frames: Frames, marks: Marks, round_: int, context: str | None = None) -> dict[str, Any]:
    """What the browser needs beside the frames themselves: little, for it is sent at every step.

    context: as in send_ahead, where the marks of the next rounds are sent ahead.
    """
    return {
        "signature": frames.signature,
        "round": round_,
        "marks": marks_data(marks),
        "context": context,
    }


def marks_data(marks: Marks) -> dict[str, Any]:
    """The marks as the browser takes them."""
    return vars(marks) | {"sides": base64.b64encode(marks.sides.tobytes()).decode("ascii")}


def scrubber(
    frames: Frames,
    data: dict[str, Any],
    *,
    key: str,
    on_round: Callable[[int], None],
    on_guess: Callable[[float], None] | None = None,
) -> None:
    """Draw all rounds. data: of scrubber_data. on_round, on_guess: called with the reader's round or cut."""

    def take_round() -> None:
        on_round(int(told(key, "moved")))

    def take_guess() -> None:
        if on_guess is not None:
            on_guess(float(told(key, "guessed")))

    _scrubber(
        data=data,
        key=key,
        on_moved_change=when_told(key, "moved", take_round),
        on_guessed_change=when_told(key, "guessed", take_guess),
    )
    keep_in_browser(frames, key=f"{key}_frames")
