"""A tree as a notebook shows it: all of it down to a depth, with the boxes and colours of the workbench."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gbtlib.core.tree import Tree
from gbtlib.inputs.encoding import Features
from gbtlib.pictures.svg import Picture
from gbtlib.pictures.tree_boxes import BoxLines, box_lines, node_fill, node_lines, shortened, weight_fill
from gbtlib.pictures.tree_layout import drawn_above, laid_out, open_nodes
from gbtlib.pictures.tree_svg import NodeView, TreeView, tree_svg


def tree_picture(
    tree: Tree,
    features: Features,
    depth: int,
    class_names: Sequence[Any] | None = None,
    title: str = "A tree",
) -> Picture:
    """A tree down to a depth, 1 at least; branches below it are folded, and say how many leaves they hold.

    class_names: of a class tree; () for a tree of means; None for one of boosting, whose nodes have G and H.
    """
    drawn = open_nodes(tree, 0, depth)
    above = drawn_above(tree, drawn)
    where, size = laid_out(tree, drawn, above, min(depth, tree.max_depth))
    parents = set(above.values())
    kinds = {i: "leaf" if tree.is_leaf[i] else "split" if i in parents else "folded" for i in drawn}
    lines = lines_of(tree, features, kinds, class_names)
    fill = weight_fill(tree) if class_names is None else node_fill(tree)
    boxes = []
    for i in drawn:
        told = lines(i)
        if kinds[i] == "folded":
            told = (*told[:2], f"+{len(np.intersect1d(tree.subtree(i), tree.leaves))} leaves")
        boxes.append(
            NodeView(
                index=i,
                x=where[i][0],
                y=where[i][1],
                lines=told,
                title=f"Node {i}: {', '.join(line for line in told if line)}",
                fill=fill(i),
                kind=kinds[i],
                parent=above[i],
                answer="" if i == 0 else "yes" if i == tree.children_left[above[i]] else "no",
            )
        )
    words = f"{title}: {tree.n_nodes} nodes, {tree.n_leaves} leaves, {tree.max_depth} deep"
    return Picture(words, tree_svg(TreeView(tuple(boxes), *size, words, -1)))


def lines_of(
    tree: Tree, features: Features, kinds: dict[int, str], class_names: Sequence[Any] | None
) -> Callable[[int], BoxLines]:
    """What stands in every box."""

    def question(i: int) -> str:
        feature = int(tree.feature[i])
        return shortened(tree, i, features.names[feature], features.categories[feature] or ())

    if class_names is None:
        return lambda i: box_lines(tree, i, kinds[i], question)
    return node_lines(tree, question, class_names)
