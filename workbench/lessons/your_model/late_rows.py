"""Which rows a late tree is for: those on which the gradient still lies. It needs the rows. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from workbench.data.catalogue import Dataset, load_dataset
from workbench.lessons.your_model.given_models import GivenModel
from workbench.lessons.your_model.told import LOGISTIC, start_of
from workbench.text.grammar import how_many
from workbench.text.numbers import number as shown

Floats = NDArray[np.float64]
N_ROWS = 10  # in the table


@dataclass(frozen=True)
class Pulls:
    """Before the tree of a round: g of every row, and the raw prediction; and what the tree adds."""

    round: int
    gradient: Floats
    before: Floats
    added: Floats

    @property
    def half(self) -> int:
        """The fewest rows that have half of the sum of |g|."""
        size = np.sort(np.abs(self.gradient))[::-1]
        return int(np.searchsorted(np.cumsum(size), 0.5 * size.sum()) + 1)


def rows_of_model(given: GivenModel) -> Dataset:
    """The rows that it was trained on."""
    return load_dataset(given.data)


def pulls_of(given: GivenModel, number: int) -> Pulls:
    """Of a round, 1 the first. A model of one output, by the squared error or of two classes."""
    model, data = given.model, rows_of_model(given)
    before, after = (model.raw_prediction(data.X, k)[:, 0].astype(np.float64) for k in (number - 1, number))
    if number == 1:
        before = np.full(len(data.X), start_of(model, given.solved))
    predicted = 1 / (1 + np.exp(-model.sigmoid * before)) if model.objective in LOGISTIC else before
    return Pulls(number, predicted - data.y, before, after - before)


def late_words(given: GivenModel, found: Pulls) -> str:
    """On how many rows half of the pull lies, before the first tree and before this one."""
    data, first = rows_of_model(given), pulls_of(given, 1)
    with_rows = f"With the {len(data.y)} rows of {data.title} it can be told."
    words = f"Before round 1 half of all |g| lies on {how_many(first.half, 'row')}"
    if found.round > 1:
        words += f", before round {found.round} on {how_many(found.half, 'row')}"
    return f"{with_rows} {words}. Its tree is for those: here are the ones that pull most."


def heaviest_rows(given: GivenModel, found: Pulls) -> pd.DataFrame:
    """The rows with the largest |g|, the largest first."""
    data = rows_of_model(given)
    rows = np.argsort(-np.abs(found.gradient), kind="stable")[:N_ROWS]
    target = [data.class_names[int(data.y[i])] if data.class_names else shown(float(data.y[i])) for i in rows]
    return pd.DataFrame(
        {
            "row": rows,
            data.target_name: target,
            "raw prediction before": [shown(float(found.before[i]), 3) for i in rows],
            "g": [shown(float(found.gradient[i]), 3) for i in rows],
            f"tree {found.round} adds": [shown(float(found.added[i]), 3) for i in rows],
        }
    )
