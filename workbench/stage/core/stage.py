"""The component in which a stage stands in the live page, and the one that tells when it rests."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from workbench.components import register, told, when_told

_stage = register(__file__, '<div class="stage"></div>', is_styled=False)  # its view brings its own
_teller = register(Path(__file__).with_name("teller.js"), "")


def mount_stage(data: dict[str, Any], on_turn: Callable[[dict[str, Any]], None]) -> None:
    """Draw the stage. on_turn: called with the values that it wants set where they choose another record."""
    turns = when_told("stage_in_browser", "turn", lambda: on_turn(told("stage_in_browser", "turn")))
    _stage(data=data, key="stage_in_browser", on_turn_change=turns)


def mount_teller(on_rest: Callable[[], None]) -> None:
    """Run the fragment that this stands in whenever the stage has come to rest. on_rest: called before."""
    _teller(data={}, key="teller", height=1, on_rests_change=when_told("teller", "rests", on_rest))
