"""AdaBoostClassifier: scikit-learn's habits around adaboost_rounds()."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import softmax

from gbtlib.adaboost.samme import AdaBoostParams, AdaBoostRound, adaboost_rounds
from gbtlib.checks.scikit_learn import asking
from gbtlib.checks.validation import check_index
from gbtlib.core.candidates import Candidates
from gbtlib.core.criteria import Floats
from gbtlib.core.tree import Tree
from gbtlib.estimators.base import Classifier, Ensemble, estimator
from gbtlib.estimators.decision_trees import PrunedTreeEstimator
from gbtlib.estimators.plots import AdaBoostPlots
from gbtlib.explain.contributions import contributions
from gbtlib.explain.importance import mean_gain_shares
from gbtlib.inputs.table_columns import split_search
from gbtlib.prediction import staged_totals, totals
from gbtlib.saved.trace import forget, lightened


@estimator
class AdaBoostClassifier(AdaBoostPlots, Classifier, PrunedTreeEstimator, Ensemble):
    """AdaBoost for two or more classes (SAMME); stumps by default.

    n_estimators: rounds at most. learning_rate: factor on every tree weight, in (0, 1].
    The other parameters are those of gbtlib.DecisionTreeClassifier, for the trees. With a ccp_alpha every
    tree is pruned by the row weights of its round; the risk is Gini impurity or entropy, as in scikit-learn,
    or with ccp_measure "misclassification" the weighted share of rows misclassified.
    ccp_folds: in place of a ccp_alpha, every round chooses the price of a leaf by cross-validation in so many
    folds, stratified by class; None: it does not. random_state deals the folds.
    warm_start, trace, random_state: see gbtlib.estimators.base.Ensemble.

    Learned by fit: trace_ (every AdaBoostRound, as `trace` keeps it), n_estimators_ (how many of them vote:
    not a last one that is useless), classes_, columns_ (with trace "full"), features_ (what the columns
    hold), params_, n_features_in_, feature_names_in_. If already the first tree is useless none votes, and
    every class is as probable.
    """

    Params = AdaBoostParams
    fewest_classes = 2

    n_estimators: int = AdaBoostParams.n_estimators
    learning_rate: float = AdaBoostParams.learning_rate
    criterion: str = AdaBoostParams.criterion
    max_depth: int | None = 1
    purity_stop: float | None = AdaBoostParams.purity_stop
    ccp_measure: str | None = AdaBoostParams.ccp_measure
    ccp_folds: int | None = AdaBoostParams.ccp_folds

    def _fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None) -> None:
        self.params_ = self._grown_by(seed=self._seed(), reg_lambda=0.0)
        done, values = self._begun(), self._learn_X(X)
        self._target = self._learn_target(y, len(values))
        self.columns_ = self.features_.sorted_columns(values)
        weight = self._row_weight(sample_weight, self._target)
        rounds = adaboost_rounds(
            self.columns_, self._target, len(self.classes_), self.params_, sample_weight=weight, done=done
        )
        self.trace_: list[AdaBoostRound] = [*done, *(lightened(round_, self.trace) for round_ in rounds)]
        self.n_estimators_ = sum(round_.tree_weight > 0 for round_ in self.trace_)
        if self.trace != "full":
            forget(self)

    @property
    def feature_importances_(self) -> Floats:
        """The mean of the trees' shares of gain, by tree weight: (n_features,); it is scikit-learn's.

        It adds up to 1, or is 0 throughout where no tree that votes has a split.
        """
        self._check_fitted()
        voting = self.trace_[: self.n_estimators_]
        weights = [round_.tree_weight for round_ in voting]
        return mean_gain_shares([round_.tree for round_ in voting], self.n_features_in_, weights)

    def candidates(self, number: int, node: int = 0) -> Candidates:
        """Every candidate cut of a node of round `number`'s tree (1 is the first), by the round's weights.

        In a split the best candidate is the split that the tree stores, to the last bit.
        """
        self._check_rows()
        check_index("number", number, 1, len(self.trace_))
        round_ = self.trace_[number - 1]
        check_index("node", node, 0, round_.tree.n_nodes - 1)
        criterion = self._criterion(self._target, round_.weights_before)
        search = split_search(self.columns_, criterion, self.params_)
        return search.candidates(np.flatnonzero(np.isin(round_.leaf, round_.tree.subtree(node))))

    def predict(self, X: ArrayLike, *, n_rounds: int | None = None) -> NDArray[Any]:
        """The class with most votes for each row of X (n, n_features): labels (n,); in a draw the first."""
        return self._heaviest(self._votes(X, n_rounds))

    def predict_proba(self, X: ArrayLike, *, n_rounds: int | None = None) -> Floats:
        """softmax(decision / (K - 1)): (n, K). It follows the votes, and is not calibrated."""
        return self._probability(self._decision(self._votes(X, n_rounds)))

    set_decision_function_request = asking("decision_function")

    def decision_function(self, X: ArrayLike, *, n_rounds: int | None = None) -> Floats:
        """Each class's votes for it, less 1/(K - 1) of those against it, over all tree weights: (n, K).

        It is 1 where all trees agree, and a row's entries add up to 0. For two classes it is one
        number, as in scikit-learn, the second's entry less the first's: (n,), from -2 to 2.
        """
        return self._one_for_two_classes(self._decision(self._votes(X, n_rounds)))

    def contributions(self, X: ArrayLike, *, cover: str = "hessian") -> Floats:
        """How each feature contributes to the decision function: (n, n_features + 1, K).

        The last of the n_features + 1 is the decision if no feature is known; all together are the decision,
        up to rounding. cover: see gbtlib.explain.contributions; by hessians means by row weights here.
        """
        values = self._checked_X(X)
        trees, votes = self._voting(self.n_estimators_)
        if not trees:
            return np.zeros((len(values), self.n_features_in_ + 1, len(self.classes_)))
        weights = [float(each.sum(axis=1)[0]) for each in votes]
        shares = [self._decision(each) * (w / sum(weights)) for each, w in zip(votes, weights, strict=True)]
        return contributions(trees, shares, values, cover=cover)

    def staged_predict(self, X: ArrayLike) -> Iterator[NDArray[Any]]:
        """The class with most votes after each round that votes; the last is predict's."""
        yield from map(self._heaviest, self._staged_votes(X))

    def staged_predict_proba(self, X: ArrayLike) -> Iterator[Floats]:
        """The probabilities after each round that votes: (n, K)."""
        yield from map(self._probability, map(self._decision, self._staged_votes(X)))

    def staged_decision_function(self, X: ArrayLike) -> Iterator[Floats]:
        """The decision function after each round that votes: (n, K), or (n,) for two classes."""
        yield from map(self._one_for_two_classes, map(self._decision, self._staged_votes(X)))

    def _staged_votes(self, X: ArrayLike) -> Iterator[Floats]:
        """Tree weights added up by class, after each round: (n, K)."""
        yield from staged_totals(*self._asked(X, self.n_estimators_), 1)

    def _votes(self, X: ArrayLike, n_rounds: int | None) -> Floats:
        self._check_fitted()
        return totals(*self._asked(X, self._first("n_rounds", n_rounds, self.n_estimators_)))

    def _asked(self, X: ArrayLike, n_rounds: int) -> tuple[Floats, list[Tree], list[Floats], Any]:
        """What gbtlib.prediction.totals is asked for the votes of the first rounds, by class."""
        values = self._checked_X(X)
        return np.zeros((len(values), len(self.classes_))), *self._voting(n_rounds), values

    def _voting(self, n_rounds: int) -> tuple[list[Tree], list[Floats]]:
        """The trees of the first rounds, and how each votes in its nodes: (n_nodes, K)."""
        rounds, own_class = self.trace_[:n_rounds], np.eye(len(self.classes_))
        votes = [each.tree_weight * own_class[each.tree.weight.astype(np.intp)] for each in rounds]
        return [each.tree for each in rounds], votes

    def _decision(self, votes: Floats) -> Floats:
        total = votes.sum(axis=1, keepdims=True)
        against = (total - votes) / (len(self.classes_) - 1)
        decision = np.zeros_like(votes)
        np.divide(votes - against, total, out=decision, where=total > 0)
        return decision

    def _one_for_two_classes(self, decision: Floats) -> Floats:
        return decision[:, 1] - decision[:, 0] if len(self.classes_) == 2 else decision

    def _probability(self, decision: Floats) -> Floats:
        return np.asarray(softmax(decision / (len(self.classes_) - 1), axis=1))
