"""What the stage draws: both models in every round, against gbtlib, scikit-learn and brute force."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from sklearn.tree import DecisionTreeRegressor

from tests.lessons.one_tree_or_many.fits import NAMES, compared, fit
from workbench.data.catalogue import DATASETS
from workbench.lessons.one_tree_or_many.comparison import (
    Comparison,
    by_wrong_rows,
    course,
    leads_from,
    one_tree_settings,
)
from workbench.lessons.one_tree_or_many.forest import forest_course, forest_settings, grow_forest_of
from workbench.lessons.one_tree_or_many.record import MOST_ROWS, record_of, trees_of
from workbench.lessons.one_tree_or_many.record_pieces import DEPTH, cell_places
from workbench.lessons.one_tree_or_many.row_sums import sums_of
from workbench.models.boosted import fit_boosted_model
from workbench.stage.packing import packed

pytestmark = pytest.mark.sweep

STATES = (0, 1, 2, 5, 12)


def with_forest(**values: Any) -> Comparison:
    b = by_wrong_rows(course(fit(**values)))
    forest = grow_forest_of(forest_settings(b.fit, one_tree_settings(b.fit.settings, 6, 1)))
    return Comparison(forest_course(forest, b), b, NAMES, 3, 1)


def block(values: np.ndarray, state: int) -> np.ndarray:
    """What stands for one of 13 states."""
    return values.reshape(13, -1)[state]


@pytest.mark.parametrize("data", DATASETS)
def test_one_tree_is_that_of_as_many_leaves(data: str) -> None:
    shown = compared(data=data)
    a, b = shown.a, shown.b
    whole = [tree.n_leaves for tree in a.fit.trace[0].trees]
    for state in STATES[1:]:
        wanted = [
            sum(round_.trees[k].n_leaves for round_ in b.fit.trace[:state]) for k in range(b.fit.n_classes)
        ]
        assert a.leaves(state) == sum(map(min, wanted, whole))
        if len(whole) == 1:
            one = one_tree_settings(b.fit.settings, 100, 1)
            alone = replace(one, max_leaves=min(wanted[0], whole[0]))
            expected = course(fit_boosted_model(alone)).seen[1]
            np.testing.assert_allclose(a.seen[state], expected, rtol=0, atol=1e-12 * np.abs(expected).max())
    assert a.seen[0] == pytest.approx(b.seen[0])


@pytest.mark.parametrize("data", ["cos_x2", "sine", "diabetes"])
def test_in_regression_it_is_scikit_learns_of_as_many_leaves(data: str) -> None:
    shown = compared(data=data, noise=0.3 if data == "cos_x2" else 0.0)
    fit_ = shown.a.fit
    for state in (1, 3, 6):
        theirs = DecisionTreeRegressor(max_leaf_nodes=shown.a.leaves(state), random_state=0)
        predicted = theirs.fit(fit_.X, fit_.y).predict(fit_.X)
        assert shown.a.seen[state] == pytest.approx(predicted, rel=1e-9, abs=1e-9)


def test_the_figures_that_the_lesson_opens_with() -> None:
    """Circles with noise: leaves, boxes and unseen loss of both."""
    shown = compared(data="circles", noise=0.3, max_depth=2, n_estimators=40)
    record = record_of(shown)
    names = ("leaves", "pieces")
    said = {
        state: [tuple(int(side[name][state]) for name in names) for side in record["sides"]]
        for state in (2, 5, 14, 40)
    }
    assert said == {
        2: [(8, 8), (8, 13)],
        5: [(19, 19), (19, 45)],
        14: [(51, 51), (51, 137)],
        40: [(51, 51), (147, 462)],
    }
    losses = [
        [round(float(side["judged"][state]), 3) for side in record["sides"]] for state in (2, 5, 14, 40)
    ]
    assert losses == [[0.617, 0.668], [0.701, 0.607], [0.749, 0.551], [0.749, 0.522]]
    assert (record["leads"], record["done"]) == (5, 14)


@pytest.mark.parametrize("data", DATASETS)
def test_every_drawn_row_is_said_what_the_model_predicts(data: str) -> None:
    shown = compared(data=data)
    record, fit_ = record_of(shown), shown.b.fit
    stages = [fit_.X, fit_.unseen[0]]
    targets = [fit_.y, fit_.unseen[1]]
    for which, rows in enumerate(record["rows"]):
        n = len(rows["y"])
        assert n <= MOST_ROWS
        if n == 0:
            continue
        at = np.unique(np.linspace(0, len(targets[which]) - 1, n).round().astype(int))
        assert (rows["number"] >= 0).all() or not len(fit_.held_out)
        for state in STATES[1:]:
            is_class = fit_.dataset.task == "classification"
            predict = fit_.model.predict_proba if is_class else fit_.model.predict
            expected = predict(stages[which][at], n_rounds=state)
            mine = block(record["sides"][1]["said"][which], state)
            assert mine == pytest.approx(expected[:, shown.k] if is_class else expected, rel=1e-5, abs=1e-6)
            if is_class:
                wrong = fit_.model.predict(stages[which][at], n_rounds=state) != targets[which][at]
                assert (
                    block(record["sides"][1]["wrong"][which], state).astype(bool).tolist() == wrong.tolist()
                )


@pytest.mark.parametrize("data", ["cos_x", "sine", "hand5", "circles", "spiral3", "cos_xy"])
@pytest.mark.parametrize("side", [0, 1])
def test_cells_are_what_the_model_says_within_them(data: str, side: int) -> None:
    shown = compared(data=data, noise=0.2 if data == "circles" else 0.0)
    record, model = record_of(shown), (shown.a, shown.b)[side]
    edges, (low, high) = record["sides"][side]["edges"], record["scale"]
    draw = np.random.default_rng(0)
    X = np.column_stack([draw.uniform(x.min(), x.max(), 60) for x in model.fit.X.T])
    at = [np.searchsorted(each, x) for each, x in zip(edges, X.T, strict=True)]
    cell = at[0] if len(at) == 1 else at[1] * (len(edges[0]) + 1) + at[0]
    stages = model.staged(X)
    for state in STATES:
        said = stages[state] if stages[state].ndim == 1 else stages[state][:, shown.k]
        drawn = block(record["sides"][side]["cells"], state)[cell]
        if len(edges) == 1:
            assert drawn == pytest.approx(said, rel=1e-5, abs=1e-6)
        else:
            share = np.clip((said - low) / (high - low), 0, 1)
            assert drawn / 254 == pytest.approx(share, abs=1 / 254)
            assert ((drawn > 127) == (share > 0.5)).all()


@pytest.mark.parametrize("data", ["circles", "spiral3", "cos_xy", "cos_x"])
def test_pieces_are_counted_as_all_places_with_another_set_of_leaves(data: str) -> None:
    shown = compared(data=data, max_depth=2)
    record = record_of(shown)
    trees = trees_of(shown.b, shown.k)
    n_axes = shown.b.fit.X.shape[1]
    edges = [
        np.unique(np.concatenate([t.threshold[t.feature == axis] for t in trees])) for axis in range(n_axes)
    ]
    places = cell_places(edges)
    leaves = np.column_stack([tree.apply(places) for tree in trees])
    for state in STATES:
        expected = len(np.unique(leaves[:, :state], axis=0)) if state else 1
        assert record["sides"][1]["pieces"][state] == expected
    if shown.b.fit.n_classes == 1:
        leaves_of_one = [shown.a.leaves(state) or 1 for state in range(13)]
        assert record["sides"][0]["pieces"].tolist() == leaves_of_one


@pytest.mark.parametrize("data", ["circles", "moons", "cos_xy", "sine"])
def test_cuts_come_with_their_round(data: str) -> None:
    shown = compared(data=data)
    record = record_of(shown)
    trees = trees_of(shown.b, shown.k)
    cuts = record["sides"][1]["cuts"]
    for state in (1, 4, 12):
        inner = [
            (tree.feature[i], tree.threshold[i])
            for tree in trees[:state]
            for i in np.flatnonzero(~tree.is_leaf)
        ]
        here = cuts["since"] <= state
        assert {*zip(cuts["axis"][here].tolist(), cuts["at"][here].tolist(), strict=True)} == {
            (int(axis), float(at)) for axis, at in inner
        }
    alone = record["sides"][0]["cuts"]
    for state in (1, 4, 12):
        assert (alone["since"] <= state).sum() == shown.a.leaves(state) - 1


@pytest.mark.parametrize("data", ["circles", "sine", "sonar"])
def test_a_small_tree_is_drawn_with_all_its_leaves(data: str) -> None:
    shown = compared(data=data)
    stamps = record_of(shown)["stamps"]
    for number, tree in enumerate(trees_of(shown.b, shown.k)):
        assert tree.max_depth <= DEPTH
        mine = slice(stamps["start"][number], stamps["start"][number + 1])
        assert sorted(stamps["weight"][mine]) == pytest.approx(sorted(tree.weight[tree.leaves]), rel=1e-6)
        if data == "sonar":
            box = stamps["box"].reshape(-1, 2)[mine]
            assert sorted(box[:, 0]) == pytest.approx(np.arange(len(box)) / len(box))


def test_from_which_round_on_by_hand() -> None:
    """Errors of b minus a: +, -, 0, -, -: a tie is no lead, so it leads from round 3 on."""
    shown = compared(data="moons")

    def judged(*errors: float) -> Any:
        return type("Judged", (), {"judged_error": np.array(errors), "n_rounds": 4, "upto": lambda _, r: r})()

    a = judged(0.5, 0.5, 0.5, 0.5, 0.5)
    assert leads_from(a, judged(0.6, 0.4, 0.5, 0.4, 0.3)) == 3
    assert leads_from(a, judged(0.6, 0.4, 0.3, 0.2, 0.5)) is None
    assert leads_from(a, judged(0.6, 0.4, 0.3, 0.2, 0.1)) == 1
    assert leads_from(shown.b, shown.b) is None


@pytest.mark.parametrize("data", ["moons", "sonar", "iris", "sine", "diabetes"])
def test_the_sums_of_a_row_come_to_what_it_is_said(data: str) -> None:
    shown = compared(data=data)
    fit_, row = shown.b.fit, 7
    x = fit_.dataset.X[[row]]
    leaf, total = sums_of(shown, 9, row)["sums"]
    assert leaf["raw"] == pytest.approx(leaf["start"] - leaf["G"] / leaf["H"], rel=1e-9)
    is_class = fit_.dataset.task == "classification"
    expected = (
        fit_.model.predict_proba(x, n_rounds=9)[0, shown.k]
        if is_class
        else fit_.model.predict(x, n_rounds=9)[0]
    )
    assert total["value"] == pytest.approx(expected)
    if fit_.n_classes == 1:
        link = 1 / (1 + np.exp(-total["raw"])) if is_class else total["raw"]
        assert total["value"] == pytest.approx(link)
        assert leaf["value"] == pytest.approx(1 / (1 + np.exp(-leaf["raw"])) if is_class else leaf["raw"])
    assert sums_of(shown, 9, None) == sums_of(shown, 9, 10**6) == {}


@pytest.mark.parametrize("number", [3, 4, 5, 9])
def test_what_a_card_adds_up_comes_to_what_it_says(number: int) -> None:
    rounds = sums_of(compared(data="circles"), number, 5)["sums"][1]
    forest = sums_of(with_forest(data="circles", noise=0.3), number, 5)["sums"][0]
    wholes = ((rounds["raw"] - rounds["start"]) / rounds["rate"], number * forest["value"])
    for card, whole in zip((rounds, forest), wholes, strict=True):
        assert sum(card["terms"]) + card["between"] + (card["last"] or 0.0) == pytest.approx(whole)


def test_a_forest_is_drawn_as_the_mean_of_its_trees() -> None:
    shown = with_forest(data="circles", noise=0.3)
    record = record_of(shown)
    X = shown.b.fit.unseen[0]
    alone = [shown.a.forest.alone(number, X)[:, 1] for number in (1, 2, 3)]  # type: ignore[attr-defined]
    assert block(record["sides"][0]["said"][1], 3) == pytest.approx(np.mean(alone, axis=0), rel=1e-6)
    mean = sums_of(shown, 3, 5)["sums"][0]
    assert mean["value"] == pytest.approx(np.mean(mean["terms"]))
    assert record["sides"][0]["trees"].tolist() == list(range(13))


@pytest.mark.parametrize("data", DATASETS)
def test_why_one_errs_less_is_that_in_which_both_differ_more(data: str) -> None:
    """The error on unseen rows is that on training rows and the gap to it: what is said decides."""
    shown = compared(data=data, noise=0.3 if data == "circles" else 0.0)
    why = record_of(shown)["why"]
    (a, a_seen), (b, b_seen) = (
        (float(each.judged_error[-1]), float(each.seen_error[-1])) for each in (shown.a, shown.b)
    )
    assert bool(why) == bool(shown.b.fit.n_unseen and a != b)
    if not why:
        return
    gaps, is_b = (a - a_seen, b - b_seen), b < a
    said = gaps if "gap" in why else (a_seen, b_seen)
    left = (a_seen, b_seen) if "gap" in why else gaps
    assert said[is_b] < said[not is_b]
    assert abs(said[1] - said[0]) >= abs(left[1] - left[0])
    read = [float(each.replace("−", "-").replace(",", "")) for each in re.findall(r"[−\d.,]*\d", why)]
    assert read == pytest.approx([said[is_b], said[not is_b]], rel=0.02, abs=1e-3)


def test_two_settings_stop_where_one_of_them_does() -> None:
    a, b = course(fit(data="moons", n_estimators=5)), course(fit(data="moons"))
    record = record_of(Comparison(a, b, NAMES, 3, 1))
    assert record["sides"][0]["leaves"].tolist() == [a.leaves(min(r, 5)) for r in range(13)]
    assert record["done"] is None


@pytest.mark.parametrize(
    "values",
    [
        {"data": "circles", "n_estimators": 200},
        {"data": "cos_x2", "noise": 0.3, "n_estimators": 200, "max_depth": 12},
        {"data": "cos_xy", "n_estimators": 200, "max_depth": 6},
    ],
)
def test_a_record_is_small(values: dict[str, Any]) -> None:
    assert len(packed(record_of(compared(**values)), 9)) < 1_000_000
