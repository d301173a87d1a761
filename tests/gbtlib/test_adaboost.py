"""AdaBoost (SAMME): the arithmetic of a round by hand, what holds in every round, and how it ends."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbtlib import AdaBoostClassifier, DecisionTreeClassifier, samme
from gbtlib.adaboost.samme import PERFECT, USELESS
from tests.gbtlib.models import table


def data(n_classes: int = 3, n: int = 120) -> tuple[np.ndarray, np.ndarray]:
    X = table(n, 4)
    noise = np.random.default_rng(4).normal(scale=0.4, size=n)
    score = X[:, 0] * X[:, 1] + X[:, 2] + noise
    return X, np.searchsorted(np.quantile(score, np.arange(1, n_classes) / n_classes), score)


# -- by hand


def test_ten_rows_of_three_classes() -> None:
    """Four of ten wrong: tree weight ln(0.6/0.4) + ln 2 = ln 3, normaliser 9/5, weights 1/6 and 1/18."""
    wrong = np.arange(10) < 4
    step = samme(np.full(10, 0.1), wrong, 3)
    assert step.error == pytest.approx(0.4, abs=1e-12)
    assert step.tree_weight == pytest.approx(np.log(3), abs=1e-12)
    assert step.normaliser == pytest.approx(9 / 5, abs=1e-12)
    assert step.weights == pytest.approx(np.where(wrong, 1 / 6, 1 / 18), abs=1e-12)
    assert samme(step.weights, wrong, 3).error == pytest.approx(2 / 3, abs=1e-12)


def test_useful_below_two_thirds_not_below_one_half() -> None:
    weights = np.full(10, 0.1)
    assert samme(weights, np.arange(10) < 6, 3).tree_weight == pytest.approx(0.2877, abs=5e-5)
    assert samme(weights, np.arange(10) < 6, 3).tree_weight == pytest.approx(np.log(4 / 3), abs=1e-12)
    assert samme(weights, np.arange(10) < 7, 3).tree_weight == 0.0
    assert samme(weights, np.arange(10) < 5, 2).tree_weight == 0.0
    assert samme(weights, np.arange(10) < 10, 3).tree_weight == 0.0


def test_perfect_and_useless_leave_the_weights() -> None:
    weights = np.arange(1.0, 5) / 10
    assert samme(weights, np.zeros(4, dtype=bool), 3)[:3] == (0.0, 1.0, 1.0)
    assert samme(weights, np.zeros(4, dtype=bool), 3).weights is weights
    assert samme(weights, np.array([False, False, True, True]), 2).weights is weights


@given(st.integers(2, 6), st.lists(st.floats(0.01, 1), min_size=3, max_size=20), st.data())
def test_the_same_tree_is_no_better_than_guessing_afterwards(n_classes: int, given_weights, draw) -> None:
    weights = np.array(given_weights) / sum(given_weights)
    wrong = np.array(draw.draw(st.lists(st.booleans(), min_size=len(weights), max_size=len(weights))))
    step = samme(weights, wrong, n_classes)
    assert (step.tree_weight > 0) == (step.error == 0 or step.error < 1 - 1 / n_classes)
    assert step.weights.sum() == pytest.approx(1, abs=1e-12)
    if 0 < step.error and step.tree_weight > 1e-9:
        assert samme(step.weights, wrong, n_classes).error == pytest.approx(1 - 1 / n_classes, abs=1e-9)


# -- every round


@pytest.mark.parametrize("n_classes", [2, 3, 5])
@pytest.mark.parametrize("depth", [1, 2, 4])
def test_rounds_fit_together(n_classes: int, depth: int) -> None:
    X, y = data(n_classes)
    model = AdaBoostClassifier(n_estimators=12, max_depth=depth, trace="full").fit(X, y)
    votes = np.zeros((len(X), n_classes))
    weights = np.full(len(X), 1 / len(X))
    for number, round_ in enumerate(model.trace_, start=1):
        assert round_.number == number
        assert round_.bound == 1 - 1 / n_classes
        assert round_.weights_before == pytest.approx(weights, rel=1e-12)
        assert round_.weights_after.sum() == pytest.approx(1, abs=1e-12)
        assert np.array_equal(round_.predicted, round_.tree.predict(X))
        assert np.array_equal(round_.wrong, round_.predicted != y)
        assert round_.error == pytest.approx(round_.weights_before[round_.wrong].sum(), abs=1e-12)
        assert round_.normaliser == pytest.approx(
            1 - round_.error + round_.error * np.exp(round_.tree_weight), rel=1e-12
        )
        votes[np.arange(len(X)), round_.predicted] += round_.tree_weight
        assert np.array_equal(round_.votes, votes)
        assert round_.train_error == np.mean(votes.argmax(axis=1) != y)
        weights = round_.weights_after


@pytest.mark.parametrize("n_classes", [2, 3])
def test_the_tree_of_a_round_is_that_of_its_weights(n_classes: int) -> None:
    """The split search itself is weighted: each round's tree is the decision tree of the round's weights."""
    X, y = data(n_classes)
    model = AdaBoostClassifier(n_estimators=6, max_depth=2, trace="full").fit(X, y)
    splits = set()
    for round_ in model.trace_:
        alone = DecisionTreeClassifier(max_depth=2).fit(X, y, sample_weight=round_.weights_before)
        assert np.array_equal(alone.tree_.threshold, round_.tree.threshold, equal_nan=True)
        assert np.array_equal(alone.tree_.class_weights, round_.tree.class_weights)
        splits.add((int(round_.tree.feature[0]), float(round_.tree.threshold[0])))
    assert len(splits) > 1


@pytest.mark.parametrize("kind", ["gini", "entropy"])
def test_the_best_candidate_of_a_round_is_its_split_to_the_last_bit(kind: str) -> None:
    X, y = data(4)
    model = AdaBoostClassifier(n_estimators=5, max_depth=3, criterion=kind, trace="full").fit(X, y)
    for number, round_ in enumerate(model.trace_, start=1):
        for node in np.flatnonzero(~round_.tree.is_leaf):
            found = model.candidates(number, int(node))
            assert found.best is not None
            assert found.gain[found.best] == round_.tree.gain[node]
            assert found.feature[found.best] == round_.tree.feature[node]
            assert found.threshold[found.best] == round_.tree.threshold[node]


def test_the_training_error_is_below_the_product_of_the_rounds() -> None:
    """Freund and Schapire's bound for two classes: the vote's error is at most prod 2 sqrt(e (1 - e))."""
    X, y = data(2, n=200)
    model = AdaBoostClassifier(n_estimators=60, max_depth=3).fit(X, y)
    errors = np.array([round_.error for round_ in model.trace_])
    bound = np.cumprod(2 * np.sqrt(errors * (1 - errors)))
    train = np.array([round_.train_error for round_ in model.trace_])
    assert (train <= bound + 1e-12).all()
    assert bound[-1] < 0.5


def test_stages_end_in_predict_and_are_its_first_rounds() -> None:
    X, y = data()
    names = np.array(["low", "mid", "high"])[y]
    model = AdaBoostClassifier(n_estimators=9).fit(X, names)
    assert model.classes_.tolist() == ["high", "low", "mid"]
    stages = list(model.staged_predict_proba(X))
    assert len(stages) == model.n_estimators_ == len(model.trace_) == 9
    for number, (proba, labels) in enumerate(zip(stages, model.staged_predict(X), strict=True), start=1):
        assert np.array_equal(proba, model.predict_proba(X, n_rounds=number))
        assert np.array_equal(labels, model.predict(X, n_rounds=number))
        assert proba.sum(axis=1) == pytest.approx(1.0, abs=1e-12)
    assert np.array_equal(stages[-1], model.predict_proba(X))
    assert model.decision_function(X).sum(axis=1) == pytest.approx(0, abs=1e-12)
    assert np.mean(model.predict(X) != names) == model.trace_[-1].train_error


def test_learning_rate_scales_the_first_tree_weight() -> None:
    X, y = data()
    full, half = (AdaBoostClassifier(learning_rate=rate).fit(X, y).trace_[0] for rate in (1.0, 0.5))
    assert half.tree_weight == full.tree_weight / 2
    assert half.error == full.error


def test_weights_of_rows() -> None:
    """Only their ratios matter; whole numbers are rows that often; 0 is no row."""
    X, y = data()
    weight = np.random.default_rng(3).integers(0, 4, len(y)).astype(float)
    some = {"n_estimators": 8, "max_depth": 2}
    model = AdaBoostClassifier(**some, trace="full").fit(X, y, sample_weight=weight)
    scaled = AdaBoostClassifier(**some, trace="full").fit(X, y, sample_weight=weight * 0.25)
    assert np.array_equal(model.predict_proba(X), scaled.predict_proba(X))
    rows = np.repeat(np.arange(len(y)), weight.astype(int))
    repeated = AdaBoostClassifier(**some, trace="full").fit(X[rows], y[rows])
    assert repeated.predict_proba(X) == pytest.approx(model.predict_proba(X), abs=1e-9)
    for round_ in model.trace_:
        assert (round_.weights_after[weight == 0] == 0).all()


# -- pruned trees


def seven_rows(alpha: float, **more: Any) -> AdaBoostClassifier:
    """Seven rows x = 1 .. 7 of classes 0 0 0 0 1 1 0, trees of depth 2.

    Round 1 cuts at 4.5 and 6.5. The risks by row: 20/49 in the root, 3/7 of 4/9 in its right child, 0 in the
    leaves. The right child's link is worth 4/21 = 0.1905; then the root's 20/49 - 4/21 = 0.2177.
    """
    X = np.arange(1.0, 8)[:, np.newaxis]
    model = AdaBoostClassifier(max_depth=2, n_estimators=2, ccp_alpha=alpha, trace="full", **more)
    return model.fit(X, [0, 0, 0, 0, 1, 1, 0])


def test_a_leaf_must_be_worth_its_price() -> None:
    (perfect,) = seven_rows(0.19).trace_
    assert perfect.tree.n_leaves == perfect.grown.n_leaves == 3
    assert perfect.ended == PERFECT
    first, _ = seven_rows(0.2).trace_
    assert (first.grown.n_leaves, first.tree.n_leaves) == (3, 2)
    assert seven_rows(0.217).trace_[0].tree.n_leaves == 2
    assert first.tree.threshold[0] == 4.5
    assert first.leaf.tolist() == [1, 1, 1, 1, 2, 2, 2]
    assert first.predicted.tolist() == [0, 0, 0, 0, 1, 1, 1]
    assert first.error == pytest.approx(1 / 7, abs=1e-12)
    assert first.tree_weight == pytest.approx(np.log(6), abs=1e-12)
    assert first.weights_after == pytest.approx([1 / 12] * 6 + [1 / 2], abs=1e-12)
    root_alone = seven_rows(0.22).trace_[0]
    assert root_alone.tree.n_leaves == 1
    assert root_alone.error == pytest.approx(2 / 7, abs=1e-12)


def test_the_price_is_weighed_against_the_weights_of_the_round() -> None:
    """In round 2 row 7 has half the weight: 5/18 in the root, so that its link is worth 5/36 = 0.139.

    The left child has half the weight and 4/9 by row, and its link is worth 2/9: it falls with the root.
    """
    second = seven_rows(0.2).trace_[1]
    assert second.grown.n_leaves == 3
    assert second.grown.threshold[0] == 6.5
    assert second.grown.impurity is not None
    assert second.grown.impurity[0] == pytest.approx(5 / 18, abs=1e-12)
    assert second.tree.n_leaves == 1
    assert second.error == pytest.approx(1 / 6, abs=1e-12)
    assert second.tree_weight == pytest.approx(np.log(5), abs=1e-12)


def test_the_risk_may_be_rows_misclassified() -> None:
    """Round 1: 2/7 wrong in the root and 1/7 with two leaves; both links are worth 1/7, and fall together."""
    assert seven_rows(0.14, ccp_measure="misclassification").trace_[0].tree.n_leaves == 3
    assert seven_rows(0.15, ccp_measure="misclassification").trace_[0].tree.n_leaves == 1


def test_pruned_rounds_are_rescanned_and_add_up() -> None:
    X, y = data(3)
    model = AdaBoostClassifier(max_depth=4, n_estimators=6, ccp_alpha=0.01, trace="full").fit(X, y)
    votes = np.zeros((len(X), 3))
    for round_ in model.trace_:
        assert 1 < round_.tree.n_leaves < round_.grown.n_leaves
        assert np.array_equal(round_.leaf, round_.tree.apply(X))
        assert np.array_equal(round_.predicted, round_.tree.predict(X))
        votes[np.arange(len(X)), round_.predicted] += round_.tree_weight
        for node in np.flatnonzero(~round_.tree.is_leaf):
            found = model.candidates(round_.number, int(node))
            assert found.gain[found.best] == round_.tree.gain[node]
    assert np.array_equal(model.trace_[-1].votes, votes)
    assert np.array_equal(model.predict(X), votes.argmax(axis=1))


@pytest.mark.parametrize("measure", ["impurity", "misclassification"])
def test_the_price_may_be_cross_validated_in_every_round(measure: str) -> None:
    X, y = data(3)
    model = AdaBoostClassifier(
        max_depth=None,
        min_samples_leaf=3,
        n_estimators=4,
        ccp_folds=5,
        ccp_measure=measure,
        seed=2,
        trace="full",
    ).fit(X, y)
    assert len(model.trace_) == 4
    for round_ in model.trace_:
        # The same by one tree on its own, told the weights of the round.
        tree = DecisionTreeClassifier(min_samples_leaf=3).fit(X, y, sample_weight=round_.weights_before)
        found = tree.cross_validate_alpha(n_folds=5, measure=measure, seed=2)
        assert round_.price == pytest.approx(found.alpha[found.best], rel=1e-12)
        kept = tree.pruned(round_.price, measure).tree_
        assert np.array_equal(round_.tree.threshold, kept.threshold, equal_nan=True)
        assert np.array_equal(round_.leaf, kept.apply(X))
    leaves = {(round_.grown.n_leaves, round_.tree.n_leaves) for round_ in model.trace_}
    assert any(whole > left for whole, left in leaves)
    assert any(round_.price != model.trace_[0].price for round_ in model.trace_)


def test_without_a_price_nothing_is_pruned() -> None:
    X, y = data(3)
    for round_ in AdaBoostClassifier(max_depth=3, n_estimators=4, trace="full").fit(X, y).trace_:
        assert round_.tree is round_.grown


# -- the end


def test_a_perfect_tree_ends_it() -> None:
    X = np.arange(9.0)[:, np.newaxis]
    model = AdaBoostClassifier(max_depth=2).fit(X, np.repeat([0, 1, 2], 3))
    assert [(r.error, r.tree_weight, r.ended) for r in model.trace_] == [(0.0, 1.0, PERFECT)]
    assert model.predict(X).tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_a_useless_first_tree_votes_for_nobody() -> None:
    model = AdaBoostClassifier().fit(np.zeros((4, 1)), [0, 0, 1, 1])
    assert [(r.error, r.tree_weight, r.ended) for r in model.trace_] == [(0.5, 0.0, USELESS)]
    assert model.n_estimators_ == 0
    assert model.predict_proba([[0.0]]).tolist() == [[0.5, 0.5]]
    assert list(model.staged_predict([[0.0]])) == []


def test_a_useless_later_tree_ends_it_without_a_vote() -> None:
    """A feature that never changes: the first tree is the largest class, the second no better than chance."""
    model = AdaBoostClassifier().fit(np.zeros((10, 1)), [0] * 6 + [1] * 4)
    assert [round_.ended for round_ in model.trace_] == ["", USELESS]
    assert model.trace_[1].error == pytest.approx(0.5, abs=1e-12)
    assert model.n_estimators_ == 1
    assert model.predict([[0.0]]).tolist() == [0]


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"n_estimators": 0}, "n_estimators=0 must be at least 1"),
        ({"learning_rate": 2}, "learning_rate=2 must be greater than 0 and at most 1"),
        ({"criterion": "error"}, "criterion='error' must be one of 'gini', 'entropy'"),
        ({"max_depth": 0}, "max_depth=0 must be at least 1, or None for no limit"),
        ({"ccp_alpha": -0.1}, "ccp_alpha=-0.1 must be at least 0"),
        ({"ccp_measure": "squared_error"}, "ccp_measure='squared_error' does not fit a tree of classes"),
        ({"ccp_measure": "risk"}, "ccp_measure='risk' must be one of"),
        ({"ccp_folds": 1}, "ccp_folds=1 must be at least 2"),
        ({"ccp_folds": 5, "ccp_alpha": 0.1}, "ccp_alpha=0.1 must be 0 where ccp_folds chooses the price"),
        ({"seed": -1}, "random_state=-1 must be"),
    ],
)
def test_messages(params: dict, message: str) -> None:
    X, y = data()
    with pytest.raises(ValueError) as error:
        AdaBoostClassifier(**params).fit(X, y)
    assert str(error.value).startswith(message)


def test_one_class_and_no_fit() -> None:
    with pytest.raises(ValueError, match="y has one class only, 1; it must have at least two"):
        AdaBoostClassifier().fit([[1.0], [2.0]], [1, 1])
    with pytest.raises(ValueError, match="this AdaBoostClassifier has learned nothing yet: call fit first"):
        AdaBoostClassifier().predict([[1.0]])
    X, y = data()
    with pytest.raises(ValueError, match="n_rounds=4 must be at least 1 and at most 3"):
        AdaBoostClassifier(n_estimators=3).fit(X, y).predict(X, n_rounds=4)


def test_a_failed_fit_keeps_what_was_learned() -> None:
    X, y = data()
    model = AdaBoostClassifier(n_estimators=2).fit(X, y)
    before = model.predict(X)
    with pytest.raises(ValueError):
        model.fit(X, y[:-1])
    assert np.array_equal(model.predict(X), before)
