"""The tree by hand, pruned. Pure, without streamlit."""

from __future__ import annotations

from gbtlib import node_risk, weakest_links
from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.models.hand_trees import THIRTEEN

CLASSES = ("class 0", "class 1")


def hand_sequence(measure: str) -> PruningSequence:
    """The sequence of the thirteen nodes."""
    return PruningSequence(
        THIRTEEN,
        measure,
        node_risk(THIRTEEN, measure),
        tuple(weakest_links(THIRTEEN, measure)),
        ("x1", "x2"),
        CLASSES,
        by_hand=True,
    )
