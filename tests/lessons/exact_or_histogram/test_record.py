"""What the stage is sent: rows, bins and cuts as gbtlib has them; the whole models only once it is told."""

import base64
import re
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
import scipy.stats

from gbtlib.histogram.bins import bin_starts
from tests.saved_pages import is_alone
from tests.workbench.stage.unpacking import unpacked
from workbench.components.plain_page import MOST_BYTES
from workbench.lessons.exact_or_histogram import LESSON
from workbench.lessons.exact_or_histogram.node_cuts import (
    HALVINGS,
    LEFT,
    RIGHT,
    ROOT,
    Recipe,
    estimator,
    first_round,
    node_cuts,
    whole_model,
)
from workbench.lessons.exact_or_histogram.record import Place, place_of, present, record_of
from workbench.lessons.exact_or_histogram.stage import moment_of, stage_of_cuts, stage_of_file
from workbench.stage.packing import packed

CURSOR = {"halving": 6, "bins_told": 1, "bins_view": "model", "guess": None}
DATA = ("cos_x2", "sonar", "diabetes", "breast_cancer", "airquality", "automobile", "iris")
PLACES = [
    *(place_of(Recipe(data), node, None) for data in DATA for node in (ROOT, LEFT, RIGHT)),
    place_of(Recipe("sonar", True, 7.5), ROOT, 3),
    place_of(Recipe("airquality"), ROOT, 0),  # with gaps
    place_of(Recipe("drive_wheels", k=2), ROOT, None),
]


@lru_cache(maxsize=len(PLACES))
def sent(place: Place) -> dict[str, Any]:
    found: dict[str, Any] = unpacked(packed(record_of(place)))
    return found


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_bins_have_the_sums_of_their_rows_and_cuts_how_many_are_left_of_them(place: Place) -> None:
    record, first = sent(place), first_round(place.recipe)
    rows = first.rows(place.node)
    whole = present(first.X[:, place.feature])
    g, h, x = first.gradient[rows], first.hessian[rows], first.X[rows, place.feature]
    has = ~np.isnan(x)
    assert (record["n"], record["gaps"]) == (len(rows), (~has).sum())
    for state in record["bins"][:: 3 if len(rows) < 1000 else 9]:
        starts, _ = bin_starts(whole, state["max_bin"], place.recipe.min_bin_size)
        bins = starts.searchsorted(x[has], side="right") - 1
        for name, weights in (("n", None), ("G", g[has]), ("H", h[has])):
            assert state[name] == pytest.approx(np.bincount(bins, weights, len(starts)), abs=1e-6)
        edges, cuts = state["edges"], state["cuts"]
        assert (edges[0], edges[-1], len(edges)) == (whole.min(), whole.max(), len(starts) + 1)
        gaps_left = place.cuts(state["max_bin"]).found.default_left
        for at, is_left, n in zip(cuts["threshold"], gaps_left, cuts["n_left"], strict=True):
            assert n == ((x <= at) | (~has & is_left)).sum()


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_cuts_and_children_are_gbtlibs(place: Place) -> None:
    record = sent(place)
    exact = place.cuts(None)
    assert np.array_equal(record["every"]["gain"], exact.found.gain)
    assert len(record["every"]["change"]) == len(exact.found) + 1
    assert record["every"]["best"] == (-1 if exact.best is None else exact.best)
    for max_bin, state in zip(HALVINGS, record["bins"], strict=True):
        cuts = node_cuts(place.recipe, place.node, place.feature, max_bin)
        assert np.array_equal(state["cuts"]["gain"], cuts.found.gain)
        assert state["best"] == (-1 if cuts.best is None else cuts.best)
        children = state["children"]
        assert (children is None) == (cuts.best is None)
        if children is not None:
            left, right = int(cuts.found.n_left[cuts.best]), int(cuts.found.n_right[cuts.best])
            assert sorted(children["sizes"]) == sorted((left, right)) == children["sizes"]
            assert np.array_equal(sum(children["n"]), state["other"]["n"])
            assert sum(children["G"]) == pytest.approx(state["other"]["G"], abs=1e-9)
        # A gain holds from one value to the next: what a cut between bins gains is drawn there.
        change, gain = record["every"]["change"], record["every"]["gain"]
        at = change.searchsorted(state["cuts"]["threshold"], side="right") - 1
        assert state["cuts"]["gain"] == pytest.approx(gain[at], abs=1e-9 * np.abs(gain).max())


def test_the_answer_is_the_last_halving_whose_bins_hold_fewer_rows_than_the_stretch() -> None:
    record = sent(PLACES[DATA.index("breast_cancer") * 3])
    kept = [each["kept"] for each in record["bins"]]
    assert [each["max_bin"] for each in record["bins"]] == list(HALVINGS)
    assert record["sure"] == 5
    assert record["n"] / 16 < record["stretch"][2] < record["n"] / 8
    assert kept[5] >= record["limit"] > kept[6]


def test_whole_models_come_once_it_is_told_the_exact_one_first() -> None:
    place = place_of(Recipe("diabetes"), ROOT, None)
    assert moment_of(place, {"bins_told": 0}) == {}
    told = moment_of(place, {"bins_told": 1})
    assert stage_of_cuts(place).follows == ("bins_told",)
    first = first_round(place.recipe)
    for at, max_bin in ((0, None), (3, 64), (8, 2)):
        hist = {} if max_bin is None else {"tree_method": "hist", "max_bin": max_bin}
        model = estimator(place.recipe, **hist).fit(first.X, first.y)
        assert told["training"][at] == model.trace_[-1].train_loss
        assert told["unseen"][at] == pytest.approx(
            list(model.staged_loss(*whole_model(place.recipe, max_bin).unseen))[-1]
        )
    assert told["scored"][8] < told["scored"][0]
    X, y = whole_model(place.recipe, None).unseen
    models = (whole_model(place.recipe, each).model for each in (None, 2))
    exact, binned = (0.5 * (y - model.predict(X)) ** 2 for model in models)
    _, high = scipy.stats.norm.interval(0.95, scale=scipy.stats.sem(binned - exact))
    assert told["stray"][8] == pytest.approx(high, rel=1e-4)
    assert told["stray"][0] == 0


def test_the_file_has_all_of_it_and_opens_where_it_was_saved() -> None:
    place = place_of(Recipe("cos_x2"), ROOT, None)
    file = LESSON.saved(stage_of_file(place), CURSOR, {"data": "cos_x2", "halving": "6"})
    page = file.decode()
    assert is_alone(page)
    assert len(file) < MOST_BYTES
    assert "exact_or_histogram?data=cos_x2&amp;halving=6" in page
    (text,) = re.findall(r'id="data-stage" data-kind="bytes">([^<]*)<', page)
    facts = unpacked(base64.b64decode(text))
    assert (facts["cursor"], facts["n_steps"], facts["low"]) == (CURSOR, 8, 0)
    assert len(facts["record"]["course"]["unseen"]) == 9
