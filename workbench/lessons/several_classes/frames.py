"""All rounds of the stage for the browser: where rows stand, and the trees of every class. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from workbench.charts.colours import CLASSES, OTHER
from workbench.charts.packing import Packed
from workbench.lessons.several_classes.model import Course
from workbench.lessons.several_classes.simplex import places_of
from workbench.text.numbers import threshold_decimals
from workbench.text.questions import split_sides, tree_question
from workbench.trees.small_tree import small_places

Floats32 = NDArray[np.float32]
Bytes = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class ClassFrames(Packed):
    """Every round of a softmax fit: n rows, R rounds, K classes.

    places: (R + 1, n, 2) of every row before the first round and after each, see simplex.places_of.
    codes, seen: (n,) the class of a row, and whether it was trained on.
    trees: all nodes one tree after another, class by class within a round; first: (R K + 1,) where each
        begins. x: 0 to 1 from left to right. parent: counted within the tree, -1 for the root.
        feature: -1 in a leaf. decimals: see numbers.threshold_decimals. adds: learning rate times weight.
    hidden: whether what the last round does is left out, for a guess.
    """

    ARRAYS = (
        "places",
        "codes",
        "seen",
        "first",
        "x",
        "depth",
        "parent",
        "feature",
        "threshold",
        "decimals",
        "adds",
    )

    places: Floats32
    codes: Bytes
    seen: Bytes
    first: Floats32
    x: Floats32
    depth: Floats32
    parent: Floats32
    feature: Floats32
    threshold: Floats32
    decimals: Floats32
    adds: Floats32
    classes: tuple[str, ...]
    features: tuple[str, ...]
    deepest: int
    hidden: bool = False

    @property
    def n_rounds(self) -> int:
        """Rounds that can be looked at."""
        return (len(self.first) - 1) // len(self.classes)

    @property
    def facts(self) -> dict[str, Any]:
        """What is not an array, by its name in the browser."""
        return {
            "rounds": self.n_rounds,
            "classes": self.classes,
            "colours": [colour_of(k) for k in range(len(self.classes))],
            "features": self.features,
            "deepest": self.deepest,
            "hidden": self.hidden,
        }


def colour_of(k: int) -> str:
    """The colour of a class; those beyond the third have one together, and keep their names."""
    return CLASSES[k] if k < len(CLASSES) else OTHER


def class_frames(course: Course) -> ClassFrames:
    """Every round of the picture."""
    fit, data = course.fit, course.fit.dataset
    trees = [(tree, round_.learning_rate) for round_ in fit.trace for tree in round_.trees]
    features: list[str] = list(data.feature_names)
    nodes = np.concatenate([tree_nodes(tree, rate, features) for tree, rate in trees], axis=1)
    nodes = nodes.astype(np.float32)
    x, depth, parent, feature, threshold, decimals, adds = nodes
    seen = np.zeros(len(data.y), dtype=np.uint8)
    seen[fit.train] = 1
    return ClassFrames(
        places=places_of(course.p).astype(np.float32),
        codes=data.y.astype(np.uint8),
        seen=seen,
        first=np.cumsum([0, *(tree.n_nodes for tree, _ in trees)]).astype(np.float32),
        x=x,
        depth=depth,
        parent=parent,
        feature=feature,
        threshold=threshold,
        decimals=decimals,
        adds=adds,
        classes=data.class_names,
        features=tuple(features),
        deepest=max(tree.max_depth for tree, _ in trees),
    )


def tree_nodes(tree: Tree, learning_rate: float, features: list[str]) -> NDArray[np.float64]:
    """A tree as x, depth, parent, feature, threshold, its decimals, and what a node adds: (7, n_nodes).

    features: names, to which whole questions about categories are added; their threshold is minus infinity.
    """
    across = small_places(tree, (0.0, 0.0, 1.0, 1.0)) if tree.n_nodes > 1 else {0: (0.5, 0.0)}
    x = [across[node][0] for node in range(tree.n_nodes)]
    feature = np.where(tree.is_leaf, -1, tree.feature)
    threshold, adds = tree.threshold.copy(), learning_rate * tree.weight
    decimals = np.full(tree.n_nodes, -1)
    for node in np.flatnonzero(~tree.is_leaf).tolist():
        name = features[int(tree.feature[node])]
        (decimals[node],) = threshold_decimals(name, tree.threshold[node : node + 1])
        if split_sides(tree, node) is not None:
            feature[node], threshold[node] = len(features), -np.inf
            features.append(tree_question(tree, node, name, most=1))
    return np.array([x, tree.depth, tree.parent, feature, threshold, decimals, adds], dtype=np.float64)


def up_to(frames: ClassFrames, number: int) -> ClassFrames:
    """The same up to a round whose outcome is hidden: what stood before it, and no tree of its own."""
    n_trees = (number - 1) * len(frames.classes)
    end = int(frames.first[n_trees])
    of_nodes = {name: getattr(frames, name)[:end] for name in ClassFrames.ARRAYS[4:]}
    return replace(
        frames,
        places=np.concatenate([frames.places[:number], frames.places[number - 1 : number]]),
        first=np.concatenate(
            [frames.first[: n_trees + 1], np.repeat(frames.first[n_trees], len(frames.classes))]
        ),
        hidden=True,
        **of_nodes,
    )
