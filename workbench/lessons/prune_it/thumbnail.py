"""The small picture of the lesson: a tree, and its weakest branch. Pure."""

from functools import lru_cache

from workbench.charts.colours import GUESS, OTHER
from workbench.charts.thumbnails import picture
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
    parts = []
    for node in range(1, tree.n_nodes):
        weak = {"stroke": GUESS, "stroke_dasharray": "4 3", "motion": "arrives", "delay": 0.4}
        parts.append(branch(at[int(tree.parent[node])], at[node], **(weak if node in cut else {})))
    for node in range(tree.n_nodes):
        if tree.children_left[node] >= 0:
            parts.append(node_dot(at[node], **({"fill": GUESS} if node in first.nodes else {})))
        else:
            parts.append(
                leaf_box(
                    at[node],
                    GUESS if node in cut else OTHER,
                    **({"motion": "arrives", "delay": 0.7} if node in cut else {}),
                )
            )
    return picture("A tree with its weakest branch dashed, the one to cut first", parts)
