"""The trees that the lesson draws, as arrays; in a wide one what lies deep is folded. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.handover import OpenedTree
from workbench.lessons.your_model.heard_models import HeardModel
from workbench.lessons.your_model.told import start_of, sums_told

MOST_LEAVES = 64  # that are drawn
NUMBERS = ("threshold", "value", "w", "H", "G", "gain")
WHOLES = ("node", "feature", "left", "right", "hidden")


def trees_record(given: HeardModel, numbers: Iterable[int], output: int) -> dict[str, Any]:
    """Nodes of some trees, one after another from start on, each tree's children counted within it.

    number: of each tree in the model. node: its number in the file. hidden: leaves that are folded into it.
    value: what a leaf adds, of the first tree without the average that is folded in. w: as the file has it.
    names: of features, by their number.
    """
    numbers = list(numbers)
    drawn = [tree_record(given, k, output) for k in numbers]
    empty: dict[str, NDArray[Any]] = {name: np.zeros(0) for name in (*NUMBERS, *WHOLES)}
    joined = {name: np.concatenate([empty[name], *(each[name] for each in drawn)]) for name in empty}
    return {
        "number": numbers,
        "start": np.cumsum([0, *(len(each["node"]) for each in drawn)]).astype(np.int32),
        **{name: joined[name].astype(np.float64 if name in NUMBERS else np.int32) for name in joined},
        "names": given.feature_names,
    }


def tree_record(given: HeardModel, k: int, output: int) -> dict[str, NDArray[Any]]:
    tree, model = given.model.trees[k], given.model
    kept, hidden = shown_nodes(tree)
    place = np.full(len(tree.feature) + 1, -1)
    place[kept] = np.arange(len(kept))
    ends = hidden[kept] > 0
    folded = start_of(model, given.solved) - model.base[0] if k < model.n_outputs == 1 else 0.0
    value = tree.leaf_value if tree.leaf_value.ndim == 1 else tree.leaf_value[:, output]
    value = value - (folded if np.isfinite(folded) else 0.0)
    return {
        "node": kept,
        "feature": tree.feature[kept],
        "threshold": np.where(np.isin(kept, list(tree.categories)), np.nan, tree.threshold[kept]),
        "left": np.where(ends, -1, place[tree.children_left[kept]]),
        "right": np.where(ends, -1, place[tree.children_right[kept]]),
        "hidden": hidden[kept],
        "value": value[kept],
        "w": tree.told[kept],
        "H": tree.cover[kept],
        "G": sums_told(tree, given.solved.sums[k])[0][kept],
        "gain": tree.gain[kept],
    }


def shown_nodes(tree: OpenedTree) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The nodes that are drawn, and of every node how many leaves are folded into it."""
    depths = range(int(tree.depth.max()) + 1)
    widths = [int(((tree.depth == d) | (tree.is_leaf & (tree.depth < d))).sum()) for d in depths]
    deepest = max(d for d in depths if widths[d] <= MOST_LEAVES or d == 0)
    below = tree.sums(tree.is_leaf.astype(float)).astype(np.intp)
    hidden = np.where((tree.depth == deepest) & ~tree.is_leaf, below, 0)
    return np.flatnonzero(tree.depth <= deepest), hidden
