"""What the parts of the stage show of a tree among all. Pure."""

from __future__ import annotations

from typing import Any

from workbench.components.prose import prose_data
from workbench.components.tree import tree_data
from workbench.lessons.greedy_or_best.picture import AmongAll, boxes, plane_data, trees_data
from workbench.lessons.greedy_or_best.words import objective_words


def tree_parts(shown: AmongAll) -> dict[str, dict[str, Any]]:
    """What the components are sent: all trees, the rows, the tree in boxes, its objective."""
    return {
        "trees": trees_data(shown),
        "plane": plane_data(shown),
        "tree": tree_data(boxes(shown)),
        "objective": prose_data(objective_words(shown), {}),
    }
