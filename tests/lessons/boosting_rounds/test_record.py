"""The record of a fit has what gbtlib computed: predictions, trees, gradients, gains."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from gbtlib.core.boosting import column
from workbench.data.sources import FeatureName, levels_of
from workbench.gains.named_candidates import NamedCandidates
from workbench.lessons.boosting_rounds.moment import HELD, halved, moment_of
from workbench.lessons.boosting_rounds.record import (
    MOST_CELL_STATES,
    cell_edges,
    cell_places,
    kind_of,
    record_of,
)
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.predictions import staged
from workbench.models.settings import Settings
from workbench.trees.box_text import gradient_sum
from workbench.trees.drawn import DEPTH

CASES: dict[str, dict[str, Any]] = {
    "curve": {"noise": 0.1, "n_estimators": 7},
    "deep": {"max_depth": None, "n_estimators": 4},
    "huber": {"data": "sine", "loss": "huber", "n_estimators": 5},
    "by hand": {"data": "hand5", "n_estimators": 3},
    "plane": {"data": "moons", "noise": 0.2, "n_estimators": 9},
    "sampled": {"data": "moons", "subsample": 0.5, "n_estimators": 6},
    "exponential": {"data": "xor", "loss": "exponential", "n_estimators": 4},
    "three classes": {"data": "spiral3", "n_estimators": 5},
    "surface": {"data": "cos_xy", "n_estimators": 4, "tree_method": "hist", "max_bin": 8},
    "many": {"data": "sonar", "n_estimators": 3},
    "gaps": {"data": "airquality", "n_estimators": 4},
    "categories": {"data": "automobile", "n_estimators": 4},
    "classes with categories": {"data": "drive_wheels", "n_estimators": 3},
    "bins of categories": {"data": "automobile", "n_estimators": 3, "tree_method": "hist", "max_bin": 8},
    "nothing to cut": {"data": "hand4", "gamma": 100.0, "n_estimators": 2},
    "tiny steps": {"data": "moons", "learning_rate": 0.0001, "n_estimators": 200},
}
START: dict[str, Any] = {name: 0 if name == "node" else None for name in HELD} | {"round": 1}


@cache
def fit_of(case: str) -> BoostedModel:
    return fit_boosted_model(Settings(**CASES[case]))


@cache
def recorded(case: str, k: int = 0) -> dict[str, Any]:
    return record_of(fit_of(case), k)


def grown(record: dict[str, Any], leaves: str) -> list[Any]:
    """Raw predictions after every round, as a browser grows them; of the record's own class."""
    output, rate = record["outputs"][record["k"]], record["rate"]
    rounds = output[leaves].reshape(record["n_rounds"], -1)
    raw = np.full(rounds.shape[1], output["base"])
    found = [raw]
    for start, leaf in zip(output["start"], rounds, strict=False):
        raw = raw + rate * output["weight"][start + leaf]
        found.append(raw)
    return found


@pytest.mark.parametrize("case", CASES)
def test_raw_predictions_grow_to_the_bits_of_the_trace(case: str) -> None:
    fit = fit_of(case)
    k = fit.n_classes - 1
    record = recorded(case, k)
    drawn = np.searchsorted(fit.train, record["rows"])
    for raw, round_ in zip(grown(record, "row")[1:], fit.trace, strict=True):
        assert np.array_equal(raw, column(round_.raw_after, k)[drawn])


@pytest.mark.parametrize("case", [case for case in CASES if len(recorded(case)["edges"])])
def test_cells_predict_what_the_model_predicts_in_them(case: str) -> None:
    fit, record = fit_of(case), recorded(case)
    places = cell_places(record["edges"])
    assert len(places) * record["n_rounds"] <= MOST_CELL_STATES
    for raw, state in zip(grown(record, "cell"), staged(fit.model, fit.trace, places), strict=True):
        assert np.array_equal(raw, column(state, 0))


