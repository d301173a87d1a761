"""One tree beside the ensemble, or two ensembles: their errors, leaves and ROC curves. Pure, no streamlit.

The two models are sides a and b: b is boosted with the settings on the screen, a is what it is compared with.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.metrics import auc_error, log_loss, mean_squared_error, roc_auc, roc_curve
from workbench.data.catalogue import Dataset
from workbench.models.boosted import BoostedModel
from workbench.models.predictions import Floats, places
from workbench.models.predictions import staged as staged_raw
from workbench.models.settings import Settings
from workbench.text.losses import HALF_SQUARED

WRONG = "share of wrong rows"


def one_tree_settings(
    settings: Settings, depth: int | None, points: int, leaves: int | None = None, *, split: int = 2
) -> Settings:
    """One full step without penalty: in regression the tree of CART, whose leaves are means.

    For classes its leaves are Newton steps from the class shares; all rows have the same hessian there, so
    that its cuts are those of the Gini index. With a limit of leaves it grows best first.
    split: rows that a node must have to be split.
    """
    return Settings(
        data=settings.data,
        noise=settings.noise,
        seed=settings.seed,
        loss=settings.loss,
        missing=settings.missing,
        learning_rate=1.0,
        n_estimators=1,
        reg_lambda=0.0,
        max_depth=depth,
        min_samples_leaf=points,
        min_samples_split=split,
        max_leaves=leaves,
        grow_policy="depthwise" if leaves is None else "lossguide",
    )


@dataclass(frozen=True, eq=False)
class ModelCourse:
    """What a model predicts after 0, 1, 2, ... rounds, and how far off it is: n_rounds + 1 entries each.

    Predictions are values, or probabilities of each class (n, K). seen, unseen: of the training and the
    unseen rows, see BoostedModel.unseen; drawn: at `places`. seen_error, unseen_error: by `measure`, which is
    half squared error, log loss or the share of wrong rows; unseen_error is NaN where no rows are unseen.
    """

    fit: BoostedModel
    seen: list[Floats]
    unseen: list[Floats]
    drawn: list[Floats]
    seen_error: Floats
    unseen_error: Floats
    measure: str

    @property
    def n_rounds(self) -> int:
        """Rounds that were boosted."""
        return len(self.fit.trace)

    @property
    def given(self) -> Hashable:
        """What the model is of."""
        return self.fit.settings

    def leaves(self, rounds: int) -> int:
        """Leaves of all trees of the first rounds."""
        return sum(tree.n_leaves for round_ in self.fit.trace[:rounds] for tree in round_.trees)

    def upto(self, cursor: int) -> int:
        """The round of the cursor, or the last where this model has fewer."""
        return min(cursor, self.n_rounds)


@lru_cache(maxsize=8)
def course(fit: BoostedModel) -> ModelCourse:
    """The predictions of a fit after every round."""
    data = fit.dataset
    trace = fit.trace
    seen = [as_prediction(fit, raw) for raw in (trace[0].raw_before, *(r.raw_after for r in trace))]
    X_unseen, y_unseen = fit.unseen
    unseen = staged(fit, X_unseen)
    return ModelCourse(
        fit,
        seen,
        unseen,
        [each.astype(np.float32) for each in staged(fit, places(data))],
        np.array([error(data, fit.y, each) for each in seen]),
        np.array([error(data, y_unseen, each) for each in unseen]),
        error_name(data),
    )


def staged(fit: BoostedModel, X: Floats) -> list[Floats]:
    """The prediction for rows X before the first round and after each."""
    return [as_prediction(fit, raw) for raw in staged_raw(fit.model, fit.trace, X)]


def as_prediction(fit: BoostedModel, raw: Floats) -> Floats:
    """Values (n,), or the probability of each class (n, K), from raw predictions."""
    predicted = fit.model.loss_.inverse_link(raw)
    if fit.dataset.task == "regression" or predicted.ndim == 2:
        return predicted
    return np.column_stack((1 - predicted, predicted))


def error(data: Dataset, y: NDArray[Any], predicted: Floats) -> float:
    """Mean half squared error of values, or log loss of probabilities; NaN for no rows."""
    if len(y) == 0:
        return float("nan")
    if data.task == "regression":
        return mean_squared_error(y, predicted) / 2
    return log_loss(y, predicted)


def error_name(data: Dataset) -> str:
    """What is measured."""
    return HALF_SQUARED if data.task == "regression" else "log loss"


def wrong_share(y: NDArray[Any], predicted: Floats) -> float:
    """The share of rows whose most probable class is not theirs."""
    return float(np.mean(predicted.argmax(axis=1) != y))


@dataclass(frozen=True)
class Roc:
    """The ROC curve of one class against the rest. se: standard error of the area, by Hanley and McNeil."""

    fpr: Floats
    tpr: Floats
    auc: float
    se: float
    n_positive: int
    n_negative: int


def roc(course_: ModelCourse, rounds: int, k: int) -> Roc | None:
    """The ROC curve on unseen rows, or on training rows if none are; None if a class is absent."""
    y, stages = judged_rows(course_)
    predicted = stages[rounds][:, k]
    positive: NDArray[Any] = (y == k).astype(np.int64)
    n_positive = int(positive.sum())
    n_negative = len(positive) - n_positive
    if not n_positive or not n_negative:
        return None
    fpr, tpr, _ = roc_curve(positive, predicted)
    area = roc_auc(positive, predicted)
    return Roc(fpr, tpr, area, auc_error(area, n_positive, n_negative), n_positive, n_negative)


def roc_pair(a: ModelCourse, b: ModelCourse, cursor: int, k: int) -> tuple[Roc, Roc] | None:
    """The ROC curves of both models at the cursor; None in regression."""
    if b.fit.dataset.task == "regression":
        return None
    found = roc(a, a.upto(cursor), k), roc(b, b.upto(cursor), k)
    return None if found[0] is None or found[1] is None else (found[0], found[1])


def shown_class(fit: BoostedModel, of_tree: int) -> int:
    """The class whose probability is shown: that of the chosen tree, or the second of two."""
    return of_tree if fit.n_classes > 1 else 1


def judged_rows(course_: ModelCourse) -> tuple[NDArray[Any], list[Floats]]:
    """Target and predictions after every round of the unseen rows; of the training rows where none are."""
    fit = course_.fit
    return (fit.unseen[1], course_.unseen) if fit.n_unseen else (fit.y, course_.seen)


def share_loss(course_: ModelCourse) -> float | None:
    """The log loss of the training rows if every leaf of one tree gave the class shares of its rows, as CART.

    None where there is no such tree: in regression, and where each class has a tree of its own.
    """
    fit = course_.fit
    if fit.dataset.task == "regression" or fit.n_classes > 1:
        return None
    leaf = fit.trace[0].trees[0].apply(fit.X)
    second = fit.dataset.y[fit.train].astype(np.float64)
    share = (np.bincount(leaf, second) / np.maximum(np.bincount(leaf), 1))[leaf]
    return error(fit.dataset, fit.y, np.column_stack((1 - share, share)))


def wrong_shares(course_: ModelCourse, *, unseen: bool) -> Floats:
    """The share of wrong rows before the first round and after each."""
    fit = course_.fit
    y, predicted = (fit.unseen[1], course_.unseen) if unseen else (fit.y, course_.seen)
    return np.array([wrong_share(y, each) for each in predicted])


def by_wrong_rows(course_: ModelCourse) -> ModelCourse:
    """The same judged by the share of wrong rows; in regression as it is."""
    if course_.fit.dataset.task == "regression":
        return course_
    unseen = wrong_shares(course_, unseen=True) if course_.fit.n_unseen else course_.unseen_error
    seen = wrong_shares(course_, unseen=False)
    return replace(course_, seen_error=seen, unseen_error=unseen, measure=WRONG)


def first_better(a: ModelCourse, b: ModelCourse, *, unseen: bool, by_wrong: bool = False) -> int | None:
    """The first round after which b's error is smaller than a's after its last; None if there is none.

    by_wrong: the share of wrong rows is what counts, not mean half squared error or log loss.
    """
    errors_a, errors_b = (a.unseen_error, b.unseen_error) if unseen else (a.seen_error, b.seen_error)
    if by_wrong:
        errors_a, errors_b = wrong_shares(a, unseen=unseen), wrong_shares(b, unseen=unseen)
    goal = errors_a[-1]
    better = np.flatnonzero(errors_b[1:] < goal)
    return int(better[0]) + 1 if len(better) else None
