"""Trees worth pruning, a click away. Pure, without streamlit."""

from typing import Any

from workbench.lessons.prune_it.values import (
    PRUNE_BY,
    PRUNE_FOLDS,
    PRUNE_PRICE,
    PRUNE_RISK,
    PRUNE_SEEN,
    PRUNE_STEP,
    PRUNE_TOLD,
    PRUNE_TREE,
)
from workbench.link.presets import Preset
from workbench.link.values import CRITERION, NODE, PURITY, TREE_DEPTH, TREE_POINTS, TREE_SPLIT

ANEW: dict[str, Any] = {PRUNE_STEP: 0, PRUNE_PRICE: None, PRUNE_SEEN: 0, PRUNE_TOLD: 0, NODE: 0}
"""What is asked and stepped through begins anew with another tree."""
_PRESET: dict[str, Any] = {
    TREE_DEPTH: 100,
    TREE_POINTS: 1,
    TREE_SPLIT: 2,
    PURITY: 0.95,
    "max_leaves": None,
    "grow_policy": "depthwise",
    "missing": "learn",
    PRUNE_BY: "alpha",
    PRUNE_TREE: "data",
    PRUNE_RISK: "misclassification",
    PRUNE_FOLDS: 5,
    **ANEW,
}
_WORDS = (
    "Five folds, depth 100; a node stays a leaf from purity 0.95 on, as in “Building a Classification Tree "
    "from scratch”."
)
PRESETS = {
    f"{data}_{criterion}": Preset(
        f"{title}, {criterion}", _PRESET | {"data": data, CRITERION: criterion}, _WORDS
    )
    for data, title in (("sonar", "Sonar"), ("iris", "Iris"))
    for criterion in ("gini", "entropy")
} | {
    "full": Preset(
        "Sonar, the full tree",
        _PRESET | {"data": "sonar", CRITERION: "gini", PURITY: None},
        "It grows until every leaf is of one class.",
    ),
}
"""Published: purity 0.95, depth 100, 5 folds; and its full tree."""
