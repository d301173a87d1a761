"""The file of "Save as a page": small, without a way out, and with the rounds of gbtlib."""

from functools import cache

import pytest

from tests.pages import opened
from tests.saved_pages import is_alone, packed, questions_of, steps_of, unpacked
from workbench.lessons.adaboost.adaboost_run import TEN, AdaBoostRun, AdaSettings, run_adaboost
from workbench.lessons.adaboost.frames import ada_frames
from workbench.lessons.adaboost.rounds_picture import AdaMarks
from workbench.lessons.adaboost.saved_page import TOO_LARGE, SavedAdaBoost, saved_page
from workbench.text.numbers import number as number_as_read


@cache
def fit_of(data: str, n_estimators: int = 10, max_depth: int = 1) -> AdaBoostRun:
    return run_adaboost(AdaSettings(data=data, n_estimators=n_estimators, max_depth=max_depth))


@cache
def file_of(data: str, n_estimators: int = 10, max_depth: int = 1) -> str:
    fit = fit_of(data, n_estimators, max_depth)
    marks = AdaMarks(2, len(fit.trace), 3, f"row {fit.train[3]}", flipped=False)
    return saved_page(SavedAdaBoost(fit, ada_frames(fit), marks, {"round": "2"})).decode()


@pytest.mark.parametrize("data", ["moons", TEN])
def test_rounds_trees_and_words_are_those_of_gbtlib(data: str) -> None:
    page, fit = file_of(data), fit_of(data)
    assert is_alone(page)
    assert packed(page, "frames") == ada_frames(fit).packed
    assert unpacked(page, "picture")["round"] == unpacked(page, "steps")["first"] == 2
    steps = steps_of(page)
    assert len(steps) == len(fit.trace)
    for r, sent in steps.items():
        round_ = fit.trace[r - 1]
        assert len(sent["tree"]["nodes"]) == round_.tree.n_nodes
        if not round_.ended:
            assert f"gets {round_.wrong.sum()} of {len(fit.codes)} rows wrong" in sent["texts"]["words"]
            assert number_as_read(round_.error) in sent["texts"]["words"]
        assert sent["texts"]["more"].startswith(f"The vote on row {fit.train[3]}")


@pytest.mark.parametrize("data", ["moons", TEN])
def test_every_round_but_the_last_asks_for_the_weight_after_the_next(data: str) -> None:
    asked, fit = questions_of(file_of(data)), fit_of(data)
    assert sorted(asked) == list(range(1, len(fit.trace)))
    for number, question in asked.items():
        round_ = fit.trace[number]  # the next one, the first being at 0
        before, after = (weights[3] for weights in (round_.weights_before, round_.weights_after))
        way = "More" if after > before else "Less" if after < before else "The same"
        assert [question["choices"][i] for i in question["right"]] == [way]
        assert f"weighs {number_as_read(before * len(fit.codes))}." in question["text"]


def test_the_top_says_question_data_and_settings() -> None:
    page = file_of("moons")
    for words in (fit_of("moons").dataset.title, "n_estimators = 10", "adaboost?round=2"):
        assert words in page


@pytest.mark.wide
@pytest.mark.parametrize("data", ["moons", "sonar", "breast_cancer"])
def test_as_many_rounds_as_there_can_be_fit_into_the_file(data: str) -> None:
    page = file_of(data, 100, 12)
    assert is_alone(page)
    assert (TOO_LARGE in page) == ('id="tree"' not in page)


def test_the_button_stands_on_the_page_but_not_while_the_answer_is_hidden() -> None:
    def labels(**link: object) -> list[str]:
        at = opened("adaboost.py", ada_rounds=3, **link)
        return [str(button.proto.label) for button in at.get("download_button")]

    assert "Save as a page" in labels()
    assert "Save as a page" not in labels(guess=1)
