"""Boosting in steps, each a method: a booster with a fault does one of them otherwise. Pure, no streamlit.

The steps are those of gbtlib's own loop (gbtlib.core.boosting); a healthy Booster gives its numbers.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from gbtlib import (
    BoostingParams,
    HalfSquaredError,
    Logistic,
    Loss,
    SecondOrder,
    Tree,
    grow_tree,
    sort_columns,
)
from gbtlib.metrics import roc_auc
from workbench.data.catalogue import load_dataset
from workbench.data.held_out import split_rows

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Cohort:
    """What a patient and its healthy twin are trained on, and how.

    X (n, n_features), y (n,): training rows, y as the loss wants it; X_unseen, y_unseen: unseen rows. start:
    the raw prediction before the first round. classes: what 0 and 1 are called.
    """

    title: str
    X: Floats
    y: Floats
    X_unseen: Floats
    y_unseen: Floats
    names: tuple[str, ...]
    params: BoostingParams
    start: float = 0.0
    classes: tuple[str, ...] = ("class 0", "class 1")

    @property
    def is_class(self) -> bool:
        """Whether y is 0 and 1."""
        return bool(np.isin(self.y, (0.0, 1.0)).all())

    @property
    def loss(self) -> Loss:
        """Log loss of classes, half the squared error of values."""
        return Logistic() if self.is_class else HalfSquaredError()

    @property
    def measure(self) -> str:
        """What is measured over the rounds."""
        return "log loss" if self.is_class else "half squared error"


def cohort_of(data: str, params: BoostingParams, *, noise: float = 0.0, blank: float = 0.0) -> Cohort:
    """70 % of the rows of a data set to train on, the others unseen. blank: the share of missing cells."""
    found = load_dataset(data, noise=noise)
    strata = found.y if found.task == "classification" else None
    seen, unseen = split_rows(len(found.y), test_fraction=0.3, strata=strata)
    X, y = found.X.copy(), found.y.astype(np.float64)
    X[np.random.default_rng(1).random(X.shape) < blank] = np.nan
    rows = (X[seen], y[seen], X[unseen], y[unseen])
    return Cohort(found.title, *rows, found.feature_names, params, classes=found.class_names[:2])


class Booster:
    """How boosting does each of its steps when nothing is wrong."""

    def listed(self, cohort: Cohort) -> NDArray[np.intp]:
        """The training rows that the model learns from."""
        return np.arange(len(cohort.y))

    def derivatives(self, cohort: Cohort, y: Floats, F: Floats) -> tuple[Floats, Floats]:
        """Gradient and hessian of every row at raw predictions F: two arrays (n,)."""
        return cohort.loss.gradient(y, F), cohort.loss.hessian(y, F)

    def limits(self, params: BoostingParams) -> BoostingParams:
        """The parameters that its trees are grown by."""
        return params

    def sampled(self, n: int, number: int) -> NDArray[np.intp] | None:
        """The rows that the tree of a round is grown on; None for all."""
        return None

    def grow(self, X: Floats, g: Floats, h: Floats, params: BoostingParams, number: int) -> Tree:
        """The tree of a round, by the number of the round."""
        criterion = SecondOrder(g, h, reg_lambda=params.reg_lambda, reg_alpha=params.reg_alpha)
        return grow_tree(sort_columns(X), criterion, params, rows=self.sampled(len(g), number)).tree

    def weight(self, tree: Tree) -> Floats:
        """What each node says of a row, before the learning rate: (n_nodes,)."""
        return tree.weight

    def rate(self, params: BoostingParams) -> float:
        """The factor on leaf weights."""
        return params.learning_rate

    def trained(self, F: Floats, step: Floats) -> Floats:
        """The raw prediction of the next round's gradients, from the last one's and what the tree says."""
        return F + step

    def summed(self, F: Floats, step: Floats) -> Floats:
        """The raw prediction as it is given away."""
        return F + step

    def read(self, X: Floats) -> Floats:
        """The cells of rows as prediction reads them."""
        return X

    def probability(self, F: Floats) -> Floats:
        """The probability of class 1 from raw predictions."""
        return expit(F)

    def losses(self, cohort: Cohort, y: Floats, F: Floats) -> Floats:
        """The loss of every row as it is reported: (n,)."""
        return cohort.loss.loss(y, F)


@dataclass(frozen=True, eq=False)
class BoostedCourse:
    """What a booster did: lists have an entry a round, and those of predictions one before the first.

    F: raw predictions in training; g, h: derivatives there; trees; weight: of their nodes. seen, unseen: raw
    predictions given away for training and unseen rows. rows: the training rows it learned from.
    """

    booster: Booster
    cohort: Cohort
    rows: NDArray[np.intp]
    F: list[Floats] = field(default_factory=list)
    g: list[Floats] = field(default_factory=list)
    h: list[Floats] = field(default_factory=list)
    trees: list[Tree] = field(default_factory=list)
    weight: list[Floats] = field(default_factory=list)
    seen: list[Floats] = field(default_factory=list)
    unseen: list[Floats] = field(default_factory=list)

    def errors(self, *, unseen: bool) -> Floats:
        """The mean loss as it is reported, before the first round and after each: (n_rounds + 1,)."""
        y, said = (self.cohort.y_unseen, self.unseen) if unseen else (self.cohort.y, self.seen)
        with np.errstate(all="ignore"):
            return np.array([self.booster.losses(self.cohort, y, F).mean() for F in said])

    def wrong(self) -> int:
        """Unseen rows whose more probable class is not theirs, after the last round."""
        said = self.booster.probability(self.unseen[-1]) > 0.5
        return int((said != (self.cohort.y_unseen == 1)).sum())

    def area(self) -> float:
        """The area under the ROC curve of the unseen rows, after the last round."""
        return roc_auc(self.cohort.y_unseen.astype(np.int64), self.unseen[-1])


def boosted(cohort: Cohort, booster: Booster) -> BoostedCourse:
    """Train a booster on a cohort, and keep all that it did."""
    rows = booster.listed(cohort)
    X, y, params = cohort.X[rows], cohort.y[rows], booster.limits(cohort.params)
    read_seen, read_unseen = booster.read(cohort.X), booster.read(cohort.X_unseen)
    course = BoostedCourse(booster, cohort, rows)
    course.F.append(np.full(len(y), cohort.start))
    course.seen.append(np.full(len(cohort.y), cohort.start))
    course.unseen.append(np.full(len(cohort.y_unseen), cohort.start))
    for number in range(1, params.n_estimators + 1):
        g, h = booster.derivatives(cohort, y, course.F[-1])
        tree = booster.grow(X, g, h, params, number)
        weight, rate = booster.weight(tree), booster.rate(params)
        record: tuple[tuple[list[Any], Any], ...] = (
            *((course.g, g), (course.h, h), (course.trees, tree), (course.weight, weight)),
            (course.F, booster.trained(course.F[-1], rate * weight[tree.apply(X)])),
            (course.seen, booster.summed(course.seen[-1], rate * weight[tree.apply(read_seen)])),
            (course.unseen, booster.summed(course.unseen[-1], rate * weight[tree.apply(read_unseen)])),
        )
        for kept, each in record:
            kept.append(each)
    return course
