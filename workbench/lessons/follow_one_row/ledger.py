"""The ledger of one row: a waterfall over the rounds, prediction, g and h below; it chooses a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.components import register, when_told
from workbench.components.plain_page import Part

_ledger = register(__file__, '<div class="ledger"></div>')


def row_ledger(data: dict[str, Any], *, key: str, on_round: Callable[[], None]) -> None:
    """Draw a ledger. The round that the reader chooses is in the session state under `key`, as `round`."""
    _ledger(data=data, key=key, on_round_change=when_told(key, "round", on_round))


def ledger_part(data: dict[str, Any]) -> Part:
    """The same of a page by itself."""
    return Part("ledger", data)
