"""What the estimators of trees by classes or means share: parameters, criterion, errors."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.cart.impurity import CRITERIA
from gbtlib.cart.squared_error import SquaredError
from gbtlib.checks.rules import TreeParams
from gbtlib.estimators.base import Estimator, estimator


@estimator
class TreeEstimator(Estimator):
    """The parameters of one tree, and of the trees of AdaBoost and of forests: see gbtlib.TreeParams.

    categorical_features: columns whose values are categories, by number or name; None for the categorical and
        text columns of a table.
    """

    max_depth: int | None = None
    max_leaves: int | None = TreeParams.max_leaves
    min_samples_leaf: int = TreeParams.min_samples_leaf
    min_samples_split: int = TreeParams.min_samples_split
    grow_policy: str = TreeParams.grow_policy
    missing: str = TreeParams.missing
    threshold: str = TreeParams.threshold
    surrogates: int = TreeParams.surrogates
    partitions: str = TreeParams.partitions
    categorical_features: Sequence[int | str] | None = None

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to X (n_samples, n_features) and y (n_samples,), numbers or labels; NaN is a missing value.

        Errors: ValueError naming the parameter, the value and the rule. A fit that fails leaves what was
        learned before.
        """
        return self._fit_anew(X, y, sample_weight)

    def _criterion(self, target: NDArray[Any], weight: NDArray[np.float64] | None) -> Any:
        """What a split is worth: squared error, Gini or entropy."""
        if self.task == "regression":
            return SquaredError(target, weight)
        model: Any = self
        purity_stop = getattr(self, "purity_stop", None)
        kind, n_classes = CRITERIA[model.criterion], len(model.classes_)
        return kind(target, n_classes, sample_weight=weight, purity_stop=purity_stop)

    def _errors(self, target: NDArray[Any], prediction: NDArray[np.float64]) -> NDArray[np.float64]:
        """The errors of rows: squared, or 1 where another class is predicted, by number or largest share."""
        if self.task == "regression":
            return np.asarray((prediction - target) ** 2)
        predicted = prediction.argmax(axis=1) if prediction.ndim == 2 else prediction
        return np.asarray(predicted != target, dtype=np.float64)


@estimator
class PrunedTreeEstimator(TreeEstimator):
    """Parameters of trees that can be pruned by cost-complexity.

    ccp_alpha: the price of a leaf, by row, at which a grown tree is pruned; 0: it is not pruned at all.
    ccp_measure: the risk that pruning weighs against it, see gbtlib.cart.cost_complexity.node_risk.
    """

    ccp_alpha: float = 0.0
    ccp_measure: str | None = None
