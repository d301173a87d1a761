"""Metrics against scikit-learn, exact counting and hand-checked values."""

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
import sklearn.metrics
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from gbtlib.core.losses import HalfSquaredError, Logistic
from gbtlib.losses.named import Softmax
from gbtlib.metrics import accuracy, auc_error, log_loss, mean_squared_error, roc_auc, roc_curve

Array = NDArray[np.float64]

rows = st.integers(2, 30)
tied_scores = st.integers(-3, 3).map(lambda k: k / 4)
any_scores = st.one_of(tied_scores, st.floats(-1e6, 1e6))
probabilities = st.one_of(st.sampled_from([0.0, 1e-20, 0.5, 1.0]), st.floats(0, 1))
maybe_weights = st.one_of(st.none(), st.just(st.floats(0.01, 100)))


def draw(data: st.DataObject, values: st.SearchStrategy[float], n: int) -> Array:
    return np.array(data.draw(st.lists(values, min_size=n, max_size=n)), dtype=np.float64)


def draw_weight(data: st.DataObject, n: int) -> Array | None:
    values = data.draw(maybe_weights)
    return None if values is None else draw(data, values, n)


def draw_two_classes(data: st.DataObject, n: int) -> NDArray[np.int64]:
    y = draw(data, st.integers(0, 1), n).astype(np.int64)
    assume(0 < y.sum() < n)
    return y


# -- log loss, squared error, accuracy


@given(data=st.data(), n=rows)
def test_log_loss_of_two_classes(data: st.DataObject, n: int) -> None:
    y, p, weight = draw(data, st.integers(0, 1), n), draw(data, probabilities, n), draw_weight(data, n)
    theirs = sklearn.metrics.log_loss(y, p, sample_weight=weight, labels=[0, 1])
    assert log_loss(y, p, weight) == pytest.approx(theirs, rel=1e-12, abs=1e-15)
    both = np.column_stack([1 - p, p])
    assert log_loss(y, both, weight) == log_loss(y, p, weight)


@given(data=st.data(), n=rows, K=st.integers(2, 5))
def test_log_loss_of_many_classes(data: st.DataObject, n: int, K: int) -> None:
    y = draw(data, st.integers(0, K - 1), n).astype(np.int64)
    raw = draw(data, st.floats(-20, 20), n * K).reshape(n, K)
    weight = draw_weight(data, n)
    p = Softmax(K).inverse_link(raw)
    theirs = sklearn.metrics.log_loss(y, p, sample_weight=weight, labels=list(range(K)))
    assert log_loss(y, p, weight) == pytest.approx(theirs, rel=1e-12, abs=1e-15)


@given(data=st.data(), n=rows)
def test_log_loss_is_the_mean_of_the_losses(data: st.DataObject, n: int) -> None:
    y, raw, weight = draw(data, st.integers(0, 1), n), draw(data, st.floats(-9, 9), n), draw_weight(data, n)
    mean = np.average(Logistic().loss(y, raw), weights=weight)
    # Written through p, the loss loses what 1 - p loses: exp(9) roundings of 1.
    assert log_loss(y, Logistic().inverse_link(raw), weight) == pytest.approx(mean, rel=0, abs=1e-11)


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("off", [0.3, 3.0])
def test_rows_add_up_to_one_within_what_scikit_learn_allows(kind: type[np.floating], off: float) -> None:
    """The square root of the rounding of the type; beyond it scikit-learn warns."""
    p = np.array([[0.5, 0.5 + off * math.sqrt(np.finfo(kind).eps)], [0.25, 0.75]], dtype=kind)
    if off < 1:
        expected = sklearn.metrics.log_loss([0, 1], p)
        assert log_loss([0, 1], p) == pytest.approx(expected, rel=4 * float(np.finfo(kind).eps))
        return
    with pytest.warns(UserWarning, match="do not sum to one"):
        sklearn.metrics.log_loss([0, 1], p)
    with pytest.raises(ValueError, match=r"^probability\[0\] adds up to 1\."):
        log_loss([0, 1], p)


def test_log_loss_by_hand() -> None:
    assert log_loss([0, 1], [0.5, 0.5]) == pytest.approx(math.log(2), rel=1e-15)
    assert log_loss([0, 1, 1], [0.2, 0.8, 0.4]) == pytest.approx(-math.log(0.8 * 0.8 * 0.4) / 3, rel=1e-15)
    three = [[0.1, 0.2, 0.7], [0.5, 0.3, 0.2]]
    assert log_loss([2, 0], three) == pytest.approx(-math.log(0.35) / 2, rel=1e-15)
    assert log_loss([0, 1], [0.5, 0.25], [3, 1]) == pytest.approx(5 * math.log(2) / 4, rel=1e-15)
    assert log_loss([1], [0.0]) == pytest.approx(52 * math.log(2), rel=1e-15)  # sure and wrong: clipped
    assert log_loss([True, False], [1.0, 0.0]) == pytest.approx(2.0**-52, rel=1e-12)


