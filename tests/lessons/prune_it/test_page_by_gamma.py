"""The half of the page on pruning that charges gamma: its numbers, and its question."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.lessons.prune_it.page_parts import PAGE, click, picture, texts
from tests.pages import fit, opened, put, quiet, reader_does
from workbench.data.catalogue import DATASETS
from workbench.lessons.prune_it.gamma_charges import charged_tree

# -- gamma


def kept(found: dict[str, Any]) -> list[float]:
    return [dict(tree["columns"])["leaves"][found["now"]] for tree in found["trees"]]


def objectives(found: dict[str, Any]) -> list[float]:
    return [dict(tree["columns"])["objective"][found["now"]] for tree in found["trees"]]


@pytest.mark.parametrize(
    ("gamma", "leaves", "worse"),
    [(0.01, [4, 4, 4], False), (0.1, [1, 4, 4], False), (0.195, [1, 4, 1], True), (0.25, [1, 3, 1], True)],
)
def test_xor_in_three_ways(gamma: float, leaves: list[int], worse: bool) -> None:
    at = opened(PAGE, prune_by="gamma", prune_gamma=gamma)
    assert quiet(at)
    found = picture(at)
    assert kept(found) == leaves
    single = gamma - 0.5 * 0.5**2 / (1.25 + 1)
    early, pruned, best = objectives(found)
    assert early == pytest.approx(single if leaves[0] == 1 else best, abs=1e-7)
    assert (pruned > single + 1e-9) == worse
    assert ("a single leaf would be better" in texts(at)) == worse
    gains = [node["text"] for node in found["trees"][1]["nodes"][:3]]
    assert gains == ["0.0159", "0.362", "0.2"]
    assert "26/135" in texts(at)


def test_gamma_opens_where_pruning_beats_pre_stopping() -> None:
    at = opened(PAGE, prune_by="gamma")
    assert kept(picture(at)) == [1, 4, 4]
    assert "Pre-stopping stops too soon" in texts(at)


def test_what_is_told_of_the_stops_that_were_drawn_before_is_the_same_gamma() -> None:
    at = opened(PAGE, prune_by="gamma")
    before = picture(at)["positions"]  # 0.1 is one of them as long as the cursor stands there
    for number, place in ((1, 70), (2, 90)):
        told = {"number": number, "at": place, "price": before[place], "node": 0}
        reader_does(at, "price_picture", "moved", told)
        found = picture(at)
        assert found["heard"] == number
        assert found["positions"][found["now"]] == before[place] != before[found["now"]]


@pytest.mark.parametrize("data", DATASETS)
def test_gamma_for_a_tree_of_the_boosting_lesson(data: str) -> None:
    at = opened(PAGE, prune_by="gamma", prune_tree="data", data=data, n_estimators=2, round=2)
    assert quiet(at)
    found = picture(at)
    charged = charged_tree(fit(data=data, n_estimators=2), 2, 0)
    gamma = found["positions"][found["now"]]
    assert gamma == charged.start
    assert kept(found) == [charged.leaves(way, gamma).sum() for way in charged.ways]
    expected = [charged.objective(way, gamma) for way in charged.ways]
    assert objectives(found) == pytest.approx(expected, rel=1e-6, abs=1e-7)
    assert np.isfinite([x for plot in found["plots"] for line in plot["lines"] for x in line["y"]]).all()


def test_a_browser_that_says_nothing_stays_where_it_is() -> None:
    at = opened(PAGE, prune_by="gamma", prune_tree="data")
    before = picture(at)
    at.segmented_control(key="widget_prune_by").set_value(None)
    at.segmented_control(key="widget_prune_tree").set_value(None).run()
    assert quiet(at)
    assert picture(at) == before


# -- the question about gamma


def ask_gamma(**link: object) -> AppTest:
    at = opened(PAGE, prune_by="gamma", guess=1, **link)
    assert quiet(at)
    return at


def test_guessing_about_gamma_shows_the_tree_before_it_is_charged() -> None:
    at = ask_gamma()
    found = picture(at)
    (tree,) = found["trees"]
    assert [node["text"] for node in tree["nodes"]][:3] == ["0.0159", "0.362", "0.2"]
    assert all(node["at"] is None for node in tree["nodes"])  # at no gamma a node becomes a leaf
    assert found["plots"] == []
    assert not at.latex
    assert "γ = 0.1." not in texts(at)
    (radio,) = at.radio
    assert radio.options == ["1 and 1", "1 and 3", "1 and 4", "4 and 1", "4 and 4"]
    assert next(button for button in at.button if button.label == "Reveal").disabled


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ((1, 4), "You: 1 and 4. Right. Node 0 gains 0.0159, no more than γ"),
        ((1, 1), "You: 1 and 1. It is 1 and 4. Node 0 gains 0.0159"),
        ((4, 1), "You: 4 and 1. It is 1 and 4."),
    ],
)
def test_guess_and_answer_about_gamma_stay_on_the_picture(said: tuple[int, int], words: str) -> None:
    at = ask_gamma()
    at.radio[0].set_value(said).run()
    click(at, "Reveal")
    found = picture(at)
    assert words in texts(at)
    assert kept(found) == [1, 4, 4]
    shown = [dict(tree["columns"]).get("your guess") for tree in found["trees"]]
    assert [None if values is None else values[found["now"]] for values in shown] == [*said, None]
    assert all(value is None for i, value in enumerate(shown[0]) if i != found["now"])
    assert "Pre-stopping stops too soon" in texts(at)
    assert at.latex


def test_another_gamma_is_asked_anew_and_a_skipped_one_is_not() -> None:
    at = ask_gamma()
    click(at, "Show me")
    assert len(picture(at)["trees"]) == 3
    put(at, prune_gamma=0.25)
    assert len(picture(at)["trees"]) == 1
    assert "γ = 0.25: how many leaves" in texts(at)
    put(at, prune_gamma=0.1)
    assert len(picture(at)["trees"]) == 3


def test_the_question_about_a_tree_of_the_boosting_lesson() -> None:
    link = {"data": "sonar", "n_estimators": 2, "max_depth": 4, "round": 2}
    at = ask_gamma(prune_tree="data", **link)
    charged = charged_tree(fit(data="sonar", n_estimators=2, max_depth=4), 2, 0)
    right = tuple(int(charged.leaves(way, charged.start).sum()) for way in charged.ways[:2])
    assert right[1] > right[0]  # the page opens where they differ
    at.radio[0].set_value(right).run()
    click(at, "Reveal")
    assert f"You: {right[0]} and {right[1]}. Right." in texts(at)
    found = picture(at)
    assert kept(found)[:2] == list(right)


def test_nothing_is_asked_about_a_single_leaf() -> None:
    at = ask_gamma(prune_tree="data", data="hand4", n_estimators=1, reg_lambda=1, min_child_weight=100)
    assert not at.radio
    assert "single leaf: no split gains anything" in texts(at)
