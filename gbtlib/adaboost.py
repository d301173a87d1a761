"""AdaBoost for K classes (SAMME): trees one after another, each dwelling on the rows that are still wrong.

A round grows a tree on the weighted rows and takes its weighted error e. The tree's weight in the vote is

    ln((1 - e) / e) + ln(K - 1),

positive as long as e < 1 - 1/K, the error of guessing. Wrong rows are multiplied by exp(tree weight), and all
are divided by their sum; with that the same tree's error would be 1 - 1/K.

Source: J. Zhu, H. Zou, S. Rosset and T. Hastie, "Multi-class AdaBoost", Statistics and Its Interface 2, 2009,
algorithm 2; for two classes it is Freund and Schapire's AdaBoost, with tree weights twice theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import softmax

from gbtlib.base import Estimator
from gbtlib.columns import Columns
from gbtlib.decision_trees import GROWING
from gbtlib.grow import grow_tree
from gbtlib.impurity import CRITERIA
from gbtlib.params import TreeParams
from gbtlib.tree import Tree
from gbtlib.validation import (
    check_index,
    check_labels,
    check_parameters,
    check_sample_weight,
    encode_labels,
)

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]

SMALLEST_WEIGHT = 2.0**-52  # a row that had weight keeps so much, so that it can come back


class Samme(NamedTuple):
    """What a round of SAMME makes of the rows that its tree gets wrong.

    error: weighted share of wrong rows. tree_weight: in the vote; 0 if the tree is no better than guessing,
    1 if it is perfect. normaliser: sum of the weights before they are divided by it. weights: (n_samples,)
    for the next round; as they were if the tree is perfect or useless.
    """

    error: float
    tree_weight: float
    normaliser: float
    weights: Floats


def samme(weights: Floats, wrong: NDArray[np.bool_], n_classes: int, learning_rate: float = 1.0) -> Samme:
    """One round's error, tree weight and new row weights.

    weights: (n_samples,) with sum 1. wrong: (n_samples,) whether the tree's class is not the row's.
    learning_rate: factor on the tree weight.
    The tree weight of a perfect tree would be infinite; it gets 1, as in scikit-learn, and ends the boosting.
    """
    error = float(np.average(wrong, weights=weights))
    if error <= 0:
        return Samme(0.0, 1.0, 1.0, weights)
    if error >= 1:
        return Samme(1.0, 0.0, 1.0, weights)
    tree_weight = learning_rate * float(np.log((1 - error) / error) + np.log(n_classes - 1))
    if error >= chance(n_classes) or tree_weight <= 0:
        return Samme(error, 0.0, 1.0, weights)
    raised = np.where(wrong, weights * np.exp(tree_weight), weights)
    normaliser = float(raised.sum())
    return Samme(error, tree_weight, normaliser, raised / normaliser)


def chance(n_classes: int) -> float:
    """The error of guessing among K classes, 1 - 1/K: a tree must stay below it."""
    return 1.0 - 1.0 / n_classes


@dataclass(frozen=True)
class AdaBoostRound:
    """One round of AdaBoost. Arrays have one entry a training row, (n_samples,).

    number: 1 for the first round. weights_before, weights_after: of the rows, with sum 1.
    tree: grown on weights_before; leaf: the leaf of each row; predicted: the class number of each leaf.
    wrong: whether that is not the row's class. error: the weighted share of wrong rows; bound: 1 - 1/K.
    tree_weight: in the vote. normaliser: what the raised weights were divided by.
    votes: (n_samples, K) tree weights added up by class, this round's included.
    train_error: share of rows, by their weights at the start, that the vote so far gets wrong.
    ended: why boosting stops here, or empty.
    """

    number: int
    weights_before: Floats
    tree: Tree
    leaf: Rows
    predicted: Rows
    wrong: NDArray[np.bool_]
    error: float
    bound: float
    tree_weight: float
    normaliser: float
    weights_after: Floats
    votes: Floats
    train_error: float
    ended: str

    def __post_init__(self) -> None:
        for name in ("weights_before", "leaf", "predicted", "wrong", "weights_after", "votes"):
            getattr(self, name).flags.writeable = False


PERFECT = "perfect: no weighted row is wrong, so the next tree would be the same"
USELESS = "useless: the error is not below that of guessing, 1 - 1/K"


def adaboost(
    columns: Columns,
    codes: Rows,
    n_classes: int,
    params: TreeParams,
    *,
    criterion: str = "gini",
    purity_stop: float | None = None,
    n_estimators: int = 50,
    learning_rate: float = 1.0,
    sample_weight: Floats | None = None,
) -> Iterator[AdaBoostRound]:
    """Boost class trees, yielding a round at a time; stop reading to stop boosting.

    codes: (n_samples,) class numbers. The split search sees the row weights, so that every round's tree is
    another one. Boosting ends with a perfect tree, or with a useless one, which gets no vote.
    """
    at_start = np.ones(columns.n_samples) if sample_weight is None else sample_weight
    weights = at_start / at_start.sum()
    votes = np.zeros((columns.n_samples, n_classes))
    everyone = np.arange(columns.n_samples)
    for number in range(1, n_estimators + 1):
        seen = np.where(weights > 0, np.maximum(weights, SMALLEST_WEIGHT), 0.0)
        statistics = CRITERIA[criterion](codes, n_classes, sample_weight=seen, purity_stop=purity_stop)
        tree, leaf = grow_tree(columns, statistics, params)
        predicted = tree.weight[leaf].astype(np.intp)
        wrong = predicted != codes
        step = samme(seen, wrong, n_classes, learning_rate)
        votes = votes.copy()
        votes[everyone, predicted] += step.tree_weight
        ended = PERFECT if step.error == 0 else USELESS if step.tree_weight == 0 else ""
        yield AdaBoostRound(
            number=number,
            weights_before=seen,
            tree=tree,
            leaf=leaf,
            predicted=predicted,
            wrong=wrong,
            error=step.error,
            bound=chance(n_classes),
            tree_weight=step.tree_weight,
            normaliser=step.normaliser,
            weights_after=step.weights,
            votes=votes,
            train_error=float(np.average(votes.argmax(axis=1) != codes, weights=at_start)),
            ended=ended,
        )
        if ended:
            return
        weights = step.weights


def add_vote(votes: Floats, round_: AdaBoostRound, X: Floats) -> None:
    """Add a round's tree weight to the votes (n, K) for the class it predicts for rows X (n, n_features)."""
    votes[np.arange(len(X)), round_.tree.predict(X).astype(np.intp)] += round_.tree_weight


