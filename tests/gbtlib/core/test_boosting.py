"""The loop: rounds that follow from each other, and everything that is read off the trace."""

import itertools

import numpy as np
import pytest

from gbtlib import (
    BoostingParams,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    HalfSquaredError,
    boost,
    sort_columns,
)
from gbtlib.core.tree import ARRAYS
from gbtlib.estimators.boosting import GradientBoosting
from tests.gbtlib.models import MODELS, table, target

X, Y = table(), target(table())


@pytest.mark.parametrize("name", MODELS)
def test_each_round_starts_where_the_last_one_ended(name: str) -> None:
    for earlier, later in itertools.pairwise(MODELS[name].trace_):
        assert later.raw_before is earlier.raw_after


@pytest.mark.parametrize("name", MODELS)
def test_a_round_adds_the_learning_rate_times_the_leaf_weight(name: str) -> None:
    for round_ in MODELS[name].trace_:
        n_rows = len(round_.leaf)
        leaf = round_.leaf.reshape(n_rows, -1)
        step = np.column_stack([tree.weight[leaf[:, k]] for k, tree in enumerate(round_.trees)])
        expected = round_.raw_before.reshape(n_rows, -1) + round_.learning_rate * step
        assert np.array_equal(round_.raw_after.reshape(n_rows, -1), expected)


@pytest.mark.parametrize("name", MODELS)
def test_predictions_of_training_rows_are_those_of_the_trace(name: str) -> None:
    model: GradientBoosting = MODELS[name]
    rows = model.columns_.X
    for round_, raw in zip(model.trace_, model.staged_raw_prediction(rows), strict=True):
        assert np.array_equal(round_.raw_after, raw)
    assert np.array_equal(model.raw_prediction(rows), raw)
    assert np.array_equal(list(model.staged_predict(rows))[-1], model.predict(rows))
    first = next(iter(model.staged_predict(rows)))
    assert np.array_equal(model.predict(rows, n_rounds=1), first)


@pytest.mark.parametrize("name", MODELS)
def test_the_ledger_adds_up_to_the_last_bit(name: str) -> None:
    model: GradientBoosting = MODELS[name]
    row = model.columns_.X[7]
    raw = np.atleast_1d(model.raw_prediction(row[np.newaxis])[0])
    for k in range(model.loss_.n_outputs):
        ledger = model.ledger(row, k=k)
        total = 0.0
        for contribution in ledger["contribution"]:
            total += contribution
        assert total == raw[k] == ledger["raw_prediction"].iloc[-1]
        rate = model.params_.learning_rate
        assert np.array_equal(ledger["contribution"][1:], rate * ledger["weight"][1:])


@pytest.mark.parametrize("name", MODELS)
def test_nothing_in_a_round_can_be_written_to(name: str) -> None:
    round_ = MODELS[name].trace_[0]
    for array in (round_.raw_before, round_.gradient, round_.leaf, round_.raw_after, round_.trees[0].weight):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


@pytest.mark.parametrize("name", ["plain", "logistic", "huber"])
def test_a_round_keeps_at_most_40_bytes_a_row(name: str) -> None:
    round_ = MODELS[name].trace_[1]  # raw_before belongs to the round before
    arrays = (round_.gradient, round_.hessian, round_.leaf, round_.raw_after)
    assert sum(array.nbytes for array in arrays) <= 40 * len(round_.leaf)


def test_boosting_is_lazy() -> None:
    params = BoostingParams(n_estimators=10**9)
    rounds = boost(sort_columns(X), Y, HalfSquaredError(), params)
    assert [round_.number for round_ in itertools.islice(rounds, 3)] == [1, 2, 3]


def test_a_subsample_is_drawn_without_replacement() -> None:
    model = GradientBoostingRegressor(n_estimators=3, subsample=0.6, trace="full").fit(X, Y)
    drawn = [round_.rows for round_ in model.trace_]
    assert [len(rows) for rows in drawn] == [72, 72, 72]
    assert all((np.diff(rows) > 0).all() for rows in drawn)
    assert not np.array_equal(drawn[0], drawn[1])


def test_a_seed_decides_everything() -> None:
    def predict(seed: int) -> np.ndarray:
        params = {"n_estimators": 5, "subsample": 0.5, "colsample_bynode": 0.5, "seed": seed}
        return GradientBoostingRegressor(**params).fit(X, Y).predict(X)

    assert np.array_equal(predict(1), predict(1))
    assert not np.array_equal(predict(1), predict(2))


def test_base_score_is_on_the_scale_of_the_prediction() -> None:
    regressor = GradientBoostingRegressor(base_score=3.0, n_estimators=1).fit(X, Y)
    assert regressor.initial_raw_prediction_ == 3.0
    for loss, raw in (("logistic", np.log(0.2 / 0.8)), ("exponential", 0.5 * np.log(0.2 / 0.8))):
        model = GradientBoostingClassifier(loss=loss, base_score=0.2, n_estimators=1).fit(X, Y > 0)
        assert model.initial_raw_prediction_ == pytest.approx(raw, abs=1e-15)
    start = GradientBoostingClassifier(n_estimators=1).fit(X, Y > 0).initial_raw_prediction_
    share = (Y > 0).mean()
    assert start == pytest.approx(np.log(share / (1 - share)), abs=1e-12)


