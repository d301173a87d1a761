"""Pictures that browsers fetch, by their signature, and are not sent by Streamlit."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from workbench.charts.packing import Packed

MOST = 64  # the longest unused leave first; a page that is used names its picture anew at every step

_kept: OrderedDict[str, bytes] = OrderedDict()
_lock = Lock()


def keep(picture: Packed) -> None:
    """Keep a picture for browsers to fetch."""
    with _lock:
        _kept[picture.signature] = picture.packed
        _kept.move_to_end(picture.signature)
        while len(_kept) > MOST:
            _kept.popitem(last=False)


def kept(signature: str) -> bytes | None:
    """The picture of a signature; None where there is none any more."""
    return _kept.get(signature)
