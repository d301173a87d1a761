"""Random splits of Sonar, and how each variant orders the test rows of each. Pure, no streamlit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gbtlib.metrics import roc_auc
from workbench.data.catalogue import Dataset, load_dataset
from workbench.data.held_out import Rows, split_rows
from workbench.lessons.sonar_laboratory.variants import VARIANTS

Floats = NDArray[np.float64]
Ranks = NDArray[np.uint8]
SEEDS_APART = 1000  # more than there are splits of one seed
DIGITS = 12  # scores that agree so far are equal: their sums are rounded


@lru_cache(maxsize=1)
def sonar() -> Dataset:
    """The 208 rows; class 1 is the mine."""
    return load_dataset("sonar")


@dataclass(frozen=True)
class Splits:
    """An endless row of random splits, drawn from all rows alike. share: per cent of the rows to train on."""

    seed: int = 0
    share: int = 70

    def rows(self, k: int) -> tuple[Rows, Rows]:
        """Training and test rows of split k, from 0."""
        return _rows(self, k)

    def labels(self, k: int) -> NDArray[np.int64]:
        """The classes of the test rows of split k."""
        return np.asarray(sonar().y[self.rows(k)[1]], dtype=np.int64)

    @property
    def n_test(self) -> int:
        """Test rows of every split."""
        return len(self.rows(0)[1])

    @property
    def n_train(self) -> int:
        """Training rows of every split."""
        return len(self.rows(0)[0])

    def ranks(self, k: int, name: str) -> Ranks:
        """Train a variant on split k: the rank of each test row's score, from 0, equal scores alike."""
        seen, unseen = self.rows(k)
        data = sonar()
        score = VARIANTS[name].fit(data.X[seen], np.asarray(data.y[seen], dtype=np.int64), data.X[unseen])
        ranks = np.unique(score.round(DIGITS), return_inverse=True)[1]
        return np.asarray(ranks, dtype=np.uint8)

    def area(self, k: int, ranks: Ranks) -> float:
        """The area under the ROC curve of test rows in that order; all that it needs is the order."""
        return roc_auc(self.labels(k), ranks)


@lru_cache(maxsize=1024)
def _rows(splits: Splits, k: int) -> tuple[Rows, Rows]:
    return split_rows(
        len(sonar().y), test_fraction=(100 - splits.share) / 100, seed=splits.seed * SEEDS_APART + k
    )
