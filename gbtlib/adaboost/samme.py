"""AdaBoost for K classes (SAMME): trees one after another, each dwelling on the rows that are still wrong.

A round grows a tree on the weighted rows and takes its weighted error e. The tree's weight in the vote is

    ln((1 - e) / e) + ln(K - 1),

positive as long as e < 1 - 1/K, the error of guessing. Wrong rows are multiplied by exp(tree weight), and all
are divided by their sum; with that the same tree's error would be 1 - 1/K. A tree may be pruned by
cost-complexity before it votes, at a given price of a leaf or one that is cross-validated in every round; its
risk, and the errors of the folds, are measured by the row weights, too.

Source: J. Zhu, H. Zou, S. Rosset and T. Hastie, "Multi-class AdaBoost", Statistics and Its Interface 2, 2009,
algorithm 2; for two classes it is Freund and Schapire's AdaBoost, with tree weights twice theirs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.cart.cost_complexity import check_measure, nodes_cut, prune_to, weakest_links
from gbtlib.cart.cross_validation import cross_validate, make_folds
from gbtlib.cart.impurity import CRITERIA, ClassCriterion
from gbtlib.checks.rules import RULES, Rule, TreeParams, by_name, check
from gbtlib.checks.validation import check_sample_weight
from gbtlib.core.columns import Columns
from gbtlib.core.criteria import Floats, Rows
from gbtlib.core.grow import grow_tree
from gbtlib.core.tree import Frozen, Tree

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
    Errors: ValueError for weights that are negative or of other rows, or for less than two classes.
    """
    wrong = np.asarray(wrong, dtype=bool)
    check_sample_weight(weights, len(wrong), "weights")
    check("n_classes", n_classes, Rule(whole=True, low=2))
    check("learning_rate", learning_rate, RULES["learning_rate"])
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


@dataclass(frozen=True, repr=False)
class AdaBoostRound(Frozen):
    """One round of AdaBoost. Arrays have one entry a training row, (n_samples,).

    number: 1 for the first round. weights_before, weights_after: of the rows, with sum 1.
    grown: the tree grown on weights_before; tree: the same one pruned, if it is pruned, which is what votes.
    price: of a leaf, at which it was pruned; infinite where cross-validation prefers the root alone.
    leaf: the leaf of each row in it; predicted: the class number of each leaf.
    wrong: whether that is not the row's class. error: the weighted share of wrong rows; bound: 1 - 1/K.
    tree_weight: in the vote. normaliser: what the raised weights were divided by.
    votes: (n_samples, K) tree weights added up by class, this round's included.
    train_error: share of rows, by their weights at the start, that the vote so far gets wrong.
    ended: why boosting stops here, or empty.
    """

    number: int
    weights_before: Floats
    grown: Tree
    tree: Tree
    price: float
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


PERFECT = "perfect: no weighted row is wrong, so the next tree would be the same"
USELESS = "useless: the error is not below that of guessing, 1 - 1/K"


@by_name
@dataclass(frozen=True, kw_only=True)
class AdaBoostParams(TreeParams):
    """How class trees are boosted; the parameters of the trees are those of gbtlib.TreeParams.

    n_estimators: rounds at most. learning_rate: factor on every tree weight, in (0, 1].
    criterion: "gini" or "entropy". purity_stop: see gbtlib.DecisionTreeClassifier.
    ccp_alpha: the price of a leaf, by row weight, at which every tree is pruned; 0: none is.
    ccp_measure: the risk that is weighed against it, see gbtlib.cart.cost_complexity.node_risk.
    ccp_folds: in so many folds, dealt by the seed, the price is chosen anew for every tree, see
        gbtlib.cart.cross_validation; None: it is not.
    Errors: as TreeParams.
    """

    n_estimators: int = 50
    learning_rate: float = 1.0
    criterion: str = "gini"
    purity_stop: float | None = None
    ccp_alpha: float = 0.0
    ccp_measure: str | None = "impurity"
    ccp_folds: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_measure(self.ccp_measure, of_classes=True, name="ccp_measure")
        if self.ccp_folds is not None and self.ccp_alpha > 0:
            raise ValueError(f"ccp_alpha={self.ccp_alpha!r} must be 0 where ccp_folds chooses the price")


