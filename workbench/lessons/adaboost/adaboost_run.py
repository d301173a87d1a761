"""AdaBoost on a class data set, gradient boosting on the same rows, and what one wrong label does. Pure.

Beside AdaBoost stands gradient boosting under exponential loss, by whole Newton steps (learning_rate 1,
lambda 0): J. Friedman, T. Hastie and R. Tibshirani, "Additive logistic regression", Annals of Statistics 28,
2000, algorithm 4, "Gentle AdaBoost". That loss is for two classes; three have softmax beside them. What a
bounded gradient makes of a wrong label, logistic loss shows (and softmax), with lambda 1, which keeps the
steps of nearly pure leaves finite.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import AdaBoostClassifier, GradientBoostingClassifier
from gbtlib.adaboost.samme import AdaBoostRound, add_vote
from workbench.data.catalogue import DATASETS, Dataset, load_dataset
from workbench.data.held_out import FittedRows, training_rows
from workbench.data.sources import FeatureName
from workbench.lessons.adaboost.values import ADA_ALPHA, ADA_DEPTH, ADA_FOLDS, ADA_ROUNDS, ADA_ROWS
from workbench.link.values import CRITERION, PURITY, TREE_POINTS, TREE_SPLIT

TEN, STAND_IN = "ten", "moons"

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


@dataclass(frozen=True)
class AdaSettings:
    """What is boosted: rows, the parameters of the trees, and the row whose label is wrong, if one is.

    data: the id of a class data set, or TEN for ten rows by hand. flipped: a training row, by its position
    among all rows of the data set. ccp_folds: in so many folds every round's price of a leaf is chosen, and
    the risk is that of rows misclassified; None for the price that is given.
    """

    data: str = STAND_IN
    noise: float = 0.0
    seed: int = 0
    criterion: str = "gini"
    min_samples_leaf: int = 1
    min_samples_split: int = 2
    purity_stop: float | None = None
    missing: str = "learn"
    n_estimators: int = 10
    max_depth: int | None = 1
    ccp_alpha: float = 0.0
    ccp_folds: int | None = None
    flipped: int | None = None

    def growing(self) -> dict[str, Any]:
        """The parameters of the trees that every kind of boosting has."""
        names = ("min_samples_leaf", "min_samples_split", "missing", "max_depth")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True, eq=False)
class AdaBoostRun(FittedRows):
    """AdaBoost and gradient boosting on the same training rows.

    codes: (n,) the class of every training row as it is labelled, the wrong label included.
    twin: gradient boosting under exponential loss; under softmax for more than two classes.
    bounded: under logistic loss, or softmax: a gradient that no label can raise above 1.
    """

    settings: AdaSettings
    codes: Codes
    model: AdaBoostClassifier
    twin: GradientBoostingClassifier
    bounded: GradientBoostingClassifier

    @property
    def trace(self) -> list[AdaBoostRound]:
        """The rounds, the first at position 0."""
        return self.model.trace_

    @property
    def n_classes(self) -> int:
        """K."""
        return len(self.dataset.class_names)

    @cached_property
    def shares(self) -> Floats:
        """AdaBoost's row weights before every round and after the last, an average row being 1: (R+1, n)."""
        weights = [round_.weights_before for round_ in self.trace] + [self.trace[-1].weights_after]
        return np.stack(weights) * len(self.codes)

    @cached_property
    def twin_slopes(self) -> Floats:
        """|g| of the twin, see gradients()."""
        return gradients(self.twin, self.codes)

    @cached_property
    def bounded_slopes(self) -> Floats:
        """|g| under the bounded loss, see gradients()."""
        return gradients(self.bounded, self.codes)

    @cached_property
    def held_out_errors(self) -> Floats:
        """The share of held-out rows that the vote gets wrong after each round; NaN where none are: (R,)."""
        if not len(self.held_out):
            return np.full(len(self.trace), np.nan)
        X, codes = self.dataset.X[self.held_out], self.dataset.y[self.held_out]
        votes, errors = np.zeros((len(X), self.n_classes)), []
        for round_ in self.trace:
            add_vote(votes, round_, X)
            errors.append(float(np.mean(votes.argmax(axis=1) != codes)))
        return np.array(errors)

    def place(self, row: int) -> int:
        """A training row's position among the training rows; the nearest one's if it is none."""
        return int(np.abs(self.train - row).argmin())


