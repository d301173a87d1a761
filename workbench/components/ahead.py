"""An invisible part of the page: a step is drawn before Python hears of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.components import Data, joined, register

Parts = Mapping[str, Mapping[str, Any]]
"""What components are sent, by the name of the part of the page that each draws."""

_ahead = register(__file__, '<div class="ahead"></div>')


def at_step(parts: Parts, step: int, context: str) -> dict[str, Data]:
    """The same for components that follow the steps; see send_ahead."""
    said = {"round": step, "context": context}
    return {name: Data({**data, "part": name, **said}) for name, data in parts.items()}


def send_ahead(
    steps: Mapping[int, Parts], *, context: str, key: str, slider: str | None = None, step: int | None = None
) -> None:
    """Send what components will be sent at some steps, such as rounds: for each, the data by the part's name.

    context: names all that decides what a step shows, beside its number. The data of these components say
    their "round" and their "context" too; data of another context are not drawn. slider: the key of
    Streamlit's slider that steps, and step: where it is, unless a component of the page tells the step.
    """
    rounds = joined({str(each): joined(parts) for each, parts in steps.items()})
    data = {"context": context, "rounds": rounds, "slider": slider, "step": step}
    _ahead(data=joined(data), key=key, height=1)
