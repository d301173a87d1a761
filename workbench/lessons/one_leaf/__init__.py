"""One leaf: why its weight is −G / (H + λ)."""

from collections.abc import Mapping
from typing import Any

from workbench.lessons.one_leaf.values import LEAF, LESSON_LEAF, VALUES, is_by_hand
from workbench.link.values import CLASS, NODE, OF_BOOSTING, ROUND, ROW
from workbench.shell.page_entry import PageEntry, SharedFit


def model_of(values: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The values of the model whose leaf it is; None for a leaf worked by hand."""
    return None if is_by_hand(values) else values


LESSON = PageEntry(
    "one_leaf",
    "One leaf",
    "How much should a leaf add?",
    "Rows add up, become a parabola, carry a penalty: w*, the gain, and where both are wrong.",
    shared=(*OF_BOOSTING, NODE, ROW),
    own=VALUES,
    shows={"model": SharedFit((ROUND, CLASS, NODE, ROW), {LEAF: LESSON_LEAF}, model_of)},
    is_by_hand=is_by_hand,
    screenshot="act=5",
)