@given(data=st.data(), n=rows)
def test_mean_squared_error(data: st.DataObject, n: int) -> None:
    y, prediction, weight = draw(data, any_scores, n), draw(data, any_scores, n), draw_weight(data, n)
    theirs = sklearn.metrics.mean_squared_error(y, prediction, sample_weight=weight)
    assert mean_squared_error(y, prediction, weight) == pytest.approx(theirs, rel=1e-12)
    twice_half = 2 * np.average(HalfSquaredError().loss(y, prediction), weights=weight)
    assert mean_squared_error(y, prediction, weight) == pytest.approx(twice_half, rel=1e-12)


def test_mean_squared_error_of_a_step_and_of_the_wrong_sign() -> None:
    y, step = np.array([1.0, 2, 6, 7]), np.array([-5 / 3, -5 / 3, 5 / 3, 5 / 3])
    assert mean_squared_error(y, np.full(4, 4.0)) == 6.5
    assert mean_squared_error(y, 4 + step) == pytest.approx(17 / 18, rel=1e-12)
    assert mean_squared_error(y, 4 - step) == pytest.approx(317 / 18, rel=1e-12)


@given(data=st.data(), n=rows)
def test_accuracy(data: st.DataObject, n: int) -> None:
    y, prediction = draw(data, st.integers(0, 2), n), draw(data, st.integers(0, 2), n)
    weight = draw_weight(data, n)
    theirs = sklearn.metrics.accuracy_score(y, prediction, sample_weight=weight)
    assert accuracy(y, prediction, weight) == pytest.approx(theirs, rel=1e-12)


def test_accuracy_of_names() -> None:
    assert accuracy(["cat", "dog", "dog", "cow"], ["cat", "dog", "cow", "cow"]) == 0.75
    assert accuracy(["cat", "dog"], ["cat", "cat"], [1, 3]) == 0.25


# -- ROC


@given(data=st.data(), n=rows, scores=st.sampled_from([tied_scores, any_scores]))
def test_roc_curve(data: st.DataObject, n: int, scores: st.SearchStrategy[float]) -> None:
    y, score, weight = draw_two_classes(data, n), draw(data, scores, n), draw_weight(data, n)
    fpr, tpr, thresholds = roc_curve(y, score, weight)
    theirs = sklearn.metrics.roc_curve(y, score, sample_weight=weight, drop_intermediate=False)
    np.testing.assert_allclose(fpr, theirs[0], rtol=1e-12)
    np.testing.assert_allclose(tpr, theirs[1], rtol=1e-12)
    np.testing.assert_array_equal(thresholds, theirs[2])
    assert (fpr[0], tpr[0], thresholds[0]) == (0, 0, np.inf)
    assert (fpr[-1], tpr[-1], thresholds[-1]) == (1, 1, score.min())
    assert len(thresholds) == 1 + len(set(score.tolist()))


@given(data=st.data(), n=rows, scores=st.sampled_from([tied_scores, any_scores]))
def test_every_point_of_the_roc_curve_is_a_rate(
    data: st.DataObject, n: int, scores: st.SearchStrategy[float]
) -> None:
    y, score = draw_two_classes(data, n), draw(data, scores, n)
    for fpr, tpr, threshold in zip(*roc_curve(y, score), strict=True):
        called = score >= threshold
        assert fpr == called[y == 0].sum() / (y == 0).sum()
        assert tpr == called[y == 1].sum() / (y == 1).sum()


@given(data=st.data(), n=rows, scores=st.sampled_from([tied_scores, any_scores]))
def test_roc_auc(data: st.DataObject, n: int, scores: st.SearchStrategy[float]) -> None:
    y, score, weight = draw_two_classes(data, n), draw(data, scores, n), draw_weight(data, n)
    theirs = sklearn.metrics.roc_auc_score(y, score, sample_weight=weight)
    assert roc_auc(y, score, weight) == pytest.approx(theirs, rel=1e-11, abs=1e-14)
    fpr, tpr, _ = roc_curve(y, score, weight)
    assert roc_auc(y, score, weight) == pytest.approx(np.trapezoid(tpr, fpr), rel=1e-12)


@given(data=st.data(), n=rows, scores=st.sampled_from([tied_scores, any_scores]))
def test_roc_auc_counts_pairs_exactly(data: st.DataObject, n: int, scores: st.SearchStrategy[float]) -> None:
    y, score = draw_two_classes(data, n), draw(data, scores, n)
    gaps = (score[y == 1][:, np.newaxis] - score[y == 0]).ravel().tolist()
    won = sum(Fraction(1) if gap > 0 else Fraction(1, 2) if gap == 0 else Fraction(0) for gap in gaps)
    assert roc_auc(y, score) == float(won / len(gaps))  # equal to the last bit


