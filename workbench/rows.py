"""Which rows of a data set are trained on, and which are held out to see how the model does on new ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from workbench.data import Dataset, split_rows

HELD_OUT_SHARE = 0.3
FEWEST_TO_SPLIT = 20

Rows = NDArray[np.intp]


def training_rows(data: Dataset) -> tuple[Rows, Rows]:
    """The rows to train on and the rows held out, each ascending; together they are all rows once.

    Measured data, classes in the plane, and formulas with noise hold out 30 %, classes in equal shares. A
    formula without noise holds out none, since there is no noise to be fooled by; neither does a set of
    fewer than 20 rows, such as those made by hand.
    """
    if len(data.y) < FEWEST_TO_SPLIT or follows_its_formula(data):
        everything = np.arange(len(data.y))
        return everything, everything[:0]
    strata = data.y if data.task == "classification" else None
    return split_rows(len(data.y), test_fraction=HELD_OUT_SHARE, strata=strata)


def follows_its_formula(data: Dataset) -> bool:
    """Whether every row lies exactly on the function behind the data."""
    return data.truth is not None and np.array_equal(data.y, data.truth(data.X))
