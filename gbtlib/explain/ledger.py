"""The ledger of a row: how its raw prediction adds up, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.boosting import Round, step_sizes

if TYPE_CHECKING:
    import pandas as pd


def ledger(base: float, rounds: Sequence[Round], row: NDArray[np.float64], k: int = 0) -> pd.DataFrame:
    """How the raw prediction of one row comes about: the base score, then each round's contribution.

    row: (1, n_features). Columns: round (0 is the base score), leaf, weight (of the leaf), contribution
    (learning_rate times weight; under DART times the tree's own, too), raw_prediction (the sum so far). The
    last sum is the model's raw prediction to the last bit, because it is added up in the same order.
    """
    import pandas as pd

    raw = base
    entries: list[tuple[int, int, float, float, float]] = [(0, -1, np.nan, base, base)]
    for round_, size in zip(rounds, step_sizes(rounds), strict=True):
        tree = round_.trees[k]
        leaf = int(tree.apply(row)[0])
        weight = float(tree.weight[leaf])
        contribution = size * weight
        raw += contribution
        entries.append((round_.number, leaf, weight, contribution, raw))
    return pd.DataFrame(entries, columns=["round", "leaf", "weight", "contribution", "raw_prediction"])
