"""What every estimator can: tell and set its parameters, fit all or nothing, and check what it is given."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from functools import cache
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.features import Features, learn_features
from gbtlib.validation import check_known


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

    def _keep(self, given: dict[str, Any]) -> None:
        """Keep the parameters as they were given; they are checked in fit."""
        for name in self.parameter_names():
            setattr(self, name, given[name])

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters by name, as they were given."""
        return {name: getattr(self, name) for name in self.parameter_names()}

    def set_params(self, **params: Any) -> Self:
        """Set parameters by name. Errors: ValueError for a name that does not exist."""
        check_known(params, self.parameter_names())
        for name, value in params.items():
            setattr(self, name, value)
        return self

    def _become(self, fitted: Self) -> Self:
        """Take over what a copy has learned, so that a fit that fails leaves what was there before."""
        vars(self).update(vars(fitted))
        return self

    def _learn_X(self, X: ArrayLike) -> NDArray[np.float64]:
        self.features_ = learn_features(X, self.categorical_features)
        values: NDArray[np.float64] = self.features_.encode(X)
        self.n_features_in_, self.feature_names_in_ = self.features_.n_features, self.features_.names
        return values

    def _checked_X(self, X: ArrayLike) -> NDArray[np.float64]:
        self._check_fitted()
        values: NDArray[np.float64] = self.features_.encode(X)
        return values

    def _check_fitted(self) -> None:
        if not hasattr(self, "n_features_in_"):
            raise ValueError(f"this {type(self).__name__} has learned nothing yet: call fit first")
