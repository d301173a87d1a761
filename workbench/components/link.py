"""The link to this very moment: kept in the address bar, and copied by a button."""

from __future__ import annotations

from workbench.components import register

_link = register(
    "link",
    '<div class="link"><button type="button">Copy link</button><input readonly hidden aria-label="Link">'
    '<span role="status"></span></div>',
)


def link_to_here(page: str, values: dict[str, str]) -> None:
    """Show the button and keep the address bar at `values`, with nothing else in it."""
    _link(data={"page": page, "values": values}, key="link")
