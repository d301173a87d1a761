"""RandomForestClassifier and RandomForestRegressor: scikit-learn's habits around grow_forest()."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.checks.rules import Rule, check
from gbtlib.core.criteria import Floats
from gbtlib.core.tree import Tree
from gbtlib.estimators.base import Classifier, Ensemble, Regressor, estimator
from gbtlib.estimators.decision_trees import TreeEstimator
from gbtlib.estimators.plots import ForestPlots
from gbtlib.explain.contributions import contributions
from gbtlib.explain.importance import mean_gain_shares
from gbtlib.forest.random_forest import ForestTree, grow_forest
from gbtlib.prediction import staged_totals, totals
from gbtlib.saved.trace import forget, lightened

FEATURES = Rule(low=0, open_low=True, high=1, none_means="the usual share")


@estimator
class RandomForest(ForestPlots, TreeEstimator, Ensemble):
    """What classifier and regressor share; the parameters of the trees: see TreeEstimator.

    n_estimators: trees. bootstrap: whether each is grown on n rows drawn with replacement, else on all.
    colsample_bynode: share of the features drawn at every node, one at least; None for the usual: of F
    features the root of F for classes, a third for numbers.

    Learned by fit: trace_ (every ForestTree, as `trace` keeps it), oob_prediction_ (the mean of the trees
    that have not seen a row: (n_samples,), or class shares (n_samples, K); NaN for rows that all have seen),
    oob_error_ (of the other rows, weighted: the share misclassified, or the mean squared error; NaN without
    any), columns_ (with trace "full"), params_, features_, n_features_in_, feature_names_in_.
    """

    bootstrap: bool = True
    colsample_bynode: float | None = None

    def _fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None) -> None:
        check("colsample_bynode", self.colsample_bynode, FEATURES)
        values = self._learn_X(X)
        share = self._share() if self.colsample_bynode is None else self.colsample_bynode
        self.params_ = self._grown_by(colsample_bynode=share, seed=self._seed(), reg_lambda=0.0)
        target = self._learn_target(y, len(values))
        weight = self._row_weight(sample_weight, target)
        self.columns_ = self.features_.sorted_columns(values)
        self._grow(target, weight, self._begun("trees"))
        seen_by_all = np.isnan(self.oob_prediction_.reshape(len(values), -1)[:, 0])
        weight = np.where(seen_by_all, 0.0, 1.0 if weight is None else weight)
        errors = np.where(seen_by_all, 0.0, self._errors(target, self.oob_prediction_))
        self.oob_error_ = float(np.average(errors, weights=weight)) if weight.any() else float("nan")
        if self.trace != "full":
            forget(self)

    def _grow(self, target: NDArray[Any], weight: Floats | None, done: list[ForestTree]) -> None:
        """Grow the trees after those that there are, keep what the trace keeps; add up what is out of bag."""
        self.trace_ = done
        total, n_trees = np.zeros(1), np.zeros(self.columns_.n_samples)
        for each in grow_forest(
            self.columns_,
            lambda weight: self._criterion(target, weight),
            self.params_,
            n_estimators=self.n_estimators,
            bootstrap=self.bootstrap,
            sample_weight=weight,
            done=tuple(done),
        ):
            outside = each.times_drawn == 0
            total = total + np.where(outside, each.answer[each.leaf].T, 0.0)
            n_trees += outside
            if each.number > len(self.trace_):
                self.trace_.append(lightened(each, self.trace))
        n_trees[n_trees == 0] = np.nan
        self.oob_prediction_ = np.ascontiguousarray((total / n_trees).T)

    @property
    def feature_importances_(self) -> Floats:
        """The mean of the shares of gain of the trees that have a split: (n_features,); it is scikit-learn's.

        It adds up to 1, or is 0 throughout where no tree has a split.
        """
        self._check_fitted()
        return mean_gain_shares([each.tree for each in self.trace_], self.n_features_in_)

    def contributions(self, X: ArrayLike, *, cover: str = "hessian") -> Floats:
        """How each feature contributes to the mean: (n, n_features + 1), for class shares (..., K).

        The last of the n_features + 1 is the mean if no feature is known; all together are the prediction, up
        to rounding. cover: see gbtlib.explain.contributions; by hessians means by row weights here.
        """
        values = self._checked_X(X)
        means = [each.answer / len(self.trace_) for each in self.trace_]
        return contributions([each.tree for each in self.trace_], means, values, cover=cover)

    def _mean(self, X: ArrayLike, n_trees: int | None) -> Floats:
        """The mean answer of the trees, or of the first n_trees: (n,), or (n, K)."""
        self._check_fitted()
        n_trees = self._first("n_trees", n_trees, len(self.trace_))
        return totals(*self._asked(X, n_trees)) / n_trees

    def _staged_mean(self, X: ArrayLike) -> Iterator[Floats]:
        """The mean after each tree."""
        for number, total in enumerate(staged_totals(*self._asked(X, None), 1), start=1):
            yield total / number

    def _asked(self, X: ArrayLike, n_trees: int | None) -> tuple[Floats, list[Tree], list[Floats], Any]:
        """What gbtlib.prediction.totals is asked for the sum of the first trees, or of all."""
        values, chosen = self._checked_X(X), self.trace_[:n_trees]
        answers = [each.answer for each in chosen]
        return np.zeros((len(values), *answers[0].shape[1:])), [each.tree for each in chosen], answers, values

    def _share(self) -> float:
        """The usual share of features at a node."""
        return 1 / 3 if self.task == "regression" else float(self.n_features_in_**-0.5)


@estimator
class RandomForestClassifier(Classifier, RandomForest):
    """A forest of classification trees; it predicts the mean of their class shares.

    criterion: "gini" or "entropy". Learned by fit, too: classes_, the labels, sorted.
    """

    criterion: str = "gini"

    def predict(self, X: ArrayLike, *, n_trees: int | None = None) -> NDArray[Any]:
        """The class with the largest mean share for each row of X (n, n_features): labels (n,)."""
        return self._heaviest(self.predict_proba(X, n_trees=n_trees))

    def predict_proba(self, X: ArrayLike, *, n_trees: int | None = None) -> Floats:
        """The mean class shares, in the order of classes_, of all trees or the first n_trees: (n, K)."""
        return self._mean(X, n_trees)

    def staged_predict(self, X: ArrayLike) -> Iterator[NDArray[Any]]:
        """The prediction after each tree; the last is predict's."""
        yield from map(self._heaviest, self._staged_mean(X))


class RandomForestRegressor(Regressor, RandomForest):
    """A forest of regression trees by squared error; it predicts the mean of their means."""

    def predict(self, X: ArrayLike, *, n_trees: int | None = None) -> Floats:
        """The mean of all trees, or the first n_trees, for each row of X (n, n_features): (n,)."""
        return self._mean(X, n_trees)

    def staged_predict(self, X: ArrayLike) -> Iterator[Floats]:
        """The prediction after each tree; the last is predict's."""
        yield from self._staged_mean(X)
