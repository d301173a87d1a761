"""An invisible part of the page: a step to the next round is drawn before Python hears of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.components import register

_ahead = register(__file__, '<div class="ahead"></div>')


def send_ahead(rounds: Mapping[int, Mapping[str, Any]], *, context: str, key: str) -> None:
    """Send what components will be sent at some rounds: for each round, the data by the component's name.

    context: names all that decides what a round shows, beside its number. The data of these components say
    their "round" and their "context" too; data of another context are not drawn.
    """
    _ahead(
        data={"context": context, "rounds": {str(r): data for r, data in rounds.items()}}, key=key, height=1
    )
