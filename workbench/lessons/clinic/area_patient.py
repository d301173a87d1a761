"""The patient that is two figures: areas under the ROC curve of one random split. Pure, no streamlit."""

from functools import lru_cache

import numpy as np

from gbtlib import BoostingParams
from gbtlib.metrics import roc_auc
from workbench.data.catalogue import load_dataset
from workbench.data.held_out import split_rows
from workbench.lessons.clinic.findings import Findings, Stepwise, TwoCourses, one_by_one
from workbench.models.booster import Cohort, Floats, boosted
from workbench.models.published_booster import AsPublished

N_SPLITS = 16


@lru_cache(maxsize=1)
def areas_of_splits() -> Floats:
    """Areas of both published settings over random splits of Sonar into 145 and 63 rows: (2, n_splits)."""
    data = load_dataset("sonar")
    y, found = data.y.astype(np.float64), np.empty((2, N_SPLITS))
    for k in range(N_SPLITS):
        seen, unseen = split_rows(len(y), test_fraction=0.3, seed=k)
        for i, (rounds, rate) in enumerate(((5, 0.001), (10, 0.01))):
            params = BoostingParams(max_depth=10, n_estimators=rounds, learning_rate=rate)
            cohort = Cohort("Sonar", data.X[seen], y[seen], data.X[unseen], y[unseen], (), params)
            found[i, k] = roc_auc(y[unseen].astype(np.int64), boosted(cohort, AsPublished()).unseen[-1])
    return found


def areas_apart() -> Findings:
    """One split of 63 test rows says which is better; many say that it cannot."""
    areas = areas_of_splits()
    gap = areas[1] - areas[0]
    mean = np.array([gap[: k + 1].mean() for k in range(N_SPLITS)])
    spread = areas.std(axis=1, ddof=1)
    courses = TwoCourses(
        "AUC of 10 rounds less AUC of 5",
        np.arange(1.0, N_SPLITS + 1),
        gap,
        mean,
        names=("one split", "mean so far"),
    )
    shown = Stepwise("Split", "AUC of 10 rounds less AUC of 5", one_by_one(gap), one_by_one(mean))
    error = float(gap.std(ddof=1) / np.sqrt(N_SPLITS))
    costs = (
        ("gain of AUC, the best split and the mean", float(gap.max()), float(gap.mean())),
        ("its standard error, claimed and measured", 0.0, error),
    )
    return Findings(
        "Sonar, 145 rows to train on, 63 to test; depth 10, boosted as it was published",
        shown,
        courses,
        "what a difference of 0.02 is compared with",
        0.0,
        float(spread.mean()),
        costs,
    )
