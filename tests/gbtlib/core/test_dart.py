"""DART: dropped trees, their weights, and everything that has to carry them."""

from typing import Any

import numpy as np
import pytest

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor, load
from gbtlib.core import boosting
from gbtlib.core.boosting import step_sizes
from tests.gbtlib.models import table, target

X, HOLES, UNSEEN = table(), table(missing=0.2), table(50, seed=7, missing=0.1)
Y = target(X)
CLASSES = np.digitize(Y, [-0.7, 0.7])
SMALL: dict[str, Any] = {"n_estimators": 12, "max_depth": 3, "learning_rate": 0.4, "trace": "full"}
DART: dict[str, Any] = {"booster": "dart", "rate_drop": 0.3, **SMALL}
SETTINGS: list[dict[str, Any]] = [
    {},
    {"normalize_type": "forest"},
    {"skip_drop": 0.5},
    {"rate_drop": 0.05, "one_drop": True},
    {"rate_drop": 1.0},
    {"subsample": 0.6, "colsample_bynode": 0.5},
    {"loss": "absolute_error"},
]


def fitted(**setting: Any) -> Any:
    return GradientBoostingRegressor(**{**DART, **setting}).fit(X, Y)


def softmax(**setting: Any) -> Any:
    return GradientBoostingClassifier(**{**DART, **setting}).fit(X, CLASSES)


def added_up(model: Any, rows: Any, sizes: Any) -> np.ndarray:
    """The start and every tree, times its step, one after another."""
    raw = boosting.start(model.loss_, model.initial_raw_prediction_, len(rows))
    for round_, size in zip(model.trace_, sizes, strict=False):
        for k, tree in enumerate(round_.trees):
            boosting.column(raw, k)[:] += size * tree.predict(rows)
    return raw


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_stage_is_the_sum_of_weighted_trees(setting: dict[str, Any]) -> None:
    """To the last bit: what is fitted, what the round tells and what is predicted."""
    model = fitted(**setting)
    stages = list(model.staged_raw_prediction(UNSEEN))
    for round_, at_rows, stage in zip(model.trace_, model.staged_raw_prediction(X), stages, strict=True):
        sizes = step_sizes(model.trace_[: round_.number])
        assert np.array_equal(round_.raw_after, at_rows)
        assert np.array_equal(round_.raw_after, added_up(model, X, sizes))
        assert np.array_equal(stage, model.raw_prediction(UNSEEN, n_rounds=round_.number))
        before = step_sizes(model.trace_[: round_.number - 1])
        for number in round_.drop.rounds:
            before[number - 1] = 0.0
        assert np.array_equal(round_.raw_before, added_up(model, X, before))
        assert np.array_equal(round_.gradient, model.loss_.gradient(Y, round_.raw_before))
    assert sum(len(each.drop.rounds) for each in model.trace_) > 2
    if setting.get("rate_drop") == 1.0:
        assert all(each.drop.rounds == tuple(range(1, each.number)) for each in model.trace_)
    if "skip_drop" in setting:
        assert sum(not each.drop.rounds for each in model.trace_) > 3
    if "one_drop" in setting:
        assert all(each.drop.rounds for each in model.trace_[1:])


def test_weights_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """eta 1/2. Round 3 drops both: they get 2/2.5 and it 1/2.5; round 4 the first: 1/1.5 of it and 1/1.5."""
    drops: dict[int, tuple[int, ...]] = {1: (), 2: (), 3: (1, 2), 4: (1,)}
    monkeypatch.setattr(boosting, "draw_dropped", lambda params, number: list(drops[number]))
    model = fitted(n_estimators=4, learning_rate=0.5)
    assert step_sizes(model.trace_[:2]) == [0.5, 0.5]
    assert step_sizes(model.trace_[:3]) == pytest.approx([0.4, 0.4, 0.2])
    assert step_sizes(model.trace_) == pytest.approx([0.4 / 1.5, 0.4, 0.2, 0.5 / 1.5])
    forest = fitted(n_estimators=4, learning_rate=0.5, normalize_type="forest")
    assert step_sizes(forest.trace_) == pytest.approx([0.5 / 2.25, 0.5 / 1.5, 0.5 / 1.5, 0.5 / 1.5])


