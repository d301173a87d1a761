"""What the stage is sent of a row: the sums of gbtlib, the rows of its leaves, its bricks by features."""

from typing import Any

import numpy as np
import pytest

from gbtlib import contributions
from tests.pages import fit
from tests.workbench.stage.unpacking import unpacked
from workbench.data.catalogue import DATASETS
from workbench.lessons.follow_one_row.record import (
    MOST_BRICKS,
    bricks_of,
    link_curve,
    places_in,
    record_of,
    rows_next,
    shown_row,
    story_of,
)
from workbench.models.boosted import BoostedModel
from workbench.models.row_story import default_row, most_wrong, row_story
from workbench.models.settings import losses_for
from workbench.stage.packing import packed

CASES = [
    *(
        ("cos_x2", "usual", 0),
        ("diabetes", "huber", 0),
        ("airquality", "usual", 0),
        ("automobile", "usual", 0),
    ),
    *(("sonar", "usual", 0), ("moons", "exponential", 0), ("moons", "softmax", 1), ("iris", "usual", 2)),
]
OPTIONS: dict[str, Any] = {"n_estimators": 6, "max_depth": 4}


def fitted(data: str, loss: str = "usual", **more: Any) -> BoostedModel:
    return fit(data=data, loss=loss, **OPTIONS | more)


def sent(record: dict[str, Any]) -> dict[str, Any]:
    return unpacked(packed(record))


@pytest.mark.parametrize(("data", "loss", "k"), CASES)
@pytest.mark.parametrize("which", ["trained", "held out"])
def test_a_story_is_the_models_own_sum(data: str, loss: str, k: int, which: str) -> None:
    found = fitted(data, loss)
    rows = found.train if which == "trained" else found.held_out
    if not len(rows):
        rows = found.train[-1:]
    row = int(rows[len(rows) // 2])
    story, K = sent(story_of(found, k, row)), found.n_classes
    x = found.dataset.X[row : row + 1]
    raw, p = story["raw"].reshape(-1, K), story["prediction"].reshape(-1, K)
    staged = [np.atleast_1d(each[0]) for each in found.model.staged_raw_prediction(x)]
    assert np.array_equal(raw[1:], np.array(staged))
    assert raw[:-1] + story["added"].reshape(-1, K) == pytest.approx(raw[1:], rel=1e-12, abs=1e-12)
    assert found.model.learning_rate * story["w"] == pytest.approx(story["added"], rel=1e-12)
    if DATASETS[data].task == "classification":
        own = found.model.predict_proba(x)[0]
        assert p[-1] == pytest.approx(own if K > 1 else own[1:], rel=1e-12)
    assert story["leaf"].tolist() == [int(each.trees[k].apply(x)[0]) for each in found.trace]
    assert story["trained"] == (row in found.train)


@pytest.mark.parametrize(("data", "loss", "k"), CASES)
def test_its_company_has_the_gradients_of_the_trace_and_adds_up_to_the_leaf(
    data: str, loss: str, k: int
) -> None:
    found = fitted(data, loss)
    record, story = sent(record_of(found, k)), sent(story_of(found, k, int(found.train[0])))
    company, n = record["company"], len(record["company"]["number"])
    places = np.searchsorted(found.train, company["number"])
    for r, round_ in enumerate(found.trace):
        tree = round_.trees[k]
        g = round_.gradient.reshape(len(found.train), -1)[:, k]
        leaf, at = (company[name][r * n : (r + 1) * n] for name in ("leaf", "at"))
        assert company["g"][r * n : (r + 1) * n] == pytest.approx(g[places], rel=1e-6)
        assert np.array_equal(leaf, tree.apply(found.X[places]))
        assert np.array_equal(at, places_in(tree)[leaf])
        mine = np.flatnonzero(leaf == story["leaf"][r])
        if n == len(found.train):
            assert story["n"][r] == len(mine)
            assert story["G"][r] == pytest.approx(g[places[mine]].sum(), rel=1e-9, abs=1e-9)
    if found.model.params_.reg_alpha == 0:
        w = -story["G"] / (story["H"] + found.model.params_.reg_lambda)
        assert w == pytest.approx(story["w"].reshape(len(found.trace), -1)[:, k], rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(("data", "loss", "k"), CASES)
def test_by_features_it_is_the_same_sum_in_every_state(data: str, loss: str, k: int) -> None:
    found = fitted(data, loss)
    row = default_row(found)
    story, bricks = row_story(found, row), sent(bricks_of(found, k, row))
    wide = len(bricks["names"])
    assert wide == len(bricks["number"]) <= MOST_BRICKS + 2
    for cut in ("features", "path"):
        columns = bricks[cut].reshape(-1, wide)
        assert story.raw[0, k] + columns.sum(axis=1) == pytest.approx(story.raw[:, k], rel=1e-11, abs=1e-12)
    trees = [each.trees[k] for each in found.trace]
    weights = [found.model.learning_rate * tree.weight for tree in trees]
    whole = contributions(trees, weights, found.dataset.X[row : row + 1])[0]
    last = bricks["features"].reshape(-1, wide)[-1]
    assert last[0] == pytest.approx(whole[-1], rel=1e-9, abs=1e-12)
    for value, j in zip(last[1:], bricks["number"][1:], strict=True):
        if j >= 0:
            assert value == pytest.approx(whole[j], rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("loss", losses_for("moons"))
def test_the_curve_is_the_link_of_the_loss(loss: str) -> None:
    found = fitted("moons", loss)
    curve = link_curve(found, row_story(found, 3))
    if found.n_classes > 1:
        assert curve is None
        return
    assert curve is not None
    assert curve["p"] == pytest.approx(found.model.loss_.inverse_link(curve["F"].astype(float)), abs=1e-6)
    assert (np.diff(curve["p"]) >= 0).all()


def test_rows_worth_a_look() -> None:
    found = fitted("sonar")
    wrong = sent(record_of(found))["wrong"]
    assert wrong.tolist() == [most_wrong(found, r) for r in range(1, 7)]
    ahead = rows_next(found, 3)
    story = sent(story_of(found, 0, ahead["turning"]))
    before = ahead["before"]
    assert story["turns"][0] in (before, before + 1)
    assert story["raw"][story["turns"][0]] * story["raw"][story["turns"][0] - 1] < 0
    assert rows_next(fitted("hand4"), 0) == {"turning": None, "before": None, "held_out": None}


def test_a_row_beyond_the_last_is_the_last_and_none_is_one_that_changes_sides() -> None:
    found = fitted("moons")
    assert shown_row(found, 10**6) == len(found.dataset.y) - 1
    assert shown_row(found, None) == default_row(found)
    assert story_of(found, 0, 10**6)["shown"] == {"row": len(found.dataset.y) - 1}


def test_a_leaf_that_is_folded_away_has_sums_of_its_own() -> None:
    found = fit(data="cos_x2", n_estimators=2, max_depth=9)
    story = sent(story_of(found, 0, 4321))
    node = found.trace[0].trees[0].node(int(story["leaf"][0]))
    assert (story["n"][0], story["G"][0], story["H"][0]) == (node.n_samples, node.G, node.H)
    assert story["w"][0] == pytest.approx(node.weight)