def test_roc_by_hand() -> None:
    y, score = [0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8]
    fpr, tpr, thresholds = roc_curve(y, score)
    assert fpr.tolist() == [0, 0, 0.5, 1]
    assert tpr.tolist() == [0, 0.5, 1, 1]
    assert thresholds.tolist() == [np.inf, 0.8, 0.4, 0.1]
    assert roc_auc(y, score) == 7 / 8
    assert roc_auc([0, 1], [0, 1]) == 1
    assert roc_auc([0, 1], [1, 0]) == 0
    assert roc_auc([0, 1, 1, 0], [7, 7, 7, 7]) == 0.5


@given(data=st.data(), n=rows)
def test_a_whole_weight_is_a_number_of_copies(data: st.DataObject, n: int) -> None:
    y, score = draw_two_classes(data, n), draw(data, tied_scores, n)
    copies = draw(data, st.integers(1, 4), n).astype(np.int64)
    assert roc_auc(y, score, copies) == roc_auc(np.repeat(y, copies), np.repeat(score, copies))


@given(data=st.data(), n=rows)
def test_roc_auc_of_the_opposite_score(data: st.DataObject, n: int) -> None:
    y, score = draw_two_classes(data, n), draw(data, tied_scores, n)
    assert roc_auc(y, -score) == pytest.approx(1 - roc_auc(y, score), rel=0, abs=1e-15)
    assert roc_auc(y, np.exp(score)) == roc_auc(y, score)  # only the order counts


# -- errors


@pytest.mark.parametrize("metric", [log_loss, mean_squared_error, accuracy, roc_curve, roc_auc])
def test_lengths_must_agree(metric: Callable[..., object]) -> None:
    second = {log_loss: "probability", roc_curve: "score", roc_auc: "score"}.get(metric, "prediction")
    with pytest.raises(ValueError, match=rf"^y has 3 rows, {second} has 2: they must agree$"):
        metric([0, 1, 1], [0.5, 0.5])
    with pytest.raises(ValueError, match=r"^sample_weight has 1 entries; it must have 2, one for each row"):
        metric([0, 1], [0.5, 0.5], [1.0])
    with pytest.raises(ValueError, match=r"^y has no rows$"):
        metric([], [])
    with pytest.raises(ValueError, match=r"^y has shape \(2, 1\); it must have one dimension, \(n,\)$"):
        metric([[0], [1]], [0.5, 0.5])


@pytest.mark.parametrize("metric", [mean_squared_error, accuracy, roc_curve, roc_auc])
def test_predictions_are_not_broadcast(metric: Callable[..., object]) -> None:
    with pytest.raises(ValueError, match=r"has shape \(2, 1\); it must have one dimension"):
        metric([0, 1], [[0.5], [0.5]])


def test_log_loss_of_a_matrix_of_another_length() -> None:
    with pytest.raises(ValueError, match=r"^y has 1 rows, probability has 2: they must agree$"):
        log_loss([0], [[0.5, 0.5], [0.5, 0.5]])


@pytest.mark.parametrize("label", [-1, 2, 0.5, "yes"])
def test_labels_that_are_no_codes(label: float | str) -> None:
    for metric in (log_loss, roc_curve, roc_auc):
        with pytest.raises(ValueError, match=rf"^y\[0\]={label} must be a class code, 0 to 1$"):
            metric([label], [0.5])


@pytest.mark.parametrize("metric", [roc_curve, roc_auc])
def test_roc_needs_both_classes(metric: Callable[..., object]) -> None:
    one_class = "^y holds one class only: ROC needs both$"
    for label in (0, 1):
        with pytest.raises(ValueError, match=one_class):
            metric([label, label], [0.1, 0.2])
    with pytest.raises(ValueError, match=one_class):
        metric([0, 1], [0.1, 0.2], [0.0, 1.0])
    with pytest.raises(ValueError, match=r"^score\[1\]=nan must be a number: ROC orders the rows$"):
        metric([0, 1], [0.1, np.nan])


def test_the_standard_error_of_an_area() -> None:
    # By hand for 2 against 1 rows, area 1/2: Q1 = Q2 = 1/3, so 1/4 + (1/3 - 1/4) = 1/3, over 2.
    assert auc_error(0.5, 2, 1) == pytest.approx(np.sqrt(1 / 6))
    assert auc_error(1.0, 30, 33) == 0
    # Scores of an exponential law on both sides are the law that the formula is derived for.
    rng = np.random.default_rng(0)
    labels = np.arange(63) < 34
    # The area is the share of pairs in which the first kind scores higher.
    scores = rng.exponential(np.where(labels, 3.0, 1.0), size=(3000, 63))
    areas = (scores[:, :34, np.newaxis] > scores[:, np.newaxis, 34:]).mean(axis=(1, 2))
    assert areas[0] == pytest.approx(sklearn.metrics.roc_auc_score(labels, scores[0]))
    assert np.std(areas) == pytest.approx(auc_error(0.75, 34, 29), rel=0.05)