@pytest.mark.parametrize("setting", [{"rate_drop": 0.0}, {"skip_drop": 1.0}], ids=str)
@pytest.mark.parametrize("fit", [fitted, softmax])
def test_without_drops_it_is_plain_boosting_to_the_last_bit(fit: Any, setting: dict[str, Any]) -> None:
    plain = fit(booster="gbtree", rate_drop=0.0)
    model = fit(**setting)
    for ours, theirs in zip(model.trace_, plain.trace_, strict=True):
        assert np.array_equal(ours.raw_after, theirs.raw_after)
        assert ours.train_loss == theirs.train_loss
    assert np.array_equal(model.raw_prediction(UNSEEN), plain.raw_prediction(UNSEEN))


@pytest.mark.parametrize("fit", [fitted, softmax])
def test_what_is_told_of_the_model_carries_the_weights(fit: Any) -> None:
    model = fit()
    raw, sizes = model.raw_prediction(UNSEEN), step_sizes(model.trace_)
    for n_rounds in (5, None):
        told = model.contributions(UNSEEN, n_rounds=n_rounds).sum(axis=1)
        assert told == pytest.approx(model.raw_prediction(UNSEEN, n_rounds=n_rounds), rel=1e-9, abs=1e-12)
    ledger = model.ledger(UNSEEN[0])
    assert ledger["raw_prediction"].iloc[-1] == raw[0] if raw.ndim == 1 else raw[0, 0]
    assert len(set(sizes)) > 3
    gain = np.zeros(X.shape[1])
    for round_, size in zip(model.trace_, sizes, strict=True):
        for tree in round_.trees:
            for node in np.flatnonzero(tree.feature >= 0):
                gain[tree.feature[node]] += size / 0.4 * tree.gain[node]
    assert model.feature_importance("total_gain") == pytest.approx(gain)
    assert model.feature_importances_ == pytest.approx(gain / gain.sum())


@pytest.mark.parametrize("trace", ["full", "trees", "none"])
@pytest.mark.parametrize("fit", [fitted, softmax])
def test_saved_and_loaded(fit: Any, trace: str, tmp_path: Any) -> None:
    model = fit(trace=trace)
    model.save(tmp_path / "model.json")
    again = load(tmp_path / "model.json")
    assert [each.drop.rounds for each in again.trace_] == [each.drop.rounds for each in model.trace_]
    for ours, theirs in zip(
        again.staged_raw_prediction(UNSEEN), model.staged_raw_prediction(UNSEEN), strict=True
    ):
        assert np.array_equal(ours, theirs)


@pytest.mark.parametrize("trace", ["full", "trees", "none"])
@pytest.mark.parametrize("fit", [fitted, softmax])
def test_a_fit_that_goes_on_ends_where_one_fit_does(fit: Any, trace: str) -> None:
    model = fit(trace=trace, warm_start=True, n_estimators=5)
    model.set_params(n_estimators=12).fit(X, CLASSES if fit is softmax else Y)
    at_once = fit(trace=trace)
    assert [each.drop.rounds for each in model.trace_] == [each.drop.rounds for each in at_once.trace_]
    assert np.array_equal(model.raw_prediction(UNSEEN), at_once.raw_prediction(UNSEEN))
    assert [each.train_loss for each in model.trace_] == [each.train_loss for each in at_once.trace_]


def test_rows_held_out_see_the_weights_of_their_round() -> None:
    """Early stopping predicts with the rounds up to the best one, as heavy as they were after it."""
    model = GradientBoostingRegressor(**{**DART, "n_estimators": 60}, early_stopping_rounds=9)
    rows = table(400, ties=False)
    y = target(rows)
    model.fit(rows[:200], y[:200], validation=(rows[200:], y[200:]))
    assert 1 < model.n_estimators_ < len(model.trace_)
    losses = list(model.staged_loss(rows[200:], y[200:]))
    assert losses == [each.validation_loss for each in model.trace_[: model.n_estimators_]]
    assert min(losses) == losses[-1]
    left = model.raw_prediction(X) - added_up(model, X, step_sizes(model.trace_)[: model.n_estimators_])
    assert np.abs(left).max() > 0.01


def test_another_seed_drops_other_rounds() -> None:
    one, other, again = fitted(), fitted(random_state=5), fitted()
    assert [each.drop.rounds for each in one.trace_] == [each.drop.rounds for each in again.trace_]
    assert [each.drop.rounds for each in one.trace_] != [each.drop.rounds for each in other.trace_]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"rate_drop": 0.1}, "rate_drop=0.1 must be 0.0 without booster='dart'"),
        ({"one_drop": True}, "one_drop=True must be False without booster='dart'"),
        ({"normalize_type": "forest"}, "normalize_type='forest' must be 'tree' without booster='dart'"),
    ],
    ids=str,
)
def test_without_dart_its_parameters_are_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=f"^{told}"):
        GradientBoostingRegressor(**given).fit(X, Y)
