"""One tree by itself, grown on a data set, and its settings. Pure, without streamlit."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gbtlib import Candidates, DecisionTreeClassifier, DecisionTreeRegressor, Tree
from workbench.data.catalogue import load_dataset
from workbench.data.held_out import FittedRows, training_rows

OF_ROWS = ("data", "noise", "seed")  # of the settings, those that choose the rows
OF_CLASSES = ("criterion", "purity_stop")  # and those that a tree of numbers has not


@dataclass(frozen=True)
class TreeSettings:
    """What is grown: a data set, its noise, and the parameters of gbtlib's decision trees."""

    data: str = "cos_x2"
    noise: float = 0.0
    seed: int = 0
    criterion: str = "gini"
    max_depth: int | None = 6
    max_leaves: int | None = None
    min_samples_leaf: int = 1
    min_samples_split: int = 2
    purity_stop: float | None = None
    grow_policy: str = "depthwise"
    missing: str = "learn"


@dataclass(frozen=True, eq=False)
class SingleTree(FittedRows):
    """A data set and the tree grown on its training rows."""

    settings: TreeSettings
    model: DecisionTreeClassifier | DecisionTreeRegressor

    @property
    def tree(self) -> Tree:
        """The tree as it was grown."""
        return self.model.grown_tree_

    def candidates(self, node: int) -> Candidates:
        """Every candidate cut of a node."""
        return self.model.candidates(node)

    def rows_in(self, node: int) -> NDArray[np.intp]:
        """The training rows of a node, by their position among them."""
        return np.flatnonzero(np.isin(self.tree.apply(self.X), self.tree.subtree(node)))


def grow_single_tree(settings: TreeSettings) -> SingleTree:
    """Grow the tree of the settings. Errors: ValueError for parameters that gbtlib refuses."""
    data = load_dataset(settings.data, noise=settings.noise, seed=settings.seed)
    train, held_out = training_rows(data)
    growing = {name: value for name, value in vars(settings).items() if name not in OF_ROWS}
    growing["categorical_features"] = data.categorical
    model: DecisionTreeClassifier | DecisionTreeRegressor
    if data.task == "regression":
        model = DecisionTreeRegressor(**{name: growing[name] for name in growing if name not in OF_CLASSES})
    else:
        model = DecisionTreeClassifier(**growing)
    return SingleTree(data, train, held_out, settings, model.fit(data.X[train], data.y[train]))
