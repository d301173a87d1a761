"""The link to this very moment: kept in the address bar, and copied by a button."""

from __future__ import annotations

from pathlib import Path

from workbench.components import register

_button = register(
    __file__,
    '<div class="link"><button type="button">Copy link</button><input readonly hidden aria-label="Link">'
    '<span role="status"></span></div>',
)
_address = register(Path(__file__).with_name("address.js"), "")


def copy_button() -> None:
    """The button that copies what stands in the address bar."""
    _button(key="link")


def keep_address(page: str, values: dict[str, str]) -> None:
    """Keep the address bar at `values`, with nothing else in it."""
    _address(data={"page": page, "values": values}, key="address", height=1)