class AdaBoostClassifier(Estimator):
    """AdaBoost for two or more classes (SAMME); stumps by default.

    n_estimators: rounds at most. learning_rate: factor on every tree weight, in (0, 1].
    The other parameters are those of gbtlib.DecisionTreeClassifier, for the trees.

    Learned by fit: trace_ (every AdaBoostRound), n_estimators_ (how many of them vote: not a last one that
    is useless), classes_, columns_, params_, n_features_in_, feature_names_in_. If already the first tree is
    useless none votes, and every class is as probable.
    """

    criterion: str
    purity_stop: float | None
    n_estimators: int
    learning_rate: float
    classes_: NDArray[Any]

    def __init__(
        self,
        *,
        n_estimators: int = 50,
        learning_rate: float = 1.0,
        criterion: str = "gini",
        max_depth: int | None = 1,
        max_leaves: int | None = None,
        min_samples_leaf: int = 1,
        min_samples_split: int = 2,
        purity_stop: float | None = None,
        grow_policy: str = "depthwise",
        missing: str = "learn",
        surrogates: int = 0,
        partitions: str = "auto",
        categorical_features: Sequence[int | str] | None = None,
    ) -> None:
        self._keep(locals())

    def fit(self, X: ArrayLike, y: ArrayLike, *, sample_weight: ArrayLike | None = None) -> Self:
        """Boost on X (n_samples, n_features) and labels y (n_samples,); NaN in X is a missing value.

        Errors: ValueError naming the parameter, the value and the rule. A fit that fails leaves what was
        learned before.
        """
        fresh = type(self)(**self.get_params())
        fresh._fit(X, y, sample_weight)
        return self._become(fresh)

    def _fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None) -> None:
        own = ("n_estimators", "learning_rate", "criterion", "purity_stop")
        check_parameters({name: getattr(self, name) for name in own})
        self.params_ = TreeParams(**{name: getattr(self, name) for name in GROWING}, reg_lambda=0.0)
        values = self._learn_X(X)
        labels = check_labels(y, len(values))
        self.classes_ = np.unique(labels)
        if len(self.classes_) < 2:
            raise ValueError(f"y has one class only, {self.classes_[0]!s}; it must have at least two")
        self.columns_ = self.features_.sorted_columns(values)
        rounds = adaboost(
            self.columns_,
            encode_labels(labels, self.classes_),
            len(self.classes_),
            self.params_,
            criterion=self.criterion,
            purity_stop=self.purity_stop,
            n_estimators=self.n_estimators,
            learning_rate=self.learning_rate,
            sample_weight=check_sample_weight(sample_weight, len(values)),
        )
        self.trace_ = list(rounds)
        self.n_estimators_ = sum(round_.tree_weight > 0 for round_ in self.trace_)

    def predict(self, X: ArrayLike, *, n_rounds: int | None = None) -> NDArray[Any]:
        """The class with most votes for each row of X (n, n_features): labels (n,); in a draw the first."""
        votes = self._votes(X, n_rounds)
        labels: NDArray[Any] = self.classes_[votes.argmax(axis=1)]
        return labels

    def predict_proba(self, X: ArrayLike, *, n_rounds: int | None = None) -> Floats:
        """softmax(decision / (K - 1)): (n, K). It follows the votes, and is not calibrated."""
        return self._probability(self.decision_function(X, n_rounds=n_rounds))

    def decision_function(self, X: ArrayLike, *, n_rounds: int | None = None) -> Floats:
        """Each class's votes for it, less 1/(K - 1) of those against it, over all tree weights: (n, K).

        It is 1 where all trees agree, and a row's entries add up to 0. For two classes scikit-learn returns
        one column instead, the second less the first.
        """
        votes = self._votes(X, n_rounds)
        return self._decision(votes)

    def staged_predict(self, X: ArrayLike) -> Iterator[NDArray[Any]]:
        """The class with most votes after each round that votes; the last is predict's."""
        for votes in self._staged_votes(X):
            yield self.classes_[votes.argmax(axis=1)]

    def staged_predict_proba(self, X: ArrayLike) -> Iterator[Floats]:
        """The probabilities after each round that votes: (n, K)."""
        for decision in self.staged_decision_function(X):
            yield self._probability(decision)

    def staged_decision_function(self, X: ArrayLike) -> Iterator[Floats]:
        """The decision function after each round that votes: (n, K)."""
        for votes in self._staged_votes(X):
            yield self._decision(votes)

    def _staged_votes(self, X: ArrayLike) -> Iterator[Floats]:
        """Tree weights added up by class, after each round: (n, K)."""
        values = self._checked_X(X)
        votes = np.zeros((len(values), len(self.classes_)))
        for round_ in self.trace_[: self.n_estimators_]:
            votes = votes.copy()
            add_vote(votes, round_, values)
            yield votes

    def _votes(self, X: ArrayLike, n_rounds: int | None) -> Floats:
        self._check_fitted()
        if n_rounds is not None:
            check_index("n_rounds", n_rounds, 1, self.n_estimators_)
        values = self._checked_X(X)
        votes = np.zeros((len(values), len(self.classes_)))
        for round_ in self.trace_[: self.n_estimators_ if n_rounds is None else n_rounds]:
            add_vote(votes, round_, values)
        return votes

    def _decision(self, votes: Floats) -> Floats:
        total = votes.sum(axis=1, keepdims=True)
        against = (total - votes) / (len(self.classes_) - 1)
        decision = np.zeros_like(votes)
        np.divide(votes - against, total, out=decision, where=total > 0)
        return decision

    def _probability(self, decision: Floats) -> Floats:
        return np.asarray(softmax(decision / (len(self.classes_) - 1), axis=1))
