"""Prune it: which branch is not worth its leaves."""

from collections.abc import Mapping
from typing import Any

from workbench.lessons.prune_it.values import PRUNE_BY, PRUNE_TREE, VALUES, is_by_hand
from workbench.link.values import CLASS, DATA, NODE, OF_BOOSTING, ROUND, TREE_SETTINGS
from workbench.shell.page_entry import PageEntry, SharedFit


def model_of(values: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The values of the model a tree of which is pruned by gamma; None where there is none."""
    return values if values[PRUNE_BY] == "gamma" and not is_by_hand(values) else None


def tree_of(values: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The values of the tree that is pruned by alpha; None for that by hand, and by gamma."""
    return values if values[PRUNE_BY] == "alpha" and not is_by_hand(values) else None


LESSON = PageEntry(
    "prune_it",
    "Prune it",
    "Which branch is not worth its leaves?",
    "The weakest link at every price of a leaf, cross-validated; gamma before and after growing.",
    controls="tree",
    shared=(*OF_BOOSTING, *TREE_SETTINGS, NODE),
    own=VALUES,
    opening={PRUNE_TREE: "data", DATA: "sonar"},
    shows={
        "model": SharedFit((ROUND, CLASS), {PRUNE_BY: "gamma", PRUNE_TREE: "data"}, model_of),
        "tree": SharedFit((NODE,), {PRUNE_TREE: "data"}, tree_of),
    },
    is_by_hand=is_by_hand,
    screenshot="prune_step=4&prune_seen=6&prune_told=1",
)
