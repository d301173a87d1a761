"""The clickable tree: mouse or arrow keys choose a node; and the same tree as files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from gbtlib import Tree
from gbtlib.pictures.tree_layout import BOX_HEIGHT, BOX_WIDTH, LEVEL_HEIGHT, SLOT
from gbtlib.pictures.tree_svg import tree_svg
from workbench.components import plain, register, told, when_told
from workbench.trees.files import tree_csv, tree_dot
from workbench.trees.view import TreeView

_tree = register(
    __file__,
    '<div class="growth" role="group" aria-label="Growth" hidden></div><div class="tree"></div>',
)


def tree_data(view: TreeView, selected: int | None = None) -> dict[str, Any]:
    """What the browser needs to draw the tree; `selected`: a node that is drawn, None for the view's own."""
    drawn = {node.index for node in view.nodes}
    at = selected if selected is not None and selected in drawn else view.selected
    return {
        "nodes": plain(view.nodes),
        "width": view.width,
        "height": view.height,
        "box": [BOX_WIDTH, BOX_HEIGHT],
        "slot": [SLOT, LEVEL_HEIGHT],
        "words": view.words,
        "selected": at,
    }


def clickable_tree(
    view: TreeView,
    selected: int | None = None,
    *,
    key: str,
    on_select: Callable[[], None] | None,
    chooses: Sequence[int] | None = None,
) -> None:
    """Draw a tree.

    on_select: called when the reader chooses a node, which is chosen_node(key) then; None where there is
    nothing to choose. chooses: the nodes that can be chosen; all if not given.
    """
    limits = {} if chooses is None else {"chooses": list(chooses)}
    show_tree(tree_data(view, selected) | limits, key=key, on_select=on_select)


def chosen_node(key: str) -> int:
    """The node that the reader chose last in a tree."""
    return int(told(key, "selected"))


def show_tree(
    data: Mapping[str, Any],
    *,
    key: str,
    on_select: Callable[[], None] | None,
    on_grow: Callable[[], None] | None = None,
) -> None:
    """The same from data that are made already, with buttons to step through its growth where they say so.

    Where the reader steps to is in the session state under `key`, as `grown`: {"splits": so many are shown,
    None for all, "node": the one that was split last, 0 for the root, None for all}.
    """
    _tree(
        data=data if on_select else {**data, "fixed": True},
        key=key,
        on_selected_change=on_select and when_told(key, "selected", on_select),
        on_grown_change=on_grow and when_told(key, "grown", on_grow),
    )


def tree_downloads(tree: Tree, names: Sequence[str], view: TreeView, stem: str) -> None:
    """A button behind which the tree lies as files named `stem`; a file is made when it is asked for."""
    with st.popover("Download the tree"):
        for label, kind, mime, make in (
            ("DOT, for Graphviz", "dot", "text/vnd.graphviz", partial(tree_dot, tree, names)),
            ("SVG, as it is drawn", "svg", "image/svg+xml", partial(tree_svg, view)),
            ("CSV, one node a line", "csv", "text/csv", partial(tree_csv, tree, names)),
        ):
            st.download_button(
                label,
                make,
                f"{stem}.{kind}",
                mime,
                key=f"download_{stem}_{kind}",
                on_click="ignore",
                width="stretch",
            )
