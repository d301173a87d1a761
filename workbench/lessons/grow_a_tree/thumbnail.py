"""The small picture of the lesson: the first splits of a tree, in their order. Pure."""

from functools import lru_cache
from typing import Any

from gbtlib.pictures.tree_layout import grown_nodes, growth_order
from workbench.charts.colours import OTHER
from workbench.charts.thumbnails import mark, picture, words
from workbench.models.opening import opening_tree
from workbench.trees.small_tree import branch, leaf_box, small_places

DEPTH, N_SPLITS, BEAT = 6, 5, 0.3  # seconds


@lru_cache(maxsize=1)
def thumbnail() -> str:
    """The tree that the lesson opens with, as far as its first splits."""
    tree = opening_tree(DEPTH).tree
    found = small_places(tree, (20, 20, 180, 94), grown_nodes(tree, N_SPLITS))
    made = growth_order(tree)[:N_SPLITS].tolist()
    parts = []
    for i, node in enumerate(made):
        for child in (int(tree.children_left[node]), int(tree.children_right[node])):
            parts.append(branch(found[node], found[child], motion="draws", delay=BEAT * i))
            if child not in made:
                parts.append(leaf_box(found[child], OTHER, motion="arrives", delay=BEAT * (i + 1)))
    for i, node in enumerate(made):
        x, y = found[node]
        disc: dict[str, Any] = {"cx": x, "cy": y, "r": 9.5, "stroke": "currentColor", "stroke_width": 1.8}
        parts.append(mark("circle", fill="var(--ground,#fff)", **disc))
        parts.append(words(x, y + 4.5, str(i + 1), size=12))
    return picture("A tree whose nodes are numbered in the order in which they are split", parts)
