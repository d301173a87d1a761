"""GradientBoostingRegressor and GradientBoostingClassifier: losses, targets, predictions, probabilities."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.checks.scikit_learn import asking
from gbtlib.core.criteria import Floats
from gbtlib.core.losses import Loss
from gbtlib.estimators.base import Classifier, Regressor, estimator
from gbtlib.estimators.boosting import GradientBoosting
from gbtlib.losses.named import LOSSES, Quantile, Softmax


@estimator
class GradientBoostingRegressor(Regressor, GradientBoosting):
    """Gradient boosted regression trees; the loss is half the squared error unless another is given.

    alpha: of loss="quantile", see gbtlib.Quantile; without meaning for others, as in scikit-learn.
    """

    alpha: float = Quantile.alpha

    def predict(self, X: ArrayLike, *, n_rounds: int | None = None) -> Floats:
        """The prediction for each row of X (n, n_features): (n,), after all rounds or the first n_rounds."""
        raw = self.raw_prediction(X, n_rounds=n_rounds)
        return self.loss_.inverse_link(raw)

    def staged_predict(self, X: ArrayLike) -> Iterator[Floats]:
        """The prediction after each round; the last is predict's."""
        for raw in self.staged_raw_prediction(X):
            yield self.loss_.inverse_link(raw)

    def _find_loss(self, loss: str | Loss | None) -> Loss:
        if loss == "quantile":
            return Quantile(self.alpha)
        return named_loss("squared_error" if loss is None else loss, self.task)


@estimator
class GradientBoostingClassifier(Classifier, GradientBoosting):
    """Gradient boosted trees for classes: logistic loss for two of them, softmax with a tree each for more.

    Learned by fit, too: classes_, the labels, sorted.
    """

    fewest_classes = 2

    def predict(self, X: ArrayLike, *, n_rounds: int | None = None) -> NDArray[Any]:
        """The most probable class of each row of X (n, n_features): labels (n,); in a draw the first."""
        return self._heaviest(self.predict_proba(X, n_rounds=n_rounds))

    def predict_proba(self, X: ArrayLike, *, n_rounds: int | None = None) -> Floats:
        """The probability of each class, in the order of classes_: (n, K)."""
        return self._probabilities(self.raw_prediction(X, n_rounds=n_rounds))

    set_decision_function_request = asking("decision_function")

    def decision_function(self, X: ArrayLike, *, n_rounds: int | None = None) -> Floats:
        """The raw prediction of each class, (n, K); of two classes one number, (n,), positive for the second.

        Under softmax of two classes it is the second's less the first's.
        """
        raw = self.raw_prediction(X, n_rounds=n_rounds)
        return raw[:, 1] - raw[:, 0] if raw.ndim == 2 and len(self.classes_) == 2 else raw

    def staged_predict(self, X: ArrayLike) -> Iterator[NDArray[Any]]:
        """The most probable class after each round; the last is predict's."""
        yield from map(self._heaviest, self.staged_predict_proba(X))

    def staged_predict_proba(self, X: ArrayLike) -> Iterator[Floats]:
        """The probability of each class after each round: (n, K)."""
        yield from map(self._probabilities, self.staged_raw_prediction(X))

    def _probabilities(self, raw: Floats) -> Floats:
        probability = self.loss_.inverse_link(raw)
        return probability if raw.ndim == 2 else np.column_stack((1 - probability, probability))

    def _find_loss(self, loss: str | Loss | None) -> Loss:
        n_classes = len(self.classes_)
        if loss is None:
            loss = "logistic" if n_classes == 2 else "softmax"
        found = Softmax(n_classes) if loss == "softmax" else named_loss(loss, self.task)
        takes = max(2, found.n_outputs)
        if takes != n_classes:
            raise ValueError(f"loss={loss!r} takes {takes} classes; y has {n_classes}")
        return found


def named_loss(loss: str | Loss, task: str) -> Loss:
    """A loss by its name, or itself. Errors: ValueError for anything else, or for a loss of another task."""
    if isinstance(loss, Loss):
        if loss.task != task:
            raise ValueError(f"loss={loss!r} is a loss for {loss.task}; it must be one for {task}")
        return loss
    known = [name for name, kind in LOSSES.items() if kind.task == task]
    if loss not in known:
        raise ValueError(f"loss={loss!r} must be a Loss or one of {', '.join(map(repr, known))}")
    return LOSSES[loss]()
