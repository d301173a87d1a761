"""A row of buttons that lead along something: First, Back, Next, Last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.link.values import PRESENT
from workbench.shell import session


class Step(NamedTuple):
    """A button of the row: where it leads, and in words.

    target: None where it leads nowhere for now. is_main: whether it is the one to go on with.
    """

    label: str
    target: int | None
    words: str
    is_main: bool = False


def step_row(
    places: Sequence[DeltaGenerator],
    steps: Sequence[Step],
    now: int,
    go: Callable[[int], None],
    *,
    key: str,
    width: Literal["stretch", "content"] = "stretch",
) -> None:
    """Draw each step in its place. now: where one is; go: called with the target of the chosen button.

    Buttons set the step they lead to, so that two quick clicks on one button never count for three.
    """
    for place, step in zip(places, steps, strict=True):
        leads = step.target is not None and step.target != now
        place.button(
            step.label,
            key=f"{key}_{step.label}",
            help=step.words,
            type="primary" if step.is_main and leads else "secondary",
            on_click=go,
            args=(step.target,),
            disabled=not leads,
            width=width,
        )


def clicker_steps(name: str, options: Sequence[Any], now: Any, **also: Any) -> None:
    """What a presenter's keys lead along, in place of a row of buttons: nothing is seen of it.

    name: of the value that says where one is. options: what it is step by step; from anywhere else one goes
    on to the first. also: values that are set with it.
    """
    if not session.value(PRESENT):
        return
    at = options.index(now) if now in options else -1

    def go(target: int) -> None:
        session.take(**{name: options[target], **also})

    steps = (
        Step("Back", at - 1 if at > 0 else None, "What comes before"),
        Step("Next", at + 1 if at + 1 < len(options) else None, "What comes next", is_main=True),
    )
    place = st.container(key="clicker_steps")
    step_row([place] * len(steps), steps, at, go, key="clicker")
