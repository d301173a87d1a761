"""An invisible part of the page that keeps all rounds of a picture in the browser."""

from __future__ import annotations

import streamlit as st

from workbench.components import register
from workbench.compute import Lesson
from workbench.frames import Frames, frames
from workbench.packing import Packed

_store = register(__file__, '<div class="store"></div>')


def lesson_frames(lesson: Lesson, k: int = 0, feature: int | None = None) -> Frames:
    """The picture of a lesson in all rounds, for class k; feature: over which the rows are drawn, or None."""
    return _frames(lesson, lesson.name, k, feature)


# The settings decide everything: a fit that ends early always ends at the same round.
@st.cache_resource(max_entries=24, show_spinner=False)
def _frames(_lesson: Lesson, name: str, k: int, feature: int | None) -> Frames:
    made = frames(
        _lesson.dataset, _lesson.train, _lesson.trace, _lesson.losses, _lesson.model, k=k, feature=feature
    )
    assert made.packed  # packed once here, not at everybody's first step
    return made


def keep_in_browser(picture: Packed, *, key: str) -> None:
    """Send a picture, once: Streamlit does not send again what has not changed."""
    _store(data=picture.packed, key=key, height=1)