def test_validation_loss_is_the_staged_loss() -> None:
    other = table(seed=9)
    model = GradientBoostingRegressor(n_estimators=6).fit(X, Y, validation=(other, target(other)))
    recorded = [round_.validation_loss for round_ in model.trace_]
    assert recorded == list(model.staged_loss(other, target(other)))
    assert [round_.train_loss for round_ in model.trace_] == list(model.staged_loss(X, Y))


def test_early_stopping_predicts_with_the_best_round() -> None:
    other = table(seed=9)
    settings = {"n_estimators": 300, "learning_rate": 0.5, "early_stopping_rounds": 4}
    model = GradientBoostingRegressor(**settings, trace="full").fit(X, Y, validation=(other, target(other)))
    losses = [round_.validation_loss for round_ in model.trace_]
    best = int(np.argmin(losses)) + 1
    assert model.n_estimators_ == best
    assert len(losses) == best + 4 < 300
    assert np.array_equal(model.predict(X), model.trace_[best - 1].raw_after)


def test_progress_sees_every_round_and_can_stop() -> None:
    seen: list[int] = []

    def progress(round_) -> bool:
        seen.append(round_.number)
        return round_.number == 3

    model = GradientBoostingRegressor().fit(X, Y, progress=progress)
    assert seen == [1, 2, 3]
    assert model.n_estimators_ == 3


def test_feature_importance_adds_up() -> None:
    model = MODELS["plain"]
    splits = sum((~tree.is_leaf).sum() for round_ in model.trace_ for tree in round_.trees)
    count = model.feature_importance("weight")
    assert count.sum() == splits
    for mean, total in (("gain", "total_gain"), ("cover", "total_cover")):
        assert model.feature_importance(mean) * count == pytest.approx(model.feature_importance(total))
    total_gain = sum(np.nansum(tree.gain) for round_ in model.trace_ for tree in round_.trees)
    assert model.feature_importance("total_gain").sum() == pytest.approx(total_gain)


def test_training_loss_never_rises_with_full_steps() -> None:
    for name in ("plain", "logistic", "softmax", "huber"):
        losses = [round_.train_loss for round_ in MODELS[name].trace_]
        assert losses == sorted(losses, reverse=True)


@pytest.mark.parametrize("labels", [["no", "yes"], [1, 7], [False, True], ["a", "b", "c"], [3, 5, 9]])
def test_labels_come_back(labels: list) -> None:
    y = np.array(labels)[np.digitize(Y, np.linspace(-0.5, 0.5, len(labels) - 1))]
    model = GradientBoostingClassifier(n_estimators=5).fit(X, y)
    assert model.classes_.tolist() == labels
    probability = model.predict_proba(X)
    assert probability.shape == (len(X), len(labels))
    assert probability.sum(axis=1) == pytest.approx(np.ones(len(X)))
    assert np.array_equal(model.predict(X), np.array(labels)[probability.argmax(axis=1)])
    assert (model.predict(X) == y).mean() > 0.8
    objects = GradientBoostingClassifier(n_estimators=5).fit(X, y.astype(str).astype(object))
    assert np.array_equal(objects.predict_proba(X), probability)


def test_parameters_can_be_read_and_set() -> None:
    model = GradientBoostingRegressor(max_depth=2, gamma=0.5)
    copy = GradientBoostingRegressor(**model.get_params())
    assert copy.get_params() == model.get_params()
    assert model.set_params(max_depth=None) is model
    assert model.max_depth is None
    assert model.get_params()["gamma"] == 0.5


@pytest.mark.parametrize("name", MODELS)
def test_no_array_of_a_round_or_of_its_trees_can_be_written_to(name: str) -> None:
    for round_ in MODELS[name].trace_:
        arrays = [value for value in vars(round_).values() if isinstance(value, np.ndarray)]
        arrays += [getattr(tree, array) for tree in round_.trees for array in ARRAYS]
        assert len(arrays) >= 5 + len(ARRAYS)
        assert not any(array.flags.writeable for array in arrays)


@pytest.mark.parametrize("share", [0.001, 0.1, 0.505, 0.999])
def test_a_subsample_has_its_share_of_the_rows_and_at_least_one(share: float) -> None:
    model = GradientBoostingRegressor(n_estimators=2, subsample=share, trace="full").fit(X, Y)
    for round_ in model.trace_:
        assert round_.rows is not None
        assert len(round_.rows) == max(1, round(share * len(X)))
        assert round_.trees[0].n_samples[0] == len(round_.rows)
        assert np.array_equal(round_.leaf, round_.trees[0].apply(X))  # of the other rows, too


