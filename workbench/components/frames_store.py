"""An invisible part of the page that keeps all rounds of a picture in the browser."""

from __future__ import annotations

from workbench.charts.packing import Packed
from workbench.components import register

_store = register(__file__, '<div class="store"></div>')


def keep_in_browser(picture: Packed, *, key: str) -> None:
    """Send a picture, once: Streamlit does not send again what has not changed."""
    _store(data=picture.packed, key=key, height=1)
