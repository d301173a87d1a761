"""Limits on weights against XGBoost, where a sum of hessians reaches the limit but for rounding."""

import numpy as np
import pytest
import xgboost

from gbtlib import GradientBoostingClassifier

ROWS = np.arange(36.0)[:, np.newaxis]


@pytest.mark.parametrize("seed", range(4))
def test_a_sum_that_reaches_the_limit_but_for_rounding_is_enough(seed: int) -> None:
    """Six classes at even odds: h = 2 (1/6) (5/6) = 10/36 in every row, so that 18 rows weigh 5."""
    random = np.random.default_rng(seed)
    halves = [np.repeat(np.arange(6), n) for n in ([5, 4, 4, 2, 2, 1], [1, 2, 2, 4, 4, 5])]
    y = np.concatenate([random.permutation(half) for half in halves])
    ours = GradientBoostingClassifier(n_estimators=1, max_depth=1, min_child_weight=5.0, trace="full").fit(
        ROWS, y
    )
    settings = {
        "objective": "multi:softprob",
        "num_class": 6,
        "max_depth": 1,
        "min_child_weight": 5.0,
        "tree_method": "exact",
        "nthread": 1,
    }
    theirs = xgboost.train(settings, xgboost.DMatrix(ROWS, y), 1).trees_to_dataframe()
    for k, tree in enumerate(ours.trace_[0].trees):
        root = theirs[(theirs["Tree"] == k) & (theirs["Node"] == 0)].iloc[0]
        assert root["Feature"] == "f0"  # the halves weigh 5 each: the one cut that the limit allows
        assert (tree.feature[0], tree.threshold[0]) == (0, root["Split"]) == (0, 17.5)
