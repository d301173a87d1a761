"""The small picture of the lesson: a tree, and its weakest branch. Pure."""

from functools import lru_cache
from typing import Any

from workbench.charts.colours import GUESS, OTHER
from workbench.charts.thumbnails import TEXT, picture
from workbench.lessons.prune_it.hand_trees import hand_sequence
from workbench.trees.small_tree import branch, leaf_box, node_dot, small_places


@lru_cache(maxsize=1)
def thumbnail() -> str:
    """The tree by hand that the lesson opens with; what its first step cuts is dashed."""
    found = hand_sequence("misclassification")
    tree = found.tree
    first = next(step for step in found.steps if step.nodes)
    cut = {int(below) for node in first.nodes for below in tree.subtree(node) if below not in first.nodes}
    at = small_places(tree, (22, 14, 178, 98))
    weak: dict[str, Any] = {"motion": "arrives", "delay": 0.4}
    parts = []
    for node in range(1, tree.n_nodes):
        dashed = {"stroke": GUESS, "stroke_dasharray": "4 3"} | weak if node in cut else {}
        parts.append(branch(at[int(tree.parent[node])], at[node], **dashed))
    for node in range(tree.n_nodes):
        more, is_leaf = weak if node in cut else {}, tree.children_left[node] < 0
        weakest = GUESS if node in cut or node in first.nodes else OTHER if is_leaf else TEXT
        parts.append((leaf_box if is_leaf else node_dot)(at[node], weakest, **more))
    return picture("A tree with its weakest branch dashed, the one to cut first", parts)