def ada_settings_from(values: Mapping[str, Any], flipped: int | None = None) -> AdaSettings:
    """Settings from values by name, such as the session's; classes instead of a data set without them."""
    data = TEN if values[ADA_ROWS] == TEN else values["data"]
    if data != TEN and DATASETS[data].task != "classification":
        data = STAND_IN
    noisy = data != TEN and DATASETS[data].takes_noise
    return AdaSettings(
        data=data,
        noise=round(float(values["noise"]), 9) if noisy else 0.0,
        seed=values["seed"],
        criterion=values[CRITERION],
        min_samples_leaf=values[TREE_POINTS],
        min_samples_split=values[TREE_SPLIT],
        purity_stop=values[PURITY],
        missing=values["missing"],
        n_estimators=values[ADA_ROUNDS],
        max_depth=values[ADA_DEPTH],
        ccp_alpha=round(float(values[ADA_ALPHA]), 9) if values[ADA_FOLDS] is None else 0.0,
        ccp_folds=values[ADA_FOLDS],
        flipped=flipped,
    )


def ten_rows() -> Dataset:
    """Ten rows of three classes, of which the best stump gets four wrong."""
    codes = np.array([2, 2, 0, 0, 0, 1, 2, 1, 1, 0])
    X = np.arange(1.0, 11.0)[:, np.newaxis]
    X.flags.writeable = codes.flags.writeable = False
    return Dataset(
        id=TEN,
        title="Ten rows by hand, three classes",
        task="classification",
        X=X,
        y=codes,
        feature_names=(FeatureName("x", (), X[:, 0]),),
        units=("",),
        target_name="class",
        class_names=("A", "B", "C"),
        truth=None,
        provenance="Chosen by hand, small enough to check every number with pencil and paper.",
    )


def run_adaboost(settings: AdaSettings) -> AdaBoostRun:
    """Boost the rows of the settings. Errors: ValueError for parameters that gbtlib refuses."""
    if settings.data == TEN:
        data = ten_rows()
    else:
        data = load_dataset(settings.data, noise=settings.noise, seed=settings.seed)
    train, held_out = training_rows(data)
    codes = labels(data, train, settings.flipped)
    X, growing = (
        data.X[train],
        settings.growing() | {"categorical_features": data.categorical, "trace": "full"},
    )
    model = AdaBoostClassifier(
        n_estimators=settings.n_estimators,
        criterion=settings.criterion,
        purity_stop=settings.purity_stop,
        **pruning(settings),
        **growing,
    ).fit(X, codes)
    growing |= {"n_estimators": len(model.trace_), "learning_rate": 1.0}
    if len(data.class_names) == 2:
        twin = GradientBoostingClassifier(loss="exponential", reg_lambda=0.0, base_score=0.5, **growing)
        bounded = GradientBoostingClassifier(loss="logistic", base_score=0.5, **growing).fit(X, codes)
        twin.fit(X, codes)
    else:
        twin = bounded = GradientBoostingClassifier(loss="softmax", **growing).fit(X, codes)
    return AdaBoostRun(data, train, held_out, settings, codes, model, twin, bounded)


def pruning(settings: AdaSettings) -> dict[str, Any]:
    """How the trees are pruned, as parameters of AdaBoostClassifier."""
    if settings.ccp_folds is None:
        return {"ccp_alpha": settings.ccp_alpha}
    return {
        "ccp_folds": settings.ccp_folds,
        "ccp_measure": "misclassification",
        "seed": settings.seed,
    }


def labels(data: Dataset, train: NDArray[np.intp], flipped: int | None) -> Codes:
    """The classes of the training rows, one of them turned into the next class."""
    codes = data.y[train].astype(np.int64)
    if flipped is not None:
        at = train == flipped
        codes[at] = (codes[at] + 1) % len(data.class_names)
    return codes


def gradients(model: GradientBoostingClassifier, codes: Codes) -> Floats:
    """|g| of every row before every round and after the last, under softmax of its own class: (R+1, n)."""
    raws = [model.trace_[0].raw_before, *(round_.raw_after for round_ in model.trace_)]
    found = np.stack([np.abs(model.loss_.gradient(codes, raw)) for raw in raws])
    return found if found.ndim == 2 else found[:, np.arange(len(codes)), codes]


def safest_row(fit: AdaBoostRun) -> int:
    """The row that weighs least in the end, by its position among all rows: the surest of all."""
    return int(fit.train[fit.trace[-1].weights_after.argmin()])
