"""How a raw prediction adds up, by features and by rounds; and what features were used for. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gbtlib import contributions
from gbtlib.explain.importance import IMPORTANCE, feature_importance
from workbench.models.boosted import BoostedModel
from workbench.models.row_story import RowStory

MOST_FEATURES = 8  # with a bar of their own

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class TwoCuts:
    """The raw prediction F of a row for one class after some rounds, from its start F0, cut two ways.

    average: what the trees add where no feature of the row is known. features: (n_features,) what each adds
    to that. rounds: (R,) what each round adds.
    """

    start: float
    average: float
    features: Floats
    rounds: Floats
    names: tuple[str, ...]

    @property
    def by_features(self) -> float:
        """F as the start, the average and all features add up to it."""
        return float(self.start + self.average + self.features.sum())

    @property
    def by_rounds(self) -> float:
        """F as the start and all rounds add up to it."""
        return float(self.start + self.rounds.sum())

    @property
    def feature_steps(self) -> list[tuple[str, float]]:
        """Names and contributions: the average, then the features, the largest first, the rest as one."""
        order = np.argsort(-np.abs(self.features), kind="stable")
        order = order[self.features[order] != 0]
        steps = [(self.names[i], float(self.features[i])) for i in order[:MOST_FEATURES].tolist()]
        rest = order[MOST_FEATURES:]
        if len(rest):
            steps.append((f"{len(rest)} others", float(self.features[rest].sum())))
        return [("trees on average", self.average), *steps]


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


def two_cuts(fit: BoostedModel, story: RowStory, number: int, k: int) -> TwoCuts:
    """F of class k of a row after so many rounds, by features and by rounds."""
    found = contributions_by_round(fit, story.row, k)[number - 1]
    return TwoCuts(
        float(story.raw[0, k]),
        float(found[-1]),
        found[:-1],
        story.contribution[:number, k],
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
