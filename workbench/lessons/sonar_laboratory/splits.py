"""Random splits of Sonar, and how each variant orders the test rows of each. Pure, no streamlit.

What comes with the workbench is kept line by line, {"split": 0, "variant": "forest", "ranks": "0b1f..."}, a
rank of two hexadecimal digits for each test row. `python -m workbench.lessons.sonar_laboratory.splits` trains
all variants on the first splits of either share and writes datasets/sonar_splits_70.jsonl and _66.jsonl.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gbtlib.metrics import roc_auc
from workbench.data.catalogue import Dataset, load_dataset
from workbench.data.held_out import Rows, split_rows
from workbench.lessons.sonar_laboratory.variants import VARIANTS
from workbench.paths import DATASETS_DIR

Floats = NDArray[np.float64]
Ranks = NDArray[np.uint8]
DIGITS = 12  # scores that agree so far are equal: their sums are rounded
N_SPLITS = 40
SHARES = (70, 66)  # per cent of the rows to train on


@lru_cache(maxsize=1)
def sonar() -> Dataset:
    """The 208 rows; class 1 is the mine."""
    return load_dataset("sonar")


@dataclass(frozen=True)
class Splits:
    """An endless row of random splits, drawn from all rows alike. share: per cent of the rows to train on."""

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

    @property
    def file(self) -> Path:
        """Where the ranks of the first splits are kept."""
        return DATASETS_DIR / f"sonar_splits_{self.share}.jsonl"

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
    return split_rows(len(sonar().y), test_fraction=(100 - splits.share) / 100, seed=k)


@lru_cache(maxsize=len(SHARES))
def kept_ranks(splits: Splits) -> dict[tuple[str, int], Ranks]:
    """The ranks that come with the workbench, by variant and split."""
    lines = map(json.loads, splits.file.read_text(encoding="utf-8").splitlines())
    return {
        (each["variant"], each["split"]): np.frombuffer(bytes.fromhex(each["ranks"]), dtype=np.uint8)
        for each in lines
    }


def main() -> None:
    """All variants on the first splits of either share."""
    for splits in map(Splits, SHARES):
        found = [
            {"split": k, "variant": name, "ranks": splits.ranks(k, name).tobytes().hex()}
            for k in range(N_SPLITS)
            for name in VARIANTS
        ]
        splits.file.write_text("".join(json.dumps(each) + "\n" for each in found), encoding="utf-8")


if __name__ == "__main__":
    main()
