"""DecisionTreeClassifier and DecisionTreeRegressor: one tree, grown, pruned, and opened up."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.cart.cost_complexity import PruningStep, check_measure, prune, weakest_links
from gbtlib.cart.cross_validation import CrossValidation, cross_validate, make_folds
from gbtlib.cart.impurity import CRITERIA, SquaredError
from gbtlib.cart.search_cost import LevelCost, search_cost
from gbtlib.checks.rules import TreeParams
from gbtlib.checks.validation import check_index
from gbtlib.core.candidates import Candidates
from gbtlib.core.criteria import Floats, Rows
from gbtlib.core.grow import grow_tree
from gbtlib.core.tree import Tree
from gbtlib.estimators.base import Classifier, Estimator, Regressor, estimator
from gbtlib.estimators.plots import TreePlots
from gbtlib.explain.contributions import contributions
from gbtlib.explain.importance import gain_shares
from gbtlib.inputs.categories import Partitions
from gbtlib.inputs.surrogates import Surrogate, rank_surrogates, row_weights
from gbtlib.inputs.table_columns import category_search, split_search
from gbtlib.loops.trees import NO_SIDE


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


class DecisionTree(TreePlots, PrunedTreeEstimator):
    """What classifier and regressor share; the parameters: see PrunedTreeEstimator.

    Learned by fit: tree_ (pruned), grown_tree_ (before pruning), columns_ (the training rows, sorted),
    criterion_ (with its statistics of the rows), params_, features_ (what the columns hold, see
    gbtlib.inputs.encoding), n_features_in_, feature_names_in_.
    """

    def _fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None) -> None:
        self.params_ = self._grown_by(reg_lambda=0.0)
        values = self._learn_X(X)
        self._target = self._learn_target(y, len(values))
        self._sample_weight = self._row_weight(sample_weight, self._target)
        self.criterion_ = self._criterion(self._target, self._sample_weight)
        check_measure(self.ccp_measure, of_classes=self.task == "classification", name="ccp_measure")
        self.columns_ = self.features_.sorted_columns(values)
        self.grown_tree_ = self._grown(None)
        self.tree_ = self.grown_tree_
        if self.ccp_alpha > 0:
            self.tree_ = prune(self.grown_tree_, self.ccp_alpha, self.ccp_measure)

    def _grown(self, rows: Rows | None) -> Tree:
        return grow_tree(self.columns_, self.criterion_, self.params_, rows=rows).tree

    @property
    def feature_importances_(self) -> Floats:
        """What the splits of tree_ on each feature gain, as shares: (n_features,), adding up to 1.

        See gbtlib.explain.importance.gain_shares; it is scikit-learn's.
        """
        self._check_fitted()
        return gain_shares([self.tree_], self.n_features_in_)

    def apply(self, X: ArrayLike) -> Rows:
        """The leaf of tree_ that each row of X (n, n_features) ends in: node numbers (n,)."""
        values = self._checked_X(X)
        return self.tree_.apply(values)

    def contributions(self, X: ArrayLike, *, cover: str = "hessian") -> Floats:
        """How each feature contributes to what tree_ predicts: (n, n_features + 1), for classes (..., K).

        Of classes it is their shares. The last of the n_features + 1 is the answer if no feature is known;
        all together are the prediction, up to rounding. cover: see gbtlib.explain.contributions; the sums of
        hessians are sums of row weights here.
        """
        values, tree = self._checked_X(X), self.tree_
        answer = tree.weight if tree.class_weights is None else tree.class_shares
        return contributions([tree], [answer], values, cover=cover)

    def candidates(self, node: int = 0) -> Candidates:
        """Every candidate cut of a node of grown_tree_, with its sums and its gain, best or forbidden."""
        rows = self.rows_in(node)
        return split_search(self.columns_, self.criterion_, self.params_).candidates(rows)

    def rows_in(self, node: int) -> Rows:
        """The training rows that reached a node of grown_tree_, ascending."""
        self._check_rows()
        tree = self.grown_tree_
        check_index("node", node, 0, tree.n_nodes - 1)
        return np.flatnonzero(np.isin(tree.apply(self.columns_.X), tree.subtree(node)))

    def partitions_of(self, feature: int, node: int = 0, *, way: str | None = None) -> Partitions:
        """Every way to part the categories of a feature in a node of grown_tree_.

        way: see gbtlib.inputs.category_search.CategorySearch.partitions.
        """
        rows = self.rows_in(node)
        search = split_search(self.columns_, self.criterion_, self.params_)
        return category_search(search, feature).partitions(feature, rows, way=way)

    def rank_surrogates(self, node: int = 0, n: int | None = None) -> list[Surrogate]:
        """The surrogates of a split of grown_tree_, best first, whether or not the tree keeps any.

        n: how many at most; None for all that agree better than the majority.
        Errors: ValueError for a leaf, or a tree of triplets.
        """
        rows, tree = self.rows_in(node), self.grown_tree_
        if tree.is_leaf[node]:
            raise ValueError(f"node={node} must be a split, not a leaf")
        if self.features_.absent is not None:
            raise ValueError("surrogates need a full matrix; this tree was grown on triplets")
        sides = np.full(self.columns_.n_samples, NO_SIDE, dtype=np.int8)
        feature, values = int(tree.feature[node]), self.columns_.X
        known = rows[~np.isnan(values[rows, feature])]
        sides[known] = np.isin(tree.apply(values[known]), tree.subtree(tree.children_left[node]))
        weights = row_weights(self.criterion_)
        return rank_surrogates(self.columns_, sides, n, rows=rows, feature=feature, weights=weights)

    def pruning_path(self, measure: str | None = None, *, ties: str = "together") -> list[PruningStep]:
        """The weakest-link sequence of grown_tree_; see gbtlib.cart.cost_complexity.weakest_links.

        measure: here and below None is ccp_measure.
        """
        self._check_fitted()
        return weakest_links(self.grown_tree_, self.ccp_measure if measure is None else measure, ties=ties)

    def pruned(self, alpha: float, measure: str | None = None) -> Self:
        """A copy whose tree_ is grown_tree_ pruned at the price alpha of a leaf."""
        self._check_fitted()
        copy = type(self)(**self.get_params())
        vars(copy).update(vars(self))
        copy.tree_ = prune(self.grown_tree_, alpha, self.ccp_measure if measure is None else measure)
        return copy

    def cross_validate_alpha(
        self, *, n_folds: int = 10, measure: str | None = None, seed: int = 0
    ) -> CrossValidation:
        """Which tree of the weakest-link sequence to keep, by k-fold cross-validation on the training rows.

        The folds are stratified by class. Errors are rows misclassified, or squared errors, whatever the
        measure. `pruned(result.alpha[result.best], measure)` is the tree chosen.
        """
        self._check_rows()
        strata = self._target if self.task == "classification" else None
        fold = make_folds(self.columns_.n_samples, n_folds, seed=seed, strata=strata)
        return cross_validate(
            self._grown,
            self.columns_.X,
            lambda rows, prediction: self._errors(self._target[rows], prediction),
            fold,
            measure=self.ccp_measure if measure is None else measure,
            sample_weight=self._sample_weight,
        )

    def search_cost(self) -> list[LevelCost]:
        """How many cuts were scored in search of splits, level by level; see gbtlib.search_cost."""
        self._check_fitted()
        return search_cost(self.grown_tree_)


@estimator
class DecisionTreeClassifier(Classifier, DecisionTree):
    """A classification tree, by Gini or entropy; it predicts the class shares of the leaf.

    criterion: "gini" or "entropy"; what they are, and the scale of their gains: gbtlib.cart.impurity.
    purity_stop: a node in which one class has this share of the weight, or more, stays a leaf (0.95 is a
        preset one meets); None: only a node of one class does. The higher, the more rare classes are found.

    Learned by fit, too: classes_, the labels, sorted. Class k of tree_ is the label classes_[k].
    """

    criterion: str = "gini"
    purity_stop: float | None = None

    def predict(self, X: ArrayLike) -> NDArray[np.generic]:
        """The heaviest class of each row's leaf: labels (n,); in a draw the first."""
        leaf = self.apply(X)
        return np.asarray(self.classes_[self.tree_.weight[leaf].astype(np.intp)])

    def predict_proba(self, X: ArrayLike) -> Floats:
        """The weighted class shares of each row's leaf, in the order of classes_: (n, K)."""
        leaf = self.apply(X)
        return np.asarray(self.tree_.class_shares[leaf])


class DecisionTreeRegressor(Regressor, DecisionTree):
    """A regression tree by squared error; it predicts the weighted mean of the leaf.

    Gains are in half squared error, see gbtlib.core.criteria.SquaredError.
    """

    def predict(self, X: ArrayLike) -> Floats:
        """The mean of each row's leaf: (n,)."""
        leaf = self.apply(X)
        return self.tree_.weight[leaf]
