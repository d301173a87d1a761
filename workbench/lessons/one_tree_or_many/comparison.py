"""One tree beside the ensemble, or two ensembles: their errors, leaves and ROC curves. Pure, no streamlit.

The two models are sides a and b: b is boosted with the settings on the screen, a is what it is compared with.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from gbtlib.metrics import auc_error, log_loss, mean_squared_error, roc_auc, roc_curve
from workbench.data.catalogue import Dataset
from workbench.models.boosted import BoostedModel
from workbench.models.predictions import Floats
from workbench.models.predictions import staged as staged_raw
from workbench.models.settings import Settings
from workbench.text.losses import HALF_SQUARED

WRONG = "share of wrong rows"


def one_tree_settings(settings: Settings, depth: int | None, points: int, split: int = 2) -> Settings:
    """One full step without penalty: in regression the tree of CART, whose leaves are means.

    For classes its leaves are Newton steps from the class shares; all rows have the same hessian there, so
    that its cuts are those of the Gini index. It grows best first, see GrownTree.
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
        grow_policy="lossguide",
    )


@dataclass(frozen=True, eq=False)
class ModelCourse:
    """What a model predicts after 0, 1, 2, ... rounds, and how far off it is: n_rounds + 1 entries each.

    Predictions are values, or probabilities of each class (n, K). seen, unseen: of the training and the
    unseen rows, see BoostedModel.unseen. seen_error, unseen_error: by `measure`, which is half squared error,
    log loss or the share of wrong rows; unseen_error is NaN where no rows are unseen.
    """

    fit: BoostedModel
    seen: list[Floats]
    unseen: list[Floats]
    seen_error: Floats
    unseen_error: Floats
    measure: str

    @property
    def n_rounds(self) -> int:
        """Rounds that were boosted."""
        return len(self.fit.trace)

    @property
    def judged_error(self) -> Floats:
        """The error that it is judged by: on unseen rows, on the training rows where none are unseen."""
        return self.unseen_error if self.fit.n_unseen else self.seen_error

    @property
    def given(self) -> Hashable:
        """What the model is of."""
        return self.fit.settings

    def trees(self, rounds: int) -> int:
        """Trees of a class that speak after so many rounds."""
        return rounds

    def leaves(self, rounds: int) -> int:
        """Leaves of all trees of the first rounds."""
        return sum(tree.n_leaves for round_ in self.fit.trace[:rounds] for tree in round_.trees)

    def staged(self, X: Floats) -> list[Floats]:
        """The prediction for rows X before the first round and after each."""
        return staged(self.fit, X)

    def upto(self, cursor: int) -> int:
        """The round of the cursor, or the last where this model has fewer."""
        return min(cursor, self.n_rounds)


@dataclass(frozen=True, eq=False)
class GrownTree(ModelCourse):
    """One tree, or one for each class, that has as many leaves as an ensemble in every round, if it can.

    Grown best first: the tree of L leaves is nodes 0 to 2 L - 2 of the whole one, since a split gives its
    children the next two numbers. So one fit holds the trees of all sizes.
    sizes: (n_rounds + 1, K) leaves of each tree; it ends where nothing more may be cut.
    """

    sizes: NDArray[np.intp]

    @property
    def n_rounds(self) -> int:
        """Rounds of the ensemble."""
        return len(self.sizes) - 1

    def trees(self, rounds: int) -> int:
        """One, but before the first round."""
        return min(1, rounds)

    def leaves(self, rounds: int) -> int:
        """Leaves that it has grown when the ensemble has so many rounds."""
        return int(self.sizes[rounds].sum()) if rounds else 0

    def staged(self, X: Floats) -> list[Floats]:
        """The prediction for rows X of the trees of all sizes."""
        return staged_by_size(self.fit, self.sizes, X)


@lru_cache(maxsize=8)
def course(fit: BoostedModel) -> ModelCourse:
    """The predictions of a fit after every round."""
    trace = fit.trace
    seen = [as_prediction(fit, raw) for raw in (trace[0].raw_before, *(r.raw_after for r in trace))]
    return ModelCourse(fit, **with_errors(fit, seen, staged(fit, fit.unseen[0])))


@lru_cache(maxsize=8)
def grown_beside(tree: BoostedModel, ensemble: BoostedModel) -> GrownTree:
    """One tree, grown to as many leaves as an ensemble of the same rows has in every round.

    Where the ensemble has a tree for each class, so has it, each of as many leaves as those of its class.
    """
    of_round = [[each.n_leaves for each in round_.trees] for round_ in ensemble.trace]
    leaves = np.vstack((np.ones((1, tree.n_classes), dtype=np.intp), np.cumsum(of_round, axis=0)))
    sizes = np.minimum(leaves, [each.n_leaves for each in tree.trace[0].trees])
    stages = (staged_by_size(tree, sizes, X) for X in (tree.X, tree.unseen[0]))
    return GrownTree(tree, **with_errors(tree, *stages), sizes=sizes)