def test_a_row_has_the_prediction_of_its_cell() -> None:
    record = recorded("plane")
    x, y = record["X"]
    across, up = (
        np.searchsorted(edges, values) for edges, values in zip(record["edges"], (x, y), strict=True)
    )
    cell = up * (len(record["edges"][0]) + 1) + across
    assert np.array_equal(grown(record, "cell")[-1][cell], grown(record, "row")[-1])


@pytest.mark.parametrize("case", CASES)
def test_negative_gradients_are_what_is_missed_or_are_sent(case: str) -> None:
    fit, record = fit_of(case), recorded(case)
    drawn = np.searchsorted(fit.train, record["rows"])
    states = [fit.trace[0].raw_before, *(round_.raw_after for round_ in fit.trace)]
    for number, round_ in enumerate(fit.trace):
        gradient = column(round_.gradient, 0)[drawn]
        if record["gradient"] is not None:
            sent = record["gradient"].reshape(len(fit.trace), -1)[number]
            np.testing.assert_allclose(sent, gradient, rtol=1e-6)
            continue
        prediction = column(fit.model.loss_.inverse_link(states[number]), 0)[drawn]
        np.testing.assert_allclose(record["y"] - prediction, -gradient, atol=1e-12)


@pytest.mark.parametrize("case", CASES)
def test_drawn_nodes_have_the_sums_of_the_tree(case: str) -> None:
    fit, record = fit_of(case), recorded(case)
    trees = record["trees"]
    for number, round_ in enumerate(fit.trace):
        tree, mine = round_.trees[0], slice(trees["start"][number], trees["start"][number + 1])
        node = trees["id"][mine]
        assert (trees["depth"][mine] <= DEPTH).all()
        for name, whole in (
            ("n", tree.n_samples),
            ("H", tree.H),
            ("weight", tree.weight),
            ("gain", tree.gain),
        ):
            np.testing.assert_allclose(trees[name][mine], whole[node], rtol=1e-6)
        assert trees["G"][mine].tolist() == [np.float32(gradient_sum(tree, int(each))) for each in node]
        left, right = trees["left"][mine], trees["right"][mine]
        split = np.flatnonzero(left >= 0)
        assert np.array_equal(
            trees["n"][mine][split], sum(trees["n"][mine][side[split]] for side in (left, right))
        )
        assert np.array_equal(trees["parent"][mine][left[split]], split)
        ends = (left < 0) & (trees["hidden"][mine] == 0)
        assert ends.sum() + trees["hidden"][mine].sum() == tree.n_leaves


def test_leaves_of_a_folded_branch_are_drawn_at_it() -> None:
    fit, record = fit_of("deep"), recorded("deep")
    output, trees = record["outputs"][0], record["trees"]
    drawn = np.searchsorted(fit.train, record["rows"])
    tree = fit.trace[0].trees[0]
    place = output["node"][output["start"][0] + output["row"][: len(drawn)]]
    for row, at in zip(drawn[:40].tolist(), place[:40].tolist(), strict=True):
        path = tree.path_to(int(fit.trace[0].leaf[row]))
        assert trees["id"][at] in path
        assert trees["depth"][at] == min(DEPTH, len(path) - 1)


def test_rows_out_of_a_rounds_sample_are_told() -> None:
    fit, record = fit_of("sampled"), recorded("sampled")
    told = record["grown_on"].reshape(len(fit.trace), -1)
    for mine, round_ in zip(told, fit.trace, strict=True):
        assert np.array_equal(
            np.flatnonzero(mine), np.flatnonzero(np.isin(record["rows"], fit.train[round_.rows]))
        )
    assert recorded("plane")["grown_on"] is None


def test_splits_that_no_threshold_says_are_told_in_words() -> None:
    trees = recorded("categories")["trees"]
    by_set = np.flatnonzero((trees["left"] >= 0) & np.isnan(trees["threshold"]))
    assert len(by_set) > 0
    assert {int(at) for at in trees["asks"]} >= set(by_set.tolist())
    assert all(" in {" in text for text in trees["asks"].values())


