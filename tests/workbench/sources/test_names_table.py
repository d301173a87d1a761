"""Every cell of the table, checked: by gbtlib with the settings that say it, or by the library itself."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from xgboost import XGBClassifier

from gbtlib import AdaBoostClassifier, DecisionTreeClassifier, GradientBoostingClassifier
from tests.workbench.sources.one_round import (
    TARGETS,
    TIMES,
    X4,
    Floats,
    X,
    answers,
    loss_of,
    model,
    rate_of,
    raw,
    sums,
)
from workbench.models.systems import Terms, from_plain, to_plain
from workbench.sources.names_table import ROWS
from workbench.sources.translation import Said, translation
from workbench.sources.vocabulary import CLASSES, VOICES, losses_of, options_of

Check = Callable[[str], None]
CELLS = [(row, name, words) for row, cells in ROWS.items() for name, words in zip(VOICES, cells, strict=True)]


def leaf_is_minus_G_over_H_plus_lambda(system: str) -> None:
    for loss in ("squared", "logistic"):
        if loss in losses_of(system):
            rate = rate_of(system)
            G, H = sums(system, loss, rate)
            step = 1.0 if VOICES[system].rate_inside else rate
            w = step * G / (H + 6.0)
            np.testing.assert_allclose(
                answers(system, Terms(6.0, 0.0, rate), loss), [-w, -w, w, w], rtol=1e-5
            )


def leaf_is_the_mean(system: str) -> None:
    np.testing.assert_allclose(answers(system, Terms(0, None, 0.5)), [-1, -1, 1, 1])


def leaf_is_class_shares(_: str) -> None:
    tree = DecisionTreeClassifier(max_depth=1).fit(X, np.repeat([0, 0, 1, 1], TIMES))
    skewed = DecisionTreeClassifier(max_depth=1, min_samples_leaf=50).fit(X, np.repeat([0, 1, 1, 1], TIMES))
    np.testing.assert_array_equal(tree.predict_proba(X4[:, np.newaxis])[:, 1], [0, 0, 1, 1])
    np.testing.assert_array_equal(skewed.predict_proba(X4[:, np.newaxis])[:, 1], [0.5, 0.5, 1, 1])


def gain(system: str, factor: float) -> float:
    """Of the cut in the middle, lambda 6: the sums of the halves, less that of all, which is 0."""
    G, H = sums(system, loss_of(system), rate_of(system))
    return factor * 2 * G**2 / (H + 6.0)


def price_decides(system: str, factor: float) -> None:
    """A little less than the gain is paid, a little more is not."""
    price = gain(system, factor)
    rate = rate_of(system)
    assert np.ptp(answers(system, Terms(6.0, 0.999 * price, rate))) > 0.1
    assert np.ptp(answers(system, Terms(6.0, 1.001 * price, rate))) == 0


def gain_has_its_half(system: str) -> None:
    price_decides(system, 0.5)


def gain_is_whole(system: str) -> None:
    if system == "scikit-learn":  # without a price, but its nodes say what they gained
        found = model(system, X, np.repeat(TARGETS["squared"], TIMES), "squared", Terms(6.0, None, 0.5))
        assert found._predictors[0][0].nodes["gain"][0] == pytest.approx(gain(system, 1.0))
    else:
        price_decides(system, 1.0)


def gain_of_impurity(_: str) -> None:
    tree = DecisionTreeClassifier(max_depth=1).fit(X, np.repeat([0, 0, 1, 1], TIMES)).tree_
    assert tree.gain[0] / tree.n_samples[0] == pytest.approx(0.5)  # Gini of halves, and pure children


def has_no_price(system: str) -> None:
    assert not VOICES[system].names[1]
    assert CLASSES in losses_of(system) or not translation(said_with_price(), system)["γ"].has_equal


def said_with_price() -> Said:
    return Said("gbtlib", "squared", Terms(1.0, 2.0, 0.3), {"depth": 1, "rounds": 1})


def rate_is_on_the_leaf(system: str) -> None:
    whole, half = (answers(system, Terms(6.0, 0.0, rate)) for rate in (1.0, 0.5))
    np.testing.assert_allclose(half, whole / 2, rtol=1e-6)


def rate_is_inside(system: str) -> None:
    reg_lambda, rate = 6.0, 4.0
    plain = to_plain(system, "logistic", Terms(reg_lambda, 0.0, rate))
    assert plain == pytest.approx((reg_lambda / rate**2, 0.0, 1 / rate))
    G, H = 25.0, 12.5
    w = rate * G / (rate**2 * H + reg_lambda)
    np.testing.assert_allclose(answers(system, Terms(reg_lambda, 0.0, rate), "logistic"), [-w, -w, w, w])


def rate_is_a_vote(_: str) -> None:
    first = AdaBoostClassifier(n_estimators=1, max_depth=1).fit(X, np.repeat([0, 1, 0, 1], TIMES)).trace_[0]
    assert first.tree_weight == pytest.approx(np.log((1 - first.error) / first.error))


def starts(*wanted: str) -> Check:
    def check(system: str) -> None:
        y = np.repeat(TARGETS[loss_of(system)], TIMES)
        y = y + 7.0 if loss_of(system) == "squared" else np.where(X[:, 0] == 2, 1, y)
        best = 7.0 if loss_of(system) == "squared" else np.log(3)
        for start, value in {"zero": 0.0, "best": best}.items():
            if start in wanted:
                small = Terms(6.0, 0.0, 1.0 if VOICES[system].rate_inside else 1e-4)
                found = model(system, X, y, loss_of(system), small, start=start)
                if VOICES[system].rate_inside:
                    assert found.initial_raw_prediction_ == pytest.approx(value)
                else:
                    np.testing.assert_allclose(raw(found, X4[:, np.newaxis]), value, atol=2e-3)
        has = {start for loss in losses_of(system) for start in options_of(system, loss, "start")}
        assert has == set(wanted)

    return check


def starts_with_even_weights(_: str) -> None:
    first = AdaBoostClassifier(n_estimators=1, trace="full").fit(X, np.repeat([0, 0, 1, 1], TIMES)).trace_[0]
    np.testing.assert_allclose(first.weights_before, 1 / len(X))


def cuts(*wanted: str) -> Check:
    """Between 2 and 4, at 2 itself or at 3."""

    def check(system: str) -> None:
        if system == "cart":
            labels = np.repeat([0, 0, 1, 1], TIMES)
            tree = DecisionTreeClassifier(max_depth=1, threshold="observed").fit(X, labels).tree_
            assert tree.threshold[0] == 2.0
            assert options_of(system, CLASSES, "test") == ("observed",)
            return
        loss = loss_of(system)
        assert set(options_of(system, loss, "test")) == set(wanted)
        for test, border in {"observed": 2.0, "midpoint": 3.0}.items():
            if test in wanted:
                terms = Terms(6.0, 0.0, rate_of(system))
                found = model(system, X, np.repeat(TARGETS[loss], TIMES), loss, terms, test=test)
                below, above = raw(found, np.array([[border - 0.01], [border + 0.01]]))
                assert below < 0 < above

    return check


def sends_gaps(*wanted: str) -> Check:
    """Rows without a value are like those on the right; who sends them left spoils the left leaf."""

    def check(system: str) -> None:
        gaps = np.vstack([X, np.full((TIMES, 1), np.nan)])
        if system == "cart":
            labels = np.repeat([0, 0, 1, 1, 1], TIMES)
            tree = DecisionTreeClassifier(max_depth=1, missing="left").fit(gaps, labels)
            assert tree.predict_proba([[np.nan]])[0, 1] == pytest.approx(1 / 3)
            return
        loss = loss_of(system)
        assert set(options_of(system, loss, "missing")) == set(wanted)
        y = np.append(np.repeat(TARGETS[loss], TIMES), np.full(TIMES, TARGETS[loss][-1]))
        for way in wanted:
            terms = Terms(6.0, 0.0, rate_of(system))
            found = model(system, gaps, y, loss, terms, missing=way)
            gap, left, right = raw(found, np.array([[np.nan], [1.0], [5.0]]))
            assert left < right
            assert gap == (left if way == "left" else right)

    return check


def takes_no_gaps(system: str) -> None:
    assert options_of(system, loss_of(system), "missing") == ()
    asked = Said("gbtlib", loss_of(system), Terms(1, 0, 0.3), {"depth": 1, "rounds": 1}, {"missing": "left"})
    assert not translation(asked, system)["missing"].has_equal


def xor_is_split(system: str, gamma: float = 0.0, **options: str) -> bool:
    """Whether a tree of depth 2 gets beyond a root at which no cut gains anything."""
    table = np.repeat([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], TIMES, axis=0)
    y = np.repeat([-1.0, 1.0, 1.0, -1.0] if loss_of(system) == "squared" else [0, 1, 1, 0], TIMES)
    found = model(system, table, y, loss_of(system), Terms(6.0, gamma, rate_of(system)), 2, **options)
    return bool(np.ptp(raw(found, table)) > 0.01)


def wants_a_gain(system: str) -> None:
    if system == "cart":
        table = np.repeat([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], TIMES, axis=0)
        assert DecisionTreeClassifier().fit(table, np.repeat([0, 1, 1, 0], TIMES)).tree_.n_nodes == 1
        return
    assert not xor_is_split(system)


def takes_any_cut(system: str) -> None:
    assert xor_is_split(system, accepts="always")


def takes_a_gain_or_any_cut(system: str) -> None:
    assert not xor_is_split(system, accepts="post")
    assert not xor_is_split(system, accepts="pre")
    takes_any_cut(system)


def nearly_wants_a_gain(system: str) -> None:
    """Here as much as γ is not enough: the nearest there is; and a cut that gains it is made at less."""
    wants_a_gain(system)
    assert options_of(system, loss_of(system), "accepts") == ("pre",)


def hill() -> tuple[Floats, Floats]:
    """A root whose best cut gains little, and below it one that gains much: who stops early misses it."""
    return np.repeat(np.arange(6.0), TIMES)[:, np.newaxis], np.repeat([2.0, -3.0, 1.5, 2.0, -3.5, 1.0], TIMES)


def leaves_at(system: str, gamma: float, **options: str) -> int:
    """How many different answers there are at a price that is gamma without any scale."""
    X, y = hill()
    terms = from_plain(system, "squared", Terms(0.5, gamma, 0.5))
    found = model(system, X, y - y.mean(), "squared", terms, 3, **options)
    return len(np.unique(raw(found, X).round(5)))


PRICES = np.geomspace(10, 1000, 16)


def prunes_afterwards(system: str) -> None:
    """At a price between, what stops at once has fewer leaves than what grows first; both know a dear one."""
    at_once = [leaves_at("gbtlib", gamma, accepts="pre") for gamma in PRICES]
    later = [leaves_at(system, gamma, accepts="post") for gamma in PRICES]
    assert all(few <= many for few, many in zip(at_once, later, strict=True))
    assert at_once != later
    assert later[-1] == 1


def prunes_both_ways(system: str) -> None:
    prunes_afterwards(system)
    prunes_by_alpha(system)


def prunes_never(system: str) -> None:
    if loss_of(system) != "squared" or not VOICES[system].names[1]:
        assert "post" not in options_of(system, loss_of(system), "accepts")
        return
    for gamma in PRICES:
        assert leaves_at(system, gamma) == leaves_at("gbtlib", gamma, accepts="pre")


def prunes_by_alpha(_: str) -> None:
    labels = np.repeat([0, 1, 0, 1], TIMES)
    full = DecisionTreeClassifier().fit(X, labels)
    found = full.cross_validate_alpha(n_folds=5)
    assert full.pruned(found.alpha[found.best]).tree_.n_nodes == full.tree_.n_nodes
    assert DecisionTreeClassifier(ccp_alpha=1.0).fit(X, labels).tree_.n_nodes == 1 < full.tree_.n_nodes


def has_losses(*wanted: str) -> Check:
    def check(system: str) -> None:
        assert losses_of(system)[: len(wanted)] == wanted
        assert set(losses_of(system)) - set(wanted) <= {CLASSES}

    return check


def derivatives(system: str) -> None:
    """The leaf of each loss has no other scale, and that of softmax the one of the library."""
    for loss in set(losses_of(system)) & {"squared", "logistic"}:
        G, H = sums(system, loss, rate_of(system))
        assert VOICES[system].scales(loss, rate_of(system)) == (
            pytest.approx(G / (100 if loss == "squared" else 25)),
            pytest.approx(H / (50 if loss == "squared" else 12.5)),
        )
        leaf_is_minus_G_over_H_plus_lambda(system) if system != "nested" else leaf_is_the_mean(system)
    if "softmax" in losses_of(system):
        times = VOICES[system].scales("softmax", 1.0)[1]
        y, terms = np.repeat([0, 0, 1, 2], TIMES), Terms(6.0, 0.0, 0.5)
        given = {"start": "zero"} if "zero" in options_of(system, "softmax", "start") else {}
        found = model(system, X, y, "softmax", terms, **given)
        if system == "scikit-learn":
            F, p = found._raw_predict(X4[:, np.newaxis])[:, 0], 0.5  # from the log odds
            F = F - found._baseline_prediction[0, 0]
        else:
            F, p = scores(found, X4[:, np.newaxis])[:, 0], 1 / 3
        w = 0.5 * 50 * (1 - p) / (50 * times * p * (1 - p) + 6.0)
        assert F[0] == pytest.approx(w, rel=1e-5)


def scores(model: Any, at: Floats) -> Floats:
    """Raw predictions of three classes, (n, 3)."""
    found: Floats = (
        model.raw_prediction(at)
        if isinstance(model, GradientBoostingClassifier)
        else model.predict(at, output_margin=True)
        if isinstance(model, XGBClassifier)
        else model.predict(at, raw_score=True)
    )
    return found - (0.5 if isinstance(model, XGBClassifier) else 0.0)


def has_none(row: str) -> Check:
    def check(system: str) -> None:
        assert VOICES[system].scale == {} or row == "factor of the gain"

    return check


def takes_gini_and_wrong_rows(_: str) -> None:
    tree = DecisionTreeClassifier(max_depth=1).fit(X, np.repeat([0, 0, 1, 1], TIMES))
    assert tree.criterion == "gini"
    assert tree.pruning_path("misclassification")[-1].alpha == pytest.approx(0.5)


def left_and_read_as_zero(system: str) -> None:
    """Left in training; read as 0, which lies below all its values, it goes left as well."""
    sends_gaps("left")(system)
    terms = Terms(6.0, 0.0, rate_of(system))
    found = model(system, X, np.repeat(TARGETS["logistic"], TIMES), "logistic", terms)
    negative = model(system, X - 10, np.repeat(TARGETS["logistic"], TIMES), "logistic", terms)
    as_zero, gap = np.array([[0.0]]), np.array([[np.nan]])
    assert raw(found, as_zero) == raw(found, gap)
    assert raw(negative, as_zero) != raw(negative, gap)  # the fault that the clinic shows


HALF_LOSSES = has_losses("squared", "logistic", "softmax")
CHECKS: dict[tuple[str, str], Check] = {
    ("loss", "log loss"): has_losses("logistic"),
    ("loss", "Gini; rows that are wrong"): takes_gini_and_wrong_rows,
    ("loss", "½ (y − F)²; log loss; softmax"): HALF_LOSSES,
    ("loss", "log loss; (y − F)²"): has_losses("squared", "logistic"),
    ("loss", "(y − F)²"): has_losses("squared"),
    ("g, h", "–"): has_none("g, h"),
    **{("g, h", words): derivatives for words in ROWS["g, h"] if words != "–"},
    ("factor of the gain", "½"): gain_has_its_half,
    ("factor of the gain", "1"): gain_is_whole,
    ("factor of the gain", "1, of the impurity"): gain_of_impurity,
    ("factor of the gain", "–"): has_no_price,
    ("γ", "subtracted"): gain_has_its_half,
    ("γ", "compared with the gain without its ½"): gain_is_whole,
    ("γ", "–"): has_no_price,
    ("leaf", "−G / (H + λ)"): leaf_is_minus_G_over_H_plus_lambda,
    ("leaf", "shares of the classes"): leaf_is_class_shares,
    ("leaf", "mean"): leaf_is_the_mean,
    ("shrinkage", "inside g and h"): rate_is_inside,
    ("shrinkage", "weight of a tree's vote"): rate_is_a_vote,
    ("shrinkage", "on the leaf"): rate_is_on_the_leaf,
    ("shrinkage", "on the update"): rate_is_on_the_leaf,
    ("start", "0"): starts("zero"),
    ("start", "weights 1/N"): starts_with_even_weights,
    ("start", "mean; 0 for classes"): starts("best", "zero"),
    ("start", "a bias"): starts("zero", "best"),
    ("start", "best constant, or 0"): starts("zero", "best"),
    ("start", "best constant"): starts("best"),
    ("test", "x ≤ a value of the rows"): cuts("observed"),
    ("test", "x ≤ a value of the rows, or border of a bin"): cuts("observed"),
    ("test", "x < midpoint"): cuts("midpoint"),
    ("test", "x ≤ midpoint, or a value of the rows"): cuts("midpoint", "observed"),
    ("test", "x ≤ border of a bin"): cuts("midpoint"),
    ("missing", "left, then read as 0"): left_and_read_as_zero,
    ("missing", "left"): sends_gaps("left"),
    ("missing", "–"): takes_no_gaps,
    ("missing", "the better side, or left"): sends_gaps("learn", "left"),
    ("missing", "the better side"): sends_gaps("learn"),
    ("accepts", "gain > 0"): wants_a_gain,
    ("accepts", "gain > γ"): wants_a_gain,
    ("accepts", "gain ≥ γ"): nearly_wants_a_gain,
    ("accepts", "gain ≥ 0"): nearly_wants_a_gain,
    ("accepts", "any cut"): takes_any_cut,
    ("accepts", "gain > 0, or any cut"): takes_a_gain_or_any_cut,
    ("prunes", "in its text only"): prunes_never,
    ("prunes", "cost-complexity, cross-validated"): prunes_by_alpha,
    ("prunes", "no"): prunes_never,
    ("prunes", "by γ, bottom up; cost-complexity"): prunes_both_ways,
    ("prunes", "by γ, bottom up"): prunes_afterwards,
}


@pytest.mark.parametrize(("row", "system", "words"), CELLS, ids=[f"{row}: {name}" for row, name, _ in CELLS])
def test_a_cell_is_what_is_done(row: str, system: str, words: str) -> None:
    CHECKS[row, words](system)


def test_every_check_is_of_a_cell() -> None:
    assert set(CHECKS) == {(row, words) for row, _, words in CELLS}
    assert all(len(cells) == len(VOICES) for cells in ROWS.values())
