"""Categories as bars, and every partition of them as a list to choose from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.components import register, when_told

_partitions = register(
    __file__,
    '<div class="partition-list"><div class="bars"></div>'
    '<div class="side"><p class="legend"></p>'
    '<div class="ways" role="listbox" aria-label="All partitions, best first"></div></div></div>',
)


def partition_chooser(data: dict[str, Any], *, key: str, on_way: Callable[[], None]) -> None:
    """Draw category_partitions.parts_data.

    The way that the reader chooses is in the session under `key`, as `way`.

    way: {"number": of the partition}.
    """
    _partitions(data=data, key=key, on_way_change=when_told(key, "way", on_way))
