"""All rounds in the browser: rows on their way to the corners of their classes, and the trees.

Stepping asks nobody; the round is told to Python when the reader lets go.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.components import register, told, when_told
from workbench.components.frames_store import keep_in_browser
from workbench.components.rounds import BUTTONS
from workbench.lessons.several_classes.frames import ClassFrames
from workbench.models.row_story import RowStory

_picture = register(
    __file__,
    '<div class="class-picture"><div class="main"><div class="key"></div><div class="plot simplex"></div>'
    '<div class="plot bars"></div>'
    f'<div class="controls" role="group" aria-label="Round">{BUTTONS}'
    '<input type="range" step="1" aria-label="Round"><output></output></div></div>'
    '<div class="beside"><div class="trees"></div><div class="plot course"></div></div></div>',
)


@dataclass(frozen=True)
class ClassMarks:
    """The cursor: the round and the class whose tree is large. rounds: of the whole fit.

    guess: the class that the reader named, None for none. chooses: whether another row can be chosen.
    known: up to which round the row's course is drawn, None for all.
    """

    round: int
    rounds: int
    of_class: int
    guess: int | None = None
    chooses: bool = True
    known: int | None = None


def picture_data(frames: ClassFrames, story: RowStory, marks: ClassMarks) -> dict[str, Any]:
    """What the browser needs beside the frames: the cursor, and the chosen row up to the last round shown."""
    last = frames.n_rounds - frames.hidden
    raw, p = story.raw[: last + 1], story.prediction[: last + 1]
    if frames.hidden:
        raw, p = np.vstack([raw, raw[-1]]), np.vstack([p, p[-1]])
    return {
        "signature": frames.signature,
        **vars(marks),
        "row": story.row,
        "true_class": int(story.y),
        "trained": story.trained,
        "raw": np.round(raw, 6).tolist(),
        "p": np.round(p, 6).tolist(),
        "leaf": story.leaf[:last].tolist(),
    }


def class_picture(
    frames: ClassFrames,
    story: RowStory,
    marks: ClassMarks,
    *,
    key: str,
    on_round: Callable[[int], None],
    on_row: Callable[[int], None],
    on_class: Callable[[int], None],
) -> None:
    """Draw all rounds. on_round, on_row, on_class: called with the round, row or class that one chose."""

    def taking(name: str, take: Callable[[int], None]) -> Callable[[], None]:
        return when_told(key, name, lambda: take(int(told(key, name))))

    _picture(
        data=picture_data(frames, story, marks),
        key=key,
        on_moved_change=taking("moved", on_round),
        on_picked_change=taking("picked", on_row),
        on_chosen_change=taking("chosen", on_class),
    )
    keep_in_browser(frames, key=f"{key}_frames")
