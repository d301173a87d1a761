"""What a model is made of: the ledger of a row, and how much each feature was used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gbtlib.boosting import Round
from gbtlib.tree import Tree
from gbtlib.validation import Choice

if TYPE_CHECKING:
    import pandas as pd

IMPORTANCE = Choice(("weight", "gain", "total_gain", "cover", "total_cover"))


def feature_importance(trees: Sequence[Tree], n_features: int, kind: str = "gain") -> NDArray[np.float64]:
    """How much each feature was used, (n_features,), not normalised; 0 for a feature never used.

    kind: "weight" counts the splits on a feature; "total_gain" adds up what they gain (gamma subtracted) and
    "total_cover" the sums of hessians of their nodes; "gain" and "cover" are the means over the splits.
    XGBoost's gains are twice these.
    """
    rule = IMPORTANCE.broken_by(kind)
    if rule is not None:
        raise ValueError(f"kind={kind!r} {rule}")
    feature = np.concatenate([tree.feature for tree in trees])
    inner = feature >= 0
    count = np.bincount(feature[inner], minlength=n_features).astype(np.float64)
    if kind == "weight":
        return count
    worth: NDArray[np.float64] = np.concatenate([tree.gain if "gain" in kind else tree.H for tree in trees])
    total = np.bincount(feature[inner], weights=worth[inner], minlength=n_features).astype(np.float64)
    if kind.startswith("total"):
        return total
    mean = np.zeros(n_features)
    mean[count > 0] = total[count > 0] / count[count > 0]
    return mean


def ledger(base: float, rounds: Sequence[Round], row: NDArray[np.float64], k: int = 0) -> pd.DataFrame:
    """How the raw prediction of one row comes about: the base score, then each round's contribution.

    row: (1, n_features). Columns: round (0 is the base score), leaf, weight (of the leaf), contribution
    (learning_rate times weight), raw_prediction (the sum so far). The last sum is the model's raw prediction
    to the last bit, because it is added up in the same order.
    """
    import pandas as pd

    raw = base
    entries: list[tuple[int, int, float, float, float]] = [(0, -1, np.nan, base, base)]
    for round_ in rounds:
        tree = round_.trees[k]
        leaf = int(tree.apply(row)[0])
        weight = float(tree.weight[leaf])
        contribution = round_.learning_rate * weight
        raw += contribution
        entries.append((round_.number, leaf, weight, contribution, raw))
    return pd.DataFrame(entries, columns=["round", "leaf", "weight", "contribution", "raw_prediction"])
