"""Class trees, pruning, cross-validation and AdaBoost beside scikit-learn's, at every node and stage."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.ensemble import AdaBoostClassifier as TheirBooster
from sklearn.tree import DecisionTreeClassifier as TheirClassifier
from sklearn.tree import DecisionTreeRegressor as TheirRegressor

from gbtlib import (
    AdaBoostClassifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    Tree,
    prune,
    weakest_links,
)
from gbtlib.cart.impurity import entropy, gini
from tests.oracles.sklearn_trees import Comparison, Floats, Rows, their_parameters
from tests.oracles.tables import Table, table

TOLERANCE = 1e-10  # of a gain, as a share of the node's weighted impurity
IMPURITY = {"gini": gini, "entropy": entropy}


def weights_of(data: Table) -> Floats:
    return np.random.default_rng(6).uniform(0.2, 3, len(data.y))


def class_table(name: str) -> Table:
    """A table with classes; a number of classes after the name cuts a target of numbers into so many."""
    name, _, n_classes = name.partition(" ")
    data = table(name)
    if not n_classes:
        return data
    shares = np.arange(1, int(n_classes)) / int(n_classes)
    return Table(data.X, np.searchsorted(np.quantile(data.y, shares), data.y).astype(float))


def from_sklearn(model: Any) -> Tree:
    """scikit-learn's tree as ours, so that both prune the same one, whatever they would have grown."""
    t = model.tree_
    n = t.node_count
    depth = np.zeros(n, dtype=np.int32)
    for i in range(n):
        for child in (t.children_left[i], t.children_right[i]):
            if child >= 0:
                depth[child] = depth[i] + 1
    W = t.weighted_n_node_samples.copy()
    shares = t.value[:, 0, :]
    is_classes = isinstance(model, TheirClassifier)
    return Tree(
        feature=np.where(t.children_left < 0, -1, t.feature).astype(np.int32),
        threshold=t.threshold.copy(),
        default_left=np.ones(n, dtype=bool),
        children_left=t.children_left.astype(np.int32),
        children_right=t.children_right.astype(np.int32),
        n_samples=t.n_node_samples.astype(np.int32),
        G=np.full(n, np.nan),
        H=W,
        gain=np.full(n, np.nan),
        weight=shares.argmax(axis=1).astype(float) if is_classes else shares[:, 0].copy(),
        depth=depth,
        why_leaf=np.zeros(n, dtype=np.int8),
        n_features=t.n_features,
        class_weights=shares * W[:, np.newaxis] if is_classes else None,
        impurity=t.impurity.copy(),
    )


# -- growing


@dataclass
class Impurities(Comparison):
    """Class trees, by a criterion; target: codes.

    pure: nodes of one class that scikit-learn splits nevertheless, because the impurity of their weighted
    rows is 1e-16 there, and exactly 0 only in gbtlib.
    """

    criterion: str = "gini"

    def is_pure(self, rows: Rows) -> bool:
        return len(np.unique(self.target[rows])) == 1

    def sums(self, ours: Tree, theirs: Any, i: int, j: int, rows: Rows) -> None:
        """Rows, sum of weights, class shares and impurity."""
        assert ours.n_samples[i] == theirs.n_node_samples[j] == len(rows)
        assert ours.H[i] == pytest.approx(self.weight[rows].sum(), rel=1e-12)
        assert theirs.weighted_n_node_samples[j] == pytest.approx(ours.H[i], rel=1e-12)
        np.testing.assert_allclose(ours.class_shares[i], theirs.value[j, 0], rtol=1e-11, atol=1e-13)
        assert ours.impurity is not None
        assert ours.impurity[i] == pytest.approx(theirs.impurity[j], rel=1e-10, abs=1e-12)

    def cut(self, rows: Rows, feature: int, threshold: float) -> tuple[NDArray[np.bool_], float, float]:
        """The rows that go left, the gain in weighted impurity, and by how much it may be off."""
        left = self.X[rows, feature] <= threshold
        before = self.weighted_impurity(rows)
        gain = before - self.weighted_impurity(rows[left]) - self.weighted_impurity(rows[~left])
        return left, gain, TOLERANCE * before

    def weighted_impurity(self, rows: Rows) -> float:
        counts = np.bincount(self.target[rows], weights=self.weight[rows], minlength=self.target.max() + 1)
        return float(counts.sum() * IMPURITY[self.criterion](counts[np.newaxis])[0])


