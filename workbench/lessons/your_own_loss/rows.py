"""The rows of the lesson: noisy waves, with outliers; one of them may be moved. Pure, without streamlit."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from workbench.data.catalogue import DATASETS, load_dataset
from workbench.data.held_out import HELD_OUT_SHARE, Rows, split_rows

Floats = NDArray[np.float64]

SOURCES = {"sine": 1, "cos_x2": 40, "cos_x": 16}
"""Data sets of the lesson, and how many of their rows come to one: some hundred are seen one by one."""
NOISE, FAR = 0.15, 1.0  # standard deviation; a row further from the truth is an outlier
LOWEST, HIGHEST, GRAIN = -1.5, 4.0, 0.1  # of a row that is moved


@dataclass(frozen=True, eq=False)
class LessonRows:
    """Rows along one feature.

    x, truth, y: (n,) the feature, the function behind it, and the target, 0 or 1 where is_binary.
    is_outlier: (n,) rows whose target is not what truth and noise make it.
    train, unseen: numbers of rows, ascending.
    """

    title: str
    x: Floats
    truth: Floats
    y: Floats
    is_outlier: NDArray[np.bool_]
    train: Rows
    unseen: Rows
    is_binary: bool

    @property
    def last_outlier(self) -> int:
        """The position among the training rows of their last outlier, which two classes have, too; the middle
        one without any.
        """
        outliers = np.flatnonzero(self.is_outlier[self.train])
        return int(outliers[-1]) if len(outliers) else len(self.train) // 2

    @property
    def judged(self) -> Rows:
        """The unseen rows that are no outliers."""
        return self.unseen[~self.is_outlier[self.unseen]]


@lru_cache(maxsize=8)
def lesson_rows(data: str, is_binary: bool) -> LessonRows:
    """The rows of a data set of SOURCES. is_binary: whether y says whether a row lies above 0."""
    found, step = load_dataset(data, noise=NOISE), SOURCES[data]
    assert found.truth is not None
    X, y = found.X[::step], np.array(found.y[::step], dtype=np.float64)
    truth = found.truth(X)
    is_outlier = np.abs(y - truth) > FAR
    if is_binary:
        is_outlier &= (y > 0) != (truth > 0)
        y, truth = (y > 0).astype(float), (truth >= 0).astype(float)
    train, unseen = split_rows(len(y), test_fraction=HELD_OUT_SHARE)
    return LessonRows(DATASETS[data].title, X[:, 0], truth, y, is_outlier, train, unseen, is_binary)


def moved(rows: LessonRows, position: int, y: float | None) -> LessonRows:
    """The same with a training row, by its position among them, at another y; None leaves it."""
    if y is None:
        return rows
    targets = rows.y.copy()
    targets[rows.train[position]] = float(y > 0) if rows.is_binary else y
    return replace(rows, y=targets)
