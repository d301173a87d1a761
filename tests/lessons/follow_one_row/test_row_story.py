"""The ledger of a row adds up to the model's prediction, and its path is the tree's, whatever the row."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor, Tree
from tests.gbtlib.models import table, target
from workbench.data.catalogue import DATASETS, load_dataset
from workbench.data.held_out import training_rows
from workbench.lessons.follow_one_row.words import (
    derivatives,
    leaf_words,
    unused_words,
)
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.row_story import (
    RowStory,
    both_sides,
    default_row,
    ledger_table,
    most_wrong,
    next_held_out,
    next_turning,
    row_story,
    turning_rounds,
)
from workbench.models.settings import Settings, losses_for, settings_from
from workbench.text.numbers import latex, number

pytestmark = pytest.mark.sweep

CASES = [(data, loss) for data in DATASETS for loss in losses_for(data)]
OPTIONS = {"n_estimators": 6, "max_depth": 4}


@cache
def fit(**values: object) -> BoostedModel:
    return fit_boosted_model(settings_from(vars(Settings()) | OPTIONS | values))


@cache
def with_holes(loss: str) -> BoostedModel:
    """A lesson on rows with missing values."""
    X = table(missing=0.2)
    numbers = target(X)
    kinds = {"logistic": numbers > 0, "softmax": np.digitize(numbers, [-0.7, 0.7])}
    y = numbers if loss == "squared_error" else kinds[loss].astype(np.int64)
    task = "regression" if loss == "squared_error" else "classification"
    data = replace(
        load_dataset("diabetes" if task == "regression" else "iris"),
        X=X,
        y=y,
        feature_names=("a", "b", "c", "d"),
        units=("",) * 4,
        truth=None,
        task=task,
    )
    train, held_out = training_rows(data)
    kind = GradientBoostingRegressor if task == "regression" else GradientBoostingClassifier
    model = kind(loss=loss, trace="full", **OPTIONS).fit(
        X[train], y[train], validation=(X[held_out], y[held_out])
    )
    return BoostedModel(data, train, held_out, Settings(**OPTIONS), model)


def some_rows(found: BoostedModel, at_most: int = 40) -> np.ndarray:
    """Rows of the whole data set, trained on and held out, the first and the last of each among them."""
    parts = [found.train, found.held_out]
    picks = [part[np.linspace(0, len(part) - 1, at_most // 2).astype(int)] for part in parts if len(part)]
    return np.unique(np.concatenate(picks))


def stories(found: BoostedModel) -> Iterator[RowStory]:
    for row in some_rows(found):
        yield row_story(found, int(row))


def columns(values: np.ndarray) -> np.ndarray:
    return values if values.ndim > 1 else values[:, np.newaxis]


def check_sums(found: BoostedModel) -> None:
    """The ledger against the model, which takes other ways: staged predictions of all rows at once."""
    rows = some_rows(found)
    staged = [columns(raw) for raw in found.model.staged_raw_prediction(found.dataset.X[rows])]
    for place, story in enumerate(stories(found)):
        for i, round_ in enumerate(found.trace):
            expected = [tree.weight[leaf] for tree, leaf in zip(round_.trees, story.leaf[i], strict=True)]
            assert np.array_equal(story.contribution[i], round_.learning_rate * np.array(expected))
            assert np.array_equal(story.raw[i + 1], story.raw[i] + story.contribution[i])
            assert np.array_equal(story.raw[i + 1], staged[i][place])
        assert np.array_equal(story.raw[0], np.atleast_1d(found.model.initial_raw_prediction_))
        assert np.array_equal(
            story.raw[-1], np.atleast_1d(found.model.raw_prediction(story.x[np.newaxis])[0])
        )


@pytest.mark.parametrize(("data", "loss"), CASES)
def test_the_ledger_adds_up_to_the_models_raw_prediction(data: str, loss: str) -> None:
    check_sums(fit(data=data, loss=loss))


@pytest.mark.parametrize("loss", ["squared_error", "logistic", "softmax"])
def test_it_adds_up_with_missing_values(loss: str) -> None:
    found = with_holes(loss)
    assert any(np.isnan(story.x).any() for story in stories(found))
    check_sums(found)


@pytest.mark.parametrize(
    "options", [{"subsample": 0.5}, {"base_score": 0.3}, {"pruning": "pre", "gamma": 0.5}]
)
def test_it_adds_up_with_other_parameters(options: dict[str, object]) -> None:
    check_sums(fit(data="moons", **options))


@pytest.mark.parametrize(("data", "loss"), CASES)
def test_the_prediction_is_the_models(data: str, loss: str) -> None:
    found = fit(data=data, loss=loss)
    for story in stories(found):
        if DATASETS[data].task == "regression":
            assert story.prediction[-1, 0] == found.model.predict(story.x[np.newaxis])[0]
        else:
            p = found.model.predict_proba(story.x[np.newaxis])[0]
            own = p if found.n_classes > 1 else p[1:]
            assert story.prediction[-1] == pytest.approx(own, rel=1e-14)


@pytest.mark.parametrize(("data", "loss"), CASES)
def test_g_and_h_are_the_traces(data: str, loss: str) -> None:
    found = fit(data=data, loss=loss)
    for story in stories(found):
        if not story.trained:
            assert story.row in found.held_out
            continue
        place = int(np.flatnonzero(found.train == story.row)[0])
        for i, round_ in enumerate(found.trace):
            assert story.gradient[i] == pytest.approx(np.atleast_1d(round_.gradient[place]), rel=1e-12)
            assert story.hessian[i] == pytest.approx(np.atleast_1d(round_.hessian[place]), rel=1e-12)
            assert np.array_equal(story.raw[i], np.atleast_1d(round_.raw_before[place]))


def test_g_and_h_of_a_held_out_row_are_the_slope_of_its_loss() -> None:
    found = fit(data="breast_cancer")
    story = row_story(found, int(found.held_out[5]))
    assert not story.trained
    assert not story.grown_on.any()
    y, raw, step = np.full(7, story.y), story.raw[:, 0], 1e-5
    loss = found.model.loss_.loss
    slope = (loss(y, raw + step) - loss(y, raw - step)) / (2 * step)
    bend = (loss(y, raw + step) - 2 * loss(y, raw) + loss(y, raw - step)) / step**2
    assert story.gradient[:, 0] == pytest.approx(slope, abs=1e-8)
    assert story.hessian[:, 0] == pytest.approx(bend, abs=1e-4)


def follow(tree: Tree, x: np.ndarray) -> int:
    """Down the tree by hand to the leaf; what is missing goes the default way."""
    at = 0
    while tree.children_left[at] >= 0:
        value = x[tree.feature[at]]
        left = tree.default_left[at] if np.isnan(value) else value <= tree.threshold[at]
        at = int((tree.children_left if left else tree.children_right)[at])
    return at


@pytest.mark.parametrize("loss", ["squared_error", "softmax"])
def test_the_path_leads_to_the_leaf(loss: str) -> None:
    found = with_holes(loss)
    for story in stories(found):
        for i, round_ in enumerate(found.trace):
            assert story.leaf[i].tolist() == [follow(tree, story.x) for tree in round_.trees]


def test_the_words_of_four_rows_by_hand() -> None:
    found = fit(data="hand4", n_estimators=1, max_depth=1, learning_rate=0.5, reg_lambda=0.0)
    tree = found.trace[0].trees[0]
    y, mean = found.dataset.y, found.dataset.y.mean()
    left = found.dataset.X[:, 0] <= tree.threshold[0]
    for row in range(4):
        story = row_story(found, row)
        leaf_mean = (y[left == left[row]] - mean).mean()
        assert story.weight[0, 0] == pytest.approx(leaf_mean, rel=1e-14)
        assert story.raw[1, 0] == pytest.approx(mean + 0.5 * leaf_mean, rel=1e-14)
        assert story.gradient[:, 0] == pytest.approx([mean - y[row], mean + 0.5 * leaf_mean - y[row]])
        said = f"falls into leaf {1 if left[row] else 2}: the leaf weight {number(leaf_mean)} times"
        assert said in leaf_words(found, story, 1, 0)


@pytest.mark.parametrize(("data", "loss"), CASES)
def test_the_formulas_hold_the_numbers(data: str, loss: str) -> None:
    found = fit(data=data, loss=loss)
    story = row_story(found, 1)
    for k in range(found.n_classes):
        text = derivatives(found, story, 3, k)
        assert f"={latex(story.gradient[2, k])}" in text
        assert f"={latex(story.hessian[2, k])}" in text
        assert text.count("{") == text.count("}")


def sides_of(found: BoostedModel, row: int) -> np.ndarray:
    """Where a row stands beside its target in every state: above 0 and below it are the two sides."""
    story = row_story(found, row)
    if found.n_classes > 1:
        own = story.raw[:, int(story.y)]
        return own - np.delete(story.raw, int(story.y), axis=1).max(axis=1)
    return story.raw[:, 0] - (story.y if found.dataset.task == "regression" else 0.0)


@pytest.mark.parametrize("data", ["cos_x2", "moons", "sonar", "wine", "diabetes"])
def test_the_default_row_goes_farthest_to_both_sides(data: str) -> None:
    found = fit(data=data, n_estimators=20)
    courses = {int(row): sides_of(found, int(row)) for row in found.train[::7]}
    courses[default_row(found)] = sides_of(found, default_row(found))
    reach = {row: min(course.max(), -course.min()) for row, course in courses.items()}
    assert default_row(found) in found.train
    if max(reach.values()) > 0:
        assert reach[default_row(found)] == pytest.approx(max(reach.values()))


def test_where_no_row_changes_sides_the_default_is_most_wrong() -> None:
    found = fit(data="hand4")
    assert both_sides(found).max() == 0
    assert default_row(found) == most_wrong(found, 1)
    assert next_turning(found, 0) is None


def test_rows_that_change_sides_come_one_after_another() -> None:
    found = fit(data="moons")
    row, seen = -1, []
    for _ in range(40):
        row = next_turning(found, row)
        assert row is not None
        if row in seen:
            break
        course = sides_of(found, row)
        assert course.min() < 0 < course.max()
        changes = turning_rounds(found, row_story(found, row))
        before, after = course[: changes[0]], course[changes[0]]
        assert (before * after <= 0).all() and (before * after < 0).any()
        assert len(changes) == (np.diff(np.sign(course[course != 0])) != 0).sum()
        seen.append(row)
    assert row == seen[0]
    assert seen == sorted(seen)
    assert default_row(found) in seen


def test_held_out_rows_come_one_after_another() -> None:
    found = fit(data="iris")
    row, seen = -1, []
    for _ in found.held_out:
        row = next_held_out(found, row)
        seen.append(row)
    assert seen == found.held_out.tolist()
    assert next_held_out(found, row) == found.held_out[0]
    assert next_held_out(fit(data="hand4"), 0) is None


def test_rows_that_a_round_did_not_draw() -> None:
    found = fit(data="moons", subsample=0.5)
    for story in stories(found):
        place = np.flatnonzero(found.train == story.row)
        drawn = [bool(len(place)) and place[0] in round_.rows for round_ in found.trace]
        assert story.grown_on.tolist() == drawn
        for i in range(story.n_rounds):
            words = leaf_words(found, story, i + 1, 0)
            assert ("grown without the row" in words) == (story.trained and not drawn[i])


def test_early_stopping_is_said() -> None:
    found = fit(data="diabetes", n_estimators=60, early_stopping_rounds=3, learning_rate=1.0)
    used, n_rounds = found.model.n_estimators_, len(found.trace)
    assert used < n_rounds
    assert f"first {used} of {n_rounds} rounds" in unused_words(found, 1)
    assert f"Round {n_rounds} is after that." in unused_words(found, n_rounds)
    story = row_story(found, 3)
    assert story.raw[used, 0] == found.model.raw_prediction(story.x[np.newaxis])[0]
    assert unused_words(fit(data="diabetes"), 1) == ""


def test_the_table_is_the_story() -> None:
    found = fit(data="wine")
    story = row_story(found, 4)
    ledger = ledger_table(story, 2, 5)
    assert ledger.index.tolist() == list(range(6))
    assert np.array_equal(ledger["raw prediction"], story.raw[:6, 2])
    assert np.array_equal(ledger["g"][1:], story.gradient[:5, 2])
    assert ledger["leaf"][1:].tolist() == story.leaf[:5, 2].tolist()
    start = ledger["raw prediction"][0]
    assert start + ledger["learning_rate · w"][1:].sum() == pytest.approx(story.raw[5, 2], rel=1e-12)
