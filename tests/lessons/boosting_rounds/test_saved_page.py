"""The file of "Save as a page": small, without a way out, and with the trees of the trace."""

from functools import cache

import numpy as np
import pytest

from tests.pages import opened
from tests.saved_pages import as_sent, is_alone, packed, questions_of, steps_of
from workbench.components.plain_page import MOST_BYTES
from workbench.components.tree import tree_data
from workbench.data.catalogue import DATASETS
from workbench.lessons.boosting_rounds.current_round import lesson_frames
from workbench.lessons.boosting_rounds.first_cut import MOST_PUT, cuts, verdict
from workbench.lessons.boosting_rounds.saved_page import TOO_LARGE, SavedRounds, saved_page
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings
from workbench.text.numbers import number, place_text, threshold_text
from workbench.trees.view import tree_view

ALL = ("cos_x2", "moons", "sonar", "diabetes")


@cache
def fit_of(data: str, n_estimators: int = 50, max_depth: int = 3) -> BoostedModel:
    return fit_boosted_model(Settings(data=data, n_estimators=n_estimators, max_depth=max_depth))


@cache
def file_of(data: str, n_estimators: int = 50, max_depth: int = 3, k: int = 0) -> str:
    fit = fit_of(data, n_estimators, max_depth)
    return saved_page(SavedRounds(fit, lesson_frames(fit, k), 4, k, {"round": "4"})).decode()


@pytest.mark.parametrize("data", ALL)
def test_the_file_is_small_and_whole_and_fetches_nothing(data: str) -> None:
    page = file_of(data)
    assert is_alone(page)
    assert TOO_LARGE not in page
    assert len(steps_of(page)) == 50
    assert packed(page, "frames") == lesson_frames(fit_of(data)).packed


@pytest.mark.parametrize("data", ALL)
def test_trees_gains_and_losses_are_those_of_the_trace(data: str) -> None:
    fit, names = fit_of(data), fit_of(data).dataset.feature_names
    for r, sent in steps_of(file_of(data)).items():
        round_ = fit.trace[r - 1]
        tree = round_.trees[0]
        assert sent["tree"] == as_sent(tree_data(tree_view(tree, names, 0, room=3)))
        assert sent["tree"]["selected"] == 0
        assert {node["index"] for node in sent["tree"]["nodes"]} == set(range(tree.n_nodes))
        if not tree.is_leaf[0]:
            assert sent["gains"]["cursor"]["gain"] == pytest.approx(tree.gain[0], rel=1e-12)
            assert sent["gains"]["feature"] == tree.feature[0]
        assert f"to {number(round_.train_loss)}" in sent["texts"]["words"]
        assert sent["texts"]["heading"] == f"The tree of round {r}"


@pytest.mark.parametrize("data", ALL)
def test_every_round_asks_for_its_first_cut(data: str) -> None:
    fit, asked = fit_of(data), questions_of(file_of(data))
    names = fit.dataset.feature_names
    for number_, round_ in enumerate(fit.trace, start=1):
        tree = round_.trees[0]
        threshold, _ = cuts(fit, number_, 0)
        assert (number_ in asked) == (len(threshold) > 1)
        if number_ not in asked:
            continue
        question = asked[number_]
        (right,) = question["right"]
        assert question["choices"][right] == threshold_text(float(tree.threshold[0]), names[tree.feature[0]])
        assert 2 <= len(set(question["choices"])) == len(question["choices"]) <= 4
        assert f"Round {number_}: where on {names[tree.feature[0]]} " in question["text"]
        full = ["(100 % of the best gain)" in told for told in question["told"]]
        assert full[right]
        assert question["hides"]["tree"] is question["hides"]["gains"] is None
        assert question["hides"]["scrubber"]["marks"]["cut"] is None


@pytest.mark.parametrize("data", ALL)
def test_any_cut_on_an_axis_of_the_picture_is_told_what_the_workbench_tells(data: str) -> None:
    page, fit = file_of(data), fit_of(data)
    features = lesson_frames(fit).features
    steps = steps_of(page)
    for number_, question in questions_of(page).items():
        feature = int(fit.trace[number_ - 1].trees[0].feature[0])
        assert (question["place"] is not None) == (feature in features)
        assert question["hides"]["scrubber"]["marks"]["ask"] == (feature in features)
        if question["place"] is None:
            continue
        assert steps[number_]["scrubber"]["marks"]["guess_axis"] == features.index(feature)
        scale = question["place"]["scale"]
        threshold, _ = cuts(fit, number_, 0)
        if len(threshold) > MOST_PUT:  # not all of them are told apart
            threshold = threshold[:1]
        for said in threshold.tolist():
            share = scale["shares"][np.searchsorted(scale["ends"], said)]
            words = scale["words"].format(said=place_text(said, scale["decimals"]), share=share)
            assert words == f"Round {number_}. {verdict(fit, number_, 0, said)[1]}"


@pytest.mark.parametrize("k", range(3))
def test_under_softmax_it_shows_the_trees_of_the_class(k: int) -> None:
    page, fit = file_of("iris", 5, 3, k), fit_of("iris", 5)
    assert f"trees for {fit.dataset.class_names[k]}" in page
    for r, sent in steps_of(page).items():
        assert len(sent["tree"]["nodes"]) == fit.trace[r - 1].trees[k].n_nodes


@pytest.mark.wide
def test_what_would_be_too_large_leaves_the_gain_curves_out_and_says_so() -> None:
    page = file_of("cos_x2", 200, 8)
    assert len(page.encode()) <= MOST_BYTES
    assert TOO_LARGE in page
    assert 'id="gains"' not in page
    assert not any("gains" in sent for sent in steps_of(page).values())


@pytest.mark.wide
@pytest.mark.parametrize("data", DATASETS)
def test_as_many_rounds_as_there_can_be_fit_into_the_file(data: str) -> None:
    assert len(file_of(data, 200, 12).encode()) <= MOST_BYTES


def test_a_name_in_the_data_is_text_and_no_html() -> None:
    fit = fit_of("iris", 5)
    saved = SavedRounds(fit, lesson_frames(fit), 1, 0, {"data": "<script>alert(1)</script>"})
    assert "<script>alert" not in saved_page(saved).decode()


def test_the_file_says_settings_loss_and_link() -> None:
    page = file_of("cos_x2")
    assert "max_depth = 3, n_estimators = 50" in page
    assert "boosting_rounds?round=4" in page
    assert (
        f"goes from {number(fit_of('cos_x2').trace[2].train_loss)} to" in steps_of(page)[4]["texts"]["words"]
    )


def test_the_button_stands_on_the_page_but_not_while_the_answer_is_hidden() -> None:
    def labels(**link: object) -> list[str]:
        at = opened("boosting_rounds.py", n_estimators=3, **link)
        return [str(button.proto.label) for button in at.get("download_button")]

    assert "Save as a page" in labels(round=2)
    assert "Save as a page" not in labels(guess=1)
