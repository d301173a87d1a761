"""The link to this very moment: kept in the address bar, and copied by a button."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from workbench.components import register, told

_ICON = (
    "M8.5 11.5a3.5 3.5 0 0 0 5 0l2.5-2.5a3.5 3.5 0 0 0-5-5L9.8 5.2"
    "M11.5 8.5a3.5 3.5 0 0 0-5 0L4 11a3.5 3.5 0 0 0 5 5l1.2-1.2"
)
_button = register(
    __file__,
    '<div class="link"><button type="button" aria-label="Copy link">'
    f'<svg viewBox="0 0 20 20" aria-hidden="true"><path d="{_ICON}"/></svg><span>Link</span></button>'
    '<input readonly hidden aria-label="Link"><span role="status"></span></div>',
)
_address = register(Path(__file__).with_name("address.js"), "")


def copy_button() -> None:
    """The button that copies what stands in the address bar."""
    _button(key="link", width="content")


def keep_address(
    page: str,
    values: dict[str, str],
    others: dict[str, Any],
    counts: dict[str, Any],
    held: Sequence[str],
    *,
    on_others: Callable[[dict[str, Any]], None],
) -> None:
    """Keep the address bar at `values`, with nothing else in it.

    others: what the tab keeps beside the address. counts: "moment" grows with every change that is worth an
    entry in the browser's history, "visits" whenever that history leads somewhere, "answers" with every run
    that comes to its end; "leads_to" is the folded part that is brought into view, "" for none. held: names
    of what the stage on the page writes into the address by itself. on_others is called with what the tab has
    kept where it hears of another session ("session" of counts) after its page was loaded again, until that
    session "has_heard".
    """

    def take_others() -> None:
        kept = told("address", "others")
        if kept:
            on_others(kept)

    data = {
        "page": page,
        "values": values,
        "others": others,
        "held": list(held),
        **counts,
    }
    _address(data=data, key="address", height=1, on_others_change=take_others)
