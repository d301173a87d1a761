"""The candidates of a feature with categories: their names, their places on an axis, their gains by hand."""

from itertools import combinations

import numpy as np
import pytest

from tests.pages import opened, paragraphs, quiet
from workbench.gains.curves import curves
from workbench.gains.formula import RoundNode, formula_at
from workbench.gains.named_candidates import NamedCandidates, ranking
from workbench.gains.view import POINTS
from workbench.lessons.boosting_rounds.stage import stage_of_rounds
from workbench.lessons.find_the_split.hidden_splits import HiddenSplits, cuts_of, hunt_in_tree
from workbench.lessons.find_the_split.record import moment_of
from workbench.lessons.find_the_split.words import no_cut_words, snap_words
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings
from workbench.models.single_tree import SingleTree, TreeSettings, grow_single_tree


@pytest.fixture(scope="module")
def fit() -> BoostedModel:
    return fit_boosted_model(Settings(data="automobile", n_estimators=3))


@pytest.fixture(scope="module")
def tree() -> SingleTree:
    return grow_single_tree(TreeSettings(data="automobile", criterion="squared_error", max_depth=3))


def column(fit: BoostedModel, name: str) -> int:
    return fit.dataset.feature_names.index(name)


def test_places_are_how_many_categories_go_left(fit: BoostedModel) -> None:
    place = NamedCandidates(fit.candidates(1, 0), fit.dataset.feature_names)
    make = column(fit, "make")
    start, stop = place.spans[make]
    assert place.x[start:stop].tolist() == list(range(1, 22))
    g, x = fit.trace[0].gradient, fit.X[:, make]
    means = {code: g[x == code].mean() for code in range(22)}  # every hessian is 1: G/H is the mean
    assert list(place.order_of(make)) == sorted(means, key=lambda code: (means[code], code))


def test_rows_that_miss_a_category_double_the_curve(fit: BoostedModel) -> None:
    place = NamedCandidates(fit.candidates(1, 0), fit.dataset.feature_names)
    doors = column(fit, "doors")
    start, stop = place.spans[doors]
    assert place.x[start:stop].tolist() == [1, np.inf, 1]
    four = "doors in {four}" if place.order_of(doors)[0] == 0 else "doors in {two}"
    assert [place.cut(i) for i in range(start, stop)] == [four, "doors is not missing", f"{four} or missing"]
    assert place.otherwise(start).endswith("or missing")


def test_the_best_of_an_order_is_the_best_of_all_partitions(fit: BoostedModel) -> None:
    """Seven fuel systems: the gain of the best of their sorted cuts is that of the best of all partitions."""
    place = NamedCandidates(fit.candidates(1, 0), fit.dataset.feature_names)
    system = column(fit, "fuel system")
    g, x = fit.trace[0].gradient, fit.X[:, system]
    codes, whole = np.unique(x), g.sum()
    gains = [
        0.5 * (g[inside].sum() ** 2 / (inside.sum() + 1) + g[~inside].sum() ** 2 / ((~inside).sum() + 1))
        - 0.5 * whole**2 / (len(g) + 1)
        for n in range(1, len(codes))
        for inside in (np.isin(x, left) for left in combinations(codes, n))
    ]
    assert place.candidates.gain[place.bests[system]] == pytest.approx(max(gains), rel=1e-9)


def test_curve_and_ranking_name_the_sets(fit: BoostedModel) -> None:
    found, names = fit.candidates(1, 0), fit.dataset.feature_names
    place = NamedCandidates(found, names)
    (curve,) = curves(place, column(fit, "make"), 0, POINTS)
    assert len(curve.asks) == len(curve.x) == 21
    assert all(ask.startswith("make in {") for ask in curve.asks)
    assert place.cut(int(place.bests[column(fit, "make")])) in curve.asks
    assert "nan" not in " ".join(ranking(found, names, 200)["cut"]).lower()


def test_the_formula_adds_up_the_rows_of_a_set(fit: BoostedModel) -> None:
    names, found = fit.dataset.feature_names, fit.candidates(1, 0)
    at = NamedCandidates(found, names).bests[column(fit, "make")]
    view = formula_at(RoundNode(fit.model, 1, 0), found, at, names)
    x, g = fit.X[:, column(fit, "make")], fit.trace[0].gradient
    left = np.isin(x, np.flatnonzero(found.category_sides[at] == 1))
    assert (view.left.n_rows, view.right.n_rows) == (left.sum(), (~left).sum())
    assert view.left.G == pytest.approx(g[left].sum(), rel=1e-9)
    assert view.gain == pytest.approx(found.gain[at], rel=1e-9)


