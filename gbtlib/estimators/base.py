"""What every estimator can: tell and set its parameters, fit all or nothing, and check what it is given.

The parameters of an estimator are the fields of a dataclass, kept as they are given and checked in fit.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.estimators.rules import TreeParams
from gbtlib.estimators.validation import check_known
from gbtlib.inputs.encoding import Features, learn_features


@cache
def _parameter_names(kind: type) -> tuple[str, ...]:
    return tuple(inspect.signature(kind).parameters)


class Estimator:
    """An estimator with scikit-learn's habits: its parameters are the keywords of its constructor.

    Learned by every fit: features_ (what the columns hold), n_features_in_, feature_names_in_.
    """

    categorical_features: Sequence[int | str] | None
    features_: Features
    n_features_in_: int
    feature_names_in_: tuple[str, ...]

    @classmethod
    def parameter_names(cls) -> tuple[str, ...]:
        """The names of the parameters, in the order of the signature."""
        return _parameter_names(cls)  # type: ignore[arg-type]

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters by name, as they were given."""
        return {name: getattr(self, name) for name in self.parameter_names()}

    def set_params(self, **params: Any) -> Self:
        """Set parameters by name. Errors: ValueError for a name that does not exist."""
        check_known(params, self.parameter_names())
        for name, value in params.items():
            setattr(self, name, value)
        return self

    def _fit_anew(self, *given: Any) -> Self:
        """Fit a copy and take over what it has learned, so that a fit that fails leaves what was there."""
        fresh: Any = type(self)(**self.get_params())
        fresh._fit(*given)
        vars(self).update(vars(fresh))
        return self

    def _learn_X(self, X: ArrayLike) -> NDArray[np.float64]:
        self.features_ = learn_features(X, self.categorical_features)
        values: NDArray[np.float64] = self.features_.encode(X)
        self.n_features_in_, self.feature_names_in_ = self.features_.n_features, self.features_.names
        return values

    def _checked_X(self, X: ArrayLike, name: str = "X") -> NDArray[np.float64]:
        self._check_fitted()
        values: NDArray[np.float64] = self.features_.encode(X, name=name)
        return values

    def _check_fitted(self) -> None:
        if not hasattr(self, "n_features_in_"):
            raise ValueError(f"this {type(self).__name__} has learned nothing yet: call fit first")


@dataclass(kw_only=True, eq=False, repr=False)
class TreeEstimator(Estimator):
    """The parameters of one tree, and of the trees of AdaBoost; what they mean: gbtlib.TreeParams.

    categorical_features: columns whose values are categories, by number or name; None for the categorical and
        text columns of a pandas table.
    ccp_alpha: the price of a leaf, by row, at which a grown tree is pruned; 0: it is not pruned at all.
    ccp_measure: the risk that pruning weighs against it, see gbtlib.cart.cost_complexity.node_risk.
    """

    max_depth: int | None = None
    max_leaves: int | None = None
    min_samples_leaf: int = 1
    min_samples_split: int = 2
    grow_policy: str = "depthwise"
    missing: str = "learn"
    surrogates: int = 0
    partitions: str = "auto"
    categorical_features: Sequence[int | str] | None = None
    ccp_alpha: float = 0.0
    ccp_measure: str | None = None

    def _tree_params(self) -> TreeParams:
        """How the trees are grown; pruning comes after. Errors: ValueError for a parameter out of range."""
        shared = {field.name for field in fields(TreeParams)}
        given = {name: value for name, value in self.get_params().items() if name in shared}
        return TreeParams(**given, reg_lambda=0.0)
