"""How a raw prediction adds up, by features and by rounds; and what features were used for. Pure.

By features in two ways. Shapley values: see gbtlib.explain.contributions. The path's: every node predicts the
mean of the leaf weights below it, weighted by cover; a row's way from the root to its leaf changes it step by
step, and each step is credited to the feature that was asked. Source of the second: A. Saabas, "Interpreting
random forests", 2014; XGBoost's pred_contribs with approx_contribs.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gbtlib import Tree, contributions
from gbtlib.explain.contributions import round_contributions
from gbtlib.explain.importance import IMPORTANCE, feature_importance
from workbench.charts.axes import spread
from workbench.models.boosted import BoostedModel
from workbench.models.row_story import RowStory

MOST_FEATURES = 8  # with a bar of their own
MOST_ROWS = 200  # of all rows that are explained together

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class TwoCuts:
    """The raw prediction F of a row for one class after some rounds, from its start F0, by its features.

    average: what the trees add where no feature of the row is known. features: (n_features,) what each adds
    to that, by Shapley values; path: the same by the path of the row.
    """

    start: float
    average: float
    features: Floats
    path: Floats
    names: tuple[str, ...]

    @property
    def by_features(self) -> float:
        """F as the start, the average and all features add up to it."""
        return float(self.start + self.average + self.features.sum())


@lru_cache(maxsize=32)
def contributions_by_round(fit: BoostedModel, row: int, k: int) -> Floats:
    """What features contribute to F of class k of a row after each round, without F0: (R, n_features + 1).

    A sum of trees is explained by the sum of what explains each, so that a step costs nothing.
    """
    x = fit.dataset.X[row : row + 1]
    of_trees = [
        contributions([round_.trees[k]], [round_.learning_rate * round_.trees[k].weight], x)[0]
        for round_ in fit.trace
    ]
    return np.cumsum(of_trees, axis=0)


@lru_cache(maxsize=32)
def path_contributions_by_round(fit: BoostedModel, row: int, k: int) -> Floats:
    """The same by the path of the row: what each answer changes of what its node predicts."""
    x, n_features = fit.dataset.X[row], fit.X.shape[1]
    found = np.zeros((len(fit.trace), n_features + 1))
    for i, round_ in enumerate(fit.trace):
        tree = round_.trees[k]
        mean, path = round_.learning_rate * node_means(tree), tree.decision_path(x)
        found[i, -1] = mean[0]
        np.add.at(found[i], tree.feature[path[:-1]], np.diff(mean[path]))
    return np.cumsum(found, axis=0)


def node_means(tree: Tree) -> Floats:
    """What every node predicts: the mean of the leaf weights below it, weighted by their hessians."""
    mean = tree.weight.copy()
    for node in range(tree.n_nodes - 1, -1, -1):  # children have larger numbers
        if tree.children_left[node] >= 0:
            below = [int(tree.children_left[node]), int(tree.children_right[node])]
            cover = tree.H[below]
            share = cover / cover.sum() if cover.sum() > 0 else np.full(2, 0.5)
            mean[node] = share @ mean[below]
    return mean


@dataclass(frozen=True)
class AllRows:
    """What features contribute to F of class k of some training rows after some rounds.

    rows: positions among all rows. features: (n, n_features) by Shapley values. average: F if none is known.
    """

    rows: NDArray[np.intp]
    features: Floats
    average: float

    @property
    def mean_sizes(self) -> Floats:
        """The mean size of each feature's contribution: (n_features,)."""
        return np.asarray(np.abs(self.features).mean(axis=0))

    @property
    def order(self) -> list[int]:
        """The features that contribute at all, those that move rows most first."""
        size = self.mean_sizes
        return [j for j in np.argsort(-size, kind="stable").tolist() if size[j] > 0]


@lru_cache(maxsize=16)
def all_rows(fit: BoostedModel, number: int, k: int) -> AllRows:
    """The contributions to F of training rows after so many rounds; of MOST_ROWS at most, evenly spread."""
    rows = fit.train[spread(len(fit.train), MOST_ROWS)]
    found = round_contributions(
        fit.model.initial_raw_prediction_, fit.trace[:number], fit.dataset.X[rows], "hessian"
    )
    of_class = found if found.ndim == 2 else found[:, :, k]
    return AllRows(rows, of_class[:, :-1], float(of_class[0, -1]))


def two_cuts(fit: BoostedModel, story: RowStory, number: int, k: int) -> TwoCuts:
    """F of class k of a row after so many rounds, by features and by rounds."""
    found = contributions_by_round(fit, story.row, k)[number - 1]
    return TwoCuts(
        float(story.raw[0, k]),
        float(found[-1]),
        found[:-1],
        path_contributions_by_round(fit, story.row, k)[number - 1, :-1],
        fit.dataset.feature_names,
    )


KINDS: dict[str, str] = {
    "gain": "the mean gain of its splits",
    "total_gain": "the gains of all its splits together",
    "weight": "how many splits ask it",
    "cover": "the mean sum of hessians in the nodes that it splits",
    "total_cover": "the sums of hessians of all these nodes together",
}
assert set(KINDS) == set(IMPORTANCE.names)


def importance_table(fit: BoostedModel) -> pd.DataFrame:
    """All five kinds of importance of every feature, over the trees of all rounds."""
    trees = [tree for round_ in fit.trace for tree in round_.trees]
    names = list(fit.dataset.feature_names)
    columns = {kind: feature_importance(trees, len(names), kind) for kind in KINDS}
    return pd.DataFrame(columns, index=pd.Index(names, name="feature"))


IMPORTANCE_WORDS = (
    "Five answers to “which feature matters?”, over all trees of the model. They need not agree: "
    "a feature asked often in small nodes has a large weight and little cover. XGBoost's gains are twice "
    "these, as its formula lacks the ½. An importance says how much the growing of the trees used a feature, "
    "and has no sign and no row; a contribution says what the feature's value adds to the prediction of one "
    "row, and these add up to it."
)
