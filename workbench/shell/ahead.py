"""Steps of a slider that are drawn before the server answers: what they show, made once and sent ahead."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import streamlit as st

from workbench.components.ahead import Parts, at_step, send_ahead
from workbench.models.boosted import digest
from workbench.shell.asked_once import guessing

_STRIDE, _PICTURE = "stride_of", "picture"


@dataclass(frozen=True)
class SliderSteps:
    """What components are sent at each step of a slider.

    given: all that decides it, beside the step and who makes it. ends: the first and the last step. slider:
    its key, None where a picture steps by itself and tells the others. make: the parts of the page at a step,
    and at what the reader has chosen there, None for what a step leads to.
    """

    given: Hashable
    ends: tuple[int, int]
    slider: str | None
    make: Callable[[int, Any], Parts]

    @property
    def context(self) -> str:
        """Names what is shown, unlike anything that another function makes of the same."""
        return digest((self.make.__module__, self.make.__qualname__, self.given))

    def parts(self, step: int, chosen: Hashable = None) -> Parts:
        """What the components are sent at the step on the screen."""
        if guessing() or self.ends[0] == self.ends[1]:
            return self.make(step, chosen)  # nothing follows: the next step is guessed, or there is none
        return _parts(self.make, self.context, step, chosen)

    def look_ahead(self, step: int) -> None:
        """Send the steps beside it, so that they are drawn at once; none while they are guessed first."""
        if guessing() or self.ends[0] == self.ends[1]:
            return
        near = likely_next(self.slider or _PICTURE, step, self.ends)
        rounds = {each: _parts(self.make, self.context, each, None) for each in near}
        send_ahead(rounds, context=self.context, key="ahead", slider=self.slider, step=step)


def likely_next(name: str, step: int, ends: tuple[int, int]) -> list[int]:
    """Where the reader may go next: a step on or back, or as far as last time, as with PageUp and PageDown.

    name: of what steps. Most often that is one step, and nothing more to be sent.
    """
    before, stride = st.session_state.get(f"{_STRIDE}_{name}", (step, 1))
    if step != before:
        stride = abs(step - before)
    st.session_state[f"{_STRIDE}_{name}"] = step, stride
    near = sorted({step - stride, step - 1, step + 1, step + stride})
    return [each for each in near if ends[0] <= each <= ends[1]]


# A step asks for one that was not asked for before; a class of thirty is seldom at more than this many.
@st.cache_resource(max_entries=256, show_spinner=False)
def _parts(_make: Callable[[int, Any], Parts], context: str, step: int, chosen: Hashable) -> Parts:
    return at_step(_make(step, chosen), step, context)
