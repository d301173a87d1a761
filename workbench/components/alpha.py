"""A tree that shrinks along the price of a leaf: dragged in the browser, told to Python when one lets go."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import streamlit as st

from workbench.components import plain, register
from workbench.figures.alphapath import Path, Shrinking

_alpha = register(
    "alpha",
    '<div class="alpha"><div class="reading"></div><div class="body"><div class="trees"></div>'
    '<div class="side"><div class="legend"></div><div class="plots"></div></div></div></div>',
    scripts=("alpha_tree",),
)


def alpha_picture(
    path: Path, *, key: str, on_move: Callable[[int, int], None], tree_height: int = 350, height: int = 350
) -> None:
    """Draw a path of prices. on_move: called with the position of the cursor and the chosen node.

    Each move carries a stamp, since Streamlit calls nobody when the same value comes twice.
    """

    def take() -> None:
        moved = st.session_state[key].get("moved")
        if moved:
            on_move(int(moved["at"]), int(moved["node"]))

    before = (st.session_state.get(key) or {}).get("moved") or {}
    data = {name: value for name, value in vars(path).items() if name not in ("trees", "plots")}
    data |= {"tree_height": tree_height, "height": height}
    data["stamp"] = before.get("stamp")  # the move that this picture answers
    data["trees"] = [plain_tree(tree) for tree in path.trees]
    data["plots"] = [plain(plot) for plot in path.plots]
    _alpha(data=data, key=key, on_moved_change=take)


@lru_cache(maxsize=32)
def plain_tree(tree: Shrinking) -> dict[str, Any]:
    """A tree as JSON takes it. The same one is sent at every step of the cursor."""
    return dict(plain(tree))
