"""A small tree on all rows and features, and one on what was drawn of them. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from gbtlib.core.boosting import feature_draw
from workbench.lessons.exact_or_histogram.node_cuts import Recipe, estimator, first_round

DEPTH = 2


@dataclass(frozen=True, eq=False)
class Sampled:
    """The tree of the first round, and what it was grown on.

    rows: drawn, ascending. n_all: rows there are. drawn: the features drawn at each node that is split.
    """

    tree: Tree
    rows: NDArray[np.intp]
    n_all: int
    drawn: dict[int, tuple[int, ...]]


@lru_cache(maxsize=64)
def sampled(recipe: Recipe, rows_share: float, features_share: float, seed: int) -> Sampled:
    """The tree with these shares of the rows, and at every node of the features; shares from 0.05 to 1."""
    first = first_round(recipe)
    n_all, n_features = first.X.shape
    model = estimator(
        recipe,
        n_estimators=1,
        max_depth=DEPTH,
        subsample=rows_share,
        colsample_bynode=features_share,
        seed=seed,
        trace="full",
    ).fit(first.X, first.y)
    round_ = model.trace_[0]
    tree = round_.trees[0]
    draw = feature_draw(model.params_, 1, 0, n_features)
    everything = np.arange(n_features)
    drawn = {
        node: tuple((everything if draw is None else draw([tree.path_number(node)])[0]).tolist())
        for node in np.flatnonzero(~tree.is_leaf).tolist()
    }
    rows = np.arange(n_all) if round_.rows is None else round_.rows
    return Sampled(tree, rows, n_all, drawn)
