"""The clickable tree: mouse or arrow keys choose a node."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from workbench.components import register
from workbench.theme import tone
from workbench.treeview import NODE_HEIGHT, NODE_WIDTH, TreeView

_tree = register("tree", '<div class="tree"></div>')


def tree_data(view: TreeView, selected: int) -> dict[str, Any]:
    """What the browser needs to draw the tree, with the selected node and the path to it marked."""
    parents = {node.index: node.parent for node in view.nodes}
    path = [selected]
    while parents[path[-1]] >= 0:
        path.append(parents[path[-1]])
    return {
        "nodes": [{**asdict(node), "fill": tone(node.tone)} for node in view.nodes],
        "width": view.width,
        "height": view.height,
        "box": [NODE_WIDTH, NODE_HEIGHT],
        "words": view.words,
        "selected": selected,
        "path": path,
    }


def clickable_tree(view: TreeView, selected: int, *, key: str, on_select: Callable[[], None]) -> None:
    """Draw a tree. The node that the reader chooses is in the session state under `key`, as `selected`."""
    _tree(data=tree_data(view, selected), key=key, on_selected_change=on_select)
