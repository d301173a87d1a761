"""Which rows of a data set are trained on, and which are held out to see how the model does on new ones."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from workbench.data.catalogue import Dataset

HELD_OUT_SHARE = 0.3
FEWEST_TO_SPLIT = 20
OF_FORMULA = 1_000  # unseen rows of a formula without noise

Rows = NDArray[np.intp]


def training_rows(data: Dataset) -> tuple[Rows, Rows]:
    """The rows to train on and the rows held out, each ascending; together they are all rows once.

    Measured data, classes in the plane, and formulas with noise hold out 30 %, classes in equal shares. A
    formula without noise holds out none, since there is no noise to be fooled by; neither does a set of
    fewer than 20 rows, such as those made by hand. A data set may say itself which rows are held out. A
    category that would have no row to be learned from has all its rows among the training rows.
    """
    if data.held_out is not None:
        return with_every_category(data, np.flatnonzero(~data.held_out), np.flatnonzero(data.held_out))
    if len(data.y) < FEWEST_TO_SPLIT or follows_its_formula(data):
        everything = np.arange(len(data.y))
        return everything, everything[:0]
    strata = data.y if data.task == "classification" else None
    train, held_out = split_rows(len(data.y), test_fraction=HELD_OUT_SHARE, strata=strata)
    return with_every_category(data, train, held_out)


def with_every_category(data: Dataset, train: Rows, held_out: Rows) -> tuple[Rows, Rows]:
    """The same rows, those held out whose category no training row has among the training rows.

    So a model knows every category of its data, and its codes are the data set's.
    """
    X = data.X[:, data.categorical or []]
    alone = np.zeros(len(held_out), dtype=bool)
    for seen, unseen in zip(X[train].T, X[held_out].T, strict=True):
        alone |= ~np.isnan(unseen) & ~np.isin(unseen, seen)
    return np.sort(np.concatenate((train, held_out[alone]))), held_out[~alone]


def unseen_rows(data: Dataset, held_out: Rows) -> tuple[NDArray[np.float64], NDArray[Any]]:
    """X (n, n_features) and y (n,) of rows that no model was trained on; n is 0 for sets made by hand.

    The rows held out. A formula without noise holds out none: there 1,000 more rows lie on it, drawn evenly
    within the range of every feature, and the same each time.
    """
    if data.truth is None or not follows_its_formula(data):
        return data.X[held_out], data.y[held_out]
    low, high = data.X.min(axis=0), data.X.max(axis=0)
    X = np.random.default_rng(0).uniform(low, high, (OF_FORMULA, len(low)))
    return X, data.truth(X)


@dataclass(frozen=True, eq=False)
class FittedRows:
    """A data set of which a model has seen some rows.

    train: the rows it was trained on, in the order that it has them; held_out: the others.
    """

    dataset: Dataset
    train: Rows
    held_out: Rows

    @property
    def X(self) -> NDArray[np.float64]:
        """The training features."""
        return self.dataset.X[self.train]

    @property
    def y(self) -> NDArray[np.float64] | NDArray[np.int64]:
        """The training target."""
        return self.dataset.y[self.train]

    @cached_property
    def unseen(self) -> tuple[NDArray[np.float64], NDArray[Any]]:
        """X (n_unseen, n_features) and y (n_unseen,) of the rows of the unseen loss, see unseen_rows."""
        return unseen_rows(self.dataset, self.held_out)

    @property
    def n_unseen(self) -> int:
        """How many unseen rows there are: held out, or more of a formula."""
        return len(self.unseen[1])


def follows_its_formula(data: Dataset) -> bool:
    """Whether every row lies exactly on the function behind the data."""
    return data.truth is not None and np.array_equal(data.y, data.truth(data.X))


def split_rows(
    n_rows: int, *, test_fraction: float, seed: int = 0, strata: ArrayLike | None = None
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The training and the test rows, each ascending; at random, together they are all rows once.

    The test part has test_fraction * n_rows rows, rounded up, as in scikit-learn. seed: the same gives the
    same split. strata: (n_rows,) labels, such as the classes, each of which then has its share in both parts,
    to within one row; None draws from all rows alike.
    """
    labels = np.zeros(n_rows, dtype=np.int64) if strata is None else np.asarray(strata)
    # Less a little, so that 0.07 * 100 = 7.000000000000001 stays 7.
    is_test = drawn_rows(labels, math.ceil(test_fraction * n_rows - 1e-9), seed)
    return np.flatnonzero(~is_test), np.flatnonzero(is_test)


def drawn_rows(labels: NDArray[Any], n_drawn: int, seed: int = 0) -> NDArray[np.bool_]:
    """(n,) whether a row is drawn, at random: of each label in `labels` (n,) its share of `n_drawn`."""
    rng = np.random.default_rng(seed)
    _, stratum, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    is_drawn = np.zeros(len(labels), dtype=bool)
    for code, size in enumerate(shares_of(sizes, n_drawn)):
        is_drawn[rng.permutation(np.flatnonzero(stratum == code))[:size]] = True
    return is_drawn


def shares_of(sizes: NDArray[np.intp], n_drawn: int) -> NDArray[np.intp]:
    """Rows to draw of each stratum: its proportional share, the largest remainders rounded up."""
    whole, remainder = np.divmod(sizes * n_drawn, sizes.sum())
    whole[np.argsort(-remainder, kind="stable")[: n_drawn - whole.sum()]] += 1
    return whole
