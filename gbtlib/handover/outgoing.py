"""A boosted model of gbtlib as other libraries take it: its trees in order, and what they may not ask."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.boosting import step_sizes
from gbtlib.core.tree import Tree
from gbtlib.handover.fields import Floats
from gbtlib.handover.opened import Arithmetic
from gbtlib.inputs.encoding import Features
from gbtlib.loops.trees import LEFT, NO_SIDE

FLOAT32 = Arithmetic(strict=False, rows=np.float32, sums=np.float32)
next_below = FLOAT32.last_left  # x <= threshold is x <= it for every float32 x

Added = tuple[Tree, Floats, int]  # a tree, what it adds in its nodes, (n_nodes, m), and from which output on


class Outgoing(NamedTuple):
    """start: the raw prediction before the first round, (K,). trees: in the order in which they are added.
    labels: of classes, else None."""

    objective: str
    start: Floats
    trees: tuple[Added, ...]
    features: Features
    labels: NDArray[Any] | None

    @property
    def n_outputs(self) -> int:
        return len(self.start)


def outgoing(model: Any, library: str, objectives: Mapping[str, str]) -> Outgoing:
    """What predicts in a fitted GradientBoostingRegressor or GradientBoostingClassifier.

    objectives: what the library calls the losses that it has.
    Errors: ValueError for another kind of model, a loss that is none of these, or surrogates.
    """
    loss = getattr(model, "loss_", None)
    if not hasattr(model, "trace_") or loss is None:
        raise ValueError(f"{type(model).__name__} is no fitted model of gradient boosting")
    if loss.name not in objectives:
        raise ValueError(f"loss {loss.name!r} is none of {library}'s; there are {', '.join(objectives)}")
    rounds = model.trace_[: model.n_estimators_]
    trees = tuple(
        (tree, size * tree.weight[:, np.newaxis], k)
        for each, size in zip(rounds, step_sizes(rounds), strict=True)
        for k, tree in enumerate(each.trees)
    )
    refuse_surrogates([tree for tree, _, _ in trees], library)
    start = np.full(loss.n_outputs, model.initial_raw_prediction_, dtype=np.float64)
    labels = getattr(model, "classes_", None)
    return Outgoing(objectives[loss.name], start, trees, model.features_, labels)


def refuse_surrogates(trees: Sequence[Tree], library: str) -> None:
    """Errors: ValueError for a tree that asks surrogates."""
    for number, tree in enumerate(trees):
        if tree.surrogates is not None and (tree.surrogates["feature"] >= 0).any():
            raise ValueError(f"tree {number} asks surrogates, which {library} has not")


def told_apart(tree: Tree) -> dict[int, NDArray[np.intp]]:
    """By node that parts categories, those that do not go the default way; all else goes it, gaps too."""
    sides = tree.category_sides
    if sides is None:
        return {}
    parted = np.flatnonzero((sides != NO_SIDE).any(axis=1) & ~tree.is_leaf)
    elsewhere = (sides != NO_SIDE) & ((sides == LEFT) != tree.default_left[:, np.newaxis])
    return {node: np.flatnonzero(elsewhere[node]) for node in parted.tolist()}
