"""What is compared: eight models of Sonar, each a function from rows to scores. Pure, no streamlit."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import (
    AdaBoostClassifier,
    BoostingParams,
    DecisionTreeClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
)
from workbench.models.booster import Booster, Cohort, Floats, boosted
from workbench.models.published_booster import AsPublished, RateInside

Labels = NDArray[np.int64]
Fit = Callable[[Floats, Labels, Floats], Floats]


@dataclass(frozen=True)
class Variant:
    """A model: how it is called, in how few letters, what it is, in few words, and what was published of it.

    fit: from training rows X (n, 60) and labels y (n,), 0 or 1, and test rows, the scores of the test rows;
    only their order counts. published: an AUC of one split, where there is one. published_of: of what else it
    is; "" of the variant.
    """

    title: str
    short: str
    words: str
    brief: str
    fit: Fit = field(repr=False)
    published: float | None = None
    published_of: str = ""


def in_steps(booster: Booster, rounds: int, rate: float) -> Fit:
    """A booster from scratch, cutting at the values of rows, 10 deep: lambda 1, gamma 0, start at F = 0."""
    params = BoostingParams(
        max_depth=10, n_estimators=rounds, learning_rate=rate, reg_lambda=1.0, threshold="observed"
    )

    def fit(X: Floats, y: Labels, X_test: Floats) -> Floats:
        unseen = np.zeros(len(X_test))
        cohort = Cohort("Sonar", X, y.astype(np.float64), X_test, unseen, (), params)
        return boosted(cohort, booster).unseen[-1]

    return fit


def shares(kind: type[Any], **settings: Any) -> Fit:
    """An estimator's probability of class 1."""

    def fit(X: Floats, y: Labels, X_test: Floats) -> Floats:
        model = kind(**settings).fit(X, y)
        found: Floats = model.predict_proba(X_test)[:, 1]
        return found

    return fit


VARIANTS: dict[str, Variant] = {
    "published_5": Variant(
        "as published, 5 rounds",
        "5 rounds",
        "each tree replaces the prediction in training; learning rate 0.001, inside g and h; "
        "a cut need only lie below the largest value of the whole column",
        "each tree replaces the prediction; rate 0.001",
        in_steps(AsPublished(), 5, 0.001), published=0.760,
    ),
    "published_10": Variant(
        "as published, 10 rounds",
        "10 rounds",
        "the same with 10 rounds and learning rate 0.01",
        "the same, rate 0.01",
        in_steps(AsPublished(), 10, 0.01), published=0.780,
    ),
    "corrected": Variant(
        "corrected",
        "corrected",
        "10 rounds, predictions add up, the learning rate 0.01 shrinks the leaf",
        "trees add up, the rate shrinks leaves",
        in_steps(Booster(), 10, 0.01),
    ),
    "accumulated": Variant(
        "accumulated",
        "accumulated",
        "10 rounds, predictions add up, the learning rate 0.01 stays inside g and h",
        "trees add up, the rate is in g and h",
        in_steps(RateInside(), 10, 0.01),
    ),
    "sensible": Variant(
        "sensible parameters",
        "sensible",
        "100 rounds, depth 3, learning rate 0.1",
        "100 rounds, depth 3, rate 0.1",
        shares(GradientBoostingClassifier, n_estimators=100, max_depth=3, learning_rate=0.1),
    ),
    "adaboost": Variant(
        "AdaBoost, 5 trees",
        "AdaBoost",
        "SAMME, five trees of depth 3; the published figure beside it is of C5.0, another algorithm",
        "of depth 3",
        shares(AdaBoostClassifier, n_estimators=5, max_depth=3), published=0.754, published_of="C5.0",
    ),
    "tree": Variant(
        "one tree",
        "one tree",
        "a classification tree by the Gini index, 10 deep",
        "by Gini, 10 deep",
        shares(DecisionTreeClassifier, max_depth=10),
    ),
    "forest": Variant(
        "random forest",
        "forest",
        "100 trees on bootstrap samples, 7 features at every node",
        "100 trees",
        shares(RandomForestClassifier, n_estimators=100),
    ),
}  # fmt: skip
"""By the name in the link."""