def test_the_whole_subsample_is_no_subsample() -> None:
    assert all(round_.rows is None for round_ in MODELS["plain"].trace_)


def test_every_row_is_drawn_about_equally_often() -> None:
    model = GradientBoostingRegressor(n_estimators=400, max_depth=1, subsample=0.5, seed=3, trace="full")
    rounds = model.fit(X, Y).trace_
    times = np.bincount(np.concatenate([round_.rows for round_ in rounds]), minlength=len(X))
    assert np.abs(times - 200).max() < 5 * np.sqrt(400 / 4)  # five standard deviations


def test_the_first_round_starts_at_the_base_score() -> None:
    for model in MODELS.values():
        first = model.trace_[0].raw_before
        assert np.array_equal(first, np.broadcast_to(model.initial_raw_prediction_, first.shape))


def test_derivatives_are_those_of_the_loss_at_the_raw_prediction() -> None:
    weight = np.linspace(0.5, 2, len(X))
    model = GradientBoostingClassifier(n_estimators=2, trace="full").fit(X, Y > 0, sample_weight=weight)
    loss, y = model.loss_, (Y > 0).astype(int)
    for round_ in model.trace_:
        assert np.array_equal(round_.gradient, loss.gradient(y, round_.raw_before) * weight)
        assert np.array_equal(round_.hessian, loss.hessian(y, round_.raw_before) * weight)
        assert round_.train_loss == np.average(loss.loss(y, round_.raw_after), weights=weight)


def test_a_weight_is_a_number_of_rows() -> None:
    weight = np.random.default_rng(5).integers(0, 4, len(X))
    rows = np.repeat(np.arange(len(X)), weight)
    start = {"base_score": 0.25, "n_estimators": 4, "max_depth": 3}
    heavy = GradientBoostingRegressor(**start).fit(X, Y, sample_weight=weight)
    many = GradientBoostingRegressor(**start).fit(X[rows], Y[rows])
    assert many.predict(X[rows]) == pytest.approx(heavy.predict(X[rows]), abs=1e-12)
    assert many.trace_[-1].train_loss == pytest.approx(heavy.trace_[-1].train_loss, abs=1e-12)


@pytest.mark.parametrize(("loss", "expected"), [("logistic", np.log(0.3 / 0.7)), ("softmax", 0)])
def test_the_base_score_of_classes_is_a_probability(loss: str, expected: float) -> None:
    model = GradientBoostingClassifier(loss=loss, base_score=0.3, n_estimators=1).fit(X, Y > 0)
    assert model.initial_raw_prediction_ == pytest.approx(expected, abs=1e-15)


def test_the_base_score_is_the_best_constant() -> None:
    weight = np.linspace(0.5, 2, len(X))
    regressor = GradientBoostingRegressor(n_estimators=1).fit(X, Y, sample_weight=weight)
    assert regressor.initial_raw_prediction_ == np.average(Y, weights=weight)
    classes = np.digitize(Y, [-0.7, 0.7])
    softmax = GradientBoostingClassifier(n_estimators=1).fit(X, classes)
    shares = np.bincount(classes) / len(classes)
    assert softmax.initial_raw_prediction_ == pytest.approx(np.log(shares), abs=1e-15)


def test_without_patience_a_validation_set_changes_nothing() -> None:
    other = table(seed=9)
    plain = GradientBoostingRegressor(n_estimators=4).fit(X, Y)
    watched = GradientBoostingRegressor(n_estimators=4).fit(X, Y, validation=(other, target(other)))
    assert np.array_equal(watched.predict(X), plain.predict(X))
    assert watched.n_estimators_ == 4
    assert all(np.isnan(round_.validation_loss) for round_ in plain.trace_)


def test_early_stopping_and_progress_agree_on_the_end() -> None:
    other = table(seed=9)
    model = GradientBoostingRegressor(n_estimators=50, learning_rate=0.5, early_stopping_rounds=9)
    model.fit(X, Y, validation=(other, target(other)), progress=lambda round_: round_.number == 5)
    losses = [round_.validation_loss for round_ in model.trace_]
    assert len(losses) == 5
    assert model.n_estimators_ == int(np.argmin(losses)) + 1
    assert len(list(model.staged_predict(X))) == model.n_estimators_


def test_progress_that_returns_nothing_stops_nothing() -> None:
    model = GradientBoostingRegressor(n_estimators=3).fit(X, Y, progress=lambda round_: None)
    assert len(model.trace_) == 3


def test_patience_counts_from_the_first_of_equal_rounds() -> None:
    alike, sides = np.ones((len(X), 1)), np.resize([-1.0, 1.0], len(X))  # no cut, and a mean of 0
    model = GradientBoostingRegressor(early_stopping_rounds=3).fit(alike, sides, validation=(alike, sides))
    assert len(model.trace_) == 4
    assert model.n_estimators_ == 1