def with_errors(fit: BoostedModel, seen: list[Floats], unseen: list[Floats]) -> dict[str, Any]:
    """What a course has beside its model, from what is predicted for training and unseen rows."""
    data, y_unseen = fit.dataset, fit.unseen[1]
    return {
        "seen": seen,
        "unseen": unseen,
        "seen_error": np.array([error(data, fit.y, each) for each in seen]),
        "unseen_error": np.array([error(data, y_unseen, each) for each in unseen]),
        "measure": error_name(data),
    }


def staged_by_size(fit: BoostedModel, sizes: NDArray[np.intp], X: Floats) -> list[Floats]:
    """The prediction for rows X of a fit's first round, with trees of so many leaves: sizes (R + 1, K).

    The first prediction is that before the round.
    """
    (round_,) = fit.trace
    start = np.broadcast_to(
        np.asarray(fit.model.initial_raw_prediction_), (len(X), *np.shape(fit.model.initial_raw_prediction_))
    )
    steps = np.empty((len(sizes), len(X), len(round_.trees)))
    for k, tree in enumerate(round_.trees):
        for state, node in enumerate(nodes_by_size(tree, sizes[:, k], X)):
            steps[state, :, k] = round_.learning_rate * tree.weight[node]
    steps[0] = 0.0
    return [as_prediction(fit, start + (step if start.ndim > 1 else step[:, 0])) for step in steps]


def nodes_by_size(tree: Tree, sizes: NDArray[np.intp], X: Floats) -> list[NDArray[np.intp]]:
    """The node of each row of X in the trees of so many leaves, ascending: (n,) each."""
    node = tree.apply(X)
    found = []
    for size in sizes[::-1]:  # from the whole tree upwards
        while (node > 2 * size - 2).any():
            node = np.where(node > 2 * size - 2, tree.parent[node], node)
        found.append(node)
    return found[::-1]


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
    fit = course_.fit
    y, stages = (fit.unseen[1], course_.unseen) if fit.n_unseen else (fit.y, course_.seen)
    predicted = stages[rounds][:, k]
    positive: NDArray[Any] = (y == k).astype(np.int64)
    n_positive = int(positive.sum())
    n_negative = len(positive) - n_positive
    if not n_positive or not n_negative:
        return None
    fpr, tpr, _ = roc_curve(positive, predicted)
    area = roc_auc(positive, predicted)
    return Roc(fpr, tpr, area, auc_error(area, n_positive, n_negative), n_positive, n_negative)


def shown_class(fit: BoostedModel, of_tree: int) -> int:
    """The class whose probability is shown: that of the chosen tree, or the second of two."""
    return of_tree if fit.n_classes > 1 else 1


def wrong_shares(course_: ModelCourse, *, unseen: bool) -> Floats:
    """The share of rows whose most probable class is not theirs, before the first round and after each."""
    fit = course_.fit
    y, predicted = (fit.unseen[1], course_.unseen) if unseen else (fit.y, course_.seen)
    return np.array([float(np.mean(each.argmax(axis=1) != y)) for each in predicted])


def by_wrong_rows(course_: ModelCourse) -> ModelCourse:
    """The same judged by the share of wrong rows; in regression as it is."""
    if course_.fit.dataset.task == "regression":
        return course_
    unseen = wrong_shares(course_, unseen=True) if course_.fit.n_unseen else course_.unseen_error
    seen = wrong_shares(course_, unseen=False)
    return replace(course_, seen_error=seen, unseen_error=unseen, measure=WRONG)


def leads_from(a: ModelCourse, b: ModelCourse) -> int | None:
    """The round from which on b's error stays smaller than a's; None if it is not at the end."""
    one, many = (each.judged_error[[each.upto(r) for r in range(b.n_rounds + 1)]] for each in (a, b))
    behind = np.flatnonzero(~(many < one))
    first = max(1, int(behind[-1]) + 1) if len(behind) else 1
    return first if first <= b.n_rounds else None


class Names(NamedTuple):
    """How the two sides are called."""

    a: str
    b: str


@dataclass(frozen=True, eq=False)
class Comparison:
    """What the ensemble b is compared with, a, at a round; k: the class whose probability is shown."""

    a: ModelCourse
    b: ModelCourse
    names: Names
    cursor: int
    k: int

    @property
    def areas(self) -> tuple[Roc, Roc] | None:
        """The ROC curves of both; None in regression."""
        if self.b.fit.dataset.task == "regression":
            return None
        a, b = (roc(each, each.upto(self.cursor), self.k) for each in (self.a, self.b))
        return None if a is None or b is None else (a, b)