def adaboost_rounds(
    columns: Columns,
    codes: Rows,
    n_classes: int,
    params: AdaBoostParams,
    *,
    sample_weight: Floats | None = None,
    done: Sequence[AdaBoostRound] = (),
) -> Iterator[AdaBoostRound]:
    """Boost class trees, yielding a round at a time; stop reading to stop boosting.

    codes: (n_samples,) class numbers. The split search sees the row weights, so that every round's tree is
    another one. Boosting ends with a perfect tree, or with a useless one, which gets no vote.
    done: rounds that there are; the trees after them see the weights that these leave.
    """
    at_start = np.ones(columns.n_samples) if sample_weight is None else sample_weight
    weights = at_start / at_start.sum()
    votes = np.zeros((columns.n_samples, n_classes))
    for round_ in done:
        weights, wrong = seen_weights(weights), round_.tree.predict(columns.X).astype(np.intp) != codes
        weights = np.where(wrong, weights * np.exp(round_.tree_weight), weights)
        weights = weights / weights.sum()
        add_vote(votes, round_, columns.X)
    ended = done[-1].ended if done else ""
    for number in range(len(done) + 1, params.n_estimators + 1):
        if ended:
            return
        seen = seen_weights(weights)
        pruned = grow_pruned(columns, codes, n_classes, params, seen)
        round_ = round_of(number, pruned, codes, seen, votes, at_start, params.learning_rate)
        yield round_
        weights, votes, ended = round_.weights_after, round_.votes, round_.ended


class Pruned(NamedTuple):
    """A tree as it was grown and pruned, at the price of a leaf, and the leaf of each row in it."""

    grown: Tree
    tree: Tree
    price: float
    leaf: Rows


def grow_pruned(
    columns: Columns, codes: Rows, n_classes: int, params: AdaBoostParams, weights: Floats
) -> Pruned:
    """The tree of a round, by the row weights that it sees."""
    kind = CRITERIA[params.criterion]
    statistics = kind(codes, n_classes, sample_weight=weights, purity_stop=params.purity_stop)
    grown, leaf = grow_tree(columns, statistics, params)
    price = params.ccp_alpha
    if params.ccp_folds is not None:
        fold = make_folds(len(codes), params.ccp_folds, seed=params.seed, strata=codes)
        price = best_price(columns, statistics, params, weights, fold)
    if not price > 0:
        return Pruned(grown, grown, price, leaf)
    tree, new_node = prune_to(grown, nodes_cut(weakest_links(grown, params.ccp_measure), price))
    return Pruned(grown, tree, price, new_node[leaf])


def round_of(
    number: int,
    pruned: Pruned,
    codes: Rows,
    seen: Floats,
    votes: Floats,
    at_start: Floats,
    learning_rate: float,
) -> AdaBoostRound:
    """What a round makes of its tree. seen, at_start: its row weights, and the first; votes: before it."""
    n_classes = votes.shape[1]
    predicted = pruned.tree.weight[pruned.leaf].astype(np.intp)
    wrong = predicted != codes
    step = samme(seen, wrong, n_classes, learning_rate)
    votes = votes.copy()
    votes[np.arange(len(votes)), predicted] += step.tree_weight
    return AdaBoostRound(
        number=number,
        weights_before=seen,
        **pruned._asdict(),
        predicted=predicted,
        wrong=wrong,
        error=step.error,
        bound=chance(n_classes),
        tree_weight=step.tree_weight,
        normaliser=step.normaliser,
        weights_after=step.weights,
        votes=votes,
        train_error=float(np.average(votes.argmax(axis=1) != codes, weights=at_start)),
        ended=PERFECT if step.error == 0 else USELESS if step.tree_weight == 0 else "",
    )


def seen_weights(weights: Floats) -> Floats:
    """Row weights as a tree sees them: a row that had weight keeps some, so that it can come back."""
    return np.where(weights > 0, np.maximum(weights, SMALLEST_WEIGHT), 0.0)


def best_price(
    columns: Columns, statistics: ClassCriterion, params: AdaBoostParams, weights: Floats, fold: Rows
) -> float:
    """The price of a leaf at which trees of weighted rows err least on the folds they were not grown on."""
    validated = cross_validate(
        lambda rows: grow_tree(columns, statistics, params, rows=rows).tree,
        columns.X,
        lambda rows, said: np.asarray(said != statistics.codes[rows], dtype=np.float64),
        fold,
        measure=params.ccp_measure,
        sample_weight=weights,
    )
    return float(validated.alpha[validated.best])


def add_vote(votes: Floats, round_: AdaBoostRound, X: Floats) -> None:
    """Add a round's tree weight to the votes (n, K) for the class it predicts for rows X (n, n_features)."""
    votes[np.arange(len(X)), round_.tree.predict(X).astype(np.intp)] += round_.tree_weight