def compared(
    data: Table, weight: Floats | None, **params: Any
) -> tuple[Impurities, DecisionTreeClassifier, Any]:
    """Both libraries' trees of the same table, compared."""
    ours = DecisionTreeClassifier(**params).fit(data.X, data.y, sample_weight=weight)
    theirs = TheirClassifier(**their_parameters(**params)).fit(data.X, data.y, sample_weight=weight)
    codes = np.searchsorted(ours.classes_, data.y)
    w = np.ones(len(codes)) if weight is None else weight
    comparison = Impurities(data.X, codes, w, criterion=params.get("criterion", "gini"))
    comparison.nodes(ours.tree_, theirs.tree_, 0, 0, np.arange(len(codes)))
    return comparison, ours, theirs


# How many choices we put up with for each split that is equal, where all rows weigh the same: class counts
# are whole numbers, and equal gains frequent in small nodes. Where weights differ there are none.
CHOICES = {
    "plain 2": 0.13,
    "plain 10": 0.08,
    "wave 5": 0.0,
    "coarse 3": 0.09,
    "iris": 0.0,
    "wine": 0.5,
    "breast_cancer": 0.25,
    "sonar": 0.45,
}
SETTINGS: dict[str, dict[str, Any]] = {
    "stump": {"max_depth": 1},
    "depth 6": {"max_depth": 6},
    "to the end": {},
    "large leaves": {"min_samples_leaf": 9},
    "large nodes": {"min_samples_split": 20},
    "best first": {"max_leaves": 12, "grow_policy": "lossguide"},
}


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("name", CHOICES)
def test_every_split(name: str, setting: str, criterion: str, weighted: bool) -> None:
    data = class_table(name)
    weight = weights_of(data) if weighted else None
    found, ours, theirs = compared(data, weight, criterion=criterion, **SETTINGS[setting])
    assert found.splits >= 1
    assert found.choices <= (0 if weighted else CHOICES[name] * found.splits)
    if found.choices == found.renamed == found.pure == 0:
        np.testing.assert_allclose(
            ours.predict_proba(data.X), theirs.predict_proba(data.X), rtol=0, atol=1e-11
        )
        assert np.array_equal(ours.predict(data.X), theirs.predict(data.X))


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("setting", ["depth 6", "large leaves", "best first"])
@pytest.mark.parametrize("name", ["wave", "plain"])
def test_regression_trees(name: str, setting: str, weighted: bool) -> None:
    """Every split of regression trees is compared in test_sklearn_trees; here the estimator's own."""
    data = table(name)
    weight = weights_of(data) if weighted else None
    params = SETTINGS[setting]
    ours = DecisionTreeRegressor(**params).fit(data.X, data.y, sample_weight=weight)
    theirs = TheirRegressor(**their_parameters(**params)).fit(data.X, data.y, sample_weight=weight)
    np.testing.assert_allclose(ours.predict(data.X), theirs.predict(data.X), rtol=0, atol=1e-10)
    by_rows = np.lexsort((ours.tree_.impurity, ours.tree_.n_samples))
    theirs_by_rows = np.lexsort((theirs.tree_.impurity, theirs.tree_.n_node_samples))
    np.testing.assert_allclose(
        ours.tree_.impurity[by_rows], theirs.tree_.impurity[theirs_by_rows], rtol=1e-9, atol=1e-12
    )


# -- pruning


def their_path(model: Any, data: Table, weight: Floats | None) -> tuple[list[float], list[float]]:
    """alpha and impurity of scikit-learn's path; equal alphas, which it lists one by one, as one step."""
    path = model.cost_complexity_pruning_path(data.X, data.y, sample_weight=weight)
    alpha, impurity = path.ccp_alphas.tolist(), path.impurities.tolist()
    last = [i for i in range(len(alpha)) if i + 1 == len(alpha) or alpha[i + 1] - alpha[i] > 1e-12]
    return [max(alpha[i], 0.0) for i in last], [impurity[i] for i in last]