def test_a_guess_parts_the_categories_in_their_order(tree: SingleTree) -> None:
    hunt = hunt_in_tree(tree)
    place, make = hunt.place(0), hunt.names.index("make")
    values, order = hunt.values(0, make), place.order_of(make)
    cuts = cuts_of(place, make, values)
    x = tree.X[:, make]
    assert np.array_equal(values <= 4.0, np.isin(x, order[:4]))
    assert place.candidates.n_left[cuts.position[cuts.at(4.0)]] == (values <= 4.0).sum()
    levels = hunt.names[make].levels
    words = snap_words(hunt, 0, cuts, 4.0)
    assert f"{levels[order[3]]} and {levels[order[4]]}" in words
    assert "2,097,151 partitions" in words  # 2^21 - 1


@pytest.fixture(scope="module")
def wheels() -> HiddenSplits:
    """Three classes, among the features 22 makes and five body styles."""
    return hunt_in_tree(grow_single_tree(TreeSettings(data="drive_wheels", max_depth=2)))


def test_three_classes_leave_a_few_categories_without_an_order(wheels: HiddenSplits) -> None:
    place, style = wheels.place(0), wheels.names.index("body style")
    assert place.order_of(style) is None
    assert np.array_equal(wheels.values(0, style), wheels.X[:, style] + 0.5)
    cuts = cuts_of(place, style, wheels.values(0, style))
    assert len(cuts) == 0
    assert "no order of the categories of body style is sure" in snap_words(wheels, 0, cuts, 1.0)
    assert place.is_unordered(style)
    found = moment_of(wheels, {"find_step": 1})["features"][style]
    assert (len(found["gain"]), found["none"]) == (0, no_cut_words(place, style))
    assert [name for _, name in found["marks"]] == list(wheels.names[style].levels)


def test_the_order_of_many_categories_of_three_classes_promises_no_best_partition(
    wheels: HiddenSplits,
) -> None:
    place, make = wheels.place(0), wheels.names.index("make")
    order = place.order_of(make)
    assert order is not None
    assert not place.is_unordered(make)
    cuts = cuts_of(place, make, wheels.values(0, make))
    said = snap_words(wheels, 0, cuts, 4.0)
    levels = wheels.names[make].levels
    assert f"{levels[order[3]]} and {levels[order[4]]}" in said
    assert "no order is sure to hold the best of all 2,097,151 partitions" in said
    assert "is the best of all" not in said
    x = wheels.X[:, make]
    of_class = [
        np.bincount(x.astype(int), weights=wheels.shown == k) / np.bincount(x.astype(int)) for k in range(3)
    ]
    found = [gini_gain(wheels, np.isin(x, np.argsort(share)[:n])) for share in of_class for n in range(1, 22)]
    assert place.candidates.gain[place.bests[make]] >= max(found) * (1 - 1e-9)


def gini_gain(hunt: HiddenSplits, is_left: np.ndarray) -> float:
    """What parting the rows takes off the sum of W (1 - sum p^2)."""
    sides = [np.bincount(hunt.shown[rows].astype(int)) for rows in (is_left, ~is_left)]
    whole = np.bincount(hunt.shown.astype(int))
    return sum((n**2).sum() / n.sum() for n in sides) - (whole**2).sum() / whole.sum()


def test_two_categories_have_one_partition(wheels: HiddenSplits) -> None:
    place, fuel = wheels.place(0), wheels.names.index("fuel type")
    said = snap_words(wheels, 0, cuts_of(place, fuel, wheels.values(0, fuel)), 1.0)
    assert said in (
        "diesel and gas are parted in one way only.",
        "gas and diesel are parted in one way only.",
    )


def test_the_page_says_that_categories_have_no_order() -> None:
    shown = opened("find_the_split.py", data="drive_wheels", find_feature=6, find_step=2)
    assert quiet(shown)
    assert any("no order of the categories of body style" in each for each in paragraphs(shown))


def test_the_best_first_cut_of_a_round_may_be_a_set_of_categories(fit: BoostedModel) -> None:
    stage = stage_of_rounds(fit)
    for number in range(1, 4):
        tree = fit.trace[number - 1].trees[0]
        assert stage.moment is not None
        best = stage.moment(stage.start | {"round": number})["best"]  # type: ignore[index]
        assert best["gain"] == pytest.approx(tree.gain[0], rel=1e-12)
        assert best["cut"].startswith(fit.dataset.feature_names[int(tree.feature[0])])
