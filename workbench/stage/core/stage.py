"""The component in which a stage stands in the live page, and the one that tells when it rests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from workbench.components import register, when_told

_stage = register(__file__, '<div class="stage"></div>', is_styled=False)  # its view brings its own
_teller = register(Path(__file__).with_name("teller.js"), "")


def mount_stage(data: dict[str, Any]) -> None:
    """Draw the stage."""
    _stage(data=data, key="stage_in_browser")


def mount_teller(on_rest: Callable[[], None]) -> None:
    """Run the fragment that this stands in whenever the stage has come to rest. on_rest: called before."""
    _teller(data={}, key="teller", height=1, on_rests_change=when_told("teller", "rests", on_rest))
