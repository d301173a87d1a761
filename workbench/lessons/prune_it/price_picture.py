"""A tree that shrinks along the price of a leaf: dragged in the browser, told to Python when one lets go."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from workbench.components import plain, register, told, when_told
from workbench.lessons.prune_it.price_path import Path, Shrinking
from workbench.shell import session

_alpha = register(
    __file__,
    '<div class="price-picture"><div class="reading"></div><div class="body"><div class="trees"></div>'
    '<div class="side"><div class="legend"></div><div class="plots"></div></div></div></div>',
)


def price_data(path: Path) -> dict[str, Any]:
    """What the browser needs to draw a path."""
    data = {name: value for name, value in vars(path).items() if name not in ("trees", "plots")}
    data["trees"] = [plain_tree(tree) for tree in path.trees]
    data["plots"] = [plain(plot) for plot in path.plots]
    return data


def price_picture(path: Path, *, key: str, on_move: Callable[[float, int | None], None]) -> None:
    """Draw a path of prices. on_move: called with the price at the cursor, and the node if one was chosen."""

    @session.callback
    def take() -> None:
        moved = told(key, "moved")
        if session.store().takes(key, moved["number"]):
            on_move(float(moved["price"]), moved.get("node"))

    # By itself in a page the picture is no part's guide, and nobody hears of what is done there.
    data = {**price_data(path), "tells": True, "heard": session.store().heard(key)}
    _alpha(data=data, key=key, on_moved_change=when_told(key, "moved", take))


@lru_cache(maxsize=32)
def plain_tree(tree: Shrinking) -> dict[str, Any]:
    """A tree as JSON takes it. The same one is sent at every step of the cursor."""
    return dict(plain(tree))