def test_categories_and_gaps_are_drawn_row_by_row() -> None:
    fit = fit_of("plane")
    gaps = fit.dataset.X.copy()
    gaps[fit.train[0], 0] = np.nan
    fruit = (FeatureName("fruit", ("apple", "pear")), FeatureName("size"))
    for dataset in (replace(fit.dataset, X=gaps), replace(fit.dataset, feature_names=fruit)):
        other = replace(fit, dataset=dataset)
        assert (kind_of(other), cell_edges(other)) == ("rows", [])


def test_a_cut_of_categories_falls_between_those_that_go_left_and_right() -> None:
    fit = fit_of("categories")
    n_cuts = 0
    for feature, name in enumerate(fit.dataset.feature_names):
        moment = moment_of(fit, 0, START | {"feature": feature})
        (curve,) = (each for each in moment["curves"] if each["feature"] == feature)
        order = [levels_of(name).index(level) for _, level in curve["marks"]]
        assert [x for x, _ in curve["marks"]] == [i + 0.5 for i in range(len(order))]
        assert not order or curve["range"] == (0, len(order))
        values, ways = fit.X[:, feature], curve["ways"] if order else []
        for way in ways:
            astray = np.isnan(values).sum() if way["side"] == "left" else 0
            between = np.isfinite(way["x"])
            for x, n_left in zip(way["x"][between], way["nLeft"][between], strict=True):
                assert np.isin(values, order[: int(x)]).sum() + astray == n_left
                n_cuts += 1
    assert n_cuts > 20


def test_a_moment_has_the_sums_of_its_candidates() -> None:
    fit = fit_of("many")
    moment = moment_of(fit, 0, START | {"round": 2})
    found = NamedCandidates(fit.candidates(2, 0), fit.dataset.feature_names)
    (curve,) = moment["curves"]
    start, _ = found.spans[curve["feature"]]
    (way,) = curve["ways"]
    for name in ("GL", "HL", "GR", "HR", "gain"):
        np.testing.assert_allclose(
            way[name], getattr(found.candidates, name)[start + way["candidate"]], rtol=1e-6
        )
    n_right = found.candidates.n_right[start + way["candidate"]]
    assert np.array_equal(moment["node"]["n"] - way["nLeft"], n_right)
    tree = fit.trace[1].trees[0]
    assert moment["best"]["feature"] == tree.feature[0]
    assert moment["cursor"]["x"] == pytest.approx(tree.threshold[0])
    assert np.nanargmax(moment["gains"]) == tree.feature[0]


@pytest.mark.parametrize("scale", [1e-14, 1.0, 1e18])
def test_sums_are_sent_in_half_the_bytes_where_that_can_hold_them(scale: float) -> None:
    values = scale * np.array([3.0, -1.0 / 3.0, np.inf])
    for each in (values, values**2):
        sent = halved(each)
        fits = bool(1e-25 < each[0] < 1e35)
        assert sent.dtype == (np.float32 if fits else np.float64)
        np.testing.assert_allclose(sent, each, rtol=1e-7)


def test_a_moment_beyond_the_end_is_the_nearest_there_is() -> None:
    fit = fit_of("plane")
    moment = moment_of(fit, 0, START | {"round": 99, "node": 999, "feature": 1, "cut": 10**6})
    assert moment["round"] == 9
    shown = moment["shown"]
    assert shown["node"] == 0
    assert shown["cut"] == next(each["n"] for each in moment["curves"] if each["feature"] == 1) - 1


def test_a_leaf_says_why_it_is_one() -> None:
    moment = moment_of(fit_of("nothing to cut"), 0, START)
    assert moment["node"]["isLeaf"]
    assert "gamma" in moment["node"]["why"]


@pytest.mark.parametrize("case", ["curve", "plane", "many", "categories", "gaps"])
def test_the_answer_is_the_first_cut_of_the_tree(case: str) -> None:
    fit = fit_of(case)
    best = moment_of(fit, 0, START | {"round": 2})["best"]
    tree = fit.trace[1].trees[0]
    assert best["feature"] == tree.feature[0]
    assert best["gain"] == pytest.approx(float(tree.gain[0]))
