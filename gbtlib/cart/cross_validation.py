"""k-fold cross-validation of the price of a leaf: which tree of the weakest-link sequence to keep.

For every fold a tree is grown on the other folds, pruned at each candidate alpha, and asked about the rows of
the fold. The candidates are the geometric means of the alphas of the tree of all rows, so that each of its
subtrees is tried at an alpha well inside its interval.

Source: L. Breiman, J. Friedman, R. Olshen and C. Stone, "Classification and regression trees", 1984, sections
3.4.2 and 3.4.3.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gbtlib.cart.cost_complexity import PruningStep, geometric_means, nodes_cut, prune_to, weakest_links
from gbtlib.checks.rules import RULES, Rule, check
from gbtlib.checks.validation import check_labels
from gbtlib.core.criteria import Floats, Rows
from gbtlib.core.tree import Brief, Tree


@dataclass(frozen=True, repr=False)
class CrossValidation(Brief):
    """How every tree of the weakest-link sequence fares on rows it was not grown on.

    steps: the sequence of the tree of all rows. alpha: (n_steps,) where each was tried, the last infinite.
    fold: (n_samples,) the fold of each row. fold_error: (n_folds, n_steps) (weighted) mean error of each
    fold's rows: misclassified, or squared error.
    error: (n_steps,) the mean over all rows. standard_error: (n_steps,) of that mean, from the spread of the
    rows' errors: for misclassification without weights sqrt(error (1 - error) / n_samples).
    best: the step of smallest error, the smaller tree if two are equal.
    one_standard_error: the smallest tree whose error is at most that of the best plus its standard error.
    """

    steps: tuple[PruningStep, ...]
    alpha: Floats
    fold: Rows
    fold_error: Floats
    error: Floats
    standard_error: Floats

    @property
    def best(self) -> int:
        return int(np.flatnonzero(self.error == self.error.min())[-1])

    @property
    def one_standard_error(self) -> int:
        limit = self.error[self.best] + self.standard_error[self.best]
        return int(np.flatnonzero(self.error <= limit)[-1])


def make_folds(n_samples: int, n_folds: int, *, seed: int = 0, strata: Rows | None = None) -> Rows:
    """Deal the rows into folds by chance: the fold of each row, (n_samples,), 0 to n_folds - 1.

    Folds differ in size by one row at most. strata: (n_samples,) class numbers; each class is spread over the
    folds as evenly, too. Errors: ValueError for fewer than 2 folds, more than rows, or strata of other rows.
    """
    check("n_samples", n_samples, Rule(whole=True, low=1))
    check("n_folds", n_folds, Rule(whole=True, low=2))
    check("seed", seed, RULES["seed"])
    if n_folds > n_samples:
        raise ValueError(f"n_folds={n_folds} must be at most {n_samples}, the number of rows")
    shuffled = np.random.default_rng(seed).permutation(n_samples)
    if strata is not None:
        classes = check_labels(strata, n_samples, name="strata")
        shuffled = shuffled[np.argsort(classes[shuffled], kind="stable")]
    fold = np.empty(n_samples, dtype=np.intp)
    fold[shuffled] = np.arange(n_samples) % n_folds
    return fold


def cross_validate(
    grow: Callable[[Rows | None], Tree],
    X: Floats,
    error_of: Callable[[Rows, Floats], Floats],
    fold: Rows,
    *,
    measure: str | None = None,
    sample_weight: Floats | None = None,
) -> CrossValidation:
    """Cross-validate the weakest-link sequence of a tree.

    grow: the tree of some rows (None: all). error_of: the errors of rows from their numbers and predictions.
    measure: the risk that is pruned by, see gbtlib.cart.cost_complexity.node_risk.
    Errors: ValueError if some fold, or all the others together, have no weight.
    """
    steps = weakest_links(grow(None), measure)
    alpha = geometric_means(steps)
    weight = np.ones(len(X)) if sample_weight is None else sample_weight
    row_error = np.empty((len(X), len(alpha)))
    n_folds = int(fold.max()) + 1
    fold_error = np.empty((n_folds, len(alpha)))
    for k in range(n_folds):
        inside, outside = np.flatnonzero(fold == k), np.flatnonzero(fold != k)
        if not (weight[inside].any() and weight[outside].any()):
            raise ValueError(f"sample_weight is 0 for every row in or outside fold {k}; choose fewer folds")
        tree = grow(outside)
        sequence, leaf = weakest_links(tree, measure), tree.apply(X[inside])
        for i, price in enumerate(alpha):
            pruned, node_map = prune_to(tree, nodes_cut(sequence, float(price)))
            row_error[inside, i] = error_of(inside, pruned.weight[node_map[leaf]])
        fold_error[k] = np.average(row_error[inside], axis=0, weights=weight[inside])
    error = np.average(row_error, axis=0, weights=weight)
    variance = (weight[:, np.newaxis] ** 2 * (row_error - error) ** 2).sum(axis=0) / weight.sum() ** 2
    return CrossValidation(tuple(steps), alpha, fold, fold_error, error, np.sqrt(variance))
