"""An invisible part of the page that keeps all rounds of a picture in the browser."""

from __future__ import annotations

from pathlib import Path

from workbench.charts.packing import Packed
from workbench.components import register
from workbench.components.kept_pictures import keep

register(__file__, "<div hidden></div>")  # in a page by itself, which has the picture with it
_fetched = register(Path(__file__).with_name("fetched_frames.js"), "<div hidden></div>")


def keep_in_browser(picture: Packed, *, key: str) -> None:
    """Have the browser fetch a picture, once: Streamlit would read a megabyte twice at every step."""
    keep(picture)
    _fetched(data={"signature": picture.signature}, key=key, height=1)
