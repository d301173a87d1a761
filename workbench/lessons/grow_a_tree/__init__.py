"""Grow a tree: in which order, and what the impurity says."""

from workbench.link.values import DATA, NODE, OF_A_TREE, SPLITS, TREE_DEPTH
from workbench.shell.page_entry import PageEntry, SharedFit

LESSON = PageEntry(
    "grow_a_tree",
    "Grow a tree",
    "In which order does a tree grow?",
    "Split by split, level by level or best first, with the queue of open nodes; impurity on its curve.",
    controls="tree",
    shared=(*OF_A_TREE, NODE, SPLITS),
    shows={"tree": SharedFit((NODE,))},
    opening={DATA: "cos_x", "noise": 0.1, "max_leaves": 8, TREE_DEPTH: 12},
    screenshot="splits=6",
)
