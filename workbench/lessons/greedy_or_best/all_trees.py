"""Every tree as a dot, by the gain of its first cut and of the whole; a click chooses one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workbench.components import register, when_told

_trees = register(__file__, '<div class="trees"><div class="legend"></div><div class="plot"></div></div>')


def all_trees(data: Mapping[str, Any], *, key: str, on_choose: Callable[[], None]) -> None:
    """Draw all trees, as trees_data says. Which one was clicked is in the session under `key`, as `tree`."""
    _trees(data=data, key=key, on_tree_change=when_told(key, "tree", on_choose))