def same_path(tree: Tree, theirs: Any, data: Table, weight: Floats | None, measure: str) -> None:
    scale = float(theirs.tree_.impurity[0])
    alpha, impurity = their_path(theirs, data, weight)
    steps = weakest_links(tree, measure)
    assert len(steps) == len(alpha)
    np.testing.assert_allclose([s.alpha for s in steps], alpha, rtol=1e-9, atol=1e-13 * scale)
    np.testing.assert_allclose([s.risk for s in steps], impurity, rtol=1e-9, atol=1e-12 * scale)
    # One by one, as they do it, but for links below equally weak ones, which rounding may let them cut first.
    one_by_one = [step.alpha for step in weakest_links(tree, measure, ties="shallower")]
    all_theirs = theirs.cost_complexity_pruning_path(data.X, data.y, sample_weight=weight).ccp_alphas
    assert len(steps) <= len(one_by_one) <= len(all_theirs)
    nearest = np.abs(np.subtract.outer(one_by_one, all_theirs)).min(axis=1)
    assert (nearest <= 1e-12 * scale).all()


PATHS = ("plain 2", "plain 10", "wave 5", "coarse 3", "iris", "wine", "breast_cancer", "sonar")


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("name", PATHS)
def test_pruning_path_of_their_class_tree(name: str, criterion: str, weighted: bool) -> None:
    data = class_table(name)
    weight = weights_of(data) if weighted else None
    theirs = TheirClassifier(criterion=criterion, random_state=0).fit(data.X, data.y, sample_weight=weight)
    same_path(from_sklearn(theirs), theirs, data, weight, "impurity")


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", ["plain", "wave", "slow_wave", "diabetes"])
def test_pruning_path_of_their_regression_tree(name: str, weighted: bool) -> None:
    data = table(name)
    weight = weights_of(data) if weighted else None
    theirs = TheirRegressor(random_state=0, max_depth=8).fit(data.X, data.y, sample_weight=weight)
    same_path(from_sklearn(theirs), theirs, data, weight, "squared_error")


@pytest.mark.parametrize("name", PATHS)
def test_pruning_path_of_our_tree(name: str) -> None:
    """Ours from the rows on, where all splits are the same: weights and large leaves leave few ties."""
    data = class_table(name)
    weight = weights_of(data)
    found, ours, theirs = compared(data, weight, min_samples_leaf=7, max_depth=5)
    assert found.choices == 0
    same_path(ours.tree_, theirs, data, weight, "impurity")


