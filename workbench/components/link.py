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


def keep_address(page: str, values: dict[str, str], moment: int) -> None:
    """Keep the address bar at `values`, with nothing else in it.

    moment: a number that grows with every change that is worth an entry in the browser's history.
    """
    _address(data={"page": page, "values": values, "moment": moment}, key="address", height=1)
