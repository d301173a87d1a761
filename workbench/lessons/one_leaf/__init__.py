"""One leaf: why its weight is −G / (H + λ)."""

from workbench.lessons.one_leaf.thumbnail import thumbnail
from workbench.lessons.one_leaf.values import VALUES, is_by_hand
from workbench.link.values import NODE, OF_BOOSTING, ROW
from workbench.shell.page_entry import PageEntry

LESSON = PageEntry(
    "one_leaf",
    "One leaf",
    "Why does a leaf weigh −G / (H + λ)?",
    "The parabola under the true loss: what λ shrinks, and where the second order is wrong.",
    shared=(*OF_BOOSTING, NODE, ROW),
    own=VALUES,
    is_by_hand=is_by_hand,
    screenshot="leaf=logistic&leaf_w=1.2",
    thumbnail=thumbnail,
)