@pytest.mark.parametrize("name", PATHS)
def test_trees_refitted_between_the_alphas(name: str) -> None:
    """scikit-learn grown again with ccp_alpha between two of the path's, and our tree pruned there."""
    data = class_table(name)
    theirs = TheirClassifier(random_state=0).fit(data.X, data.y)
    tree = from_sklearn(theirs)
    alpha = np.array([step.alpha for step in weakest_links(tree, "impurity")])
    for between in (alpha[1:] + alpha[:-1])[::3] / 2:
        again = TheirClassifier(random_state=0, ccp_alpha=between).fit(data.X, data.y)
        pruned = prune(tree, float(between), "impurity")
        assert pruned.n_leaves == again.get_n_leaves()
        leaf = pruned.apply(data.X)
        np.testing.assert_allclose(pruned.class_shares[leaf], again.predict_proba(data.X), rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", ["plain", "wave"])
def test_cross_validated_error_of_every_fold_and_alpha(name: str) -> None:
    """Each cell of the matrix from a tree that scikit-learn grows on the other folds, with that ccp_alpha."""
    data = table(name)
    params = {"min_samples_leaf": 8, "max_depth": 5}
    found = DecisionTreeRegressor(**params).fit(data.X, data.y).cross_validate_alpha(n_folds=4, seed=1)
    for k in range(4):
        inside = found.fold == k
        for i, alpha in enumerate(found.alpha):
            theirs = TheirRegressor(ccp_alpha=min(alpha, 1e9), **their_parameters(**params))
            theirs.fit(data.X[~inside], data.y[~inside])
            error = np.mean((theirs.predict(data.X[inside]) - data.y[inside]) ** 2)
            assert found.fold_error[k, i] == pytest.approx(error, rel=1e-9)


# -- AdaBoost


BOOSTED = ("plain 2", "plain 3", "plain 10", "wave 5", "wine", "breast_cancer", "sonar")


@pytest.mark.parametrize("learning_rate", [1.0, 0.5])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("depth", [1, 3])
@pytest.mark.parametrize("name", BOOSTED)
def test_every_round_of_adaboost(name: str, depth: int, weighted: bool, learning_rate: float) -> None:
    """Errors, tree weights, decisions and probabilities of every stage.

    With leaves of 5 rows or more, and weights, no two cuts gain the same.
    """
    data = class_table(name)
    weight = weights_of(data) if weighted else np.random.default_rng(8).uniform(0.99, 1.01, len(data.y))
    tree = {"max_depth": depth, "min_samples_leaf": 5}
    same = {"n_estimators": 25, "learning_rate": learning_rate}
    ours = AdaBoostClassifier(**tree, **same, trace="full").fit(data.X, data.y, sample_weight=weight)
    base = TheirClassifier(random_state=0, **tree)
    theirs = TheirBooster(base, random_state=0, **same).fit(data.X, data.y, sample_weight=weight)
    same_stages(ours, theirs, data.X)


def same_stages(ours: AdaBoostClassifier, theirs: Any, X: Floats) -> None:
    used = [round_ for round_ in ours.trace_ if round_.tree_weight > 0]
    assert len(used) == len(theirs.estimators_)
    np.testing.assert_allclose([r.error for r in used], theirs.estimator_errors_[: len(used)], rtol=1e-8)
    np.testing.assert_allclose(
        [r.tree_weight for r in used], theirs.estimator_weights_[: len(used)], rtol=1e-8
    )
    stages = zip(
        ours.staged_decision_function(X),
        theirs.staged_decision_function(X),
        ours.staged_predict_proba(X),
        theirs.staged_predict_proba(X),
        ours.staged_predict(X),
        theirs.staged_predict(X),
        strict=True,
    )
    for decision, their_decision, proba, their_proba, label, their_label in stages:
        np.testing.assert_allclose(decision, their_decision, rtol=0, atol=1e-8)
        np.testing.assert_allclose(proba, their_proba, rtol=0, atol=1e-8)
        sure = np.sort(proba, axis=1)[:, -1] - np.sort(proba, axis=1)[:, -2] > 1e-8
        assert np.array_equal(label[sure], their_label[sure])


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("alpha", [0.002, 0.01, 0.05])
@pytest.mark.parametrize("name", BOOSTED)
def test_every_round_of_adaboost_with_pruned_trees(name: str, alpha: float, criterion: str) -> None:
    """Trees pruned by the impurity of their weighted rows vote the same at every stage."""
    data = class_table(name)
    weight = np.random.default_rng(8).uniform(0.5, 1.5, len(data.y))
    tree = {"max_depth": 4, "min_samples_leaf": 5, "criterion": criterion, "ccp_alpha": alpha}
    ours = AdaBoostClassifier(n_estimators=15, trace="full", **tree).fit(data.X, data.y, sample_weight=weight)
    base = TheirClassifier(random_state=0, **tree)
    theirs = TheirBooster(base, n_estimators=15, random_state=0).fit(data.X, data.y, sample_weight=weight)
    same_stages(ours, theirs, data.X)
    pairs = list(zip(ours.trace_, theirs.estimators_, strict=False))
    assert [round_.tree.n_leaves for round_, _ in pairs] == [each.get_n_leaves() for _, each in pairs]
    is_pruned = any(round_.tree.n_leaves < round_.grown.n_leaves for round_ in ours.trace_)
    assert is_pruned or alpha < 0.01  # so small a price may leave every tree whole


def test_a_perfect_tree_weighs_1_and_ends_the_boosting() -> None:
    X, y = np.arange(8.0)[:, np.newaxis], np.repeat([0, 1], 4)
    ours, theirs = AdaBoostClassifier().fit(X, y), TheirBooster(random_state=0).fit(X, y)
    assert theirs.estimator_weights_.tolist()[:1] == [r.tree_weight for r in ours.trace_] == [1.0]
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=0, atol=1e-12)
