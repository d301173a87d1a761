"""Where readers' stages are, told by their browsers without a run of Streamlit. Pure."""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any

MOST = 4096  # readers

_told: OrderedDict[str, Mapping[str, Any]] = OrderedDict()
_lock = Lock()


def tell(token: str, values: Mapping[str, Any]) -> None:
    """The stage that tells under a token holds these values."""
    with _lock:
        _told[token] = values
        _told.move_to_end(token)
        while len(_told) > MOST:
            _told.popitem(last=False)


def take(token: str) -> Mapping[str, Any]:
    """What was told since one asked last; empty where nothing was."""
    with _lock:
        return _told.pop(token, {})
