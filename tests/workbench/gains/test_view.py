"""Gain curves: the numbers of Candidates, in the order in which they are told apart, and none left out."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from gbtlib import Candidates, GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.loops.reasons import ALLOWED, GAMMA, NO_GAIN, NOT_DRAWN, WHY_NOT
from gbtlib.loops.reasons import MIN_SAMPLES as FEW_SAMPLES
from gbtlib.loops.reasons import MIN_WEIGHT as LOW_WEIGHT
from gbtlib.pictures.gains import NEAR, gain_range, thinned
from tests.gbtlib.models import MODELS, table, target
from workbench.gains.curves import GainCurve, curves
from workbench.gains.named_candidates import REASONS, NamedCandidates, ranking, tie_words
from workbench.gains.view import POINTS, gain_view, what_if

NAMES = ("a", "b", "c", "d")
FOUR, FOUR_Y = np.arange(1.0, 5.0)[:, np.newaxis], np.array([1.0, 2.0, 6.0, 7.0])
FIVE, FIVE_Y = np.arange(1.0, 6.0)[:, np.newaxis], np.array([0, 0, 1, 1, 1])


def ways_of(
    found: Candidates, feature: int = 0, cursor: int = 0, names: Sequence[str] = NAMES
) -> tuple[GainCurve, ...]:
    place = NamedCandidates(found, names)
    return curves(place, feature, place.spans[feature][0] + cursor, POINTS)


def all_points(ways: tuple[GainCurve, ...]) -> dict[str, np.ndarray]:
    columns = {}
    for name in ("candidate", "x", "gain", "verdict"):
        values = [value for way in ways for value in getattr(way, name)]
        columns[name] = np.array([np.inf if value is None else value for value in values])
    return columns


@pytest.mark.parametrize("name", MODELS)
def test_points_are_the_candidates(name: str) -> None:
    found = MODELS[name].candidates(1, 0)
    for feature in range(4):
        ways, part = ways_of(found, feature), found.of_feature(feature)
        points = all_points(ways)
        assert gain_view(found, NAMES, feature).n_candidates == len(part) == len(points["x"])
        assert points["candidate"].tolist() == list(range(len(part)))
        np.testing.assert_allclose(points["x"], part.threshold, rtol=1e-6)
        np.testing.assert_allclose(points["gain"], part.gain, rtol=1e-6, atol=1e-12)
        np.testing.assert_array_equal(points["verdict"], part.verdict)
        sides = np.concatenate([[way.side == "left"] * len(way.x) for way in ways])
        if len(ways) == 2 or ways[0].side:
            np.testing.assert_array_equal(sides, part.default_left)


def test_missing_values_make_two_curves_with_a_place_for_the_missing() -> None:
    found = MODELS["missing"].candidates(1, 0)
    assert [way.side for way in ways_of(found)] == ["right", "left"]
    assert [way.x.count(None) for way in ways_of(found)] == [1, 0]
    assert [way.side for way in ways_of(MODELS["plain"].candidates(1, 0))] == [""]
    left = gain_view(found, NAMES, 0, candidate=10**6)
    assert left.cursor is not None
    assert left.cursor.cut.endswith(" or missing")


@pytest.mark.parametrize(
    ("y", "base", "gains"),
    [(FOUR_Y, 0.0, (111 / 40, 61 / 15, -129 / 40)), (FOUR_Y, 4.0, (27 / 8, 25 / 3, 27 / 8))],
)
def test_half_squared_error_by_hand(y: np.ndarray, base: float, gains: tuple[float, ...]) -> None:
    model = GradientBoostingRegressor(n_estimators=1, max_depth=1, base_score=base, trace="full").fit(FOUR, y)
    (way,) = ways_of(model.candidates(1, 0), names=["x"])
    assert way.x == (1.5, 2.5, 3.5)
    assert way.gain == pytest.approx(gains, rel=1e-6)
    best = gain_view(model.candidates(1, 0), ["x"]).cursor
    assert (best.cut, best.gain) == ("x ≤ 2.5", pytest.approx(gains[1], abs=1e-12))
    worst = gain_view(model.candidates(1, 0), ["x"], candidate=2)
    assert worst.cursor.gain == pytest.approx(gains[2], abs=1e-12)


def test_logistic_by_hand() -> None:
    model = GradientBoostingClassifier(n_estimators=1, max_depth=1, base_score=0.5, trace="full").fit(
        FIVE, FIVE_Y
    )
    gains = (53 / 180, 58 / 63, 22 / 63, 2 / 45)
    for candidate, gain in enumerate(gains):
        view = gain_view(model.candidates(1, 0), ["x"], candidate=candidate)
        assert view.cursor.gain == pytest.approx(gain, abs=1e-12)
        assert view.cursor.x == candidate + 1.5
    assert NamedCandidates(model.candidates(1, 0), ["x"]).ranks.tolist() == [3, 1, 2, 4]


@pytest.mark.parametrize("name", MODELS)
def test_ranking_goes_down_and_begins_with_the_chosen(name: str) -> None:
    found = MODELS[name].candidates(1, 0)
    ranks = ranking(found, NAMES, 10**6)
    assert len(ranks) == len(found)
    n_allowed = int((found.verdict == ALLOWED).sum())
    allowed = ranks[:n_allowed]
    assert (allowed["gain"].diff().dropna() <= 0).all()
    assert (ranks["rank"][n_allowed:] == 0).all()
    assert (ranks["forbidden by"][n_allowed:] != "").all()
    if n_allowed > 1:
        assert allowed["gain"][0] == found.gain[found.best]
        assert allowed["gain"][1] == np.sort(found.gain[found.verdict == ALLOWED])[-2]
        assert allowed["rank"][0] == 1
    for row in ranks[:20].itertuples():
        at = NamedCandidates(found, NAMES).position(row.feature, row.candidate)
        assert (row.GL, row.HR, row.gain) == (found.GL[at], found.HR[at], found.gain[at])


def test_ranks_of_equals_are_equal() -> None:
    model = GradientBoostingRegressor(n_estimators=1, max_depth=1, base_score=4.0, trace="full").fit(
        FOUR, FOUR_Y
    )
    ranks = ranking(model.candidates(1, 0), ["x"])
    assert ranks["rank"].tolist() == [1, 2, 2]
    assert ranks["cut"].tolist() == ["x ≤ 2.5", "x ≤ 1.5", "x ≤ 3.5"]
    assert ranks["% of the best"].tolist() == pytest.approx([100, 40.5, 40.5])


LIMITS = [
    ({"min_samples_leaf": 20}, FEW_SAMPLES),
    ({"min_child_weight": 20.0}, LOW_WEIGHT),
    ({"gamma": 5.0, "pruning": "pre"}, GAMMA),
    ({"colsample_bynode": 0.25}, NOT_DRAWN),
]


@pytest.mark.parametrize(("limit", "verdict"), LIMITS)
def test_the_limit_that_forbids_is_named(limit: dict, verdict: int) -> None:
    X = table()
    model = GradientBoostingRegressor(n_estimators=1, max_depth=2, **limit, trace="full").fit(X, target(X))
    found = model.candidates(1, 0)
    assert set(found.verdict.tolist()) - {ALLOWED, NO_GAIN} == {verdict}
    feature = int(found.feature[np.flatnonzero(found.verdict == verdict)[0]])
    view, part = gain_view(found, NAMES, feature), found.of_feature(feature)
    candidate = int(np.flatnonzero(part.verdict == verdict)[0])
    cursor = gain_view(found, NAMES, feature, candidate=candidate).cursor
    assert "forbidden" in cursor.words
    assert WHY_NOT[verdict].split(" (")[0].replace("not drawn", "drawn") in REASONS[verdict]
    assert REASONS[verdict] in cursor.words
    if verdict == GAMMA:
        assert view.below == REASONS[GAMMA]
        assert view.bands == ()
        return
    assert {band.words for band in view.bands} == {REASONS[verdict]}
    inside = np.zeros(len(part), dtype=bool)
    for band in view.bands:
        inside |= (band.start <= part.threshold) & (part.threshold <= band.stop)
    np.testing.assert_array_equal(inside, part.verdict == verdict)


@pytest.mark.parametrize("pruning", ["post", "pre"])
def test_below_the_floor_every_cut_is_forbidden_and_above_none(pruning: str) -> None:
    model = MODELS[f"gamma_{pruning}"]
    seen = set()
    for node in range(model.trace_[0].trees[0].n_nodes):
        found = model.candidates(1, node)
        for feature in range(4):
            view, part = gain_view(found, NAMES, feature, gamma=1.0), found.of_feature(feature)
            if view.below:
                forbidden = part.verdict != ALLOWED
                np.testing.assert_array_equal(forbidden, part.gain <= view.floor + 1e-12)
                seen.add(view.floor)
    assert (0.0 in seen) == (pruning == "pre")
    assert seen


def test_a_band_needs_both_ways_forbidden() -> None:
    X = table(missing=0.3)
    model = GradientBoostingRegressor(n_estimators=1, max_depth=1, min_samples_leaf=20, trace="full").fit(
        X, target(X)
    )
    found = model.candidates(1, 0).of_feature(0)
    view = gain_view(found, NAMES, 0)
    ways = {
        t: (found.threshold == t) & (found.verdict == ALLOWED) for t in set(found.threshold) if t < np.inf
    }
    one_allowed = [t for t, ok in ways.items() if ok.sum() == 1]
    assert one_allowed  # the data show what is asked
    for t, allowed in ways.items():
        assert any(band.start < t < band.stop for band in view.bands) == (not allowed.any())


@pytest.mark.parametrize("cursor", [0, 17, 2500, 4998])
def test_thinning_keeps_ends_best_and_cursor(cursor: int) -> None:
    x = np.linspace(0, 5, 5000)[:, np.newaxis]
    model = GradientBoostingRegressor(n_estimators=1, max_depth=1, trace="full").fit(x, np.cos(x[:, 0] ** 2))
    found = model.candidates(1, 0)
    drawn = all_points(ways_of(found, cursor=cursor, names=["x"]))["candidate"].tolist()
    assert len(drawn) <= 600
    assert drawn == sorted(set(drawn))
    assert {0, 4998, found.best, cursor} <= set(drawn)
    near = range(max(0, cursor - NEAR), min(4999, cursor + NEAR + 1))
    assert set(near) <= set(drawn)
    between = np.interp(found.threshold, found.threshold[drawn], found.gain[drawn])
    assert np.abs(between - found.gain).max() < 0.01 * np.ptp(found.gain)


def test_thinning_keeps_a_single_spike() -> None:
    gain = np.zeros(10_000)
    gain[7_777] = 1.0
    assert 7_777 in thinned(gain, 300, [])
    assert thinned(gain[:300], 300, [5]).tolist() == list(range(300))


def test_the_best_feature_is_shown_and_undrawn_ones_come_last_though_they_gain_more() -> None:
    found = MODELS["plain"].candidates(1, 0)
    assert gain_view(found, NAMES).feature == found.feature[found.best]
    for node in (0, 1):
        place = NamedCandidates(MODELS["sampled"].candidates(2, node), NAMES)
        allowed = [bool(place.allowed[place.bests[feature]]) for feature in place.features_by_gain]
        assert allowed == sorted(allowed, reverse=True)
        assert allowed.count(False) >= 2


@pytest.mark.parametrize("name", MODELS)
def test_what_if_at_the_fitted_values_is_the_stored_split(name: str) -> None:
    model = MODELS[name]
    tree, params = model.trace_[1].trees[0], model.params_
    for node in np.flatnonzero(~tree.is_leaf):
        same = what_if(model, 2, int(node), reg_lambda=params.reg_lambda, gamma=params.gamma)
        assert same.gain[same.best] == tree.gain[node]
        assert same.threshold[same.best] == tree.threshold[node]
        assert same.gain.tobytes() == what_if(model, 2, int(node)).gain.tobytes()


def test_what_if_moves_the_gains_and_leaves_the_sums() -> None:
    model = MODELS["plain"]
    fitted = model.candidates(1, 0)
    dearer = what_if(model, 1, 0, gamma=3.0)
    np.testing.assert_allclose(dearer.gain, fitted.gain - 3.0, atol=1e-12)
    stiffer = what_if(model, 1, 0, reg_lambda=10.0)
    G, H = fitted.GL + fitted.GR, fitted.HL + fitted.HR
    gain = (fitted.GL**2 / (fitted.HL + 10) + fitted.GR**2 / (fitted.HR + 10) - G**2 / (H + 10)) / 2
    np.testing.assert_allclose(stiffer.gain, gain, atol=1e-12)
    np.testing.assert_array_equal(stiffer.GL, fitted.GL)


def test_out_of_range_goes_to_the_nearest() -> None:
    found = MODELS["plain"].candidates(1, 0)
    view = gain_view(found, NAMES, 99, candidate=10**6)
    assert view.feature == 3
    assert view.cursor.candidate == view.n_candidates - 1


def test_a_node_without_cuts_still_has_a_view() -> None:
    alike = GradientBoostingRegressor(n_estimators=1, trace="full").fit(np.ones((4, 2)), FOUR_Y)
    view = gain_view(alike.candidates(1, 0), ["a", "b"], why_leaf="no cut")
    assert (view.cursor, view.n_candidates) == (None, 0)
    assert ways_of(alike.candidates(1, 0), names=["a", "b"]) == ()
    assert "None of them is allowed" in view.words
    assert len(ranking(alike.candidates(1, 0), ["a", "b"])) == 0


def test_endless_gains_do_not_stretch_the_axis() -> None:
    found = MODELS["no_lambda"].candidates(1, 0)
    gain = found.gain.copy()
    gain[3] = np.inf
    wild: Candidates = replace(found, gain=gain, verdict=np.where(gain == np.inf, LOW_WEIGHT, found.verdict))
    assert gain_range(wild)[1] < 2 * found.gain.max()
    assert max(all_points(ways_of(wild))["gain"]) == 1e300


def test_of_equal_cuts_the_lowest_threshold_of_the_first_feature_is_said_to_win() -> None:
    X = np.column_stack((np.arange(4.0), -np.arange(4.0)))
    model = GradientBoostingRegressor(n_estimators=1, trace="full").fit(X, [1.0, 0.0, 0.0, 1.0])
    found = model.candidates(1)
    assert (found.feature[found.best], found.threshold[found.best]) == (0, 0.5)
    words = tie_words(NamedCandidates(found, NAMES[:2]))
    assert words.startswith("a ≤ 2.5 and 2 more gain exactly as much: ")
    assert tie_words(NamedCandidates(MODELS["plain"].candidates(1, 0), NAMES)) == ""
