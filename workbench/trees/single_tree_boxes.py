"""What the boxes of a tree by itself say, and their colours. Pure."""

from collections.abc import Callable, Sequence

from gbtlib import Tree
from gbtlib.pictures import tree_boxes
from gbtlib.pictures.tree_boxes import BoxLines
from gbtlib.pictures.tree_boxes import lead as lead
from gbtlib.pictures.tree_boxes import node_fill as node_fill
from workbench.trees.box_text import shortened


def node_lines(
    tree: Tree, names: Sequence[str], class_names: Sequence[str] = ()
) -> Callable[[int], BoxLines]:
    """What the boxes of a tree by itself say, see gbtlib.pictures.tree_boxes.node_lines."""
    return tree_boxes.node_lines(tree, lambda i: shortened(tree, i, names), class_names)
