"""Which rows a late tree is for: those on which the gradient still lies. It needs the rows. Pure.

Rows are those of training where their g add up to G of the leaves of the first tree: nothing else could.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from workbench.data.catalogue import Dataset
from workbench.data.held_out import training_rows
from workbench.lessons.your_model.told import LOGISTIC, SQUARED, is_plain, start_of
from workbench.models.own_model import OwnModel
from workbench.text.grammar import how_many
from workbench.text.numbers import number as shown
from workbench.trees.file_trees import settled

Floats = NDArray[np.float64]
N_ROWS = 10  # in the table
ROUNDING = 1e-5  # of the sum of |g|


@dataclass(frozen=True)
class Trained:
    """A model and the rows that it was trained on, by their numbers in a data set."""

    given: OwnModel
    data: Dataset
    rows: NDArray[np.intp]

    @property
    def X(self) -> Floats:
        """(n, n_features)"""
        return self.data.X[self.rows]

    def raw_prediction(self, n_rounds: int) -> Floats:
        """Of its rows after so many rounds, (n,)."""
        if n_rounds == 0:
            return np.full(len(self.rows), start_of(self.given.opened, self.given.solved))
        return np.asarray(self.given.opened.raw_prediction(self.X, n_rounds)[:, 0], np.float64)

    def gradient(self, n_rounds: int) -> Floats:
        """g of its rows after so many rounds, (n,)."""
        model, raw = self.given.opened, self.raw_prediction(n_rounds)
        y = self.data.y[self.rows]
        if model.objective in LOGISTIC:
            return np.asarray(model.sigmoid * (1 / (1 + np.exp(-model.sigmoid * raw)) - y))
        return raw - y

    @property
    def is_proved(self) -> bool:
        """Whether g of these rows adds up to G of every leaf of the first tree that is told, two at least."""
        model, gradient = self.given.opened, self.gradient(0)
        tree = model.trees[0]
        leaves = model.apply(self.X)[:, 0]
        sums = self.given.solved.sums[0]
        G, error = (each[tree.is_leaf] for each in (settled(sums), sums.G_error))
        found = np.bincount(leaves, gradient, len(tree.feature))[tree.is_leaf]
        off = np.abs(found - G) <= error + ROUNDING * np.abs(gradient).sum()
        told = np.isfinite(G)
        return bool(told.sum() > 1 and off[told].all())


def trained_on(given: OwnModel, datasets: Iterable[Dataset]) -> Trained | None:
    """The first of some data sets that it was trained on, all rows or its training rows; None for none."""
    model = given.opened
    if not is_plain(model) or model.objective not in (*SQUARED, *LOGISTIC) or not model.trees:
        return None
    task, n_classes = ("classification", 2) if model.objective in LOGISTIC else ("regression", 0)
    for data in datasets:
        fits = data.X.shape[1] == model.n_features and data.task == task
        if not fits or (n_classes and len(data.class_names) != n_classes):
            continue
        for rows in (np.arange(len(data.y)), training_rows(data)[0]):
            found = Trained(given, data, rows)
            if found.is_proved:
                return found
    return None


def half(gradient: Floats) -> int:
    """The fewest rows that have half of the sum of |g|."""
    size = np.sort(np.abs(gradient))[::-1]
    return int(np.searchsorted(np.cumsum(size), 0.5 * size.sum()) + 1)


def late_words(found: Trained, number: int) -> str:
    """On how many rows half of the pull lies, before the first tree and before that of a round."""
    rows = f"{how_many(len(found.rows), 'row')} of {found.data.title}"
    proof = f"It was trained on {rows}: their g add up to G of the leaves of its first tree."
    words = f"Before round 1 half of all |g| lies on {how_many(half(found.gradient(0)), 'row')}"
    if number > 1:
        words += f", before round {number} on {how_many(half(found.gradient(number - 1)), 'row')}"
    return f"{proof} {words}. Its tree is for those: here are the ones that pull most."


def heaviest_rows(found: Trained, number: int) -> pd.DataFrame:
    """The rows with the largest |g| before a round, the largest first."""
    data, gradient = found.data, found.gradient(number - 1)
    before, after = found.raw_prediction(number - 1), found.raw_prediction(number)
    places = np.argsort(-np.abs(gradient), kind="stable")[:N_ROWS]
    rows = found.rows[places]
    target = [data.class_names[int(data.y[i])] if data.class_names else shown(float(data.y[i])) for i in rows]
    return pd.DataFrame(
        {
            "row": rows,
            data.target_name: target,
            "raw prediction before": [shown(float(before[i]), 3) for i in places],
            "g": [shown(float(gradient[i]), 3) for i in places],
            f"tree {number} adds": [shown(float(after[i] - before[i]), 3) for i in places],
        }
    )
