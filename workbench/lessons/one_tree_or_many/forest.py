"""A random forest beside boosting: trees that know nothing of each other, and trees that follow each other.

What each tree says alone and what all say together, and rows where a vote of the boosted trees is not their
sum. Pure, without streamlit.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace

import numpy as np

from gbtlib import RandomForestClassifier, RandomForestRegressor
from workbench.data.catalogue import Dataset, load_dataset
from workbench.data.held_out import Rows, training_rows
from workbench.lessons.one_tree_or_many.comparison import ModelCourse, by_wrong_rows, staged, with_errors
from workbench.models.boosted import BoostedModel
from workbench.models.predictions import Floats
from workbench.models.settings import Settings

MOST_TREES, FEWEST_TREES = 50, 10
ROWS_IN_ALL = 20_000  # of all trees together, so that a forest is grown in a few seconds


@dataclass(frozen=True, eq=False)
class ForestModel:
    """A data set and a forest grown on its training rows. settings: of its trees, n_estimators of them."""

    settings: Settings
    dataset: Dataset
    train: Rows
    model: RandomForestRegressor | RandomForestClassifier

    @property
    def n_trees(self) -> int:
        """Trees that were grown."""
        return len(self.model.trace_)

    def alone(self, number: int, X: Floats) -> Floats:
        """What a tree says by itself, the first being 1: values (n,), or class shares (n, K)."""
        tree = self.model.trace_[number - 1]
        return np.asarray(tree.answer[tree.tree.apply(X)])

    def together(self, X: Floats) -> list[Floats]:
        """The mean of the first 1, 2, ... trees: values (n,), or class shares (n, K), each."""
        total, found = np.zeros(1), []
        for number in range(1, self.n_trees + 1):
            total = total + self.alone(number, X)
            found.append(total / number)
        return found


def n_trees_for(n_rows: int, wanted: int) -> int:
    """How many trees are grown on so many rows: fewer where there are many rows."""
    return min(wanted, MOST_TREES, max(FEWEST_TREES, ROWS_IN_ALL // max(n_rows, 1)))


def forest_settings(fit: BoostedModel, one_tree: Settings) -> Settings:
    """A forest beside a boosted model: the same rows, as many trees where they are not too many.

    one_tree: the settings of the one tree, which say how far each tree of the forest may grow.
    """
    return replace(one_tree, n_estimators=n_trees_for(len(fit.train), fit.settings.n_estimators))


def grow_forest_of(settings: Settings) -> ForestModel:
    """Grow the forest of some settings: bootstrap samples, and the usual share of features at every node."""
    data = load_dataset(settings.data, noise=settings.noise, seed=settings.seed)
    train, _ = training_rows(data)
    kind = RandomForestRegressor if data.task == "regression" else RandomForestClassifier
    model = kind(
        n_estimators=settings.n_estimators,
        max_depth=settings.max_depth,
        min_samples_leaf=settings.min_samples_leaf,
        min_samples_split=settings.min_samples_split,
        seed=settings.seed,
        categorical_features=data.categorical,
        trace="full",
    )
    model.fit(data.X[train], data.y[train])
    return ForestModel(settings, data, train, model)


@dataclass(frozen=True, eq=False)
class ForestCourse(ModelCourse):
    """What a forest predicts after 1, 2, ... trees; before them stands what the ensemble starts from.

    fit: the ensemble that it is compared with, whose rows it has.
    """

    forest: ForestModel

    @property
    def n_rounds(self) -> int:
        """Trees that were grown."""
        return self.forest.n_trees

    @property
    def given(self) -> Hashable:
        """What the forest is of."""
        return self.forest.settings

    def staged(self, X: Floats) -> list[Floats]:
        """What the ensemble starts from, and the mean of the first trees."""
        return [staged(self.fit, X)[0], *self.forest.together(X)]

    def leaves(self, rounds: int) -> int:
        """Leaves of the first trees."""
        return sum(each.tree.n_leaves for each in self.forest.model.trace_[:rounds])


def forest_course(forest: ForestModel, beside: ModelCourse) -> ForestCourse:
    """The course of a forest on the rows of an ensemble; of classes by wrong rows.

    Log loss would be infinite: where all trees agree on a wrong class, the forest is sure of it.
    """
    fit = beside.fit
    seen = [beside.seen[0], *forest.together(fit.X)]
    after = forest.together(fit.unseen[0]) if fit.n_unseen else beside.unseen[:1] * forest.n_trees
    unseen = [beside.unseen[0], *after]
    if fit.dataset.task == "regression":
        return ForestCourse(fit, **with_errors(fit, seen, unseen), forest=forest)
    none = np.full(len(seen), np.nan)
    judged = by_wrong_rows(ForestCourse(fit, seen, unseen, none, none, beside.measure, forest))
    assert isinstance(judged, ForestCourse)
    return judged


@dataclass(frozen=True)
class VoteAndSum:
    """Where a vote of boosted trees is not their sum: the row where it is clearest, and how many there are.

    Every round votes for the class for which it adds most; one that adds nothing does not. rounds: that
    vote. row: in the data set. n_voting: rounds for the class `voted`; said: the class by the sum; true: the
    row's own. raw: what the rounds add, all together, for `said` rather than for `voted`. n_differ: such
    rows, of n_rows, seen and unseen; vote_wrong, sum_wrong: how many of them each gets wrong.
    """

    rounds: int
    row: int
    n_voting: int
    voted: int
    said: int
    true: int
    raw: float
    n_differ: int
    n_rows: int
    vote_wrong: int
    sum_wrong: int


def steps_for(fit: BoostedModel, rounds: int) -> tuple[Floats, Floats]:
    """What the start, (K,), and each of the first rounds, (rounds, n, K), add for each class, in all rows.

    One tree for two classes adds half of its step for the second, and takes it from the first.
    """
    X, base = fit.dataset.X, np.atleast_1d(np.asarray(fit.model.initial_raw_prediction_, dtype=np.float64))
    steps = np.array(
        [
            [round_.learning_rate * tree.weight[tree.apply(X)] for tree in round_.trees]
            for round_ in fit.trace[:rounds]
        ]
    ).transpose(0, 2, 1)
    if fit.n_classes > 1:
        return base, steps
    return np.array([-base[0], base[0]]) / 2, np.concatenate((-steps, steps), axis=2) / 2


def vote_and_sum(fit: BoostedModel, rounds: int) -> VoteAndSum | None:
    """Where the majority of the first rounds is for another class than their sum; None if nowhere.

    With the start or without it, the sum is for a class that the vote is against; a tie is no majority.
    Regression has no classes: None.
    """
    data = fit.dataset
    if data.task == "regression":
        return None
    base, steps = steps_for(fit, rounds)
    total, each = steps.sum(axis=0), np.arange(len(data.y))
    best = np.where(steps.any(axis=2), steps.argmax(axis=2), -1)
    votes = np.stack([(best == code).sum(axis=0) for code in range(steps.shape[2])], axis=1)
    voted, said = votes.argmax(axis=1), total.argmax(axis=1)
    majority, margin = votes[each, voted], total[each, said] - total[each, voted]
    with_start = (total + base).argmax(axis=1)
    differs = np.asarray((2 * majority > rounds) & (voted != said) & (with_start == said))
    if not differs.any():
        return None
    rows = np.flatnonzero(differs)
    row = int(rows[np.lexsort((-margin[rows], -majority[rows]))[0]])
    return VoteAndSum(
        rounds=rounds,
        row=row,
        n_voting=int(majority[row]),
        voted=int(voted[row]),
        said=int(said[row]),
        true=int(data.y[row]),
        raw=float(margin[row]),
        n_differ=len(rows),
        n_rows=len(data.y),
        vote_wrong=int((voted[rows] != data.y[rows]).sum()),
        sum_wrong=int((said[rows] != data.y[rows]).sum()),
    )
