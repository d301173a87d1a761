"""One tree by itself, grown on a data set: its settings, and what its boxes say. Pure, without streamlit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import Candidates, DecisionTreeClassifier, DecisionTreeRegressor, Tree
from workbench.data import DATASETS, Dataset, load_dataset
from workbench.rows import training_rows
from workbench.state import CRITERION, PURITY, TREE_DEPTH, TREE_POINTS
from workbench.theme import NEUTRAL, tone
from workbench.treetext import SHORT_REASON, Lines, shortened
from workbench.viewmodel import number

THIRD = (150, 214, 186)  # the green of a third class's leaves, as pale as the ends of theme.tone


@dataclass(frozen=True)
class TreeSettings:
    """What is grown: a data set, its noise, and the parameters of gbtlib's decision trees."""

    data: str = "cos_x2"
    noise: float = 0.0
    seed: int = 0
    criterion: str = "gini"
    max_depth: int = 6
    max_leaves: int | None = None
    min_samples_leaf: int = 1
    purity_stop: float | None = None
    grow_policy: str = "depthwise"
    missing: str = "learn"


@dataclass(frozen=True, eq=False)
class TreeLesson:
    """A data set and the tree grown on its training rows.

    train: the rows it was grown on; held_out: the others.
    """

    settings: TreeSettings
    dataset: Dataset
    train: NDArray[np.intp]
    held_out: NDArray[np.intp]
    model: DecisionTreeClassifier | DecisionTreeRegressor

    @property
    def tree(self) -> Tree:
        """The tree as it was grown."""
        return self.model.grown_tree_

    @property
    def X(self) -> NDArray[np.float64]:
        """The training features."""
        return self.dataset.X[self.train]

    @property
    def y(self) -> NDArray[np.float64] | NDArray[np.int64]:
        """The training target."""
        return self.dataset.y[self.train]

    def candidates(self, node: int) -> Candidates:
        """Every candidate cut of a node."""
        return self.model.candidates(node)

    def rows_in(self, node: int) -> NDArray[np.intp]:
        """The training rows of a node, by their position among them."""
        return np.flatnonzero(np.isin(self.tree.apply(self.X), self.tree.subtree(node)))


def tree_settings_from(values: Mapping[str, Any]) -> TreeSettings:
    """Settings from values by name, such as the session's; what the data set does not take is left out."""
    info = DATASETS[values["data"]]
    classes = info.task == "classification"
    return TreeSettings(
        data=values["data"],
        noise=round(float(values["noise"]), 9) if info.takes_noise else 0.0,
        seed=values["seed"],
        criterion=values[CRITERION] if classes else "squared_error",
        max_depth=values[TREE_DEPTH],
        max_leaves=values["max_leaves"],
        min_samples_leaf=values[TREE_POINTS],
        purity_stop=values[PURITY] if classes else None,
        grow_policy=values["grow_policy"],
        missing=values["missing"],
    )


def tree_lesson(settings: TreeSettings) -> TreeLesson:
    """Grow the tree of the settings. Errors: ValueError for parameters that gbtlib refuses."""
    data = load_dataset(settings.data, noise=settings.noise, seed=settings.seed)
    train, held_out = training_rows(data)
    growing: dict[str, Any] = {
        name: getattr(settings, name)
        for name in ("max_depth", "max_leaves", "min_samples_leaf", "grow_policy", "missing")
    }
    model: DecisionTreeClassifier | DecisionTreeRegressor
    if data.task == "regression":
        model = DecisionTreeRegressor(**growing)
    else:
        model = DecisionTreeClassifier(
            criterion=settings.criterion, purity_stop=settings.purity_stop, **growing
        )
    return TreeLesson(settings, data, train, held_out, model.fit(data.X[train], data.y[train]))


def node_lines(tree: Tree, names: Sequence[str], class_names: Sequence[str] = ()) -> Callable[[int], Lines]:
    """What the boxes of a tree by itself say: question or answer, rows, gain or why it is a leaf.

    A class tree answers with its heaviest class and the shares of all, a regression tree with the mean.
    """

    def lines(i: int) -> Lines:
        answer = f"mean {number(float(tree.weight[i]))}"
        rows = f"n {int(tree.n_samples[i]):,}"
        if tree.class_weights is not None:
            answer = str(class_names[int(tree.weight[i])])
            rows += " \u2002" + " : ".join(number(each, 3) for each in tree.class_weights[i].tolist())
        if tree.is_leaf[i]:
            return answer, rows, f"leaf: {SHORT_REASON[int(tree.why_leaf[i])]}"
        return shortened(tree, i, names), rows, f"gain {number(float(tree.gain[i]))}"

    return lines


def node_tone(tree: Tree) -> Callable[[int], float]:
    """The colour of a box, -1 to 1: the share of the second of two classes, or the mean beside the largest.

    With more classes: how far the heaviest class is from an equal share, below 0 for the first class and
    above for the second; 0 for a third, which has no end of this scale (see node_fill).
    """
    shares = tree.class_shares if tree.class_weights is not None else None
    largest = float(np.abs(tree.weight).max()) or 1.0

    def toned(i: int) -> float:
        if shares is None:
            return float(tree.weight[i]) / largest
        n_classes = shares.shape[1]
        if n_classes == 2:
            return float(2 * shares[i, 1] - 1)
        return lead(shares[i]) * {0: -1.0, 1: 1.0}.get(int(shares[i].argmax()), 0.0)

    return toned


def lead(shares: NDArray[np.float64]) -> float:
    """How far the largest share is from an equal share: 0 where all are equal, 1 where it is everything."""
    equal = 1 / len(shares)
    return float((shares.max() - equal) / (1 - equal))


def node_fill(tree: Tree) -> Callable[[int], str]:
    """The colour of a box as it is painted: blue to orange by its tone; towards green for a third class."""
    toned = node_tone(tree)

    def fill(i: int) -> str:
        if tree.class_weights is None or tree.class_weights.shape[1] < 3 or tree.class_shares[i].argmax() < 2:
            return tone(toned(i))
        share = lead(tree.class_shares[i])
        return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(NEUTRAL, THIRD, strict=True))

    return fill
